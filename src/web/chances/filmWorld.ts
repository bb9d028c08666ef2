/**
 * An invented world for equal chances: which films people have rated tells whether they are early birds or night owls.
 *
 *     P(rated) = 1 / (1 + exp(-(a_j + b_jg + w_j . u))),     u ~ N(0, I) in both groups
 *
 * A third of the people make the public model, a third teach the attackers, and a third are judged. One attacker learned
 * from people who send everything, the other from people who use the defence. Everything is computed in the page.
 */
import {
  chancesOf,
  fitPresence,
  itemDigests,
  type PresenceModel,
  protectHistory,
  secretDraws,
} from '../../defence/index.ts';
import { historyAt, packRows, type SparseRows, selectRows, trainLogistic } from '../../inference/index.ts';
import { derive, softmax } from '../../maths/index.ts';
import { createVocabulary, type ItemIndex, itemIndex } from '../../ratings/index.ts';
import { aucOf, reachOf } from '../crowd/crowd.ts';

export const GROUPS = ['lark', 'owl'] as const;
/** In each third. */
export const THIRD = 400;
export const FILMS = 60;
/** Deviations: of the groups' effects on a film, and of taste's. */
const [GAP, TASTE] = [0.4, 0.7];
const RIDGE = 30;

interface Attacker {
  /** What it believes of somebody who sent these films: one share per group. */
  readonly believes: (films: ArrayLike<number>) => readonly number[];
  /** On all people who are judged, and how far another such crowd may be from it. */
  readonly auc: number;
  readonly reach: number;
}

interface FilmWorld {
  readonly model: PresenceModel;
  readonly digests: Uint8Array;
  /** Films that each judged person has rated, ascending, and which group they are of. */
  readonly rated: readonly (readonly number[])[];
  readonly groupOf: readonly number[];
  /** Of people who send everything, and of people who use the defence. */
  readonly without: Attacker;
  readonly defended: Attacker;
}

/** `titles`: at least FILMS of them. */
export function inventFilms(titles: readonly string[], seed: number): FilmWorld {
  const people = 3 * THIRD;
  const { rows, groupOf } = inventPeople(people, seed);
  const third = (n: number) => Array.from({ length: THIRD }, (_, person) => n * THIRD + person);
  const groupsOf = (some: readonly number[]) => some.map((person) => groupOf[person]!);
  const ids = titles.slice(0, FILMS).map((_, film) => `film ${film}`);
  const model = fitPresence(
    {
      histories: selectRows(rows, third(0)),
      groupOf: groupsOf(third(0)),
      attribute: 'chronotype',
      groups: GROUPS,
      items: createVocabulary<ItemIndex>(ids, titles.slice(0, FILMS)),
      scale: { min: 1, max: 5, step: 1 },
    },
    { directions: 3 },
  );
  const digests = itemDigests(ids);
  const sentBy = (some: readonly number[]) =>
    packRows(
      FILMS,
      some.map((person) => {
        const { indices } = historyAt(rows, person);
        const stream = derive(seed, 'secret', person);
        const secret = Uint8Array.from({ length: 32 }, () => stream.below(256));
        const { sent } = sentAs({ model, digests }, indices, groupOf[person]!, secret);
        return { indices: sent, values: sent.map(() => 1) };
      }),
    );
  const learned = (training: SparseRows, judged: SparseRows) =>
    learnedFrom(training, groupsOf(third(1)), judged, groupsOf(third(2)));
  return {
    model,
    digests,
    rated: third(2).map((person) => Array.from(historyAt(rows, person).indices)),
    groupOf: groupsOf(third(2)),
    without: learned(selectRows(rows, third(1)), selectRows(rows, third(2))),
    defended: learned(sentBy(third(1)), sentBy(third(2))),
  };
}

function inventPeople(people: number, seed: number) {
  const stream = derive(seed, 'film-world');
  const normals = (count: number, scale: number) => Array.from({ length: count }, () => scale * stream.normal());
  const films = Array.from({ length: FILMS }, () => ({
    often: -1.1 + 0.7 * stream.normal(),
    effects: normals(GROUPS.length, GAP),
    weights: normals(2, TASTE),
  }));
  const groupOf = Array.from({ length: people }, () => stream.below(GROUPS.length));
  const histories = groupOf.map((group) => {
    const [first, second] = normals(2, 1);
    const rated = films.flatMap(({ often, effects, weights }, film) => {
      const odds = often + effects[group]! + weights[0]! * first! + weights[1]! * second!;
      return stream.uniform() < 1 / (1 + Math.exp(-odds)) ? [film] : [];
    });
    const indices = rated.length > 0 ? rated : [0];
    return { indices, values: indices.map(() => 1) };
  });
  return { rows: packRows(FILMS, histories), groupOf };
}

function learnedFrom(
  training: SparseRows,
  labels: readonly number[],
  judged: SparseRows,
  groupOf: readonly number[],
): Attacker {
  const classifier = trainLogistic(training, labels, GROUPS.length, { ridge: RIDGE });
  const believes = (films: ArrayLike<number>) =>
    Array.from(softmax(classifier.logWeights({ indices: films, values: new Float64Array(films.length).fill(1) })));
  const shares = groupOf.map((_, person) => believes(historyAt(judged, person).indices)[1]!);
  const types = Uint8Array.from(groupOf);
  const auc = aucOf(shares, types);
  return { believes, auc, reach: reachOf(auc, types) };
}

export interface Film {
  readonly title: string;
  /** How likely each group has rated it, given this person's taste. */
  readonly chances: readonly number[];
  /** How often it is withheld: 1 - the smallest of the chances over that of the own group. */
  readonly withholding: number;
  readonly sent: boolean;
}

interface Sending {
  readonly films: readonly Film[];
  /** What the attacker of the undefended believes of the whole history, and the other one of what is sent. */
  readonly beliefs: { readonly without: readonly number[]; readonly defended: readonly number[] };
}

function sentAs(
  { model, digests }: Pick<FilmWorld, 'model' | 'digests'>,
  rated: ArrayLike<number>,
  group: number,
  secret: Uint8Array,
) {
  const ratings = { indices: rated, values: new Float64Array(rated.length).fill(3) };
  const draws = (pass: number) => secretDraws(secret, '', pass, digests);
  const { sent, withheld } = protectHistory(model, { ratings, group }, { combine: false }, draws);
  return { sent: Array.from(sent.indices), withheld };
}

/** What one of the judged people sends with that secret, and what the attackers make of it. */
export function sendingOf(world: FilmWorld, person: number, secret: Uint8Array): Sending {
  const [rated, group] = [world.rated[person]!, world.groupOf[person]!];
  const { sent } = sentAs(world, rated, group, secret);
  const chances = chancesOf(world.model.stages[0]!, rated, group);
  const kept = new Set(sent);
  const films = rated.map((film) => {
    const ofGroups = GROUPS.map((_, g) => chances[g * FILMS + film]!);
    return {
      title: world.model.items.title(itemIndex(film)),
      chances: ofGroups,
      withholding: 1 - Math.min(...ofGroups) / ofGroups[group]!,
      sent: kept.has(film),
    };
  });
  return {
    // What is withheld comes first, then what might have been.
    films: films.sort((a, b) => Number(a.sent) - Number(b.sent) || b.withholding - a.withholding),
    beliefs: { without: world.without.believes(rated), defended: world.defended.believes(sent) },
  };
}
