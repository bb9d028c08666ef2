/**
 * One fold: its people defend themselves in every way and at every strength; attackers who trained on the others, with
 * and without a defence, judge what they send, and recommenders predict what was set aside. What is found is a flat
 * list of numbers for each person, so that folds can be put together, and kept, without knowing what they hold.
 *
 * Leak and usefulness are measured on different cuts of the data. People send all they rated, and attackers see all of
 * it. A recommender is measured on some ratings set aside, so for it people send again, without those.
 */
import {
  auditDefaults,
  type FoldMembers,
  factorModels,
  type Groups,
  joinedNumbers,
  readSparse,
  requireScored,
  type Scores,
  type ScoreTable,
  type Seen,
  scoreKey,
  scorePeople,
  sendModel,
  sparse,
  trainHistoryModel,
} from '../../audit/index.ts';
import { encodeModel, type FactorModel, type ItemRecommender } from '../../factorization/index.ts';
import { type SparseRows, selectRows } from '../../inference/index.ts';
import {
  attributeOf,
  type Dataset,
  type RatingMatrix,
  ratingMatrixFromRows,
  subsetUsers,
  withRatings,
} from '../../ratings/index.ts';
import { parts } from '../people/joined.ts';
import { CHANCES } from './attackerNames.ts';
import { chancesLogits, chancesSteps, mechanismOf, NO_MECHANISM } from './chancesAttacker.ts';
import { MOST_ITEMS, topTens, trainTopTen } from './measures/topTen.ts';
import { learnersAmong, needsPresence, type PublicKnowledge, publicKnowledge } from './publicKnowledge.ts';
import { recommenderTask } from './recommenderTask.ts';
import { type DefenceSetting, defendingAmong, type Senders, sendAll } from './sending.ts';
import { CHANGE_WIDTH } from './sendTask.ts';
import type { DefenceSpec } from './spec.ts';
import type { WorkTools } from './work.ts';

export const UNDEFENDED = 'undefended';

interface FoldData extends FoldMembers {
  /** All people, with the labels of the variant. */
  readonly dataset: Dataset;
  /** The same without the held-out ratings, and those. */
  readonly kept: Dataset;
  readonly heldOut: RatingMatrix;
  /** Everybody's whole histories as attackers read them. No label is in it: all folds share it. */
  readonly plain: Pick<Seen, 'rows' | 'coordinates'>;
}

type Situation = 'oblivious' | 'retrained';

/** How many pieces of work a fold has: what progress counts. */
export function piecesOf(settings: number, people: number, trainers: number, items: number, spec: DefenceSpec): number {
  const ofPeople = parts(people).length;
  const lists = items <= MOST_ITEMS ? 1 : 0;
  const attacking = attackersOf(spec).length + chancesSteps(spec, learnersAmong(trainers, spec), people);
  const once = 1 + (needsPresence(spec) ? 1 : 0) + ofPeople + lists + attacking;
  const sending = parts(people + trainers).length + ofPeople;
  return once + settings * (sending + 1 + 2 * ofPeople + lists + attacking);
}

/** What people expose by setting; quantities are named after the situation and the attacker. */
export async function evaluateFold(
  data: FoldData,
  settings: readonly DefenceSetting[],
  spec: DefenceSpec,
  tools: WorkTools,
): Promise<ScoreTable<Float64Array>> {
  const trainers = subsetUsers(data.dataset, data.trainers);
  const knowledge = await publicKnowledge(trainers, spec, tools);
  const fold: Fold = {
    data,
    groups: groupsOf(data.dataset, spec),
    members: { people: data.people, trainers: learnersOf(data, knowledge) },
    knowledge,
    spec,
    tools,
  };
  const found = new Map<string, Float64Array>();
  const note: Note = (setting, numbers) => {
    for (const [quantity, values] of Object.entries(numbers)) {
      found.set(scoreKey({ exposure: setting, quantity }), values);
    }
  };
  const everybody = sendersOf(data.dataset, fold.groups);
  const sent: Sent[] = [];
  for (const setting of settings) {
    sent.push({ setting, ...(await sendAll(setting, everybody, knowledge, spec, tools)) });
  }
  await noteOblivious(fold, sent, note);
  for (const one of sent) await noteRetrained(fold, one, note);
  await noteUsefulness(fold, sent, note);
  return found;
}

