/**
 * A table whose columns are parted by runs of spaces, as SQL: matrices are often written in columns of equal width. The
 * database reads whole lines, which are cut into words here; a word in quotes may hold spaces.
 *
 * A line with another number of words is refused in the words of the database, so that `translateFailure` reads both.
 */

interface SpacedShape {
  /** SQL that reads each line of the file as the one column `line`. */
  readonly lines: string;
  readonly header: boolean;
  readonly columns: number;
}

/** The columns are c0, c1, and so on. */
export function spacedRelation({ lines, header, columns }: SpacedShape): string {
  const words = `select row_number() over () as place, regexp_extract_all(line, '"(?:[^"]|"")*"|[^ \\r]+') as words from ${lines}`;
  const records = `select place, words, row_number() over () as record from (${words}) where len(words) > 0`;
  const found = `error('line: ' || place || ' Expected Number of Columns: ${columns} Found: ' || len(words))`;
  const checked = `select case when len(words) = ${columns} then words else ${found} end as words from (${records}) where record > ${header ? 1 : 0}`;
  const cells = Array.from({ length: columns }, (_, n) => {
    const word = `words[${n + 1}]`;
    return `case when ${word}[1] = '"' then replace(${word}[2:-2], '""', '"') else ${word} end as c${n}`;
  });
  return `(select ${cells.join(', ')} from (${checked}))`;
}
