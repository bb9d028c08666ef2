/** Rows of a rating matrix as what tasks and classifiers take. */
import type { SparseRows } from '../../inference/index.ts';
import type { CompressedRows } from '../../ratings/index.ts';

export function sparse(rows: CompressedRows, columns: number): SparseRows {
  return { rows: rows.starts.length - 1, columns, starts: rows.starts, indices: rows.indices, values: rows.values };
}

/** The rows of some people, in that order. */
export function pickRows({ starts, indices, values }: CompressedRows, people: Uint32Array): CompressedRows {
  const picked = new Uint32Array(people.length + 1);
  for (const [n, person] of people.entries()) picked[n + 1] = picked[n]! + starts[person + 1]! - starts[person]!;
  const rows = { starts: picked, indices: new Uint32Array(picked.at(-1)!), values: new Float32Array(picked.at(-1)!) };
  for (const [n, person] of people.entries()) {
    rows.indices.set(indices.subarray(starts[person]!, starts[person + 1]!), picked[n]!);
    rows.values.set(values.subarray(starts[person]!, starts[person + 1]!), picked[n]!);
  }
  return rows;
}
