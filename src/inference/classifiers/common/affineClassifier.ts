/**
 * A classifier to which each rated item adds base + r x slope: what linear weights on "seen" and "rating less the
 * item's mean" come to, in plain ratings.
 *
 *   present       the types that occurred in training
 *   bases, slopes  items x present types
 *   r             the rating, held within lowest .. highest of training: a slope says nothing about ratings beyond, and
 *                 log weights stay finite
 *
 * A rating of 0 is a rating like any other. Cost O(ratings * types) per history.
 */

import { outOfRange } from '../../../errors/index.ts';
import type { TypeClassifier } from './classifier.ts';
import { ofPresentTypes } from './ofPresentTypes.ts';
import { checkAnswer, type SparseVector } from './sparseRows.ts';

/** Plain data: can be stored, or sent to a worker. */
export interface AffineModel {
  readonly name: string;
  readonly types: number;
  readonly present: Uint8Array;
  readonly items: number;
  readonly bases: Float64Array;
  readonly slopes: Float64Array;
  readonly intercepts: Float64Array;
  readonly lowest: number;
  readonly highest: number;
  /** The penalty it was trained with. */
  readonly ridge: number;
}

/** A linear classifier to which what was not rated counts as well. */
export interface AffineClassifier extends TypeClassifier {
  readonly model: AffineModel;
}

/** A classifier from its weights. */
export function affineClassifier(model: AffineModel): AffineClassifier {
  const { items, bases, slopes, intercepts, lowest, highest } = model;
  const types = model.present.length;
  if (bases.length !== items * types || slopes.length !== items * types || intercepts.length !== types) {
    throw outOfRange('bases', `${bases.length} numbers`, `${items} items x ${types} groups`);
  }
  const logits = ({ indices, values }: SparseVector): Float64Array => {
    const sums = Float64Array.from(intercepts);
    for (let entry = 0; entry < indices.length; entry++) {
      const item = indices[entry]!;
      checkAnswer(items, item, values[entry]!);
      const rating = Math.min(highest, Math.max(lowest, values[entry]!));
      for (let type = 0; type < types; type++) {
        sums[type]! += bases[item * types + type]! + rating * slopes[item * types + type]!;
      }
    }
    return sums;
  };
  return { ...ofPresentTypes(model.name, model.types, model.present, logits), model };
}