interface Fold {
  readonly data: FoldData;
  readonly groups: Groups;
  /** The tested, and those whom attackers learn from. */
  readonly members: FoldMembers;
  readonly knowledge: PublicKnowledge;
  readonly spec: DefenceSpec;
  readonly tools: WorkTools;
}

/** What everybody sends in one way; a row for each person of the data. */
interface Sent {
  readonly setting: DefenceSetting;
  readonly sent: SparseRows;
  readonly changes: Float64Array;
}

type Note = (setting: string, numbers: Readonly<Record<string, Float64Array>>) => void;

/** Attackers who learned from people who do not defend themselves, and judge people with and without every defence. */
async function noteOblivious(fold: Fold, all: readonly Sent[], note: Note): Promise<void> {
  const { data, members, knowledge, spec } = fold;
  const models = factorModels(data.dataset, { ...auditDefaults, training: spec.training });
  const everyTrainer = members.trainers.length === data.trainers.length;
  const seen: Seen = {
    ...data.plain,
    // Whoever learns from all trainers finds the public model already trained.
    model: (kind, ...rest) =>
      kind === 'ratings' && everyTrainer ? Promise.resolve(sendModel(knowledge.model)) : models(kind, ...rest),
  };
  const others = all.map(({ sent }) => selectRows(sent, data.people));
  for (const [name, { logits, others: judged }] of await scored(fold, seen, others)) {
    note(UNDEFENDED, { [`oblivious/${name}`]: Float64Array.from(logits) });
    for (const [n, own] of judged.entries()) {
      note(all[n]!.setting.id, { [`oblivious/${name}`]: Float64Array.from(own) });
    }
  }
  if (!spec.attackers.includes(CHANCES)) return;
  const chances = await chancesLogits(fold, data.plain.rows, NO_MECHANISM);
  note(UNDEFENDED, { [`oblivious/${CHANCES}`]: chances });
}

/** Attackers who learned from people who defend themselves in the same way. */
async function noteRetrained(fold: Fold, { setting, sent, changes }: Sent, note: Note): Promise<void> {
  const { data, spec } = fold;
  const defended = withSent(data.dataset, sent);
  const seen: Seen = {
    ...readSparse(sent, spec.seed),
    model: factorModels(defended, { ...auditDefaults, training: spec.training }),
  };
  for (const [name, { logits }] of await scored(fold, seen)) {
    note(setting.id, { [`retrained/${name}`]: Float64Array.from(logits) });
  }
  if (spec.attackers.includes(CHANCES)) {
    const chances = await chancesLogits(fold, sent, mechanismOf(setting, spec));
    note(setting.id, { [`retrained/${CHANCES}`]: chances });
  }
  note(setting.id, {
    changes: pickChanges(changes, data.people),
    defending: Float64Array.from(defendingAmong(setting, data.people, spec)),
  });
}

function scored(
  { groups, members, spec, tools }: Fold,
  seen: Seen,
  others: readonly SparseRows[] = [],
): Promise<ReadonlyMap<string, Scores>> {
  const { ridge, prior, seed } = spec;
  const set = { ...auditDefaults, ridge, prior, seed };
  const work = { ...tools.training, onTaskDone: tools.step };
  return scorePeople(attackersOf(spec), seen, groups, members, set, work, others).then(requireScored);
}

