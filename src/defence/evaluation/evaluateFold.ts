/**
 * One fold: its people defend themselves in every way and at every strength; attackers who trained on the others, with
 * and without a defence, judge what they send, and recommenders predict what was set aside. What is found is a flat
 * list of numbers for each person, so that folds can be put together, and kept, without knowing what they hold.
 *
 * Leak and usefulness are measured on different cuts of the data. People send all they rated, and attackers see all of
 * it. A recommender is measured on some ratings set aside, so for it people send again, without those.
 */
import { type FoldMembers, sharesOf, sparse } from '../../audit/index.ts';
import { encodeModel, type ItemRecommender } from '../../factorization/index.ts';
import { type SparseRows, selectRows } from '../../inference/index.ts';
import {
  attributeOf,
  type Dataset,
  type RatingMatrix,
  ratingMatrixFromRows,
  subsetUsers,
  withRatings,
} from '../../ratings/index.ts';
import type { Mechanism } from '../equalChances/index.ts';
import { defenceNamed } from '../obfuscation/index.ts';
import {
  type FittedClassifier,
  type FittedModel,
  fitClassifier,
  fittedLogits,
  type GroupShares,
  isFittedAttacker,
} from '../people/fittedAttackers.ts';
import { fittedTask } from '../people/fittedTask.ts';
import { joinedNumbers, parts } from '../people/joined.ts';
import type { PersonNumbers } from '../people/personNumbers.ts';
import { isKnowing } from './attackerNames.ts';
import { factorTask } from './factorTask.ts';
import { knowingLogits, knowingSteps } from './knowingAttackers.ts';
import { MOST_ITEMS, topTens, trainTopTen } from './measures/topTen.ts';
import { learnersAmong, needsPresence, type PublicKnowledge, publicKnowledge } from './publicKnowledge.ts';
import { recommenderTask } from './recommenderTask.ts';
import { type Cell, defendingAmong, sendAll } from './sending.ts';
import { CHANGE_WIDTH } from './sendTask.ts';
import type { DefenceSpec } from './spec.ts';
import { trainOnRated } from './trainOnRated.ts';
import type { WorkTools } from './work.ts';

export const UNDEFENDED = 'undefended';

export interface FoldData extends FoldMembers {
  /** All people, with the labels of the variant. */
  readonly dataset: Dataset;
  /** The same without the held-out ratings, and those. */
  readonly kept: Dataset;
  readonly heldOut: RatingMatrix;
}

/** How many pieces of work a fold has: what progress counts. */
export function piecesOf(cells: number, people: number, trainers: number, items: number, spec: DefenceSpec): number {
  const fitted = fittedAmong(spec).length;
  const ofPeople = parts(people).length;
  const lists = items <= MOST_ITEMS ? 1 : 0;
  const learners = learnersAmong(trainers, spec);
  const knowing = knowingSteps(spec.attackers, learners, people);
  const factor = spec.attackers.includes('factor');
  // Where attackers learn from some of the trainers, the factor-based one has a model of its own.
  const ownModel = factor && learners < trainers ? 1 : 0;
  // Of each part: what the factor-based attacker infers, and what the recommender predicts.
  const judging = ofPeople * (factor ? 2 : 1);
  const attacking = ownModel + fitted + knowing + lists;
  const once = 1 + (needsPresence(spec) ? 1 : 0) + judging + attacking;
  return once + cells * (parts(trainers).length + 2 * ofPeople + 2 * judging + 1 + attacking);
}

/** Attackers who learned from the same people. */
interface Attackers {
  /** The model of the factor-based one, encoded. */
  readonly factor: Uint8Array;
  readonly fitted: readonly (FittedModel | FittedClassifier)[];
}

