/** Opens a file of any format: sees what it is from its contents and its name. */
import { outOfRange, UlteriorError } from '../../errors/index.ts';
import type { LayoutOptions, TextLayout } from '../../tables/index.ts';
import { delimitedRows } from './delimitedRows.ts';
import { type FileBounds, fileBounds, requireSize } from './fileBounds.ts';
import { jsonRows } from './jsonRows.ts';
import type { NamedBlob } from './namedBlob.ts';
import { parquetRows } from './parquetRows.ts';
import type { RowSource } from './rowSource.ts';
import { type Encoding, textBlocks } from './textBlocks.ts';

export type TableFormat = 'delimited' | 'jsonl' | 'parquet';

export interface ReadOptions extends LayoutOptions {
  /** Where it is not given: Parquet and delimited text are seen from the contents, JSON lines from the name. */
  readonly format?: TableFormat | undefined;
  readonly encoding?: Encoding | undefined;
}

export interface OpenedRows extends RowSource {
  readonly format: TableFormat;
  /** Of delimited text. */
  readonly layout?: TextLayout | undefined;
}

export async function openRows(
  file: NamedBlob,
  options: ReadOptions = {},
  bounds: FileBounds = fileBounds,
): Promise<OpenedRows> {
  const { name } = file;
  const { encoding = 'utf-8', delimiter } = options;
  if (encoding !== 'utf-8' && encoding !== 'latin-1') throw outOfRange('encoding', encoding, 'utf-8 or latin-1');
  if (delimiter !== undefined && !/^[^"\r\n]{0,4}$/.test(delimiter)) {
    throw outOfRange('delimiter', JSON.stringify(delimiter), 'one to four signs, for example "," or "::"');
  }
  requireSize(name, file.size, bounds);
  if (file.size === 0) throw fileEmpty(name);
  const format = options.format ?? (await formatOf(file));
  if (format === 'parquet') return { ...(await parquetRows(file, bounds)), format };
  const head = await firstBlock(file, format === 'jsonl' ? 'utf-8' : encoding, bounds);
  if (format === 'jsonl') return { ...jsonRows(file, head, bounds), format };
  return { ...delimitedRows(file, head, encoding, options, bounds), format };
}

async function formatOf(file: NamedBlob): Promise<TableFormat> {
  const magic = String.fromCharCode(...new Uint8Array(await file.slice(0, 4).arrayBuffer()));
  if (magic === 'PAR1') return 'parquet';
  return /\.(jsonl?|ndjson)(\.gz)?$/i.test(file.name) ? 'jsonl' : 'delimited';
}

async function firstBlock(file: NamedBlob, encoding: Encoding, bounds: FileBounds): Promise<string> {
  for await (const text of textBlocks(file, encoding, bounds)) if (text.trim() !== '') return text;
  throw fileEmpty(file.name);
}

export function fileEmpty(name: string): UlteriorError {
  return new UlteriorError(
    'FILE_EMPTY',
    `"${name}" has no rows`,
    'check that it is the right file and that it was copied completely',
    { file: name },
  );
}
