/**
 * What the person gets for the answers: the items they are expected to rate highest. Ratings are predicted with a ridge
 * of their own, as for the advisor. Items few people know are left out: only the most popular are compared, at most
 * 2,000, and fewer where each takes longer. The cost of one is its types times its levels of rating.
 */

const PREDICTION_RIDGE = 1;
const MOST_COMPARED = 2000;
const MOST_STEPS = 1_000_000;
/** What a rating on a continuous scale is worked out from, for each type. */
const CONTINUOUS_LEVELS = 32;

interface Recommendation {
  readonly item: ItemIndex;
  readonly rating: number;
}

import {
  answersToExpect,
  type FactorModel,
  type GivenAnswer,
  type ItemIndex,
  itemIndex,
  levels,
  observe,
  popularityOf,
  startBelief,
} from 'ulterior/service-parts';
export function recommend(model: FactorModel, answers: readonly GivenAnswer[], count: number): Recommendation[] {
  const given = answers.map(({ item, answer }) => ({ item: model.items.indexOf(item)!, answer }));
  let belief = startBelief(model, { ridge: PREDICTION_RIDGE });
  for (const { item, answer } of given) belief = belief.afterAll(observe(model, item, answer));
  const answered = new Set(given.map(({ item }) => item));
  const popularity = popularityOf(model);
  const compared = Array.from({ length: model.items.size }, (_, item) => itemIndex(item))
    .filter((item) => !answered.has(item))
    .sort((a, b) => popularity[b]! - popularity[a]! || a - b)
    .slice(0, mostCompared(model));
  return compared
    .map((item) => {
      let [sum, seen] = [0, 0];
      for (const { answer, probability } of answersToExpect(model, belief, item)) {
        if (answer === 'skip') continue;
        sum += probability * answer;
        seen += probability;
      }
      return { item, rating: sum / seen };
    })
    .sort((a, b) => b.rating - a.rating || a.item - b.item)
    .slice(0, count);
}

/** How many items are compared at most. */
export function mostCompared({ typeLabels, scale }: FactorModel): number {
  return Math.min(
    MOST_COMPARED,
    Math.ceil(MOST_STEPS / (typeLabels.length * (levels(scale).length || CONTINUOUS_LEVELS))),
  );
}
