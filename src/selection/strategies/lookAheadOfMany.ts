/**
 * Two questions ahead for any number of types: the item j of smallest expected risk once the best second question, chosen
 * by what j showed, was answered as well,
 *
 *     sum_t pi_t E_x|t [ min_k E risk_k(x) ].                                                       [eq:look-ahead]
 *
 * The answer x to j is averaged over by Gauss-Hermite under each type; for each x the risks of the second questions are
 * exact (riskRanking.ts). Averaging smooth risks takes few answers: the kinks, where the most likely type changes, are
 * gone once a second answer is still to come. Where no second answer can change anything, the risk is that after j alone,
 * which is known exactly.
 *
 * Which second question is best depends on x. Those tried are the best after a middling answer, for the likely x, and
 * those that separate the types most once j is observed, for the surprising ones.
 */
import type { FactorModel } from '../../factorization/index.ts';
import type { Belief } from '../../inference/belief/index.ts';
import type { ItemIndex } from '../../ratings/index.ts';
import { answersOf, middleAnswer } from '../risk/expectedAnswers.ts';
import { type GaussRule, normalRule } from '../risk/gaussRule.ts';
import { pairwiseSeparation } from '../risk/pairwiseSeparation.ts';
import { ROUNDING, rankByRisk } from '../risk/riskRanking.ts';
import { Candidates } from '../scan/candidates.ts';
import { Catalogue } from '../scan/catalogue.ts';

/** How many questions and answers the look-ahead tries. */
export interface LookAheadOptions {
  /** How many first questions are tried, the best by expected risk. */
  readonly first: number;
  /** How many second questions are tried after each. Of items with two rows, a tenth are scored after each answer. */
  readonly second: number;
  /** How many answers stand for all that a type may give, along each observed row. */
  readonly answers: number;
}

interface Ahead {
  readonly position: number;
  readonly risk: number;
  /** How far the two questions separate the types in question: decides between risks that are equal but for rounding. */
  readonly separation: number;
}

/** The position to ask first, with the catalogue at this belief. */
export function firstOfBestPlan(
  model: FactorModel,
  catalogue: Catalogue,
  belief: Belief,
  candidates: Candidates,
  { first, second, answers }: LookAheadOptions,
): number | undefined {
  const rule = normalRule(answers);
  const alone = pairwiseSeparation(catalogue, belief.logWeights);
  const ahead = new Catalogue(model, candidates.items);
  const added = pairwiseSeparation(ahead, belief.logWeights);
  const plans = rankByRisk(catalogue, belief, candidates, first).map(({ position, risk }): Ahead => {
    const item = candidates.itemAt(position);
    const rest = candidates.without(item);
    if (rest.openCount === 0) return { position, risk, separation: alone(position) };
    const middle = belief.afterAll(middleAnswer(model, belief, item));
    ahead.startFrom(catalogue);
    ahead.moveTo(middle);
    const separating = rest.largest(Math.ceil(second / 2), added);
    const promising = rankByRisk(ahead, middle, rest, Math.ceil(second / 2)).map((ranked) => ranked.position);
    const seconds = Candidates.of([...separating, ...promising].map((at) => candidates.items[at]!));
    return {
      position,
      risk: riskAfterSecond(model, belief, item, seconds, Math.ceil(second / 10), rule) ?? risk,
      separation: alone(position) + added(separating[0]!),
    };
  });
  const tied = Math.min(...plans.map(({ risk }) => risk)) + ROUNDING * belief.risk();
  return plans
    .filter(({ risk }) => risk <= tied)
    .reduce<Ahead | undefined>((best, plan) => (best && best.separation >= plan.separation ? best : plan), undefined)
    ?.position;
}

/** The expected risk after the item and the best of these second questions; undefined if those can change nothing. */
function riskAfterSecond(
  model: FactorModel,
  belief: Belief,
  first: ItemIndex,
  seconds: Candidates,
  shortlist: number,
  rule: GaussRule,
): number | undefined {
  const now = new Catalogue(model, seconds.items);
  now.moveTo(belief);
  const then = new Catalogue(model, seconds.items);
  let mean = 0;
  let gain = 0;
  for (const [type, probability] of belief.posterior().entries()) {
    for (const { observations, weight } of answersOf(model, belief, first, type, rule)) {
      const after = belief.afterAll(observations);
      then.startFrom(now);
      then.moveTo(after);
      const { risk } = rankByRisk(then, after, seconds, 1, shortlist)[0]!;
      mean += probability * weight * risk;
      gain += probability * weight * (after.risk() - risk);
    }
  }
  return gain > ROUNDING * belief.risk() ? mean : undefined;
}
