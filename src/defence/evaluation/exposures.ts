/**
 * What people of a fold send, in every way and at every strength, as exposures: attackers who trained on the others,
 * with and without a defence, judge it, and recommenders predict what was set aside.
 *
 * Leak and usefulness are measured on different cuts of the data. People send all they rated, and attackers see all of
 * it. A recommender is measured on some ratings set aside, so for it people send again, without those.
 */
import {
  auditDefaults,
  type Exposure,
  type FoldMembers,
  factorModels,
  type Groups,
  type NamedArrays,
  readRatings,
  type Seen,
  sendModel,
  sparse,
  trainHistoryModel,
  uncounted,
  type WorkTools,
} from '../../audit/index.ts';
import { joinRows, type SparseRows, selectRows } from '../../inference/index.ts';
import { derive } from '../../maths/index.ts';
import {
  type Dataset,
  type RatingMatrix,
  ratingMatrixFromRows,
  subsetUsers,
  withRatings,
} from '../../ratings/index.ts';
import { CHANCES, simulates } from './attackerNames.ts';
import { chancesLogits, chancesSteps, mechanismOf, NO_MECHANISM } from './chancesAttacker.ts';
import { MOST_ITEMS, recommenderOf } from './measures/topTen.ts';
import { learnersAmong, needsLists, needsPresence, publicKnowledge } from './publicKnowledge.ts';
import { predictSetAside } from './recommenderTask.ts';
import { type DefenceSetting, defendingAmong, parts, type Senders, sendAll } from './sending.ts';
import { CHANGE_WIDTH } from './sendTask.ts';
import type { DefenceSpec } from './spec.ts';

/** Nobody defends themselves: attackers and people alike. */
export const UNDEFENDED = 'undefended';

/** Judged by attackers who learned from people who do not defend themselves. */
export const obliviousTo = (setting: string) => (setting === UNDEFENDED ? setting : `${setting}, oblivious`);

/** Judged by attackers who ran the defence themselves. */
export const simulatedBy = (setting: string) => `${setting}, simulating`;

interface DefendedPeople {
  /** All people, with the labels of the variant. */
  readonly dataset: Dataset;
  readonly groups: Groups;
  /** The same without the held-out ratings, and those. */
  readonly kept: Dataset;
  readonly heldOut: RatingMatrix;
  /** Everybody's whole histories as attackers read them. No label is in it: all folds share it. */
  readonly plain: Pick<Seen, 'rows' | 'coordinates'>;
}

/** How many pieces of work a fold has: what progress counts. */
export function piecesOf(
  settings: readonly DefenceSetting[],
  people: number,
  trainers: number,
  items: number,
  spec: DefenceSpec,
): number {
  const ofPeople = parts(people).length;
  const lists = items <= MOST_ITEMS ? 1 : 0;
  const attacking = readersAmong(spec).length + chancesSteps(spec, learnersAmong(trainers, spec), people);
  const once = 1 + (needsPresence(spec) ? 1 : 0) + (needsLists(spec) ? 1 : 0) + ofPeople + lists + attacking;
  const sending = parts(people + trainers).length + ofPeople;
  const copying = simulatorsAmong(spec).length === 0 ? 0 : parts(learnersAmong(trainers, spec)).length;
  const simulating = spec.copies * (copying + simulatorsAmong(spec).length);
  const whole = settings.filter(({ adoption }) => adoption === 1).length;
  return once + settings.length * (sending + 1 + 2 * ofPeople + lists + attacking) + whole * simulating;
}

/** Those that read what was sent alone. */
const readersAmong = ({ attackers }: DefenceSpec) => attackers.filter((attacker) => attacker !== CHANCES);

/** Those that also run the defence on histories they know. */
const simulatorsAmong = (spec: DefenceSpec) => (spec.copies === 0 ? [] : readersAmong(spec).filter(simulates));

