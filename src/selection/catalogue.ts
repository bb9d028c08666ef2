/**
 * The predictive mean (per type) and spread of every candidate, in double precision, kept in step with a belief. An
 * answer costs one dot product an item, however many answers came before:
 *
 *     c_j = v_j . w;   s_j -= c_j^2 / q;   m_jt += c_j e_t / q                                        [eq:catalogue]
 *
 * This is the literal twin of the single-precision scan in gapScan.ts.
 */
import type { FactorModel } from '../factorization/index.ts';
import { type Belief, rowOf } from '../inference/index.ts';
import { itemIndex } from '../ratings/index.ts';
import { effectOf, pathTo } from './beliefPath.ts';

export class Catalogue {
  /** s_j for each position of the candidate list. */
  readonly spreads: Float64Array;
  /** m_jt, one array per type. */
  readonly means: readonly Float64Array[];
  readonly #dimension: number;
  readonly #profiles: Float64Array;
  readonly #biases: readonly Float64Array[];
  #belief: Belief | undefined;

  constructor(model: FactorModel, items: Uint32Array) {
    const types = model.typeLabels.length;
    this.#dimension = model.dimension;
    this.#profiles = new Float64Array(items.length * model.dimension);
    this.#biases = Array.from({ length: types }, () => new Float64Array(items.length));
    this.spreads = new Float64Array(items.length);
    this.means = Array.from({ length: types }, () => new Float64Array(items.length));
    for (let position = 0; position < items.length; position++) {
      const row = rowOf(model, itemIndex(items[position]!));
      this.#profiles.set(row.profile, position * model.dimension);
      for (let t = 0; t < types; t++) this.#biases[t]![position] = row.biases[t]!;
    }
  }

  /** Brings the arrays to this belief. */
  moveTo(belief: Belief): void {
    const { restart, steps } = pathTo(belief, this.#belief);
    if (restart) this.#begin(belief.parameters.ridge);
    for (const step of steps) this.#absorb(step);
    this.#belief = belief;
  }

  #begin(ridge: number): void {
    const d = this.#dimension;
    for (let position = 0; position < this.spreads.length; position++) {
      let square = 0;
      for (let k = 0; k < d; k++) square += this.#profiles[position * d + k]! ** 2;
      this.spreads[position] = square / ridge;
    }
    for (let t = 0; t < this.means.length; t++) this.means[t]!.set(this.#biases[t]!);
  }

  #absorb(step: Belief): void {
    const { w, q, errors } = effectOf(step);
    const d = this.#dimension;
    const profiles = this.#profiles;
    for (let position = 0; position < this.spreads.length; position++) {
      let c = 0;
      for (let k = 0; k < d; k++) c += profiles[position * d + k]! * w[k]!;
      this.spreads[position] = this.spreads[position]! - (c * c) / q;
      for (let t = 0; t < errors.length; t++) {
        const means = this.means[t]!;
        means[position] = means[position]! + (c * errors[t]!) / q;
      }
    }
  }
}
