/**
 * For every candidate its covariance with the number and its predictive spread, kept in step with a belief. With
 * h_j = (v_j, b_j), an answer that moves the belief by w = P h, q = 1 + h'Ph costs one dot product per item:
 *
 *     k_j = h_j . w;     s_j -= k_j^2 / q;     c_j -= w_x k_j / q                                   [eq:numericCatalogue]
 *
 *   c_j  covariances: cov(x, r_j) / s2     s_j  spreads: var(r_j) / s2 - 1     w_x  the last entry of w: cov(x, r) / s2
 *
 * Neither contains an answer.
 */
import type { NumericModel } from '../../factorization/index.ts';
import { type NumericBelief, numericRowOf } from '../../inference/belief/index.ts';
import { symmetricTimesVector } from '../../maths/index.ts';
import { itemIndex } from '../../ratings/index.ts';
import { pathTo } from '../scan/beliefPath.ts';

export class NumericCatalogue {
  /** c_j for each position of the candidate list. */
  readonly covariances: Float64Array;
  /** s_j. */
  readonly spreads: Float64Array;
  readonly #directions: Float64Array;
  readonly #size: number;
  #belief: NumericBelief | undefined;

  constructor(model: NumericModel, items: Uint32Array) {
    this.#size = model.dimension + 1;
    this.#directions = new Float64Array(items.length * this.#size);
    for (const [position, item] of items.entries()) {
      this.#directions.set(numericRowOf(model, itemIndex(item)).direction, position * this.#size);
    }
    this.covariances = new Float64Array(items.length);
    this.spreads = new Float64Array(items.length);
  }

  /** Brings the arrays to this belief. */
  moveTo(belief: NumericBelief): void {
    const { restart, steps } = pathTo(belief, this.#belief);
    if (restart) this.#begin(belief);
    for (const step of steps) this.#absorb(step);
    this.#belief = belief;
  }

  /** How much less the variance of x is expected to be after the answer, over the noise variance. */
  readonly reduction = (position: number): number => this.covariances[position]! ** 2 / (1 + this.spreads[position]!);

  #begin({ parameters }: NumericBelief): void {
    const { ridge, noiseVariance, prior } = parameters;
    const size = this.#size;
    const known = prior.variance / noiseVariance;
    for (let position = 0; position < this.spreads.length; position++) {
      const start = position * size;
      const slope = this.#directions[start + size - 1]!;
      let square = 0;
      for (let k = 0; k < size - 1; k++) square += this.#directions[start + k]! ** 2;
      this.spreads[position] = square / ridge + known * slope * slope;
      this.covariances[position] = known * slope;
    }
  }

  #absorb(step: NumericBelief): void {
    const before = step.previous!;
    const { row } = step.last!;
    const size = this.#size;
    const w = symmetricTimesVector(before.covariance, size, row.direction);
    let q = 1;
    for (let k = 0; k < size; k++) q += row.direction[k]! * w[k]!;
    const withNumber = w[size - 1]!;
    for (let position = 0; position < this.spreads.length; position++) {
      let product = 0;
      for (let k = 0; k < size; k++) product += this.#directions[position * size + k]! * w[k]!;
      this.spreads[position] = this.spreads[position]! - (product * product) / q;
      this.covariances[position] = this.covariances[position]! - (withNumber * product) / q;
    }
  }
}
