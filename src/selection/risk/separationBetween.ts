/** How far an item would separate two types, D^2 times the noise variance, from a catalogue or from the belief itself. */
import type { FactorModel } from '../../factorization/index.ts';
import { type Belief, rowOf } from '../../inference/belief/index.ts';
import { symmetricTimesVector } from '../../maths/index.ts';
import type { ItemIndex } from '../../ratings/index.ts';
import type { Catalogue } from '../scan/catalogue.ts';
import { squaredSeparation, squaredSeparationOfTwo } from '../scan/squaredSeparation.ts';

/** By position in the catalogue's list, for items with one row or two. */
export function separationBetween(catalogue: Catalogue, s: number, t: number): (position: number) => number {
  const { rows, crosses } = catalogue;
  const [first, second] = rows;
  const spreads = first!.spreads;
  const low = first!.means[s]!;
  const high = first!.means[t]!;
  if (second === undefined) return (at) => squaredSeparation(high[at]! - low[at]!, spreads[at]!);
  const otherSpreads = second.spreads;
  const otherLow = second.means[s]!;
  const otherHigh = second.means[t]!;
  return (at) =>
    squaredSeparationOfTwo(
      high[at]! - low[at]!,
      otherHigh[at]! - otherLow[at]!,
      spreads[at]!,
      otherSpreads[at]!,
      crosses[at]!,
    );
}

/** The two types of a model of two, straight from the belief: O(d^2) per item. */
export function separationFrom(belief: Belief, model: FactorModel, item: ItemIndex): number {
  const row = rowOf(model, item);
  const { means, spread } = belief.predict(row);
  const gap = means[1]! - means[0]!;
  if (model.rows.channels.length === 1) return squaredSeparation(gap, spread);
  const other = rowOf(model, item, 1);
  const { means: otherMeans, spread: otherSpread } = belief.predict(other);
  const w = symmetricTimesVector(belief.covariance, model.dimension, row.profile);
  let cross = 0;
  for (let k = 0; k < model.dimension; k++) cross += w[k]! * other.profile[k]!;
  return squaredSeparationOfTwo(gap, otherMeans[1]! - otherMeans[0]!, spread, otherSpread, cross);
}
