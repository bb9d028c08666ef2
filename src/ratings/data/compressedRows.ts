/**
 * Compressed sparse rows, and their transposition. Row r holds the columns indices[starts[r] .. starts[r+1]-1] with the
 * values beside them: 8 bytes per rating, nothing else.
 */

export interface CompressedRows {
  /** One more than there are rows; the last one is the number of entries. */
  readonly starts: Uint32Array;
  /** Columns, ascending within a row. */
  readonly indices: Uint32Array;
  readonly values: Float32Array;
}

/** Turns counts per row, stored from position 1 on, into starts, in place. */
export function accumulateStarts(counts: Uint32Array): Uint32Array {
  for (let row = 1; row < counts.length; row++) counts[row]! += counts[row - 1]!;
  return counts;
}

/**
 * Swaps rows and columns by one counting sort, in O(entries + columns). Rows are read in order, so the indices of the
 * result ascend even where those of the input do not: transposing twice sorts every row.
 */
export function transpose(rows: CompressedRows, columns: number): CompressedRows {
  const { indices, values } = rows;
  const starts = new Uint32Array(columns + 1);
  for (let at = 0; at < indices.length; at++) starts[indices[at]! + 1]!++;
  accumulateStarts(starts);

  const next = starts.slice(0, columns);
  const rowOf = new Uint32Array(indices.length);
  const moved = new Float32Array(indices.length);
  for (let row = 0; row + 1 < rows.starts.length; row++) {
    const end = rows.starts[row + 1]!;
    for (let at = rows.starts[row]!; at < end; at++) {
      const to = next[indices[at]!]!++;
      rowOf[to] = row;
      moved[to] = values[at]!;
    }
  }
  return Object.freeze({ starts, indices: rowOf, values: moved });
}

/** Drops and renumbers: `rowTarget` and `columnTarget` give the new numbers, ascending, or -1 for what is dropped. */
export function compactRows(
  rows: CompressedRows,
  rowTarget: Int32Array,
  columnTarget: Int32Array,
  keptRows: number,
): CompressedRows {
  const starts = new Uint32Array(keptRows + 1);
  forEachKept(rows, rowTarget, columnTarget, (row) => {
    starts[row + 1]!++;
  });
  accumulateStarts(starts);

  const indices = new Uint32Array(starts[keptRows]!);
  const values = new Float32Array(starts[keptRows]!);
  let to = 0;
  forEachKept(rows, rowTarget, columnTarget, (_row, column, value) => {
    indices[to] = column;
    values[to++] = value;
  });
  return Object.freeze({ starts, indices, values });
}

function forEachKept(
  rows: CompressedRows,
  rowTarget: Int32Array,
  columnTarget: Int32Array,
  visit: (row: number, column: number, value: number) => void,
): void {
  for (let row = 0; row < rowTarget.length; row++) {
    if (rowTarget[row]! < 0) continue;
    const end = rows.starts[row + 1]!;
    for (let at = rows.starts[row]!; at < end; at++) {
      const column = columnTarget[rows.indices[at]!]!;
      if (column >= 0) visit(rowTarget[row]!, column, rows.values[at]!);
    }
  }
}
