/**
 * How far an item would separate the types that are still in question: the sum over pairs of types of pi_s pi_t D_st^2,
 * up to a factor that all items share. It ranks items where the expected risk costs too much, or says too little.
 *
 * The weights are divided by the largest, in logarithms, so that they do not underflow when the posterior is extreme;
 * for two types the only weight is one, and the sum is the separation itself.
 */
import type { Catalogue } from '../scan/catalogue.ts';
import { separationBetween } from './separationBetween.ts';

export function pairwiseSeparation(catalogue: Catalogue, logWeights: ArrayLike<number>): (position: number) => number {
  const types = logWeights.length;
  const pairs: { readonly logWeight: number; readonly separation: (position: number) => number }[] = [];
  for (let s = 0; s < types; s++) {
    for (let t = s + 1; t < types; t++) {
      pairs.push({ logWeight: logWeights[s]! + logWeights[t]!, separation: separationBetween(catalogue, s, t) });
    }
  }
  const largest = Math.max(...pairs.map(({ logWeight }) => logWeight));
  const weights = pairs.map(({ logWeight }) => Math.exp(logWeight - largest));
  return (position) => {
    let sum = 0;
    for (let n = 0; n < pairs.length; n++) sum += weights[n]! * pairs[n]!.separation(position);
    return sum;
  };
}
