/** Work on many people, cut into parts by their number alone, and put together again. */
import type { SparseRows } from '../../inference/index.ts';

/** Small enough to show progress, large enough that a model is not decoded for a handful of people. */
const PEOPLE_PER_TASK = 256;

/** Positions 0 .. count - 1 in parts. */
export function parts(count: number): Uint32Array[] {
  return Array.from({ length: Math.ceil(count / PEOPLE_PER_TASK) }, (_, n) => {
    const from = n * PEOPLE_PER_TASK;
    return Uint32Array.from({ length: Math.min(PEOPLE_PER_TASK, count - from) }, (_, at) => from + at);
  });
}

/** Rows one below the other; there is at least one part. */
export function joinedRows(list: readonly SparseRows[]): SparseRows {
  const rows = list.reduce((sum, part) => sum + part.rows, 0);
  const entries = list.reduce((sum, part) => sum + part.indices.length, 0);
  const all = {
    starts: new Uint32Array(rows + 1),
    indices: new Uint32Array(entries),
    values: new Float32Array(entries),
  };
  let [row, entry] = [0, 0];
  for (const part of list) {
    all.indices.set(part.indices, entry);
    all.values.set(part.values, entry);
    for (let n = 0; n < part.rows; n++) all.starts[++row] = entry + part.starts[n + 1]!;
    entry += part.indices.length;
  }
  return { rows, columns: list[0]!.columns, ...all };
}
