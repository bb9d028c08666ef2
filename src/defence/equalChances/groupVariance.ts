/**
 * How far groups truly differ, over all items. Thousands of fitted group effects are mostly noise, and noise betrays:
 * people who act on it do something that depends on their group and on nothing else. So each item's effects are drawn
 * towards 0 by a variance that is estimated across items (empirical Bayes).
 *
 * At the fit without groups, of item j: s = derivatives by the group effects (rated less expected, by group), and
 * I = information about them once the other unknowns are adjusted. With effects b ~ N(0, tau2) and s = I b + noise of
 * variance I,
 *
 *     E s's = tr I + tau2 tr I^2,      tau2 = sum_j v_j (s's - tr I) / sum_j v_j tr I^2               [eq:groupVariance]
 *
 * with v_j = 1 / (1 + tau2 tr I^2 / tr I)^2, the best weights, by iteration. No more than this is certain beyond chance: the same
 * sum over labels that were shuffled says how far chance alone gets, and `caution` times its deviation is taken off. Nothing at
 * all is believed that lies less than twice as far beyond chance: a variance that is only just above 0 is chance, and
 * people would act on it.
 */

/** What an item says about it. */
export interface GroupScore {
  /** s's, with the true labels. */
  readonly squares: number;
  /** The same with shuffled labels. */
  readonly shuffled: Float64Array;
  /** tr I. */
  readonly information: number;
  /** tr I^2. */
  readonly squaredInformation: number;
}

const ROUNDS = 20;

export function groupVariance(scores: readonly GroupScore[], caution: number): number {
  const shuffles = scores[0]?.shuffled.length ?? 0;
  let variance = 0;
  let beyondChance = false;
  for (let round = 0; round < ROUNDS; round++) {
    let [excess, weight] = [0, 0];
    const byChance = new Float64Array(shuffles);
    for (const { squares, shuffled, information, squaredInformation } of scores) {
      if (!(information > 0)) continue;
      const share = 1 / (1 + (variance * squaredInformation) / information) ** 2;
      excess += share * (squares - information);
      weight += share * squaredInformation;
      for (let n = 0; n < shuffles; n++) byChance[n] = byChance[n]! + share * (shuffled[n]! - information);
    }
    if (!(weight > 0)) return 0;
    variance = Math.max(0, excess - lostToChance(byChance, caution)) / weight;
    beyondChance = excess > lostToChance(byChance, 2 * caution);
  }
  return beyondChance ? variance : 0;
}

/** Mean and deviation of what shuffled labels give. */
function lostToChance(byChance: Float64Array, caution: number): number {
  if (byChance.length < 2) return 0;
  const mean = byChance.reduce((sum, value) => sum + value, 0) / byChance.length;
  const squares = byChance.reduce((sum, value) => sum + (value - mean) ** 2, 0) / (byChance.length - 1);
  return mean + caution * Math.sqrt(squares);
}
