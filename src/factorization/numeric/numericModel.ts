/**
 * What training on a number leaves behind: how each item is rated, and how that changes with the number. Nothing about
 * single users.
 *
 *     r_j = u . v_j + a_j + b_j x + noise,     noise ~ N(0, s2),     u ~ N(0, su2 I),     x ~ N(mx, sx2)   [eq:numericModel]
 *
 *   v_j  profiles (items x d)     a_j  intercepts (items)     b_j  slopes (items)        s2   noiseVariance
 *   su2  profileVariance          mx   attribute.mean         sx2  attribute.variance
 *
 * x is in its own unit, years for an age: a slope is rating points a year, an intercept the rating at x = 0.
 */
import { UlteriorError } from '../../errors/index.ts';
import type { ItemIndex, RatingScale, Vocabulary } from '../../ratings/index.ts';
import type { Provenance } from '../model/factorModel.ts';
import type { NumericParameters } from './numericParameters.ts';

/** What is known about the ratings of each item. */
interface NumericItemStatistics {
  /** How many training users rated each item. */
  readonly counts: Uint32Array;
  /** Mean training rating of each item. */
  readonly means: Float32Array;
  /** Entropy, in bits, of each item's histogram of training ratings. */
  readonly entropies: Float32Array;
  /** Standard error of each slope. */
  readonly slopeErrors: Float64Array;
}

/** Where a model of a number comes from. */
export interface NumericProvenance extends Omit<Provenance, 'parameters' | 'shrunkenGaps'> {
  readonly parameters: NumericParameters;
  /** Where slopes were shrunken: the variance of the true ones, per standard deviation of the number. */
  readonly slopeVariance?: number | undefined;
}

/** As `FactorModel`, for a number instead of groups: every item has a slope. */
export interface NumericModel {
  readonly attribute: { readonly name: string; readonly mean: number; readonly variance: number };
  readonly dimension: number;
  readonly profiles: Float64Array;
  readonly intercepts: Float64Array;
  readonly slopes: Float64Array;
  readonly noiseVariance: number;
  readonly profileVariance: number;
  readonly items: Vocabulary<ItemIndex>;
  readonly scale: RatingScale;
  readonly itemStatistics: NumericItemStatistics;
  readonly provenance: NumericProvenance;
}

/** Tells the two kinds of models apart. */
export function isNumericModel(model: object): model is NumericModel {
  return 'slopes' in model;
}

/** Freezes the parts into a model after checking that they fit together and are finite. */
export function createNumericModel(parts: NumericModel): NumericModel {
  const items = parts.items.size;
  const { attribute, dimension, itemStatistics } = parts;
  const refuse = (what: string) => {
    throw new UlteriorError('MODEL_INVALID', `the model is not consistent: ${what}`, 'train it again', { items });
  };
  if (!Number.isInteger(dimension) || dimension < 1) refuse(`its dimension is ${dimension}`);
  const lengths: readonly (readonly [string, ArrayLike<number>, number])[] = [
    ['profiles', parts.profiles, items * dimension],
    ['intercepts', parts.intercepts, items],
    ['slopes', parts.slopes, items],
    ['counts', itemStatistics.counts, items],
    ['item means', itemStatistics.means, items],
    ['item entropies', itemStatistics.entropies, items],
    ['slope errors', itemStatistics.slopeErrors, items],
  ];
  for (const [name, { length }, wanted] of lengths) {
    if (length !== wanted) refuse(`${name} has ${length} values, not ${wanted}`);
  }
  const variances = [parts.noiseVariance, parts.profileVariance, attribute.variance];
  if (!variances.every((variance) => variance > 0 && Number.isFinite(variance))) refuse('a variance is not positive');
  if (!Number.isFinite(attribute.mean)) refuse('the mean of the attribute is not finite');
  for (const name of ['profiles', 'intercepts', 'slopes'] as const) {
    if (!parts[name].every(Number.isFinite)) refuse(`a value among its ${name} is not finite`);
  }
  return Object.freeze({
    ...parts,
    attribute: Object.freeze({ ...attribute }),
    itemStatistics: Object.freeze({ ...itemStatistics }),
    provenance: Object.freeze({ ...parts.provenance }),
  });
}
