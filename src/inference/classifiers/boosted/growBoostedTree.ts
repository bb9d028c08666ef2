/**
 * One tree of gradient boosting: splits people, level by level, where the second-order gain
 *
 *   GL^2 / (HL + ridge) + GR^2 / (HR + ridge) - G^2 / (H + ridge)
 *
 * is largest, G and H being sums of gradients and curvatures of the loss on the left, on the right and together. A leaf
 * is worth -G / (H + ridge), the Newton step.
 *
 *   histogram  bins x (sum of gradients, sum of curvatures, people)
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
  /** The highest bin of the item that goes left. */
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
  // Times the inverse of a power of two is exactly what dividing by it is.
  return Math.round(value * GRID) * (1 / GRID);
}

interface Split {
  readonly item: number;
  readonly bin: number;
  readonly unratedLeft: boolean;
  /** Sums are exact, so that those of the right are what is left of the whole. */
  readonly left: Totals;
}

interface Totals {
  readonly gradient: number;
  readonly curvature: number;
}

/** A tree for some people, and where it sends everybody whom it was asked about. */
interface GrownTree {
  readonly tree: BoostedTree;
  /** Adds `rate` times the worth of their leaf to the scores of those of `training` and `others`. */
  addTo(scores: Float64Array, rate: number): void;
}

/** A tree for the people of `training`, split on the columns of `bins`. It learns nothing from `others`. */
export function growBoostedTree(
  binned: BinnedRows,
  training: Uint32Array,
  others: Uint32Array,
  slopes: Slopes,
  bins: CandidateBins,
  options: TreeOptions,
): GrownTree {
  const tree: BoostedTree = { items: [], bins: [], unratedLeft: [], rights: [], values: [] };
  const [order, otherOrder] = [training.slice(), others.slice()];
  const spareCodes = new Uint8Array(binned.people);
  const held = new Uint32Array(Math.max(order.length, otherOrder.length));
  const leaves: { readonly members: Uint32Array; readonly value: number }[] = [];
  const spare: Float64Array[] = [];
  const add = adder(bins, slopes, order.length);
  const histogramOf = (members: Uint32Array): Float64Array => {
    const histogram = spare.pop()?.fill(0) ?? new Float64Array(WIDTH * bins.count);
    add(histogram, members);
    return histogram;
  };
  const canSplit = (members: Uint32Array, level: number) =>
    level < options.depth && members.length >= 2 * options.minPeople;

  /** Appends the node of some people and all below it; overwrites its histogram. */
  const grow = (
    members: Uint32Array,
    otherMembers: Uint32Array,
    totals: Totals,
    level: number,
    histogram: Float64Array | undefined,
  ): void => {
    const node = tree.items.length;
    const split = histogram && bestSplit(binned, bins, histogram, totals, members.length, options);
    const value = split ? 0 : -totals.gradient / (totals.curvature + options.leafRidge);
    tree.items.push(split?.item ?? -1);
    tree.bins.push(split?.bin ?? 0);
    tree.unratedLeft.push(split?.unratedLeft ?? false);
    tree.rights.push(0);
    tree.values.push(value);
    if (split && histogram) {
      const goesLeft = leftOf(binned, split, [members, otherMembers], spareCodes);
      const [left, right] = parted(members, goesLeft, held);
      const [otherLeft, otherRight] = parted(otherMembers, goesLeft, held);
      const rest = {
        gradient: totals.gradient - split.left.gradient,
        curvature: totals.curvature - split.left.curvature,
      };
      const leftIsSmaller = left.length <= right.length;
      const [leftSplits, rightSplits] = [canSplit(left, level + 1), canSplit(right, level + 1)];
      let smaller: Float64Array | undefined;
      if (leftSplits || rightSplits) {
        smaller = histogramOf(leftIsSmaller ? left : right);
        for (let i = 0; i < histogram.length; i++) histogram[i]! -= smaller[i]!;
      }
      const [ofLeft, ofRight] = leftIsSmaller ? [smaller, histogram] : [histogram, smaller];
      grow(left, otherLeft, split.left, level + 1, leftSplits ? ofLeft : undefined);
      tree.rights[node] = tree.items.length;
      grow(right, otherRight, rest, level + 1, rightSplits ? ofRight : undefined);
      if (smaller) spare.push(smaller);
    } else {
      leaves.push({ members, value }, { members: otherMembers, value });
    }
  };
  grow(order, otherOrder, totalsOf(order, slopes), 0, canSplit(order, 0) ? histogramOf(order) : undefined);
  return {
    tree,
    addTo: (scores, rate) => {
      for (const { members, value } of leaves) {
        const step = rate * value;
        for (let i = 0; i < members.length; i++) scores[members[i]!]! += step;
      }
    },
  };
}

/** Adds the slopes of some of at most `most` people to a histogram. */
function adder({ full, personStarts, personBins }: CandidateBins, slopes: Slopes, most: number) {
  const own: Slopes = { gradients: new Float64Array(most), curvatures: new Float64Array(most) };
  const cells = new Float64Array(WIDTH * full.reduce((largest, { count }) => Math.max(largest, count), 0));
  return (histogram: Float64Array, people: Uint32Array): void => {
    for (let i = 0; i < people.length; i++) {
      own.gradients[i] = slopes.gradients[people[i]!]!;
      own.curvatures[i] = slopes.curvatures[people[i]!]!;
    }
    for (const group of full) {
      if (group.columns.length > 1 && people.length >= group.count) {
        const sums = cells.subarray(0, WIDTH * group.count).fill(0);
        addColumn(sums, 0, group.cells, people, own);
        spreadOut(sums, group, histogram);
      } else {
        for (const { first, bins } of group.columns) addColumn(histogram, first, bins, people, own);
      }
    }
    if (personBins.length > 0) addByPerson(histogram, people, personStarts, personBins, own);
  };
}

