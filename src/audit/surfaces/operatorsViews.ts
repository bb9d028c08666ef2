/**
 * What a recommender keeps and shows after whoever runs it changed that, so that it tells less. In each fold the change is
 * learned from half of the people outside it, each group by half, and attackers learn from the other half: the people whom
 * a change was learned from say too little about it. So that fewer people to learn from do not pass for protection,
 * attackers learn from the same half where nothing was changed.
 *
 * What lists lose is measured at the length of the headline: lists of a recommender that is trained here on some ratings of
 * each person, which it is then trained without; lists in a file on ratings that the caller set aside.
 */
import { UlteriorError } from '../../errors/index.ts';
import { type Dataset, holdOutRatings, listOf } from '../../ratings/index.ts';
import { memoizeAsync } from '../attackers/memoizeAsync.ts';
import { readDense, readSparse } from '../attackers/readable.ts';
import type { Seen } from '../attackers/seen.ts';
import type { FoldMembers, NamedArrays, WorkTools } from '../folds/index.ts';
import { historyOf, rowsOfLists, tableFor } from './ownSurface.ts';
import type { MatchedSurface } from './selectPeople.ts';
import { isExposure, type ModelAuditInput, type OperatorBefore, type Surface, surfaceName } from './surface.ts';
import { usefulness, type WantedItems, wantedFrom, wantedItems } from './usefulness.ts';
import { headlineTopOf, named, numbersOf, partsOf, type View, type ViewSource } from './views.ts';

/** What is measured of lists in a fold: numbers of its people. */
type Worth = NonNullable<View['worth']>;

/** Everybody's lists of some length, as they are and changed. */
interface ListsOfAll {
  readonly before: (top: number, tools: WorkTools) => Promise<readonly (readonly number[])[]>;
  readonly after: (members: FoldMembers, top: number, tools: WorkTools) => Promise<readonly (readonly number[])[]>;
}

/** Views of the surfaces with nothing changed; `views`: the same as attackers read them who learn from everybody. */
export function viewsBeforeOperator(
  views: readonly View[],
  input: ModelAuditInput,
  source: ViewSource,
  operator: OperatorBefore,
): View[] {
  const { types } = source.selected;
  const own = source.selected.matched.find(({ surface }) => surface.kind === 'lists' && 'recommender' in surface);
  const worth = own && worthOf(own, input, source, operator);
  return views.map((view) => ({
    ...view,
    learnersOf: (members) => halvesOf(members, types).learners,
    worth: own && isHeadline(view, own, source) ? worth?.before : undefined,
  }));
}

/** The same views, in the same order, after the change. */
export function viewsAfterOperator(input: ModelAuditInput, source: ViewSource, operator: OperatorBefore): View[] {
  const { types, labels, matched } = source.selected;
  const learnersOf = (members: FoldMembers) => halvesOf(members, types).learners;
  return matched.flatMap((own): View[] => {
    const kept = memoizeAsync<Uint32Array, Seen>();
    if (own.surface.kind !== 'lists') {
      const seen: View['seen'] = (members, tools) =>
        kept(members.people, async () => {
          const vectors = (await numbersOf(own, source.people.dataset, source, tools))!;
          const { learned } = halvesOf(members, types);
          const { erase } = operator as Extract<OperatorBefore, { erase: unknown }>;
          return readDense(erase(vectors, { types, typeCount: labels.length }, learned), source.spec.seed);
        });
      return [{ ...named(own.surface, undefined, 'after-'), learnersOf, seen }];
    }
    const lists = listsOfAll(own, source.people.dataset, source, operator);
    const worth = worthOf(own, input, source, operator);
    const items = 'lists' in own.surface ? own.surface.lists.items.length : source.people.dataset!.items.size;
    return partsOf(own.surface, source).map((top): View => {
      const ofTop = memoizeAsync<Uint32Array, Seen>();
      const view = named(own.surface, top, 'after-');
      return {
        ...view,
        learnersOf,
        worth: isHeadline(view, own, source) ? worth?.after : undefined,
        seen: (members, tools) =>
          ofTop(members.people, async () =>
            readSparse(rowsOfLists(await lists.after(members, top!, tools), items, top!), source.spec.seed),
          ),
      };
    });
  });
}

