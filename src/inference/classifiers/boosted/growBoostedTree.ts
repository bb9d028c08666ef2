/**
 * One tree of gradient boosting: splits people, level by level, where the second-order gain
 *
 *   GL^2 / (HL + ridge) + GR^2 / (HR + ridge) - G^2 / (H + ridge)
 *
 * is largest, G and H being sums of gradients and curvatures of the loss on the left, on the right and together. A leaf
 * is worth -G / (H + ridge), the Newton step.
 *
 *   histogram  bins x (sum of gradients, sum of curvatures, people); only ratings that exist are added up
 *   not rated  the node's total less its bins; goes to the side with the better gain
 *
 * The smaller child is added up, the larger is the parent less the smaller.
 *
 * Gradients and curvatures must be multiples of 2^-30 (`exactly`). Their sums over up to 2^20 people are then exact, and
 * neither the order of the people nor a subtraction changes a bit: equal gains are equal numbers. Of these the first
 * item, then the lowest rating, then "not rated" on the right is taken.
 *
 * Cost: O(entries of the people) for the root, at most half of it for each further level, and O(bins) per node.
 */

import type { CandidateBins } from './candidateBins.ts';
import type { BinnedRows } from './ratingBins.ts';

export interface TreeOptions {
  readonly depth: number;
  /** Minimum number of people on each side of a split. */
  readonly minPeople: number;
  readonly leafRidge: number;
}

/** Nodes with the left child right behind its parent. */
export interface BoostedTree {
  /** The item to split on; -1 in a leaf. */
  readonly items: number[];
  /** The highest bin that goes left. */
  readonly bins: number[];
  readonly unratedLeft: boolean[];
  /** The right child; 0 in a leaf. */
  readonly rights: number[];
  /** The worth of a leaf; 0 in other nodes. */
  readonly values: number[];
}

export interface Slopes {
  readonly gradients: Float64Array;
  readonly curvatures: Float64Array;
}

const GRID = 2 ** 30;
const SMALLEST_GAIN = 1e-9;
/** Numbers per bin. */
const WIDTH = 3;

/** Rounded so that sums are exact. */
export function exactly(value: number): number {
  return Math.round(value * GRID) / GRID;
}

interface Split {
  readonly item: number;
  readonly bin: number;
  readonly unratedLeft: boolean;
}

interface Totals {
  readonly gradient: number;
  readonly curvature: number;
  readonly people: number;
}

/** A tree for the people of `training`, split on the columns of `bins`. */
export function growBoostedTree(
  binned: BinnedRows,
  training: Uint32Array,
  slopes: Slopes,
  bins: CandidateBins,
  options: TreeOptions,
): BoostedTree {
  const tree: BoostedTree = { items: [], bins: [], unratedLeft: [], rights: [], values: [] };
  const order = training.slice();
  const partition = partitioner(binned, order);
  const spare: Float64Array[] = [];
  const histogramOf = (from: number, to: number): Float64Array => {
    const histogram = spare.pop() ?? new Float64Array(WIDTH * bins.count);
    return addUp(histogram.fill(0), bins, order.subarray(from, to), slopes);
  };
  const canSplit = (from: number, to: number, level: number) =>
    level < options.depth && to - from >= 2 * options.minPeople;

  /** Appends the node of order[from .. to) and all below it; gives its histogram back. */
  const grow = (from: number, to: number, level: number, histogram: Float64Array | undefined): void => {
    const node = tree.items.length;
    const totals = totalsOf(order.subarray(from, to), slopes);
    const split = histogram && bestSplit(binned, bins, histogram, totals, options);
    tree.items.push(split?.item ?? -1);
    tree.bins.push(split?.bin ?? 0);
    tree.unratedLeft.push(split?.unratedLeft ?? false);
    tree.rights.push(0);
    tree.values.push(split ? 0 : -totals.gradient / (totals.curvature + options.leafRidge));
    if (split && histogram) {
      const middle = partition(from, to, split);
      const leftIsSmaller = middle - from <= to - middle;
      const [leftSplits, rightSplits] = [canSplit(from, middle, level + 1), canSplit(middle, to, level + 1)];
      let smaller: Float64Array | undefined;
      if (leftSplits || rightSplits) {
        smaller = leftIsSmaller ? histogramOf(from, middle) : histogramOf(middle, to);
        for (let i = 0; i < histogram.length; i++) histogram[i]! -= smaller[i]!;
      }
      const [left, right] = leftIsSmaller ? [smaller, histogram] : [histogram, smaller];
      grow(from, middle, level + 1, leftSplits ? left : undefined);
      tree.rights[node] = tree.items.length;
      grow(middle, to, level + 1, rightSplits ? right : undefined);
      if (smaller !== undefined) spare.push(smaller);
    }
  };
  grow(0, order.length, 0, canSplit(0, order.length, 0) ? histogramOf(0, order.length) : undefined);
  return tree;
}

