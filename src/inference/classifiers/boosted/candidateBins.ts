/**
 * Where the bins of the columns that a tree may split on stand in its histograms. Full columns are added up group by
 * group: the bins that a person has in two or three columns make one cell, so that one sum serves all of them.
 * The others are added up person by person: where they are few, they are numbered through by themselves, because of a
 * fifth of the columns only a fifth has to be added up, cleared and subtracted; where they are many, that is not worth it.
 */
import type { BinnedColumn, BinnedRows } from './ratingBins.ts';

export interface CandidateBins {
  /** Columns, ascending. */
  readonly candidates: Uint32Array;
  /** The first bin of each candidate; the others follow. */
  readonly firsts: Uint32Array;
  /** How many bins there are. */
  readonly count: number;
  readonly full: readonly ColumnGroup[];
  /** Of columns that are not full, the bins of person p are personBins[personStarts[p]] and following. */
  readonly personStarts: Uint32Array;
  readonly personBins: Uint32Array;
}

/** Some full columns. */
interface ColumnGroup {
  readonly columns: readonly FullColumn[];
  /** Everybody's cell: the bin in the first column, plus its width times that in the second, and so on. */
  readonly cells: Uint8Array;
  readonly count: number;
}

/** Its bins in the histogram, and one more behind them where somebody has no rating. */
interface FullColumn {
  readonly first: number;
  readonly width: number;
  /** Of everybody, counted from the first. */
  readonly bins: Uint8Array;
}

interface PeopleBins {
  /** By column: the first bin of those that are not full. */
  readonly firsts: ReadonlyMap<number, number>;
  readonly count: number;
  readonly personStarts: Uint32Array;
  readonly personBins: Uint32Array;
}

/** Copying costs about twice what adding up does. */
const FEW = 1 / 3;
const MOST_CELLS = 256;

/** Inner folds take their rounds in turn, from the same table: the last answer serves all of them. */
const latest = new WeakMap<BinnedRows, CandidateBins>();
const ofAll = new WeakMap<BinnedRows, PeopleBins>();

export function candidateBins(binned: BinnedRows, candidates: Uint32Array): CandidateBins {
  const before = latest.get(binned);
  if (before && isEqual(before.candidates, candidates)) return before;
  const entriesOf = (columns: Iterable<number>) => {
    let entries = 0;
    for (const column of columns) entries += binned.columns[column]!.people.length;
    return entries;
  };
  const few = entriesOf(candidates) <= FEW * entriesOf(binned.columns.keys());
  const bins = few ? ownBins(binned, candidates) : allBins(binned, candidates);
  latest.set(binned, bins);
  return bins;
}

function isEqual(a: Uint32Array, b: Uint32Array): boolean {
  return a.length === b.length && a.every((column, c) => column === b[c]);
}

export function allBins(binned: BinnedRows, candidates: Uint32Array): CandidateBins {
  const all = ofAll.get(binned) ?? peopleBins(binned, binned.columns.keys());
  ofAll.set(binned, all);
  return withFullColumns(binned, candidates, all);
}

export function ownBins(binned: BinnedRows, candidates: Uint32Array): CandidateBins {
  return withFullColumns(binned, candidates, peopleBins(binned, candidates));
}

function withFullColumns({ columns }: BinnedRows, candidates: Uint32Array, some: PeopleBins): CandidateBins {
  const full: FullColumn[] = [];
  let count = some.count;
  const firsts = candidates.map((candidate) => {
    const { bins, full: isFull, limits, complete } = columns[candidate]!;
    if (!isFull) return some.firsts.get(candidate)!;
    const width = limits.length + (complete ? 0 : 1);
    const first = count;
    count += width;
    full.push({ first, width, bins });
    return first;
  });
  const { personStarts, personBins } = some;
  return { candidates, firsts, count, full: grouped(full), personStarts, personBins };
}

/** Neighbours together, as long as their cells can be counted in a byte. */
function grouped(columns: readonly FullColumn[]): ColumnGroup[] {
  const groups: ColumnGroup[] = [];
  for (let at = 0; at < columns.length; ) {
    const from = at;
    let count = columns[at++]!.width;
    while (at < columns.length && count * columns[at]!.width <= MOST_CELLS) count *= columns[at++]!.width;
    const own = columns.slice(from, at);
    groups.push({ columns: own, cells: cellsOf(own), count });
  }
  return groups;
}

function cellsOf([first, ...others]: readonly FullColumn[]): Uint8Array {
  if (others.length === 0) return first!.bins;
  const cells = first!.bins.slice();
  let step = first!.width;
  for (const { bins, width } of others) {
    for (let person = 0; person < cells.length; person++) cells[person]! += step * bins[person]!;
    step *= width;
  }
  return cells;
}

function peopleBins({ people, columns }: BinnedRows, some: Iterable<number>): PeopleBins {
  const kept: BinnedColumn[] = [];
  const firsts = new Map<number, number>();
  let count = 0;
  for (const number of some) {
    const column = columns[number]!;
    if (column.full) continue;
    kept.push(column);
    firsts.set(number, count);
    count += column.limits.length;
  }
  const personStarts = new Uint32Array(people + 1);
  for (const { people: own } of kept) for (let at = 0; at < own.length; at++) personStarts[own[at]! + 1]!++;
  for (let person = 0; person < people; person++) personStarts[person + 1]! += personStarts[person]!;
  const filled = personStarts.slice();
  const personBins = new Uint32Array(personStarts[people]!);
  let first = 0;
  for (const { people: own, bins, limits } of kept) {
    for (let at = 0; at < own.length; at++) personBins[filled[own[at]!]!++] = first + bins[at]!;
    first += limits.length;
  }
  return { firsts, count, personStarts, personBins };
}
