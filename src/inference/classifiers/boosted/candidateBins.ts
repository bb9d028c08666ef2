/**
 * The bins of the columns that a tree may split on, numbered through: of a fifth of the columns a fifth has to be added up,
 * cleared and subtracted.
 */
import type { BinnedRows } from './ratingBins.ts';

export interface CandidateBins {
  /** Columns, ascending. */
  readonly candidates: Uint32Array;
  /** Candidate number c has the bins binStarts[c] .. binStarts[c + 1] - 1. */
  readonly binStarts: Uint32Array;
  /** The bins of person p are personBins[personStarts[p]] and following. */
  readonly personStarts: Uint32Array;
  readonly personBins: Uint32Array;
}

export function candidateBins(binned: BinnedRows, candidates: Uint32Array): CandidateBins {
  const binStarts = new Uint32Array(candidates.length + 1);
  const personStarts = new Uint32Array(binned.people + 1);
  for (let c = 0; c < candidates.length; c++) {
    const column = candidates[c]!;
    binStarts[c + 1] = binStarts[c]! + binned.binStarts[column + 1]! - binned.binStarts[column]!;
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
      personBins[filled[binned.itemPeople[at]!]!++] = binStarts[c]! + binned.itemBins[at]! - first;
    }
  }
  return { candidates, binStarts, personStarts, personBins };
}
