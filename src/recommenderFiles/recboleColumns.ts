/**
 * Headers of RecBole's atomic files: `user_id:token`, `rating:float`. A table whose columns all have one of the four types
 * is such a file.
 */

const TYPED = /^(.+):(token|float|token_seq|float_seq)$/;

export function isAtomicHeader(line: string): boolean {
  const cells = line.trimEnd().split('\t');
  return cells.length > 1 && cells.every((cell) => TYPED.test(cell));
}

/** The typed column that is meant by a bare name; the name itself where there is none. */
export function atomicColumn(columns: readonly string[], name: string): string {
  return columns.find((column) => TYPED.exec(column)?.[1] === name) ?? name;
}

/** The first of the names that a column has. */
export function firstAtomic(columns: readonly string[], names: readonly string[]): string | undefined {
  return names.map((name) => atomicColumn(columns, name)).find((column) => columns.includes(column));
}
