/**
 * What a person may answer to a question, and how probable each answer is under the attacker's belief.
 *
 * A rating on a scale with levels is a normal value rounded to the nearest level; the lowest and the highest level take
 * what lies beyond them. On a continuous scale each type is represented by the nodes of a Gauss-Hermite rule.
 *
 * A model that observes skips holds the first two moments of what it observes: x1 = 1 or 0, x2 = rating less the
 * item's mean, or 0. Since both are 0 for people who have not seen the item, the moments of those who have follow exactly:
 *
 *     Pr(seen) = E x1 = p      E(x2 | seen) = E x2 / p      E(x2^2 | seen) = E x2^2 / p            [eq:answer-moments]
 *
 * A normal distribution with these moments, rounded, gives the ratings. To put the observations' own normal density on
 * the answers instead would be wrong for rare items: at p = 0.1 it says that one person in ninety has seen the item.
 */
import type { FactorModel } from '../../factorization/index.ts';
import { type Belief, type Prediction, rowOf, statedLogWeights } from '../../inference/index.ts';
import { normalCdf, softmax } from '../../maths/index.ts';
import { type Answer, type ItemIndex, levels, nearestOnScale, type RatingScale } from '../../ratings/index.ts';
import { type GaussRule, normalRule } from '../../selection/index.ts';

/** An answer, and how probable it is. */
interface ExpectedAnswer {
  readonly answer: Answer;
  readonly probability: number;
}

/** Linear predictions of a probability may leave its range; nobody is that sure. */
const RAREST = 0.005;

/** Nodes for each type on a continuous scale; made when first needed. */
const NODES = 32;
let rule: GaussRule | undefined;

interface Normal {
  readonly mean: number;
  readonly deviation: number;
}

/**
 * All answers that tell something, with probabilities that add up to one. In a model of ratings a skip tells nothing,
 * and the probabilities are those of somebody who answers.
 */
export function answersToExpect(model: FactorModel, belief: Belief, item: ItemIndex): ExpectedAnswer[] {
  const posterior = softmax(statedLogWeights(model, belief));
  const ratings = new Map<number, number>();
  let skipped = 0;
  // One prediction has the means of all types.
  const predictions = model.rows.channels.map((_, channel) => belief.predict(rowOf(model, item, channel)));
  for (const [type, weight] of posterior.entries()) {
    const { seen, rating } = predicted(model, belief, predictions, item, type);
    skipped += weight * (1 - seen);
    for (const [value, share] of ratingShares(model.scale, rating)) {
      ratings.set(value, (ratings.get(value) ?? 0) + weight * seen * share);
    }
  }
  const answers: ExpectedAnswer[] = Array.from(ratings, ([answer, probability]) => ({ answer, probability }));
  return model.rows.channels[0] === 'rating' ? answers : [{ answer: 'skip', probability: skipped }, ...answers];
}

/** How probable it is that somebody of the type has seen the item, and how they would rate it. */
function predicted(
  model: FactorModel,
  belief: Belief,
  predictions: readonly Prediction[],
  item: ItemIndex,
  type: number,
) {
  const { channels } = model.rows;
  const itemMean = model.itemStatistics.means[item]!;
  const observed = (channel: number) => observedAs(model, belief, predictions[channel]!, item, channel, type);
  const ofRating = channels.indexOf('rating');
  if (ofRating >= 0) return { seen: 1, rating: observed(ofRating) };
  const ofPresence = channels.indexOf('presence');
  const share = ofPresence >= 0 ? observed(ofPresence).mean : shareOfRaters(model, item, type);
  const seen = Math.min(1 - RAREST, Math.max(RAREST, share));
  const ofCentred = channels.indexOf('centredRating');
  // Where only presence is observed all ratings say the same; one stands for all.
  if (ofCentred < 0) return { seen, rating: { mean: nearestOnScale(model.scale, itemMean), deviation: 0 } };
  const { mean, deviation } = observed(ofCentred);
  const variance = deviation * deviation;
  // Moments that do not fit together (more skips than a probability can have) leave no less than the variance of x2.
  const spread = Math.max(variance, (variance + mean * mean) / seen - (mean / seen) ** 2);
  const { min, max } = model.scale;
  return {
    seen,
    rating: { mean: Math.min(max, Math.max(min, itemMean + mean / seen)), deviation: Math.sqrt(spread) },
  };
}

/** The observation of a channel in its own unit: stars, or a share. */
function observedAs(
  model: FactorModel,
  belief: Belief,
  { means, spread }: Prediction,
  item: ItemIndex,
  channel: number,
  type: number,
): Normal {
  const scale = model.rows.scales[item * model.rows.channels.length + channel]!;
  return {
    mean: means[type]! / scale,
    deviation: Math.sqrt(belief.parameters.noiseVariance * (1 + spread)) / scale,
  };
}

/** For models that observe no presence: the share of the training users of the type who rated the item. */
function shareOfRaters({ itemStatistics, provenance, typePriors }: FactorModel, item: ItemIndex, type: number): number {
  const people = provenance.users * typePriors[type]!;
  return itemStatistics.countsByType[item * typePriors.length + type]! / people;
}

function ratingShares(scale: RatingScale, { mean, deviation }: Normal): (readonly [number, number])[] {
  if (deviation === 0) return [[mean, 1]];
  const all = levels(scale);
  if (all.length === 0) {
    rule ??= normalRule(NODES);
    const { nodes, weights } = rule;
    return Array.from(nodes, (node, n) => [mean + deviation * node, weights[n]!] as const);
  }
  return all.map((level, at) => {
    const low = at === 0 ? Number.NEGATIVE_INFINITY : (level - scale.step / 2 - mean) / deviation;
    const high = at === all.length - 1 ? Number.POSITIVE_INFINITY : (level + scale.step / 2 - mean) / deviation;
    // Through the tail that both ends lie in: no digits are lost where the mass is tiny.
    return [level, low > 0 ? normalCdf(-low) - normalCdf(-high) : normalCdf(high) - normalCdf(low)] as const;
  });
}
