/** What an item is expected to show if it is asked, for looking ahead. */
import type { FactorModel } from '../../factorization/index.ts';
import { type Belief, type Observation, rowOf } from '../../inference/belief/index.ts';
import { symmetricTimesVector } from '../../maths/index.ts';
import type { ItemIndex } from '../../ratings/index.ts';
import type { GaussRule } from './gaussRule.ts';

/**
 * All rows of the item, observed in the middle of what the types are expected to show. How far other items separate
 * the types afterwards does not depend on the values.
 */
export function middleAnswer(model: FactorModel, belief: Belief, item: ItemIndex): Observation[] {
  return model.rows.channels.map((_, channel) => {
    const row = rowOf(model, item, channel);
    const { means } = belief.predict(row);
    return { row, value: means.reduce((sum, mean) => sum + mean, 0) / means.length };
  });
}

interface WeightedAnswer {
  readonly observations: readonly Observation[];
  readonly weight: number;
}

/**
 * Answers that stand for all that type t may give, with weights that add up to one: the nodes of a rule for the
 * standard normal distribution, along the one axis of an item with one row or along both of an item with two.
 */
export function answersOf(
  model: FactorModel,
  belief: Belief,
  item: ItemIndex,
  type: number,
  { nodes, weights }: GaussRule,
): WeightedAnswer[] {
  const { noiseVariance, dimension } = belief.parameters;
  const row = rowOf(model, item);
  const { means, spread } = belief.predict(row);
  const sd = Math.sqrt(noiseVariance * (1 + spread));
  const alone = Array.from(nodes, (node, n) => ({
    observations: [{ row, value: means[type]! + sd * node }],
    weight: weights[n]!,
  }));
  if (model.rows.channels.length === 1) return alone;
  // The second row given the first: its mean moves by the slope, its variance is what the first leaves open.
  const other = rowOf(model, item, 1);
  const second = belief.predict(other);
  const w = symmetricTimesVector(belief.covariance, dimension, row.profile);
  let cross = 0;
  for (let k = 0; k < dimension; k++) cross += w[k]! * other.profile[k]!;
  const slope = cross / (1 + spread);
  const restSd = Math.sqrt(noiseVariance * (1 + second.spread - cross * slope));
  return alone.flatMap(({ observations, weight }, n) =>
    Array.from(nodes, (node, m) => ({
      observations: [
        ...observations,
        { row: other, value: second.means[type]! + slope * sd * nodes[n]! + restSd * node },
      ],
      weight: weight * weights[m]!,
    })),
  );
}
