/**
 * D_A^2 of a growing list of questions, for every attribute: each row adds its own share. With P the inverse of
 * lam I + V_A' V_A and h = P V_A' y_A for each contrast, a row (v, y) adds
 *
 *     w = P v,   q = 1 + v.w,   e = y - v.h:    D^2 += e^2 / q,   h += w e / q,   P -= w w' / q          [eq:aim-path]
 *
 * O(d^2 + contrasts d) per row. A workspace that is used again for the next list; nothing is allocated on the way.
 */
import type { AimRows } from './aimRows.ts';

export class AimPath {
  /** D_A^2 of each attribute, of what was asked so far. */
  readonly squared: Float64Array;
  readonly #rows: AimRows;
  readonly #p: Float64Array;
  readonly #w: Float64Array;
  /** For each attribute, contrasts x d. */
  readonly #h: readonly Float64Array[];

  constructor(rows: AimRows) {
    const { dimension: d, attributes } = rows;
    this.#rows = rows;
    this.#p = new Float64Array(d * d);
    this.#w = new Float64Array(d);
    this.#h = attributes.map(({ width }) => new Float64Array(width * d));
    this.squared = new Float64Array(attributes.length);
    this.restart();
  }

  restart(): void {
    const { dimension: d, ridge } = this.#rows;
    this.#p.fill(0);
    for (let k = 0; k < d; k++) this.#p[k * d + k] = 1 / ridge;
    for (const h of this.#h) h.fill(0);
    this.squared.fill(0);
  }

  ask(item: number): void {
    const { rowsPerItem } = this.#rows;
    for (let n = 0; n < rowsPerItem; n++) this.#absorb(item * rowsPerItem + n);
  }

  #absorb(row: number): void {
    const { dimension: d, profiles, attributes } = this.#rows;
    const p = this.#p;
    const w = this.#w;
    const v = row * d;
    let q = 1;
    for (let a = 0; a < d; a++) {
      let sum = 0;
      for (let b = 0; b < d; b++) sum += p[a * d + b]! * profiles[v + b]!;
      w[a] = sum;
      q += sum * profiles[v + a]!;
    }
    for (let at = 0; at < attributes.length; at++) {
      const { width, contrasts } = attributes[at]!;
      const h = this.#h[at]!;
      for (let c = 0; c < width; c++) {
        let error = contrasts[row * width + c]!;
        for (let k = 0; k < d; k++) error -= profiles[v + k]! * h[c * d + k]!;
        this.squared[at] = this.squared[at]! + (error * error) / q;
        for (let k = 0; k < d; k++) h[c * d + k] = h[c * d + k]! + (w[k]! * error) / q;
      }
    }
    for (let a = 0; a < d; a++) {
      const share = w[a]! / q;
      for (let b = 0; b < d; b++) p[a * d + b] = p[a * d + b]! - share * w[b]!;
    }
  }
}