/** No defence first. */
export async function exposuresOf(
  { dataset, groups, kept, heldOut, plain }: DefendedPeople,
  settings: readonly DefenceSetting[],
  spec: DefenceSpec,
  members: FoldMembers,
  tools: WorkTools,
): Promise<Exposure[]> {
  const { people, trainers } = members;
  const training = { ...auditDefaults, training: spec.training };
  const knowledge = await publicKnowledge(subsetUsers(dataset, trainers), spec, tools);
  // The people whom the public model of presence, or lists, were fitted to teach attackers nothing.
  const learners = knowledge.learners.map((at) => trainers[at]!);
  const knowing = (rows: SparseRows, mechanism: typeof NO_MECHANISM): Pick<Exposure, 'knowing'> => {
    if (!spec.attackers.includes(CHANCES)) return {};
    const logits = (own: Groups, work: WorkTools) =>
      chancesLogits(own, { people, trainers: learners }, knowledge, rows, mechanism, work);
    return { knowing: new Map([[CHANCES, logits]]) };
  };
  const shared = { attackers: readersAmong(spec), learners };

  const setAside = rowsOf(heldOut, people);
  const fewer: Senders = {
    numbers: people,
    types: Uint8Array.from(people, (person) => groups.types[person]!),
    ratings: rowsOf(kept.ratings, people),
    setAside,
  };
  const measured = { setAside, spec };
  const lists = await recommenderOf(selectRows(plain.rows, trainers), tools);
  const useWithout = (sent: SparseRows, work: WorkTools) =>
    predictSetAside('oblivious', knowledge.model, lists, sent, measured, work);

  const everybody = { numbers: Uint32Array.from(groups.types.keys()), types: groups.types, ratings: plain.rows };
  const sentOf = new Map<DefenceSetting, Awaited<ReturnType<typeof sendAll>>>();
  for (const setting of settings) sentOf.set(setting, await sendAll(setting, everybody, knowledge, spec, tools));

  const models = factorModels(dataset, training);
  const none: Exposure = {
    ...shared,
    id: UNDEFENDED,
    seen: async () => ({
      ...plain,
      // Whoever learns from all trainers finds the public model already trained.
      model: (kind, ...rest) =>
        kind === 'ratings' && learners.length === trainers.length
          ? Promise.resolve(sendModel(knowledge.model))
          : models(kind, ...rest),
    }),
    others: new Map([...sentOf].map(([{ id }, { sent }]) => [obliviousTo(id), selectRows(sent, people)])),
    ...knowing(plain.rows, NO_MECHANISM),
    worth: (_, work) => useWithout(fewer.ratings, work),
  };
  const read = (sent: SparseRows) => readRatings(withSent(dataset, sent), training, spec.seed);
  /** What people send, where those who are learned from sent again, with other chance. */
  const copied = (setting: DefenceSetting, copy: number) => async (_: FoldMembers, work: WorkTools) => {
    const known: Senders = {
      numbers: learners,
      types: Uint8Array.from(learners, (person) => groups.types[person]!),
      ratings: selectRows(plain.rows, learners),
    };
    const seed = derive(spec.seed, 'defence-copy', copy).below(2 ** 31);
    const { sent: again } = await sendAll(setting, known, knowledge, { ...spec, seed }, work);
    const { sent } = sentOf.get(setting)!;
    const rowOf = Uint32Array.from({ length: sent.rows }, (_, person) => person);
    for (const [at, person] of learners.entries()) rowOf[person] = sent.rows + at;
    return read(selectRows(joinRows([sent, again]), rowOf));
  };
  const simulated = settings
    .filter(({ adoption }) => adoption === 1)
    .map((setting): Exposure => {
      const [seen, ...again] = Array.from({ length: spec.copies }, (_, copy) => copied(setting, copy));
      return { id: simulatedBy(setting.id), attackers: simulatorsAmong(spec), learners, seen: seen!, again };
    });
  const defended = [...sentOf].map(([setting, { sent, changes }]): Exposure => {
    const data = withSent(dataset, sent);
    return {
      ...shared,
      id: setting.id,
      seen: async () => read(sent),
      ...knowing(sent, mechanismOf(setting, spec)),
      worth: async (_, work): Promise<NamedArrays> => {
        const { sent: sentOfFewer } = await sendAll(setting, fewer, knowledge, spec, work);
        const without = await useWithout(sentOfFewer, work);
        const retrained = await trainHistoryModel(
          'ratings',
          subsetUsers(data, trainers),
          spec.attribute,
          training,
          uncounted(work),
        );
        work.onTaskDone?.();
        // The third and fourth number of a person: made up, withheld.
        const sameItems = pickChanges(changes, trainers).every((number, at) => at % CHANGE_WIDTH < 2 || number === 0);
        const own = await recommenderOf(selectRows(sent, trainers), work, sameItems ? lists : undefined);
        return {
          changes: pickChanges(changes, people),
          defending: Float64Array.from(defendingAmong(setting, people, spec)),
          ...without,
          ...(await predictSetAside('retrained', retrained, own, sentOfFewer, measured, work)),
        };
      },
    };
  });
  return [none, ...defended, ...(simulatorsAmong(spec).length === 0 ? [] : simulated)];
}

/** Everybody's ratings replaced. */
function withSent(dataset: Dataset, { rows, columns, ...entries }: SparseRows): Dataset {
  return withRatings(dataset, ratingMatrixFromRows(rows, columns, entries));
}

function pickChanges(changes: Float64Array, people: Uint32Array): Float64Array {
  return Float64Array.from({ length: people.length * CHANGE_WIDTH }, (_, at) => {
    return changes[people[Math.floor(at / CHANGE_WIDTH)]! * CHANGE_WIDTH + (at % CHANGE_WIDTH)]!;
  });
}

function rowsOf(ratings: RatingMatrix, people: Uint32Array): SparseRows {
  return selectRows(sparse(ratings.byUser, ratings.items), people);
}
