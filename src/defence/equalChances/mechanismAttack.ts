/**
 * An attacker built against equal chances. It has the public model, and knows the defence and how strong it is. For each group it asks how likely the items are that were sent, and those that were not, if the
 * sender were of that group:
 *
 *     L_g = sum_j y_j log q_jg + (1 - y_j) log(1 - q_jg),     q_jg = own_jg + strength (common_j - own_jg)      [eq:mechanism]
 *
 * with the taste of what was sent, centred by that group, in each pass. Items that what was sent puts among the first
 * recommendations are taken for guarded: there q = own. The same with strength 0 asks how likely the history would be
 * without a defence, and the sum of -log q over the items sent how unusual the items are. How much each of these says it learns
 * from people whose group it knows and who send in the same way: logistic regression on these few numbers.
 */
import { historyAt, packRows, type SparseRows, type TypeClassifier, trainLogistic } from '../../inference/index.ts';
import { chancesOf, ownAndTarget } from './chances.ts';
import type { PresenceModel, PresenceStage } from './presenceModel.ts';
import { guardedItems } from './recommendationGuard.ts';

/** How the attacker takes people to send. */
export interface Mechanism {
  readonly strength: number;
  /** Guarded places; 0 where nothing is guarded. */
  readonly places: number;
  /** The share of the rest that everybody withholds besides. */
  readonly thinning?: number | undefined;
}

/** Least chance that a logarithm is taken of. */
const LEAST = 1e-12;

/** How many numbers the attacker makes of a history in each pass. */
const passWidth = (groups: number) => 3 * groups + 1;

/** For each group L, L without a defence, and how unusual the items are, each less its mean over the groups; and a count. */
function passNumbers(
  stage: PresenceStage,
  history: ArrayLike<number>,
  { strength, thinning = 0 }: Mechanism,
  guarded: Uint8Array | undefined,
): Float64Array {
  const groups = stage.groupEffects.length / stage.intercepts.length;
  const numbers = new Float64Array(passWidth(groups));
  for (let g = 0; g < groups; g++) {
    const { own, target } = ownAndTarget(chancesOf(stage, history, g), groups, g, strength);
    for (let j = 0; j < target.length; j++) {
      target[j] = guarded?.[j] === 1 ? own[j]! : target[j]! * (1 - thinning);
    }
    numbers[g] = logLikelihood(target, history);
    numbers[groups + g] = logLikelihood(own, history);
    for (let n = 0; n < history.length; n++) {
      numbers[2 * groups + g] = numbers[2 * groups + g]! - Math.log(Math.max(LEAST, target[history[n]!]!));
    }
  }
  for (let part = 0; part < 3; part++) {
    const some = numbers.subarray(part * groups, (part + 1) * groups);
    const mean = some.reduce((sum, value) => sum + value / groups, 0);
    // The unusualness of the whole is a number of its own; what is left are differences between groups.
    if (part === 2) numbers[3 * groups] = mean / Math.max(1, history.length);
    for (let g = 0; g < groups; g++) some[g] = some[g]! - mean;
  }
  return numbers;
}

function logLikelihood(chances: Float64Array, history: ArrayLike<number>): number {
  let sum = 0;
  for (const chance of chances) sum += Math.log1p(-Math.min(chance, 1 - LEAST));
  for (let n = 0; n < history.length; n++) {
    const chance = Math.min(Math.max(chances[history[n]!]!, LEAST), 1 - LEAST);
    sum += Math.log(chance) - Math.log1p(-chance);
  }
  return sum;
}

/** Plain data: can be sent to a worker. */
export interface MechanismNumbers {
  readonly people: number;
  readonly width: number;
  readonly values: Float64Array;
}

export function numbersOfRows(
  { stages, guard, groups }: Pick<PresenceModel, 'stages' | 'guard' | 'groups'>,
  rows: SparseRows,
  mechanism: Mechanism,
): MechanismNumbers {
  const ofPass = passWidth(groups.length);
  const width = stages.length * ofPass;
  const values = new Float64Array(rows.rows * width);
  const { places } = mechanism;
  for (let row = 0; row < rows.rows; row++) {
    const { indices } = historyAt(rows, row);
    const guarded = places > 0 && guard !== undefined ? guardedItems(guard, indices, places) : undefined;
    for (const [pass, stage] of stages.entries()) {
      values.set(passNumbers(stage, indices, mechanism, guarded), row * width + pass * ofPass);
    }
  }
  return { people: rows.rows, width, values };
}

/** Learns from people of known group; gives people x groups log weights of the others. */
export function mechanismAttack(
  trainers: MechanismNumbers,
  labels: ArrayLike<number>,
  groups: number,
  tested: MechanismNumbers,
): Float64Array {
  const { width } = trainers;
  const means = new Float64Array(width);
  const deviations = new Float64Array(width);
  for (let at = 0; at < trainers.values.length; at++) means[at % width]! += trainers.values[at]! / trainers.people;
  for (let at = 0; at < trainers.values.length; at++) {
    deviations[at % width]! += (trainers.values[at]! - means[at % width]!) ** 2 / trainers.people;
  }
  const rowsOf = ({ people, values }: MechanismNumbers) =>
    packRows(
      width,
      Array.from({ length: people }, (_, person) => ({
        indices: Uint32Array.from({ length: width }, (_, k) => k),
        values: Float64Array.from({ length: width }, (_, k) => {
          const spread = Math.sqrt(deviations[k]!);
          return spread > 1e-9 ? (values[person * width + k]! - means[k]!) / spread : 0;
        }),
      })),
    );
  const classifier: TypeClassifier = trainLogistic(rowsOf(trainers), labels, groups, { ridge: 1 });
  const rows = rowsOf(tested);
  const logWeights = new Float64Array(tested.people * groups);
  for (let person = 0; person < tested.people; person++) {
    logWeights.set(classifier.logWeights(historyAt(rows, person)), person * groups);
  }
  return logWeights;
}
