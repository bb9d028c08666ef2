/**
 * Vectors of users or items that somebody else's recommender learned: one row of numbers per id. Built once, checked
 * once: a row too short, a NaN or a repeated id would not stop an audit, it would only make its attacker weaker.
 */

import { UlteriorError } from '../../errors/index.ts';
import type { Reals } from '../../maths/index.ts';

/** Vectors of users or items, one row of numbers per id. */
export interface Vectors {
  /** Distinct, in the order of the rows. */
  readonly ids: readonly string[];
  readonly dimension: number;
  /** Row n belongs to `ids[n]` (ids x dimension). */
  readonly values: Reals;
}

/** Vectors before they are checked. */
interface VectorRows extends Vectors {
  /** As messages name it. */
  readonly file: string;
}

/** Checks vectors: one row per id, ids that differ, finite numbers. */
export function createVectors({ file, ids, dimension, values }: VectorRows): Vectors {
  if (ids.length === 0 || dimension === 0) {
    throw new UlteriorError('FILE_EMPTY', `"${file}" has no vectors`, 'check that it is the right file', { file });
  }
  if (values.length !== ids.length * dimension) {
    throw new UlteriorError(
      'ROWS_NOT_MATCHED',
      `"${file}" has ${values.length / dimension} vectors of length ${dimension}, but there are ${ids.length} ids`,
      'give one id for each vector, in the same order',
      { file, vectors: values.length / dimension, ids: ids.length },
    );
  }
  refuseRepeated(file, ids);
  const wrong = values.findIndex((value) => !Number.isFinite(value));
  if (wrong >= 0) {
    const id = ids[Math.floor(wrong / dimension)]!;
    throw new UlteriorError(
      'VECTOR_NOT_FINITE',
      `the vector of "${id}" in "${file}" has no finite number at position ${wrong % dimension} (counted from 0)`,
      'fill in or leave out the vector: NaN, Infinity, texts and empty cells are no numbers',
      { file, id, position: wrong % dimension },
    );
  }
  return Object.freeze({ ids: Object.freeze([...ids]), dimension, values });
}

function refuseRepeated(file: string, ids: readonly string[]): void {
  const seen = new Map<string, number>();
  for (const [row, id] of ids.entries()) {
    const earlier = seen.get(id);
    if (earlier !== undefined) {
      throw new UlteriorError(
        'VOCABULARY_INVALID',
        `"${file}" has two vectors for "${id}": row ${earlier + 1} and row ${row + 1}`,
        'keep one vector for each id',
        { file, id, rows: [earlier + 1, row + 1] },
      );
    }
    seen.set(id, row);
  }
}
