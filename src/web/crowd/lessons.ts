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
 * Everybody says what is typical of the other group at the first `replaced` questions. One attacker goes on as before;
 * one has learned from another thousand who do the same, by the difference of the groups' means over the variance:
 *
 *     w_j = (mean_1j - mean_0j) / variance_j,     score = sum_j w_j r_j                                  [eq:knowing]
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

function withDecoys({ types, ratings }: Invented, { scale }: FactorModel, replaced: number): Invented {
  const typical = [0, 1].map((type) =>
    Array.from({ length: replaced }, (_, at) => nearestOnScale(scale, exaggerated({ types, ratings }, at, type))),
  );
  return {
    types,
    ratings: ratings.map((given, person) => {
      const said = given.slice();
      said.set(typical[1 - types[person]!]!);
      return said;
    }),
  };
}

/** A step beyond the mean of a group, away from the other: people exaggerate what they think is typical. */
function exaggerated(crowd: Invented, at: number, type: number): number {
  const [own, other] = [meanOf(crowd, at, type), meanOf(crowd, at, 1 - type)];
  return own + Math.sign(own - other);
}

function meanOf({ types, ratings }: Invented, at: number, type: number): number {
  const own = ratings.filter((_, person) => types[person] === type);
  return own.reduce((sum, given) => sum + given[at]!, 0) / own.length;
}

/** An answer that all of a group give alike has no variance of its own. */
const LEAST_VARIANCE = 0.05;

function weightOf(crowd: Invented, at: number): number {
  const means = [0, 1].map((type) => meanOf(crowd, at, type));
  const variance =
    crowd.ratings.reduce((sum, given, person) => sum + (given[at]! - means[crowd.types[person]!]!) ** 2, 0) /
    crowd.ratings.length;
  return (means[1]! - means[0]!) / Math.max(LEAST_VARIANCE, variance);
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
