/**
 * One fold: its people defend themselves in every way and at every strength; attackers who trained on the others, with
 * and without a defence, judge what they send, and recommenders predict what they never sent. What is found is a flat
 * list of numbers for each person, so that folds can be put together, and kept, without knowing what they hold.
 */
import { type FoldMembers, sharesOf, sparse } from '../../audit/index.ts';
import { encodeModel, type ItemRecommender } from '../../factorization/index.ts';
import { packRows, type SparseRows, selectRows } from '../../inference/index.ts';
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
import type { PersonNumbers } from '../people/personNumbers.ts';
import { adopts } from './adoption.ts';
import { isKnowing } from './attackerNames.ts';
import { fittedTask } from './fittedTask.ts';
import { joinedNumbers, joinedRows, parts } from './joined.ts';
import { knowingLogits, knowingSteps } from './knowingAttackers.ts';
import { MOST_ITEMS, topTens, trainTopTen } from './measures/topTen.ts';
import { learnersAmong, needsPresence, type PublicKnowledge, publicKnowledge } from './publicKnowledge.ts';
import { recommenderTask } from './recommenderTask.ts';
import { CHANGE_WIDTH, sendTask } from './sendTask.ts';
import type { DefenceSpec } from './spec.ts';
import { trainOnRated } from './trainOnRated.ts';
import type { WorkTools } from './work.ts';

/** A defence at one strength, used by a share of the people. */
export interface Cell {
  readonly id: string;
  readonly defence: string;
  readonly strength: number;
  readonly adoption: number;
}

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
  // Where attackers learn from some of the trainers, the factor-based one has a model of its own.
  const ownModel = learners < trainers && spec.attackers.includes('factor') ? 1 : 0;
  const inferring = ofPeople * (1 + ownModel);
  const attacking = ownModel + fitted + knowing + lists;
  const once = 1 + (needsPresence(spec) ? 1 : 0) + inferring + attacking;
  return once + cells * (parts(trainers).length + ofPeople + 2 * inferring + 1 + attacking);
}

