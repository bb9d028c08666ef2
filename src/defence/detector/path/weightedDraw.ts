/**
 * Drawing items one after another without replacement, each time in proportion to the weights of those that are left.
 *
 * A binary tree of sums: a leaf an item, above every two the sum of both. A draw walks down from the root, and the item's
 * weight is set to 0 on the way up: O(log items), whatever the weights. Sums are always added anew from below, never
 * subtracted, so that giving all weights back leaves the tree as it was, to the last bit.
 */
import type { RandomStream } from '../../../maths/index.ts';

export class WeightedDraw {
  readonly #weights: ArrayLike<number>;
  readonly #leaves: number;
  readonly #tree: Float64Array;
  #taken: number[] = [];

  /** Weights are 0 or more; items of weight 0 are never drawn. */
  constructor(weights: ArrayLike<number>) {
    this.#weights = weights;
    let leaves = 1;
    while (leaves < weights.length) leaves *= 2;
    this.#leaves = leaves;
    this.#tree = new Float64Array(2 * leaves);
    for (let item = 0; item < weights.length; item++) this.#tree[leaves + item] = weights[item]!;
    for (let node = leaves - 1; node > 0; node--) {
      this.#tree[node] = this.#tree[2 * node]! + this.#tree[2 * node + 1]!;
    }
  }

  /** The next item, or -1 when none of positive weight is left. */
  draw(stream: RandomStream): number {
    const tree = this.#tree;
    if (!(tree[1]! > 0)) return -1;
    let at = stream.uniform() * tree[1]!;
    let node = 1;
    while (node < this.#leaves) {
      node *= 2;
      // Rounding may carry `at` past the last positive sum: what has no weight is not entered.
      if (at >= tree[node]! && tree[node + 1]! > 0) {
        at -= tree[node]!;
        node++;
      }
    }
    const item = node - this.#leaves;
    this.take(item);
    return item;
  }

  /** Leaves an item out, as if it had been drawn. */
  take(item: number): void {
    this.#set(item, 0);
    this.#taken.push(item);
  }

  /** All items are back. */
  restart(): void {
    for (const item of this.#taken) this.#set(item, this.#weights[item]!);
    this.#taken = [];
  }

  #set(item: number, weight: number): void {
    const tree = this.#tree;
    let node = this.#leaves + item;
    tree[node] = weight;
    for (node >>= 1; node > 0; node >>= 1) tree[node] = tree[2 * node]! + tree[2 * node + 1]!;
  }
}