/** `slopes` are those of `people`, in their order. */
function addColumn(
  histogram: Float64Array,
  first: number,
  bins: Uint8Array,
  people: Uint32Array,
  { gradients, curvatures }: Slopes,
): void {
  for (let i = 0; i < people.length; i++) {
    const at = WIDTH * (first + bins[people[i]!]!);
    histogram[at]! += gradients[i]!;
    histogram[at + 1]! += curvatures[i]!;
    histogram[at + 2]! += 1;
  }
}

/** From the sums of each cell to those of the bins of each column. Leaves in `sums` those of the last column. */
function spreadOut(
  sums: Float64Array,
  { columns, count }: CandidateBins['full'][number],
  histogram: Float64Array,
): void {
  let cells = count;
  for (const { first, width } of columns) {
    cells /= width;
    // Each run of cells differs in this column alone; its total is the cell of the columns that are left.
    for (let cell = 0; cell < cells; cell++) {
      const [from, to] = [WIDTH * cell * width, WIDTH * cell];
      let [gradient, curvature, people] = [0, 0, 0];
      for (let at = 0; at < WIDTH * width; at += WIDTH) {
        const bin = WIDTH * first + at;
        histogram[bin]! += sums[from + at]!;
        histogram[bin + 1]! += sums[from + at + 1]!;
        histogram[bin + 2]! += sums[from + at + 2]!;
        gradient += sums[from + at]!;
        curvature += sums[from + at + 1]!;
        people += sums[from + at + 2]!;
      }
      sums[to] = gradient;
      sums[to + 1] = curvature;
      sums[to + 2] = people;
    }
  }
}

function addByPerson(
  histogram: Float64Array,
  people: Uint32Array,
  personStarts: Uint32Array,
  personBins: Uint32Array,
  { gradients, curvatures }: Slopes,
): void {
  for (let i = 0; i < people.length; i++) {
    const gradient = gradients[i]!;
    const curvature = curvatures[i]!;
    const end = personStarts[people[i]! + 1]!;
    for (let entry = personStarts[people[i]!]!; entry < end; entry++) {
      const at = WIDTH * personBins[entry]!;
      histogram[at]! += gradient;
      histogram[at + 1]! += curvature;
      histogram[at + 2]! += 1;
    }
  }
}

function totalsOf(people: Uint32Array, slopes: Slopes): Totals {
  let gradient = 0;
  let curvature = 0;
  for (let i = 0; i < people.length; i++) {
    gradient += slopes.gradients[people[i]!]!;
    curvature += slopes.curvatures[people[i]!]!;
  }
  return { gradient, curvature };
}

function bestSplit(
  { columns }: BinnedRows,
  { candidates, firsts }: CandidateBins,
  histogram: Float64Array,
  totals: Totals,
  people: number,
  options: TreeOptions,
): Split | undefined {
  const { minPeople, leafRidge } = options;
  const { gradient, curvature } = totals;
  const whole = gradient ** 2 / (curvature + leafRidge);
  let most = whole + SMALLEST_GAIN;
  let found: Split | undefined;
  for (let c = 0; c < candidates.length; c++) {
    const item = candidates[c]!;
    const first = firsts[c]!;
    const last = first + columns[item]!.limits.length - 1;
    let seenGradient = gradient;
    let seenCurvature = curvature;
    let seen = people;
    if (!columns[item]!.complete) {
      [seenGradient, seenCurvature, seen] = [0, 0, 0];
      for (let at = WIDTH * first; at <= WIDTH * last; at += WIDTH) {
        seenGradient += histogram[at]!;
        seenCurvature += histogram[at + 1]!;
        seen += histogram[at + 2]!;
      }
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
          found = {
            item,
            bin: bin - first,
            unratedLeft: unrated === 0 && count > people - count,
            left: { gradient: g, curvature: h },
          };
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
          const left = { gradient: gradient - rightGradient, curvature: curvature - rightCurvature };
          found = { item, bin: bin - first, unratedLeft: true, left };
        }
      }
    }
  }
  return found;
}

/** Who goes left at a split. */
interface Sides {
  /** By person. Of a full column the bins; of another, 1 for those who go left. */
  readonly codes: Uint8Array;
  /** By code. */
  readonly goesLeft: Uint8Array;
}

function leftOf(
  { columns }: BinnedRows,
  { item, bin, unratedLeft }: Split,
  groups: readonly Uint32Array[],
  spare: Uint8Array,
): Sides {
  const { full, people, bins, limits } = columns[item]!;
  const goesLeft = new Uint8Array(limits.length + 2);
  if (full) {
    goesLeft.fill(1, 0, bin + 1);
    goesLeft[limits.length] = unratedLeft ? 1 : 0;
    return { codes: bins, goesLeft };
  }
  goesLeft[1] = 1;
  for (const members of groups) for (let i = 0; i < members.length; i++) spare[members[i]!] = unratedLeft ? 1 : 0;
  for (let at = 0; at < people.length; at++) spare[people[at]!] = bins[at]! <= bin ? 1 : 0;
  return { codes: spare, goesLeft };
}

/** Sorts people into left and right, each in the order they had. */
function parted(members: Uint32Array, { codes, goesLeft }: Sides, held: Uint32Array): [Uint32Array, Uint32Array] {
  let middle = 0;
  let right = 0;
  for (let i = 0; i < members.length; i++) {
    const person = members[i]!;
    if (goesLeft[codes[person]!] === 1) members[middle++] = person;
    else held[right++] = person;
  }
  members.set(held.subarray(0, right), middle);
  return [members.subarray(0, middle), members.subarray(middle)];
}
