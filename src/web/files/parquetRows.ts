/** Rows of a Parquet file, row group by row group; only the wanted columns are unpacked. */
import { type AsyncBuffer, parquetMetadataAsync, parquetRead, parquetSchema } from 'hyparquet';
import { compressors } from 'hyparquet-compressors';
import { UlteriorError } from '../../errors/index.ts';
import { columnNested } from '../../tables/index.ts';
import { type FileBounds, requireRows, requireUnpackedSize } from './fileBounds.ts';
import type { NamedBlob } from './namedBlob.ts';
import { malformed } from './recordCutter.ts';
import type { RowSource } from './rowSource.ts';

type Metadata = Awaited<ReturnType<typeof parquetMetadataAsync>>;
type Values = ArrayLike<unknown>;

export async function parquetRows(file: NamedBlob, bounds: FileBounds): Promise<RowSource> {
  const { name } = file;
  const buffer: AsyncBuffer = {
    byteLength: file.size,
    slice: (start, end) => file.slice(start, end).arrayBuffer(),
  };
  const metadata = await wholeMetadata(name, buffer);
  const { children } = parquetSchema(metadata);
  const columns = children.map(({ element }) => element);
  requireRows(name, Number(metadata.num_rows), bounds);
  return {
    name,
    names: columns.map((column) => column.name),
    lineOf: () => undefined,
    visit: async (wanted, visitor) => {
      for (const column of wanted) requireFlat(name, children.find(({ element }) => element.name === column)!);
      requireUnpackedSize(name, unpackedSize(metadata, wanted), bounds);
      const spell = wanted.map((column) => spellingOf(columns.find((one) => one.name === column)?.type));
      let row = 0;
      for (const group of metadata.row_groups) {
        const rows = Number(group.num_rows);
        const chunks = await reading(name, () => readGroup(buffer, metadata, wanted, row, rows));
        for (let n = 0; n < rows; n++, row++) {
          const cells = chunks.map((chunk, at) => spell[at]!(chunk[n]) || undefined);
          if (visitor(cells, row)) return;
        }
      }
    },
  };
}

async function wholeMetadata(name: string, buffer: AsyncBuffer): Promise<Metadata> {
  try {
    return await parquetMetadataAsync(buffer);
  } catch {
    throw new UlteriorError(
      'FILE_TRUNCATED',
      `"${name}" is no whole Parquet file: its end, which lists the columns, is missing or damaged`,
      'copy or download the file again',
      { file: name },
    );
  }
}

/** A column with parts of its own holds lists or records. */
function requireFlat(name: string, { element, children }: ReturnType<typeof parquetSchema>): void {
  if (children.length === 0 && element.repetition_type !== 'REPEATED') return;
  const type =
    element.converted_type ?? element.logical_type?.type ?? `of ${children.map((part) => part.element.name)}`;
  const isList = type === 'LIST' || element.repetition_type === 'REPEATED';
  throw columnNested(name, element.name, isList ? 'lists' : 'records', type);
}

/** The values of some rows, a list for each wanted column. */
async function readGroup(
  file: AsyncBuffer,
  metadata: Metadata,
  wanted: readonly string[],
  from: number,
  rows: number,
): Promise<readonly Values[]> {
  const columns = [...new Set(wanted)];
  const values = new Map(columns.map((column) => [column, new Array<unknown>(rows)]));
  await parquetRead({
    file,
    metadata,
    columns,
    rowStart: from,
    rowEnd: from + rows,
    compressors,
    onChunk: ({ columnName, columnData, rowStart }) => {
      const target = values.get(columnName)!;
      for (let n = 0; n < columnData.length; n++) target[rowStart - from + n] = columnData[n];
    },
  });
  return wanted.map((column) => values.get(column)!);
}

function unpackedSize({ row_groups: groups }: Metadata, wanted: readonly string[]): number {
  let bytes = 0;
  for (const { columns } of groups) {
    for (const { meta_data: column } of columns) {
      if (column && wanted.includes(column.path_in_schema[0]!)) bytes += Number(column.total_uncompressed_size);
    }
  }
  return bytes;
}

/** Values as text, in the spelling of the command line's reader: ids must be the same. */
function spellingOf(type: string | undefined): (value: unknown) => string | undefined {
  return (value) => {
    if (value === null || value === undefined) return undefined;
    if (typeof value === 'number' && (type === 'DOUBLE' || type === 'FLOAT')) {
      const text = type === 'FLOAT' ? shortest(value) : String(value);
      return /^-?\d+$/.test(text) ? `${text}.0` : text;
    }
    if (value instanceof Date) {
      const text = value.toISOString();
      return text.endsWith('T00:00:00.000Z') ? text.slice(0, 10) : text.slice(0, 19).replace('T', ' ');
    }
    return typeof value === 'object' ? JSON.stringify(value) : String(value);
  };
}

/** The fewest digits that give the same number in single precision. */
function shortest(value: number): string {
  for (let digits = 1; digits < 9; digits++) {
    const short = Number(value.toPrecision(digits));
    if (Math.fround(short) === value) return String(short);
  }
  return String(value);
}

async function reading<Result>(name: string, action: () => Promise<Result>): Promise<Result> {
  try {
    return await action();
  } catch (cause) {
    if (cause instanceof UlteriorError) throw cause;
    throw malformed(name, undefined, cause instanceof Error ? cause.message : String(cause));
  }
}