/** Numbers are named "cell/quantity". */
export async function evaluateFold(
  data: FoldData,
  cells: readonly Cell[],
  spec: DefenceSpec,
  tools: WorkTools,
): Promise<PersonNumbers> {
  const trainers = subsetUsers(data.dataset, data.trainers);
  const knowledge = await publicKnowledge(trainers, spec, tools);
  const learners = knowledge.presence?.learners ?? Uint32Array.from(data.trainers.keys());
  const oblivious = await attackersFrom(trainers, learners, knowledge.model, spec, tools);
  const shares = {
    inTraining: sharesOf(subsetUsers(trainers, learners), spec.attribute),
    inAll: sharesOf(data.dataset, spec.attribute),
  };
  const people = {
    numbers: data.people,
    types: typesOf(data.dataset, data.people, spec),
    ratings: rowsOf(data.dataset.ratings, data.people),
  };
  const setAside = rowsOf(data.heldOut, data.people);
  const fewer = { ...people, ratings: rowsOf(data.kept.ratings, data.people), setAside };
  const found = new Map<string, Float64Array>();
  const note = (cell: string, numbers: Readonly<Record<string, Float64Array>>) => {
    for (const [quantity, values] of Object.entries(numbers)) found.set(`${cell}/${quantity}`, values);
  };
  const lists = await listsOf(rowsOfAll(trainers), tools);
  const noteLists = (
    cell: string,
    situation: Situation,
    recommender: ItemRecommender | undefined,
    sent: SparseRows,
  ) => {
    if (recommender) note(cell, { [`${situation}/topTens`]: topTens(recommender, sent, setAside) });
  };
  const noteKnowing = async (cell: string, situation: Situation, from: Dataset, sent: SparseRows, by: Mechanism) => {
    const { attribute, prior, seed } = spec;
    const learned = { dataset: subsetUsers(from, learners), trainers: rowsOf(from.ratings, learners), attribute };
    const types = typesOf(from, learners, spec);
    const problem = { ...learned, types, tested: sent, shares, presence: knowledge.presence, mechanism: by };
    const logits = await knowingLogits(spec.attackers, { ...problem, prior, seed }, tools);
    note(cell, Object.fromEntries(Object.entries(logits).map(([name, of]) => [`${situation}/${name}`, of])));
  };
  const noteJudged = async (
    cell: string,
    situation: Situation,
    attackers: Attackers,
    recommender: Uint8Array,
    sent: SparseRows,
    sentOfFewer: SparseRows,
  ) => {
    note(cell, await inferred(attackers, situation, sent, shares, spec, tools));
    note(cell, await predicted(recommender, situation, sentOfFewer, setAside, spec, tools));
  };
  await noteJudged(UNDEFENDED, 'oblivious', oblivious, knowledge.model, people.ratings, fewer.ratings);
  noteLists(UNDEFENDED, 'oblivious', lists, fewer.ratings);
  await noteKnowing(UNDEFENDED, 'oblivious', trainers, people.ratings, NO_MECHANISM);
  for (const cell of cells) {
    const { sent, changes } = await sendAll(cell, people, knowledge, spec, tools);
    const { sent: sentOfFewer } = await sendAll(cell, fewer, knowledge, spec, tools);
    note(cell.id, { changes, defending: Float64Array.from(defendingAmong(cell, people.numbers, spec)) });
    await noteJudged(cell.id, 'oblivious', oblivious, knowledge.model, sent, sentOfFewer);
    noteLists(cell.id, 'oblivious', lists, sentOfFewer);
    const retrained = await retrainedOn(cell, trainers, data.trainers, learners, knowledge, spec, tools);
    await noteJudged(cell.id, 'retrained', retrained.attackers, retrained.model, sent, sentOfFewer);
    noteLists(
      cell.id,
      'retrained',
      await listsOf(rowsOfAll(retrained.defended), tools, retrained.sameItems ? lists : undefined),
      sentOfFewer,
    );
    await noteKnowing(cell.id, 'retrained', retrained.defended, sent, mechanismOf(cell, spec));
  }
  return found;
}

type Situation = 'oblivious' | 'retrained';

/** What an attacker may know of how people send. */
function mechanismOf({ defence, strength }: Cell, spec: DefenceSpec): Mechanism {
  const { presence } = defenceNamed(defence);
  if (presence === undefined) return NO_MECHANISM;
  const places = presence.guarded ? spec.presence.places : 0;
  const { meeting, thins } = presence;
  return { meeting, places, ...(thins ? { strength: 1, thinning: strength } : { strength }) };
}

const NO_MECHANISM: Mechanism = { meeting: 'mid', strength: 0, places: 0 };

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

interface Retrained {
  /** The recommender's model, encoded. */
  readonly model: Uint8Array;
  readonly attackers: Attackers;
  /** What the trainers sent. */
  readonly defended: Dataset;
  readonly sameItems: boolean;
}