function addUp(histogram: Float64Array, bins: CandidateBins, people: Uint32Array, slopes: Slopes): Float64Array {
  const { personStarts, personBins } = bins;
  for (let i = 0; i < people.length; i++) {
    const person = people[i]!;
    const gradient = slopes.gradients[person]!;
    const curvature = slopes.curvatures[person]!;
    const end = personStarts[person + 1]!;
    for (let entry = personStarts[person]!; entry < end; entry++) {
      const at = WIDTH * personBins[entry]!;
      histogram[at]! += gradient;
      histogram[at + 1]! += curvature;
      histogram[at + 2]! += 1;
    }
  }
  return histogram;
}

function totalsOf(people: Uint32Array, slopes: Slopes): Totals {
  let gradient = 0;
  let curvature = 0;
  for (const person of people) {
    gradient += slopes.gradients[person]!;
    curvature += slopes.curvatures[person]!;
  }
  return { gradient, curvature, people: people.length };
}

function bestSplit(
  binned: BinnedRows,
  { candidates, firsts }: CandidateBins,
  histogram: Float64Array,
  totals: Totals,
  options: TreeOptions,
): Split | undefined {
  const { minPeople, leafRidge } = options;
  const { gradient, curvature, people } = totals;
  const whole = gradient ** 2 / (curvature + leafRidge);
  let most = whole + SMALLEST_GAIN;
  let found: Split | undefined;
  for (let c = 0; c < candidates.length; c++) {
    const item = candidates[c]!;
    const first = firsts[c]!;
    const offset = binned.binStarts[item]! - first;
    const last = binned.binStarts[item + 1]! - 1 - offset;
    let seenGradient = 0;
    let seenCurvature = 0;
    let seen = 0;
    for (let at = WIDTH * first; at <= WIDTH * last; at += WIDTH) {
      seenGradient += histogram[at]!;
      seenCurvature += histogram[at + 1]!;
      seen += histogram[at + 2]!;
    }
    // One side of a split always consists of people who rated the item.
    if (seen < minPeople) continue;
    const unrated = people - seen;
    let g = 0;
    let h = 0;
    let count = 0;
    for (let bin = first; bin <= last; bin++) {
      g += histogram[WIDTH * bin]!;
      h += histogram[WIDTH * bin + 1]!;
      count += histogram[WIDTH * bin + 2]!;
      if (count >= minPeople && people - count >= minPeople) {
        const score = (g * g) / (h + leafRidge) + (gradient - g) ** 2 / (curvature - h + leafRidge);
        if (score > most) {
          most = score;
          // With nobody to learn it from, "not rated" goes where most people go.
          found = { item, bin: bin + offset, unratedLeft: unrated === 0 && count > people - count };
        }
      }
      if (unrated > 0 && seen - count >= minPeople && unrated + count >= minPeople) {
        const rightGradient = seenGradient - g;
        const rightCurvature = seenCurvature - h;
        const score =
          (gradient - rightGradient) ** 2 / (curvature - rightCurvature + leafRidge) +
          rightGradient ** 2 / (rightCurvature + leafRidge);
        if (score > most) {
          most = score;
          found = { item, bin: bin + offset, unratedLeft: true };
        }
      }
    }
  }
  return found;
}

/** Sorts order[from .. to) into left and right, each in the order it had; gives where right begins. */
function partitioner(binned: BinnedRows, order: Uint32Array) {
  const goesLeft = new Uint8Array(binned.people);
  const held = new Uint32Array(order.length);
  return (from: number, to: number, split: Split): number => {
    for (let i = from; i < to; i++) goesLeft[order[i]!] = split.unratedLeft ? 1 : 0;
    for (let at = binned.itemStarts[split.item]!; at < binned.itemStarts[split.item + 1]!; at++) {
      goesLeft[binned.itemPeople[at]!] = binned.itemBins[at]! <= split.bin ? 1 : 0;
    }
    let middle = from;
    let right = 0;
    for (let i = from; i < to; i++) {
      const person = order[i]!;
      if (goesLeft[person] === 1) order[middle++] = person;
      else held[right++] = person;
    }
    order.set(held.subarray(0, right), middle);
    return middle;
  };
}

/** Adds `rate` times the worth of everybody's leaf to scores[person]. */
export function addTree(tree: BoostedTree, binned: BinnedRows, rate: number, scores: Float64Array): void {
  const nodeOf = new Uint32Array(binned.people);
  for (let node = 0; node < tree.items.length; node++) {
    const item = tree.items[node]!;
    if (item < 0) continue;
    const left = node + 1;
    const right = tree.rights[node]!;
    const unrated = tree.unratedLeft[node] ? left : right;
    for (let person = 0; person < nodeOf.length; person++) if (nodeOf[person] === node) nodeOf[person] = unrated;
    for (let at = binned.itemStarts[item]!; at < binned.itemStarts[item + 1]!; at++) {
      const person = binned.itemPeople[at]!;
      // Nobody has been there before, so that these are the people of this node.
      if (nodeOf[person] === unrated) nodeOf[person] = binned.itemBins[at]! <= tree.bins[node]! ? left : right;
    }
  }
  for (let person = 0; person < nodeOf.length; person++) scores[person]! += rate * tree.values[nodeOf[person]!]!;
}
