/**
 * How much the answer to an item tells about the type of some training users, for all items at once. An answer is a
 * skip, low (below the item's mean) or high:
 *
 *     gain = H(types) - sum over branches b of n_b / n H(types in b)                                       [eq:gain]
 *
 * Only ratings are counted; who skipped are the others. O(ratings of the users + items * types).
 */
import type { SparseRows, TypeLabels } from '../inference/index.ts';
import type { Answer } from '../ratings/index.ts';
import type { ItemColumns } from './itemColumns.ts';

/** Which branch an answer takes. Rounded to single precision, as the training ratings are. */
export function branchOf(answer: Answer, mean: number): number {
  if (answer === 'skip') return 0;
  return Math.fround(answer) < mean ? 1 : 2;
}

/** Gains below this are rounding. */
const NOTHING = 1e-12;

export class GainCounter {
  readonly #rows: SparseRows;
  readonly #known: TypeLabels;
  /** For each rating whether it is high. */
  readonly #high: Uint8Array;
  /** items x (low, high) x types. */
  readonly #counts: Uint32Array;
  readonly #timesLog: Float64Array;

  constructor(rows: SparseRows, { means }: ItemColumns, known: TypeLabels) {
    this.#rows = rows;
    this.#known = known;
    this.#high = Uint8Array.from(rows.indices, (item, entry) => branchOf(rows.values[entry]!, means[item]!) - 1);
    this.#counts = new Uint32Array(rows.columns * 2 * known.present.length);
    // n log n of whole numbers: no logarithm is taken twice.
    this.#timesLog = Float64Array.from({ length: rows.rows + 1 }, (_, n) => (n === 0 ? 0 : n * Math.log(n)));
  }

  /** The item of largest gain, the lower of equal ones; -1 if none gains anything. */
  best(users: Uint32Array): number {
    const gains = this.gains(users);
    let best = -1;
    for (let item = 0; item < gains.length; item++) {
      if (gains[item]! > (best < 0 ? NOTHING : gains[best]!)) best = item;
    }
    return best;
  }

  /** Gain of every item in nats. [eq:gain] */
  gains(users: Uint32Array): Float64Array {
    const { starts, indices, columns } = this.#rows;
    const { positions, present } = this.#known;
    const types = present.length;
    const counts = this.#counts.fill(0);
    const totals = new Uint32Array(types);
    for (const user of users) {
      const type = positions[user]!;
      totals[type]!++;
      const end = starts[user + 1]!;
      for (let entry = starts[user]!; entry < end; entry++) {
        counts[(2 * indices[entry]! + this.#high[entry]!) * types + type]!++;
      }
    }
    const timesLog = this.#timesLog;
    let before = timesLog[users.length]!;
    for (let t = 0; t < types; t++) before -= timesLog[totals[t]!]!;
    const gains = new Float64Array(columns);
    for (let item = 0; item < columns; item++) {
      let skipped = users.length;
      let after = 0;
      for (let branch = 0; branch < 2; branch++) {
        const base = (2 * item + branch) * types;
        let size = 0;
        for (let t = 0; t < types; t++) {
          size += counts[base + t]!;
          after -= timesLog[counts[base + t]!]!;
        }
        after += timesLog[size]!;
        skipped -= size;
      }
      if (skipped === users.length) continue;
      for (let t = 0; t < types; t++) {
        after -= timesLog[totals[t]! - counts[2 * item * types + t]! - counts[(2 * item + 1) * types + t]!]!;
      }
      gains[item] = (before - after - timesLog[skipped]!) / users.length;
    }
    return gains;
  }
}
