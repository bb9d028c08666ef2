/** Erasing from vectors, for audits of recommenders (`afterDefence`). */
import type { ErasureBefore } from '../../audit/index.ts';
import { erased, eraserNamed, type VectorTable } from './eraser.ts';

export function erasureBefore(name: string): ErasureBefore {
  const { label, learn } = eraserNamed(name);
  return {
    name,
    label,
    erase: (vectors, { types, typeCount }, learned) => {
      const groupOf = Array.from(learned, (row) => types[row]!);
      const { values, ...table } = erased(vectors, learn(rowsOf(vectors, learned), groupOf, typeCount), types);
      return { ...table, values: Float64Array.from(values) };
    },
  };
}

function rowsOf({ width, values }: VectorTable, rows: ArrayLike<number>): VectorTable {
  const picked = Float64Array.from({ length: rows.length * width }, (_, at) => {
    return values[rows[Math.floor(at / width)]! * width + (at % width)]!;
  });
  return { people: rows.length, width, values: picked };
}

/** Whether the name is that of a map of vectors, and not of a way to change ratings. */
export const erases = (name: string) => name.startsWith('erase:');