/** Lists in a file have what they are worth without a defence elsewhere (usefulness.ts). */
function worthOf(
  own: MatchedSurface,
  { setAside }: ModelAuditInput,
  source: ViewSource,
  operator: OperatorBefore,
): { readonly before: Worth; readonly after: Worth } | undefined {
  const { surface } = own;
  if (surface.kind !== 'lists') return undefined;
  const { people, selected, spec } = source;
  const { users } = selected;
  const top = headlineOf(own, source);
  let [dataset, wanted, items]: [Dataset | undefined, WantedItems, number] = [people.dataset, [], 0];
  if ('lists' in surface) {
    if (setAside === undefined) return undefined;
    const places = new Map(surface.lists.items.map((id, item) => [id, item]));
    wanted = wantedItems(setAside, people, users, (id) => places.get(id));
    items = surface.lists.items.length;
  } else {
    items = people.dataset!.items.size;
    if (setAside === undefined) {
      const rule = { most: spec.heldOut, share: spec.heldOutShare };
      const { kept, heldOut } = holdOutRatings(people.dataset!, rule, spec.seed);
      [dataset, wanted] = [kept, wantedFrom(heldOut, users)];
    } else wanted = wantedItems(setAside, people, users, (id) => people.dataset!.items.indexOf(id));
  }
  const lists = listsOfAll(own, dataset, source, operator);
  const of = (shown: readonly (readonly number[])[], members: FoldMembers): NamedArrays => {
    const some = <Each>(all: readonly Each[]) => Array.from(members.people, (person) => all[person]!);
    const { ndcg, recall } = usefulness(some(shown), some(wanted), items);
    return { ndcg, recall };
  };
  return {
    before: async (members, tools) => of(await lists.before(top, tools), members),
    after: async (members, tools) => of(await lists.after(members, top, tools), members),
  };
}

function listsOfAll(
  { surface, places }: MatchedSurface,
  dataset: Dataset | undefined,
  source: ViewSource,
  operator: OperatorBefore,
): ListsOfAll {
  const { users, types, labels } = source.selected;
  const groups = { types, typeCount: labels.length };
  const longest = partsOf(surface, source).at(-1)!;
  const recommender = 'recommender' in surface ? surface.recommender : undefined;
  /** Everybody's items, best first. */
  const ranked = async (length: number, { onTaskDone: _, ...tools }: WorkTools) => {
    if (recommender !== undefined) return source.own.lists(recommender, dataset!, users, length, tools);
    const { lists } = surface as Extract<Surface, { lists: unknown }>;
    return Array.from(users, (user) => (places[user]! < 0 ? [] : Array.from(listOf(lists, places[user]!))));
  };
  const before: ListsOfAll['before'] = async (top, tools) =>
    (await ranked(longest, tools)).map((list) => list.slice(0, top));
  if ('relist' in operator) {
    const length = operator.lookedAt(longest, dataset?.items.size ?? Number.POSITIVE_INFINITY);
    return {
      before,
      after: async (members, top, tools) => {
        const { learned } = halvesOf(members, types);
        return operator.relist(await ranked(length, tools), groups, learned, top);
      },
    };
  }
  const inFold = memoizeAsync<Uint32Array, number[][]>();
  const fromErased = async (members: FoldMembers, { onTaskDone: _, ...tools }: WorkTools) => {
    const trained = await source.own.trained(recommender!, dataset!, tools);
    const { learned } = halvesOf(members, types);
    const { width, values } = operator.erase(tableFor(dataset!, users, trained.vector), groups, learned);
    return Array.from(users, (user, n) => {
      const vector = values.subarray(n * width, (n + 1) * width);
      return trained.listOf(vector, historyOf(dataset!.ratings, user), longest);
    });
  };
  return {
    before,
    after: async (members, top, tools) => {
      const lists = await inFold(members.people, () => fromErased(members, tools));
      return lists.map((list) => list.slice(0, top));
    },
  };
}

function headlineOf({ surface }: MatchedSurface, source: ViewSource): number {
  return headlineTopOf(
    partsOf(surface, source).map((top) => top!),
    source.spec,
  );
}

const isHeadline = ({ surface, top }: Pick<View, 'surface' | 'top'>, own: MatchedSurface, source: ViewSource) =>
  surface === 'lists' && top === headlineOf(own, source);

function halvesOf({ trainers }: FoldMembers, types: Uint8Array) {
  const byGroup = trainers.toSorted((a, b) => types[a]! - types[b]! || a - b);
  return {
    learned: byGroup.filter((_, n) => n % 2 === 0).sort(),
    learners: byGroup.filter((_, n) => n % 2 === 1).sort(),
  };
}

/** Maps of vectors change rows of numbers, and the lists that a recommender trained here makes of them; others change lists. */
export function requireChangeable(surfaces: readonly Surface[], operator: OperatorBefore): void {
  const { name } = operator;
  const lists = 'relist' in operator;
  const other = surfaces.find((surface) => {
    if (isExposure(surface)) return true;
    if (surface.kind === 'lists') return !lists && !('recommender' in surface);
    return lists || (surface.kind === 'scores' && 'scores' in surface && !('ids' in surface.scores));
  });
  if (other === undefined) return;
  throw new UlteriorError(
    'SURFACE_FIXED',
    lists
      ? `${name} changes lists, and "${surfaceName(other)}" is none`
      : `${name} changes a row of numbers per person, and "${surfaceName(other)}" has none`,
    lists
      ? 'measure lists with it (--lists, --exposures ease:lists)'
      : 'measure vectors with it (--vectors, --set itemVectors=FILE, --exposures implicitFactors:userVectors), or the lists that follow from them (--exposures implicitFactors:lists)',
    { defence: name, kind: surfaceName(other) },
  );
}