/** Attackers and a recommender who learn from people that defend themselves in the same way. */
async function retrainedOn(
  cell: Cell,
  trainers: Dataset,
  numbers: Uint32Array,
  learners: Uint32Array,
  knowledge: PublicKnowledge,
  spec: DefenceSpec,
  tools: WorkTools,
): Promise<Retrained> {
  const types = typesOf(trainers, Uint32Array.from(numbers.keys()), spec);
  const senders = { numbers, types, ratings: rowsOfAll(trainers) };
  const { sent, changes } = await sendAll(cell, senders, knowledge, spec, tools);
  // The third and fourth number of a person: made up, withheld.
  const sameItems = changes.every((number, at) => at % CHANGE_WIDTH < 2 || number === 0);
  const { starts, indices, values } = sent;
  const defended = withRatings(trainers, ratingMatrixFromRows(sent.rows, sent.columns, { starts, indices, values }));
  const model = encodeModel(await trainOnRated(defended, spec.attribute, spec.training, tools.training));
  tools.step();
  return { model, attackers: await attackersFrom(defended, learners, model, spec, tools), defended, sameItems };
}

/** Attackers who learn from some of the people; `model` is of all of them. */
async function attackersFrom(
  trainers: Dataset,
  learners: Uint32Array,
  model: Uint8Array,
  spec: DefenceSpec,
  tools: WorkTools,
): Promise<Attackers> {
  const known = subsetUsers(trainers, learners);
  const fitted = await fittedTo(rowsOfAll(known), known, spec, tools);
  if (learners.length === trainers.users.size || !spec.attackers.includes('factor')) return { fitted, factor: model };
  const own = await trainOnRated(known, spec.attribute, spec.training, tools.training);
  tools.step();
  return { fitted, factor: encodeModel(own) };
}

/** What attackers infer from all that was sent. */
async function inferred(
  { factor, fitted }: Attackers,
  situation: Situation,
  sent: SparseRows,
  shares: GroupShares,
  { attackers, ridge, prior }: DefenceSpec,
  tools: WorkTools,
): Promise<Readonly<Record<string, Float64Array>>> {
  const found = fitted.map((own) => [`${situation}/${own.attacker}`, fittedLogits(own, sent, shares)] as const);
  if (!attackers.includes('factor')) return Object.fromEntries(found);
  const units = parts(sent.rows).map((part) => ({
    model: factor,
    spec: { ridge, prior },
    sent: selectRows(sent, part),
  }));
  const logits = joinedNumbers(await tools.run(factorTask, units));
  return { [`${situation}/factor`]: logits, ...Object.fromEntries(found) };
}

/** What a recommender predicts of what was set aside. */
async function predicted(
  model: Uint8Array,
  situation: Situation,
  sent: SparseRows,
  setAside: SparseRows,
  { ridge, prior, predictionRidge }: DefenceSpec,
  tools: WorkTools,
): Promise<Readonly<Record<string, Float64Array>>> {
  const units = parts(sent.rows).map((part) => ({
    model,
    spec: { ridge, prior, predictionRidge },
    sent: selectRows(sent, part),
    heldOut: selectRows(setAside, part),
  }));
  const outcomes = await tools.run(recommenderTask, units);
  const joined = (name: 'squaredErrors' | 'ndcgs') => joinedNumbers(outcomes.map((part) => part[name]));
  return { [`${situation}/squaredErrors`]: joined('squaredErrors'), [`${situation}/ndcgs`]: joined('ndcgs') };
}

async function fittedTo(
  rows: SparseRows,
  trainers: Dataset,
  spec: DefenceSpec,
  tools: WorkTools,
): Promise<(FittedModel | FittedClassifier)[]> {
  const { values, labels } = attributeOf(trainers, spec.attribute);
  const shared = { types: Uint8Array.from(values), typeCount: labels.length };
  const names = fittedAmong(spec);
  const models = await tools.run(
    fittedTask,
    names.filter(isFittedAttacker).map((attacker) => ({ attacker, trainers: rows, ...shared })),
  );
  const { seed, prior } = spec;
  const others = names.filter((name) => !isFittedAttacker(name));
  const classifiers = others.map((name) => {
    const classifier = fitClassifier(name, { rows, ...shared, seed, beliefOptions: { prior } });
    tools.step();
    return classifier;
  });
  return [...models, ...classifiers];
}

const fittedAmong = ({ attackers }: DefenceSpec) =>
  attackers.filter((attacker) => attacker !== 'factor' && !isKnowing(attacker));

function typesOf(dataset: Dataset, people: Uint32Array, { attribute }: DefenceSpec): Uint8Array {
  const { values } = attributeOf(dataset, attribute);
  return Uint8Array.from(people, (person) => values[person]!);
}

const rowsOfAll = ({ ratings, items }: Dataset) => sparse(ratings.byUser, items.size);

function rowsOf(ratings: RatingMatrix, people: Uint32Array): SparseRows {
  return selectRows(sparse(ratings.byUser, ratings.items), people);
}
