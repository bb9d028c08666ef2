/** By how much asking an item lowers the probability of guessing the type wrong, on average over the answers to expect. */
import type { FactorModel } from '../factorization/index.ts';
import type { Belief } from '../inference/belief/index.ts';
import type { ItemIndex } from '../ratings/index.ts';
import { Catalogue, expectedRisks } from '../selection/index.ts';

/** Exact, for items with one row or two. 0 where no single answer could change the guess. */
export function expectedGain(model: FactorModel, belief: Belief, item: ItemIndex): number {
  const catalogue = new Catalogue(model, Uint32Array.of(item));
  catalogue.moveTo(belief);
  return belief.risk() - expectedRisks(catalogue, belief)(0);
}
