/**
 * Sums of gradients and curvatures, and people, by bin; only ratings that exist are added up. Only candidates are split on,
 * often a fifth of the items, and only their bins mean something: people are added up one by one or candidate by
 * candidate, whichever has fewer entries to read. Sums are exact, so that both are the same.
 *
 * Histograms are kept from tree to tree: making them anew would cost more than filling them.
 */
import type { BinnedRows } from './ratingBins.ts';

/** Of everybody; multiples of 2^-30 (`exactly`). */
export interface Slopes {
  readonly gradients: Float64Array;
  readonly curvatures: Float64Array;
}

/** Numbers per bin. */
export const WIDTH = 3;

export type Histograms = ReturnType<typeof histogramsOf>;

export function histogramsOf(binned: BinnedRows) {
  const { binStarts, itemStarts, itemPeople, itemBins, personStarts, personBins } = binned;
  const spare: Float64Array[] = [];
  /** Of the people who are added up; 0 for all others. */
  const own = new Float64Array(WIDTH * binned.people);

  function addPeople(histogram: Float64Array, people: Uint32Array, slopes: Slopes): void {
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
  }

  function addCandidates(histogram: Float64Array, people: Uint32Array, slopes: Slopes, candidates: Uint32Array): void {
    for (let i = 0; i < people.length; i++) {
      const person = people[i]!;
      own[WIDTH * person] = slopes.gradients[person]!;
      own[WIDTH * person + 1] = slopes.curvatures[person]!;
      own[WIDTH * person + 2] = 1;
    }
    for (let c = 0; c < candidates.length; c++) {
      const end = itemStarts[candidates[c]! + 1]!;
      for (let entry = itemStarts[candidates[c]!]!; entry < end; entry++) {
        const at = WIDTH * itemBins[entry]!;
        const from = WIDTH * itemPeople[entry]!;
        histogram[at]! += own[from]!;
        histogram[at + 1]! += own[from + 1]!;
        histogram[at + 2]! += own[from + 2]!;
      }
    }
    own.fill(0);
  }

  function entriesOf(people: Uint32Array): number {
    let sum = 0;
    for (let i = 0; i < people.length; i++) sum += personStarts[people[i]! + 1]! - personStarts[people[i]!]!;
    return sum;
  }

  return {
    addedUp(people: Uint32Array, slopes: Slopes, candidates: Uint32Array): Float64Array {
      const histogram = spare.pop() ?? new Float64Array(WIDTH * binned.limits.length);
      for (const item of candidates) histogram.fill(0, WIDTH * binStarts[item]!, WIDTH * binStarts[item + 1]!);
      const entries = candidates.reduce((sum, item) => sum + itemStarts[item + 1]! - itemStarts[item]!, 0);
      if (entries < entriesOf(people)) addCandidates(histogram, people, slopes, candidates);
      else addPeople(histogram, people, slopes);
      return histogram;
    },
    subtract(from: Float64Array, what: Float64Array, candidates: Uint32Array): void {
      for (let c = 0; c < candidates.length; c++) {
        const end = WIDTH * binStarts[candidates[c]! + 1]!;
        for (let at = WIDTH * binStarts[candidates[c]!]!; at < end; at++) from[at]! -= what[at]!;
      }
    },
    free(histogram: Float64Array): void {
      spare.push(histogram);
    },
  };
}
