/**
 * Which items may be asked: a fixed list of items, each open or closed. The list stays the same through an interview,
 * so that a strategy can keep per-item arrays over it; closing an item makes a new value that shares the list.
 */
import { UlteriorError } from '../../errors/index.ts';
import { type ItemIndex, itemIndex } from '../../ratings/index.ts';

/** Open items are marked by all bits set: the kernels use the byte as a mask. */
const OPEN = 255;

/** Which items may be asked: a fixed list, of which some are closed. */
export class Candidates {
  /** All items of the list, ascending. */
  readonly items: Uint32Array;
  /** OPEN or 0 for each position in the list. */
  readonly marks: Uint8Array;
  readonly openCount: number;

  private constructor(items: Uint32Array, marks: Uint8Array, openCount: number) {
    this.items = items;
    this.marks = marks;
    this.openCount = openCount;
    Object.freeze(this);
  }

  /** Every item of a catalogue. */
  static all(count: number): Candidates {
    const items = new Uint32Array(count);
    for (let item = 0; item < count; item++) items[item] = item;
    return new Candidates(items, new Uint8Array(count).fill(OPEN), count);
  }

  /** The given items, all open. Repeated ones count once. */
  static of(items: Iterable<number>): Candidates {
    const sorted = Uint32Array.from(items).sort();
    const distinct = sorted.filter((item, at) => at === 0 || item !== sorted[at - 1]);
    return new Candidates(distinct, new Uint8Array(distinct.length).fill(OPEN), distinct.length);
  }

  /** The same list with the item closed. */
  without(item: ItemIndex): Candidates {
    const position = this.positionOf(item);
    if (position < 0) {
      throw new UlteriorError('ITEM_UNKNOWN', `item ${item} is not among the candidates`, 'pass a candidate', { item });
    }
    if (this.marks[position] === 0) return this;
    const marks = this.marks.slice();
    marks[position] = 0;
    return new Candidates(this.items, marks, this.openCount - 1);
  }

  isOpen(item: ItemIndex): boolean {
    const position = this.positionOf(item);
    return position >= 0 && this.marks[position] === OPEN;
  }

  itemAt(position: number): ItemIndex {
    return itemIndex(this.items[position]!);
  }

  /** Where the item stands in the list; -1 if it does not. */
  positionOf(item: ItemIndex): number {
    let low = 0;
    let high = this.items.length - 1;
    while (low <= high) {
      const middle = (low + high) >> 1;
      const found = this.items[middle]!;
      if (found === item) return middle;
      if (found < item) low = middle + 1;
      else high = middle - 1;
    }
    return -1;
  }

  /** The open position of largest score, the first of equal ones; -1 when none is open. */
  argmax(scoreAt: (position: number) => number): number {
    let best = -1;
    let bestScore = Number.NEGATIVE_INFINITY;
    for (let position = 0; position < this.items.length; position++) {
      if (this.marks[position] === 0) continue;
      const score = scoreAt(position);
      if (best < 0 || score > bestScore) {
        best = position;
        bestScore = score;
      }
    }
    return best;
  }

  /** The open positions of the largest scores, best first, the first of equal ones before the others. */
  largest(count: number, scoreAt: (position: number) => number): number[] {
    const positions: number[] = [];
    const scores: number[] = [];
    for (let position = 0; position < this.items.length; position++) {
      if (this.marks[position] === 0) continue;
      const score = scoreAt(position);
      if (positions.length >= count && !(score > scores.at(-1)!)) continue;
      let place = positions.length;
      while (place > 0 && scores[place - 1]! < score) place--;
      positions.splice(place, 0, position);
      scores.splice(place, 0, score);
      if (positions.length > count) {
        positions.pop();
        scores.pop();
      }
    }
    return positions;
  }
}
