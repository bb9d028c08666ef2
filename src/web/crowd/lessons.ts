/** The numbers of the explorables. */
import type { FactorModel } from '../../factorization/index.ts';
import { observe, startBelief } from '../../inference/index.ts';
import { normalQuantile } from '../../maths/index.ts';
import { type Answer, type ItemIndex, nearestOnScale } from '../../ratings/index.ts';
import { Candidates, createStrategy } from '../../selection/index.ts';
import { aucOf, type Invented, inventCrowd, sharesOf } from './crowd.ts';

/** People of each group in the grid of pairs. */
export const SIDE = 12;

interface Pair {
  /** Places of the two people in their groups. */
  readonly first: number;
  readonly second: number;
  /** 1 where the pair is ranked correctly, a half where tied. */
  readonly won: number;
}

/** Scores at equal steps of two normal distributions, `distance` apart. */
export function pairGrid(distance: number): { readonly squares: readonly Pair[]; readonly auc: number } {
  const scores = Array.from({ length: SIDE }, (_, at) => normalQuantile((at + 0.5) / SIDE));
  const squares = scores.flatMap((above, second) =>
    scores.map((below, first) => {
      const gap = above + distance - below;
      return { first, second, won: gap > 1e-12 ? 1 : gap < -1e-12 ? 0 : 0.5 };
    }),
  );
  return { squares, auc: squares.reduce((sum, { won }) => sum + won, 0) / squares.length };
}

const PEOPLE = 1000;
const [SHOWN, LEARNED] = [1, 2];

/**
 * Everybody moves the first `replaced` answers one step towards the other group. One attacker goes on as before;
 * one has learned from another thousand who do the same, by the difference of the groups' means over the variance:
 *
 *     w_j = (mean_1j - mean_0j) / variance_j,     score = sum_j w_j r_j
 */
export function decoyLesson(model: FactorModel, items: readonly ItemIndex[]) {
  const [shown, learned] = [SHOWN, LEARNED].map((seed) => inventCrowd(model, items, PEOPLE, seed)) as [
    Invented,
    Invented,
  ];
  const all = items.map((_, at) => at);
  return (replaced: number) => {
    const known = withDecoys(learned, model, replaced);
    const said = withDecoys(shown, model, replaced);
    const weights = all.map((at) => weightOf(known, at));
    const scores = said.ratings.map((given) => weights.reduce((sum, weight, at) => sum + weight * given[at]!, 0));
    return {
      fooled: aucOf(sharesOf(model, items, said.ratings, all), said.types),
      knowing: aucOf(scores, said.types),
    };
  };
}

/** One step towards the other group, as far as the scale goes. */
function withDecoys(crowd: Invented, { scale }: FactorModel, replaced: number): Invented {
  const towardsSecond = Array.from({ length: replaced }, (_, at) =>
    Math.sign(meanOf(crowd, at, 1) - meanOf(crowd, at, 0)),
  );
  return {
    types: crowd.types,
    ratings: crowd.ratings.map((given, person) => {
      const towards = crowd.types[person] === 0 ? scale.step : -scale.step;
      return given.map((answer, at) => nearestOnScale(scale, answer + towards * (towardsSecond[at] ?? 0)));
    }),
  };
}

function meanOf({ types, ratings }: Invented, at: number, type: number): number {
  const own = ratings.filter((_, person) => types[person] === type);
  return own.reduce((sum, given) => sum + given[at]!, 0) / own.length;
}

function weightOf(crowd: Invented, at: number): number {
  const means = [0, 1].map((type) => meanOf(crowd, at, type));
  const variance =
    crowd.ratings.reduce((sum, given, person) => sum + (given[at]! - means[crowd.types[person]!]!) ** 2, 0) /
    crowd.ratings.length;
  return (means[1]! - means[0]!) / variance;
}

/** The questions that tell most once the first was answered, in their order: the exact choice, made after that answer. */
export function nextQuestions(model: FactorModel, first: ItemIndex, answer: Answer, count: number): ItemIndex[] {
  const strategy = createStrategy({ model, seed: 0 }, 'separation');
  let belief = startBelief(model).afterAll(observe(model, first, answer));
  let candidates = Candidates.all(model.items.size).without(first);
  return Array.from({ length: count }, () => {
    const { item } = strategy.next(belief, candidates, [])!;
    candidates = candidates.without(item);
    // Nothing is lost by going on with the same answer: that is what is to be shown.
    belief = belief.afterAll(observe(model, item, answer));
    return item;
  });
}
