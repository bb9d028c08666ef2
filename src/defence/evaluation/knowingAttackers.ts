/**
 * The attackers who see most, each trained on people who send in the same way as those they judge:
 *
 *   kernelRidge  kernel ridge regression on coordinates made, without labels, from what everybody sent
 *   stack        the same stacked with logistic regression on what was rated and how
 *   channels     the factor model that also reads what was not rated
 *   chances      knows the public model of presence and the defence (mechanismAttack.ts)
 *
 * The first two see items that do not belong together, which no weighing of single items shows.
 */
import { logitsFromWeights, setCommonPrior, setCommonScale } from '../../audit/index.ts';
import { trainChannels, trained } from '../../factorization/index.ts';
import {
  channelClassifier,
  historyAt,
  historyCoordinates,
  kernelRidge,
  type SparseRows,
  type SparseVector,
  selectRows,
  stackAttack,
} from '../../inference/index.ts';
import { type Dataset, filterByCounts, itemIndex } from '../../ratings/index.ts';
import { type Mechanism, type MechanismNumbers, mechanismAttack } from '../equalChances/index.ts';
import type { GroupShares } from '../people/fittedAttackers.ts';
import { joinedNumbers, joinedRows, parts } from '../people/joined.ts';
import type { AttackerName, KnowingAttacker } from './attackerNames.ts';
import { mechanismTask } from './presenceTask.ts';
import type { PublicPresence } from './publicKnowledge.ts';
import type { DefenceSpec } from './spec.ts';
import type { WorkTools } from './work.ts';

/** Who learns from whom about whom. */
export interface KnowingProblem {
  readonly trainers: SparseRows;
  /** The same people, for attackers who need more than their rows. */
  readonly dataset: Dataset;
  readonly attribute: string;
  readonly types: Uint8Array;
  readonly tested: SparseRows;
  readonly shares: GroupShares;
  /** The public model, and how people send. */
  readonly presence: PublicPresence | undefined;
  readonly mechanism: Mechanism;
  readonly prior: DefenceSpec['prior'];
  readonly seed: number;
}

/** Steps that `knowingLogits` reports, for this many people to learn from. */
export function knowingSteps(attackers: readonly AttackerName[], learners: number, tested: number): number {
  const transductive = attackers.some((name) => name === 'kernelRidge' || name === 'stack') ? 1 : 0;
  const channels = attackers.includes('channels') ? 1 : 0;
  return transductive + channels + (attackers.includes('chances') ? parts(learners).length + parts(tested).length : 0);
}

/** By attacker: people x K log odds, comparable with those of other folds. */
export async function knowingLogits(
  attackers: readonly AttackerName[],
  problem: KnowingProblem,
  tools: WorkTools,
): Promise<Readonly<Partial<Record<KnowingAttacker, Float64Array>>>> {
  const weights = {
    ...(await coordinateWeights(attackers, problem, tools)),
    ...(attackers.includes('channels') ? { channels: await channelWeights(problem, tools) } : {}),
    ...(attackers.includes('chances') ? { chances: await mechanismWeights(problem, tools) } : {}),
  };
  const named = Object.entries(weights).filter(([name]) => attackers.includes(name as KnowingAttacker));
  return Object.fromEntries(named.map(([name, of]) => [name, comparable(of, problem.shares, name !== 'channels')]));
}

async function coordinateWeights(
  attackers: readonly AttackerName[],
  { trainers, tested, types, shares, seed }: KnowingProblem,
  tools: WorkTools,
) {
  if (!attackers.some((name) => name === 'kernelRidge' || name === 'stack')) return {};
  const histories = joinedRows([trainers, tested]);
  const coordinates = await historyCoordinates(histories, { seed }, tools.training);
  const problem = {
    coordinates,
    training: Uint32Array.from(types.keys()),
    tested: Uint32Array.from({ length: tested.rows }, (_, row) => trainers.rows + row),
    types: shares.inAll.length,
  };
  if (attackers.includes('stack')) {
    const found = await stackAttack({ ...problem, histories, labels: types }, { seed }, tools.training);
    tools.step();
    return { stack: found.logWeights, kernelRidge: found.parts.kernelRidge };
  }
  const { results } = await kernelRidge({ ...problem, labels: [types] }, { seed }, tools.training);
  tools.step();
  return { kernelRidge: results[0]!.logWeights };
}

async function mechanismWeights(problem: KnowingProblem, tools: WorkTools): Promise<Float64Array> {
  const { tested, types, shares, mechanism } = problem;
  const { model: presence } = problem.presence!;
  const numbersOf = async (rows: SparseRows): Promise<MechanismNumbers> => {
    const units = parts(rows.rows).map((part) => ({ presence, rows: selectRows(rows, part), mechanism }));
    const found = await tools.run(mechanismTask, units);
    return { people: rows.rows, width: found[0]!.width, values: joinedNumbers(found.map(({ values }) => values)) };
  };
  const learned = await numbersOf(problem.trainers);
  return mechanismAttack(learned, types, shares.inAll.length, await numbersOf(tested));
}

/** Items that nobody of those it learns from has sent are left out: to this attacker they tell nothing. */
async function channelWeights(problem: KnowingProblem, tools: WorkTools): Promise<Float64Array> {
  const { dataset, attribute, tested, shares, prior, seed } = problem;
  const { dataset: rated } = filterByCounts(dataset, {});
  const model = trained(await trainChannels(rated, attribute, { seed }, tools.training));
  const classifier = channelClassifier(model, { prior });
  const known = Int32Array.from({ length: dataset.items.size }, (_, item) => {
    return rated.items.indexOf(dataset.items.id(itemIndex(item))) ?? -1;
  });
  const weights = new Float64Array(tested.rows * shares.inAll.length);
  for (let person = 0; person < tested.rows; person++) {
    weights.set(classifier.logWeights(knownPart(historyAt(tested, person), known)), person * shares.inAll.length);
  }
  tools.step();
  return weights;
}

function knownPart({ indices, values }: SparseVector, known: Int32Array): SparseVector {
  const kept = Array.from(indices, (_, at) => at).filter((at) => known[indices[at]!]! >= 0);
  return { indices: kept.map((at) => known[indices[at]!]!), values: kept.map((at) => values[at]!) };
}

/** `learned`: from people of whom each group has a share, which the weights then know. */
function comparable(weights: Float64Array, { inTraining, inAll }: GroupShares, learned: boolean): Float64Array {
  const types = inAll.length;
  const logits = new Float64Array(weights.length);
  for (let at = 0; at < weights.length; at += types)
    logits.set(logitsFromWeights(weights.subarray(at, at + types)), at);
  if (!learned) return logits;
  setCommonPrior(logits, inTraining, inAll);
  setCommonScale(logits, inAll);
  return logits;
}
