/**
 * The bins of the columns that a tree may split on. Where these are few, they are numbered through by themselves: of a
 * fifth of the columns only a fifth has to be added up, cleared and subtracted. Where they are many, that is not worth it.
 */
import type { BinnedRows } from './ratingBins.ts';

export interface CandidateBins {
  /** Columns, ascending. */
  readonly candidates: Uint32Array;
  /** The first bin of each candidate; the others follow. */
  readonly firsts: Uint32Array;
  /** How many bins there are. */
  readonly count: number;
  /** The bins of person p are personBins[personStarts[p]] and following. */
  readonly personStarts: Uint32Array;
  readonly personBins: Uint32Array;
}

/** Copying costs about twice what adding up does. */
const FEW = 1 / 3;

/** Inner folds take their rounds in turn, from the same table: the last answer serves all of them. */
const latest = new WeakMap<BinnedRows, CandidateBins>();

export function candidateBins(binned: BinnedRows, candidates: Uint32Array): CandidateBins {
  const before = latest.get(binned);
  if (before && isEqual(before.candidates, candidates)) return before;
  let entries = 0;
  for (const column of candidates) entries += binned.itemStarts[column + 1]! - binned.itemStarts[column]!;
  const bins = entries <= FEW * binned.itemBins.length ? ownBins(binned, candidates) : allBins(binned, candidates);
  latest.set(binned, bins);
  return bins;
}

function isEqual(a: Uint32Array, b: Uint32Array): boolean {
  return a.length === b.length && a.every((column, c) => column === b[c]);
}

export function allBins(binned: BinnedRows, candidates: Uint32Array): CandidateBins {
  const { binStarts, limits, personStarts, personBins } = binned;
  return { candidates, firsts: candidates.map((c) => binStarts[c]!), count: limits.length, personStarts, personBins };
}

export function ownBins(binned: BinnedRows, candidates: Uint32Array): CandidateBins {
  const firsts = new Uint32Array(candidates.length);
  const personStarts = new Uint32Array(binned.people + 1);
  let count = 0;
  for (let c = 0; c < candidates.length; c++) {
    const column = candidates[c]!;
    firsts[c] = count;
    count += binned.binStarts[column + 1]! - binned.binStarts[column]!;
    for (let at = binned.itemStarts[column]!; at < binned.itemStarts[column + 1]!; at++) {
      personStarts[binned.itemPeople[at]! + 1]!++;
    }
  }
  for (let person = 0; person < binned.people; person++) personStarts[person + 1]! += personStarts[person]!;
  const filled = personStarts.slice();
  const personBins = new Uint32Array(personStarts[binned.people]!);
  for (let c = 0; c < candidates.length; c++) {
    const column = candidates[c]!;
    const first = binned.binStarts[column]!;
    for (let at = binned.itemStarts[column]!; at < binned.itemStarts[column + 1]!; at++) {
      personBins[filled[binned.itemPeople[at]!]!++] = firsts[c]! + binned.itemBins[at]! - first;
    }
  }
  return { candidates, firsts, count, personStarts, personBins };
}
