/**
 * What a detector needs of a model, as plain arrays that travel between threads: for every row its profile, and how the
 * values of each attribute differ there.
 *
 * How far a set A of questions would tell the values of an attribute apart, before anyone answers:
 *
 *     D_A^2 = mean over pairs of values s, t of (z_s - z_t)' M_A (z_s - z_t) / s2,   weighted by pi_s pi_t     [eq:aim]
 *     M_A = (I + V_A V_A' / lam)^-1
 *
 *   V_A  profiles of the rows of A     z_t  their biases under value t     pi  prior     lam  ridge     s2  noise variance
 *
 * For two values it is 4 delta_A' M_A delta_A / s2. In a model of several attributes the bias of a value is the mean
 * over the types that have it. The weighted sum over pairs is a weighted variance, and so a sum of squares of values - 1
 * contrasts: value k against the mean of those before it (the terms of West's updating formula). With contrasts y that are
 * divided by s2 and by the sum of all pi_s pi_t, D_A^2 = sum of y' M_A y, whatever the number of values.
 */
import { attributesOf, type FactorModel } from '../../../factorization/index.ts';
import { type BeliefOptions, rowOf, startBelief } from '../../../inference/index.ts';
import { itemIndex } from '../../../ratings/index.ts';

interface AimAttribute {
  readonly name: string;
  /** How many contrasts: one less than it has values. */
  readonly width: number;
  /** Contrasts of each row (rows x width). */
  readonly contrasts: Float64Array;
}

export interface AimRows {
  readonly items: number;
  readonly rowsPerItem: number;
  readonly dimension: number;
  readonly ridge: number;
  /** rows x d. */
  readonly profiles: Float64Array;
  readonly attributes: readonly AimAttribute[];
}

export function aimRowsOf(model: FactorModel, options: BeliefOptions = {}): AimRows {
  const { ridge, prior, noiseVariance } = startBelief(model, options).parameters;
  const { dimension, items, rows } = model;
  const rowsPerItem = rows.channels.length;
  const { attributes, codes } = attributesOf(model);
  return {
    items: items.size,
    rowsPerItem,
    dimension,
    ridge,
    profiles: Float64Array.from(rows.profiles),
    attributes: attributes.map(({ name, labels }, at) => {
      const shares = new Float64Array(labels.length);
      for (const [type, code] of codes[at]!.entries()) shares[code] = shares[code]! + prior[type]!;
      const width = labels.length - 1;
      const contrasts = new Float64Array(items.size * rowsPerItem * width);
      const means = new Float64Array(labels.length);
      for (let row = 0; row < items.size * rowsPerItem; row++) {
        const { biases } = rowOf(model, itemIndex(Math.floor(row / rowsPerItem)), row % rowsPerItem);
        means.fill(0);
        for (const [type, code] of codes[at]!.entries()) {
          means[code] = means[code]! + (prior[type]! / shares[code]!) * biases[type]!;
        }
        contrasts.set(contrastsOf(means, shares, noiseVariance), row * width);
      }
      return { name, width, contrasts };
    }),
  };
}

/** Numbers whose squares add up to the mean over pairs of (z_s - z_t)^2 / s2. */
function contrastsOf(means: Float64Array, shares: Float64Array, noiseVariance: number): Float64Array {
  const pairs = (1 - shares.reduce((sum, share) => sum + share * share, 0)) / 2;
  const contrasts = new Float64Array(means.length - 1);
  let mass = shares[0]!;
  let mean = means[0]!;
  for (let value = 1; value < means.length; value++) {
    const next = mass + shares[value]!;
    const gap = means[value]! - mean;
    contrasts[value - 1] = gap * Math.sqrt((shares[value]! * mass) / (next * pairs * noiseVariance));
    mean += (shares[value]! / next) * gap;
    mass = next;
  }
  return contrasts;
}
