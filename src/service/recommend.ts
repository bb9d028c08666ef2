/**
 * What the person gets for the answers: the items they are expected to rate highest. Ratings are predicted with a ridge
 * of their own, as for the advisor. Items few people know are left out: on large catalogues only the most popular are
 * compared, so that a request takes milliseconds.
 */
import { answersToExpect, popularityOf } from '../defence/index.ts';
import { observe, startBelief } from '../inference/index.ts';
import type { Interview } from '../interview/index.ts';
import { type ItemIndex, itemIndex } from '../ratings/index.ts';

const PREDICTION_RIDGE = 1;
const MOST_COMPARED = 2000;

export interface Recommendation {
  readonly item: ItemIndex;
  readonly rating: number;
}

export function recommend(interview: Interview, count: number): Recommendation[] {
  const { model } = interview.setup;
  let belief = startBelief(model, { ridge: PREDICTION_RIDGE });
  for (const { item, answer } of interview.answers) belief = belief.afterAll(observe(model, item, answer));
  const answered = new Set(interview.answers.map(({ item }) => item));
  const popularity = popularityOf(model);
  const compared = Array.from({ length: model.items.size }, (_, item) => itemIndex(item))
    .filter((item) => !answered.has(item))
    .sort((a, b) => popularity[b]! - popularity[a]! || a - b)
    .slice(0, MOST_COMPARED);
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
