/**
 * The predictive mean (per type) and spread of every row of every candidate, in double precision, kept in step with a
 * belief. An observation costs one dot product per row, however many came before:
 *
 *     c_j = v_j . w;   s_j -= c_j^2 / q;   m_jt += c_j e_t / q                                        [eq:catalogue]
 *
 * and for items with two rows a, b the cross term as well: s_ab -= c_a c_b / q, where s_ab = v_a' P v_b.
 *
 * This is the literal twin of the single-precision scan in gapScan.ts.
 */
import type { FactorModel } from '../../factorization/index.ts';
import { type Belief, rowOf } from '../../inference/belief/index.ts';
import { itemIndex } from '../../ratings/index.ts';
import { effectOf, pathTo } from './beliefPath.ts';

/** One row of each item, by the position of the item in the candidate list. */
interface CatalogueRow {
  /** s_j. */
  readonly spreads: Float64Array;
  /** m_jt, one array per type. */
  readonly means: readonly Float64Array[];
}

/** What does not change: the profiles (positions x d) and biases (an array per type) of a row. */
interface RowSource {
  readonly profiles: Float64Array;
  readonly biases: readonly Float64Array[];
}

export class Catalogue {
  /** The first row of each item, and the second where items have two. */
  readonly rows: readonly CatalogueRow[];
  /** v_a' P v_b by position; empty where items have one row. */
  readonly crosses: Float64Array;
  readonly #dimension: number;
  readonly #sources: readonly RowSource[];
  #belief: Belief | undefined;

  /** `items` ascending or not: positions are those of this list. The model has one or two rows per item. */
  constructor(model: FactorModel, items: Uint32Array) {
    const types = model.typeLabels.length;
    const length = items.length;
    const byType = () => Array.from({ length: types }, () => new Float64Array(length));
    this.#dimension = model.dimension;
    this.#sources = model.rows.channels.map((_, channel) => sourceOf(model, items, channel));
    this.rows = model.rows.channels.map(() => ({ spreads: new Float64Array(length), means: byType() }));
    this.crosses = new Float64Array(model.rows.channels.length === 2 ? length : 0);
  }

  /** Brings the arrays to this belief. */
  moveTo(belief: Belief): void {
    const { restart, steps } = pathTo(belief, this.#belief);
    if (restart) this.#begin(belief.parameters.ridge);
    for (const step of steps) this.#absorb(step);
    this.#belief = belief;
  }

  /** Brings the arrays to where another catalogue over the same list is: the start of a look ahead. */
  startFrom(other: Catalogue): void {
    for (const [at, { spreads, means }] of this.rows.entries()) {
      const from = other.rows[at]!;
      spreads.set(from.spreads);
      for (const [t, array] of means.entries()) array.set(from.means[t]!);
    }
    this.crosses.set(other.crosses);
    this.#belief = other.#belief;
  }

  #begin(ridge: number): void {
    const d = this.#dimension;
    for (const [at, { spreads, means }] of this.rows.entries()) {
      const { profiles, biases } = this.#sources[at]!;
      for (let position = 0; position < spreads.length; position++) {
        let square = 0;
        for (let k = 0; k < d; k++) square += profiles[position * d + k]! ** 2;
        spreads[position] = square / ridge;
      }
      for (let t = 0; t < means.length; t++) means[t]!.set(biases[t]!);
    }
    const [first, second] = this.#sources;
    for (let position = 0; position < this.crosses.length; position++) {
      const row = first!.profiles.subarray(position * d, (position + 1) * d);
      this.crosses[position] = product(second!.profiles, position, d, row) / ridge;
    }
  }

  #absorb(step: Belief): void {
    const { w, q, errors } = effectOf(step);
    const d = this.#dimension;
    const [first, second] = this.rows;
    const [firstSource, secondSource] = this.#sources;
    for (let position = 0; position < first!.spreads.length; position++) {
      const c = product(firstSource!.profiles, position, d, w);
      advance(first!, position, c, q, errors);
      if (second === undefined) continue;
      const other = product(secondSource!.profiles, position, d, w);
      advance(second, position, other, q, errors);
      this.crosses[position] = this.crosses[position]! - (c * other) / q;
    }
  }
}

/** v_j . w of the row at a position. */
function product(profiles: Float64Array, position: number, d: number, w: Float64Array): number {
  let c = 0;
  for (let k = 0; k < d; k++) c += profiles[position * d + k]! * w[k]!;
  return c;
}

function advance({ spreads, means }: CatalogueRow, position: number, c: number, q: number, errors: Float64Array): void {
  spreads[position] = spreads[position]! - (c * c) / q;
  for (let t = 0; t < errors.length; t++) {
    const array = means[t]!;
    array[position] = array[position]! + (c * errors[t]!) / q;
  }
}

function sourceOf(model: FactorModel, items: Uint32Array, channel: number): RowSource {
  const { dimension: d, typeLabels } = model;
  const profiles = new Float64Array(items.length * d);
  const biases = typeLabels.map(() => new Float64Array(items.length));
  for (let position = 0; position < items.length; position++) {
    const row = rowOf(model, itemIndex(items[position]!), channel);
    profiles.set(row.profile, position * d);
    for (let t = 0; t < biases.length; t++) biases[t]![position] = row.biases[t]!;
  }
  return { profiles, biases };
}