/** What recommenders predict of what was set aside, and what their lists are worth. */
async function noteUsefulness(fold: Fold, all: readonly Sent[], note: Note): Promise<void> {
  const { data, knowledge, spec, tools } = fold;
  const setAside = rowsOf(data.heldOut, data.people);
  const fewer: Senders = {
    numbers: data.people,
    types: Uint8Array.from(data.people, (person) => fold.groups.types[person]!),
    ratings: rowsOf(data.kept.ratings, data.people),
    setAside,
  };
  const trainers = selectRows(data.plain.rows, data.trainers);
  const lists = await listsOf(trainers, tools);
  const noteUse = async (
    setting: string,
    situation: Situation,
    model: FactorModel,
    recommender: ItemRecommender | undefined,
    sent: SparseRows,
  ) => {
    note(setting, await predicted(model, situation, sent, setAside, spec, tools));
    if (recommender) note(setting, { [`${situation}/topTens`]: topTens(recommender, sent, setAside) });
  };
  await noteUse(UNDEFENDED, 'oblivious', knowledge.model, lists, fewer.ratings);
  for (const { setting, sent, changes } of all) {
    const { sent: sentOfFewer } = await sendAll(setting, fewer, knowledge, spec, tools);
    await noteUse(setting.id, 'oblivious', knowledge.model, lists, sentOfFewer);
    const defended = subsetUsers(withSent(data.dataset, sent), data.trainers);
    const settings = { ...auditDefaults, training: spec.training };
    const model = await trainHistoryModel('ratings', defended, spec.attribute, settings, tools.training);
    tools.step();
    // The third and fourth number of a person: made up, withheld.
    const same = pickChanges(changes, data.trainers).every((number, at) => at % CHANGE_WIDTH < 2 || number === 0);
    const retrained = await listsOf(selectRows(sent, data.trainers), tools, same ? lists : undefined);
    await noteUse(setting.id, 'retrained', model, retrained, sentOfFewer);
  }
}

/** `same` where the rows have the items of an earlier one; undefined for catalogues that are too large for it. */
async function listsOf(
  rows: SparseRows,
  tools: WorkTools,
  same?: ItemRecommender,
): Promise<ItemRecommender | undefined> {
  if (rows.columns > MOST_ITEMS) return undefined;
  const recommender = same ?? (await trainTopTen(rows, tools.training));
  tools.step();
  return recommender;
}

async function predicted(
  model: FactorModel,
  situation: Situation,
  sent: SparseRows,
  setAside: SparseRows,
  { ridge, prior, predictionRidge }: DefenceSpec,
  tools: WorkTools,
): Promise<Readonly<Record<string, Float64Array>>> {
  const encoded = encodeModel(model);
  const units = parts(sent.rows).map((part) => ({
    model: encoded,
    spec: { ridge, prior, predictionRidge },
    sent: selectRows(sent, part),
    heldOut: selectRows(setAside, part),
  }));
  const outcomes = await tools.run(recommenderTask, units);
  const joined = (name: 'squaredErrors' | 'ndcgs') => joinedNumbers(outcomes.map((part) => part[name]));
  return { [`${situation}/squaredErrors`]: joined('squaredErrors'), [`${situation}/ndcgs`]: joined('ndcgs') };
}

/** Those that read what was sent alone. */
const attackersOf = ({ attackers }: DefenceSpec) => attackers.filter((attacker) => attacker !== CHANCES);

/** The people whom the public model of presence was fitted to teach attackers nothing. */
function learnersOf({ trainers }: FoldData, { presence }: PublicKnowledge): Uint32Array {
  return presence === undefined ? trainers : presence.learners.map((at) => trainers[at]!);
}

function groupsOf(dataset: Dataset, { attribute }: DefenceSpec): Groups {
  const { values, labels } = attributeOf(dataset, attribute);
  return { types: Uint8Array.from(values), typeCount: labels.length };
}

function sendersOf({ ratings }: Dataset, { types }: Groups): Senders {
  return { numbers: Uint32Array.from(types.keys()), types, ratings: sparse(ratings.byUser, ratings.items) };
}

function withSent(dataset: Dataset, { rows, columns, starts, indices, values }: SparseRows): Dataset {
  return withRatings(dataset, ratingMatrixFromRows(rows, columns, { starts, indices, values }));
}

function pickChanges(changes: Float64Array, people: Uint32Array): Float64Array {
  return Float64Array.from({ length: people.length * CHANGE_WIDTH }, (_, at) => {
    return changes[people[Math.floor(at / CHANGE_WIDTH)]! * CHANGE_WIDTH + (at % CHANGE_WIDTH)]!;
  });
}

function rowsOf(ratings: RatingMatrix, people: Uint32Array): SparseRows {
  return selectRows(sparse(ratings.byUser, ratings.items), people);
}