interface Attack {
  /** The recommender's model, encoded. */
  readonly model: Uint8Array;
  /** The factor-based attacker's, where it learns from fewer people. */
  readonly attacking?: Uint8Array | undefined;
  readonly fitted: readonly (FittedModel | FittedClassifier)[];
  readonly shares: GroupShares;
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
  const oblivious = { model: knowledge.model, ...(await attackersFrom(trainers, learners, spec, tools)) };
  const shares = {
    inTraining: sharesOf(subsetUsers(trainers, learners), spec.attribute),
    inAll: sharesOf(data.dataset, spec.attribute),
  };
  const people = {
    numbers: data.people,
    types: typesOf(data.dataset, data.people, spec),
    ratings: rowsOf(data.kept.ratings, data.people),
    heldOut: rowsOf(data.heldOut, data.people),
  };
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
    if (recommender) note(cell, { [`${situation}/topTens`]: topTens(recommender, sent, people.heldOut) });
  };
  const noteKnowing = async (cell: string, situation: Situation, from: Dataset, sent: SparseRows, by: Mechanism) => {
    const { attribute, prior, seed } = spec;
    const learned = { dataset: subsetUsers(from, learners), trainers: rowsOf(from.ratings, learners), attribute };
    const types = typesOf(from, learners, spec);
    const problem = { ...learned, types, tested: sent, shares, presence: knowledge.presence, mechanism: by };
    const logits = await knowingLogits(spec.attackers, { ...problem, prior, seed }, tools);
    note(cell, Object.fromEntries(Object.entries(logits).map(([name, of]) => [`${situation}/${name}`, of])));
  };
  note(UNDEFENDED, await judged({ ...oblivious, shares }, 'oblivious', people.ratings, people.heldOut, spec, tools));
  noteLists(UNDEFENDED, 'oblivious', lists, people.ratings);
  await noteKnowing(UNDEFENDED, 'oblivious', trainers, people.ratings, NO_MECHANISM);
  for (const cell of cells) {
    const { sent, changes } = await sendAll(cell, people, knowledge, spec, tools);
    note(cell.id, { changes, defending: Float64Array.from(defendingAmong(cell, people.numbers, spec)) });
    note(cell.id, await judged({ ...oblivious, shares }, 'oblivious', sent, people.heldOut, spec, tools));
    noteLists(cell.id, 'oblivious', lists, sent);
    const retrained = await retrainedOn(cell, trainers, data.trainers, learners, knowledge, spec, tools);
    note(cell.id, await judged({ ...retrained, shares }, 'retrained', sent, people.heldOut, spec, tools));
    noteLists(
      cell.id,
      'retrained',
      await listsOf(rowsOfAll(retrained.defended), tools, retrained.sameItems ? lists : undefined),
      sent,
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

/** Attackers who learn from people that defend themselves in the same way, and what these sent. */
async function retrainedOn(
  cell: Cell,
  trainers: Dataset,
  numbers: Uint32Array,
  learners: Uint32Array,
  knowledge: PublicKnowledge,
  spec: DefenceSpec,
  tools: WorkTools,
): Promise<Omit<Attack, 'shares'> & { readonly defended: Dataset; readonly sameItems: boolean }> {
  const senders = {
    numbers,
    types: typesOf(trainers, Uint32Array.from(numbers.keys()), spec),
    ratings: rowsOfAll(trainers),
    // They send everything: nothing of theirs is to be predicted.
    heldOut: packRows(
      trainers.items.size,
      Array.from(numbers, () => ({ indices: [], values: [] })),
    ),
  };
  const { sent, changes } = await sendAll(cell, senders, knowledge, spec, tools);
  // The third and fourth number of a person: made up, withheld.
  const sameItems = changes.every((number, at) => at % CHANGE_WIDTH < 2 || number === 0);
  const { starts, indices, values } = sent;
  const defended = withRatings(trainers, ratingMatrixFromRows(sent.rows, sent.columns, { starts, indices, values }));
  const model = await trainOnRated(defended, spec.attribute, spec.training, tools.training);
  tools.step();
  return { model: encodeModel(model), ...(await attackersFrom(defended, learners, spec, tools)), defended, sameItems };
}

/** Attackers who learn from some of the people. */
async function attackersFrom(
  trainers: Dataset,
  learners: Uint32Array,
  spec: DefenceSpec,
  tools: WorkTools,
): Promise<Pick<Attack, 'attacking' | 'fitted'>> {
  const known = subsetUsers(trainers, learners);
  const fitted = await fittedTo(rowsOfAll(known), known, spec, tools);
  if (learners.length === trainers.users.size || !spec.attackers.includes('factor')) return { fitted };
  const model = await trainOnRated(known, spec.attribute, spec.training, tools.training);
  tools.step();
  return { fitted, attacking: encodeModel(model) };
}

/** 1 for those who defend themselves. */
function defendingAmong({ adoption }: Cell, numbers: Uint32Array, { seed }: DefenceSpec): Uint8Array {
  return Uint8Array.from(numbers, (number) => (adopts(adoption, number, seed) ? 1 : 0));
}

interface Senders {
  readonly numbers: Uint32Array;
  readonly types: Uint8Array;
  readonly ratings: SparseRows;
  readonly heldOut: SparseRows;
}

export async function sendAll(
  cell: Cell,
  { numbers, types, ratings, heldOut }: Senders,
  { model, targets, presence }: PublicKnowledge,
  spec: DefenceSpec,
  tools: WorkTools,
): Promise<{ sent: SparseRows; changes: Float64Array }> {
  const { defence, strength } = cell;
  const { ridge, prior, seed } = spec;
  const defending = defendingAmong(cell, numbers, spec);
  const units = parts(numbers.length).map((part) => ({
    defence,
    strength,
    spec: { ridge, prior, seed },
    model,
    targets,
    presence: defenceNamed(defence).presence && presence?.model,
    defending: Uint8Array.from(part, (at) => defending[at]!),
    people: part.map((at) => numbers[at]!),
    types: Uint8Array.from(part, (at) => types[at]!),
    ratings: selectRows(ratings, part),
    heldOut: selectRows(heldOut, part),
  }));
  const outcomes = await tools.run(sendTask, units);
  return {
    sent: joinedRows(outcomes.map((outcome) => outcome.sent)),
    changes: joinedNumbers(outcomes.map((outcome) => outcome.changes)),
  };
}

/** What attackers infer from what was sent, and recommenders predict. */
async function judged(
  { model, attacking, fitted, shares }: Attack,
  situation: Situation,
  sent: SparseRows,
  heldOut: SparseRows,
  { ridge, prior, predictionRidge }: DefenceSpec,
  tools: WorkTools,
): Promise<Readonly<Record<string, Float64Array>>> {
  const outcomesOf = (by: Uint8Array) =>
    tools.run(
      recommenderTask,
      parts(sent.rows).map((part) => ({
        model: by,
        spec: { ridge, prior, predictionRidge },
        sent: selectRows(sent, part),
        heldOut: selectRows(heldOut, part),
      })),
    );
  const outcomes = await outcomesOf(model);
  const inferred = attacking === undefined ? outcomes : await outcomesOf(attacking);
  const joined = (name: 'squaredErrors' | 'ndcgs') => joinedNumbers(outcomes.map((part) => part[name]));
  return {
    [`${situation}/factor`]: joinedNumbers(inferred.map(({ logits }) => logits)),
    ...Object.fromEntries(fitted.map((own) => [`${situation}/${own.attacker}`, fittedLogits(own, sent, shares)])),
    [`${situation}/squaredErrors`]: joined('squaredErrors'),
    [`${situation}/ndcgs`]: joined('ndcgs'),
  };
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
