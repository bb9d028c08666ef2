/** Opens a file of any format: sees what it is from its contents and its name. */
import { outOfRange, UlteriorError } from '../../errors/index.ts';
import {
  type Encoding,
  type EncodingGuess,
  encodingGuessed,
  encodings,
  guessEncoding,
  type LayoutOptions,
  requireTable,
  type Table,
  type TextLayout,
  type Understood,
  utf16Of,
} from '../../tables/index.ts';
import { delimitedRows } from './delimitedRows.ts';
import { type FileBounds, fileBounds, requireSize } from './fileBounds.ts';
import { foreignRows } from './foreignRows.ts';
import { jsonRows } from './jsonRows.ts';
import type { NamedBlob } from './namedBlob.ts';
import { parquetRows } from './parquetRows.ts';
import type { RowSource } from './rowSource.ts';
import { textBlocks } from './textBlocks.ts';
import { unpackedBlocks } from './unpack.ts';

export type TableFormat = 'delimited' | 'jsonl' | 'parquet' | 'foreign';

export interface ReadOptions extends LayoutOptions {
  /** Where it is not given: Parquet and delimited text are seen from the contents, JSON lines from the name. */
  readonly format?: TableFormat | undefined;
  readonly encoding?: Encoding | undefined;
  /** Of a workbook; the first one where it is not given. */
  readonly sheet?: string | undefined;
}

export interface OpenedRows extends RowSource {
  readonly format: TableFormat;
  /** Of delimited text. */
  readonly layout?: TextLayout | undefined;
  /** What nobody said, and the file showed. */
  readonly understood?: readonly Understood[] | undefined;
  /** Of a file that tells what was asked, and what codes mean. */
  readonly titles?: Table['titles'];
  readonly labels?: Table['labels'];
}

export async function openRows(
  file: NamedBlob,
  options: ReadOptions = {},
  bounds: FileBounds = fileBounds,
): Promise<OpenedRows> {
  const { name } = file;
  const { encoding: given, delimiter } = options;
  if (given !== undefined && !encodings.includes(given))
    throw outOfRange('encoding', given, `one of ${encodings.join(', ')}`);
  if (delimiter !== undefined && !/^[^"\r\n]{0,4}$/.test(delimiter)) {
    throw outOfRange('delimiter', JSON.stringify(delimiter), 'one to four signs, for example "," or "::"');
  }
  requireSize(name, file.size, bounds);
  if (file.size === 0) throw fileEmpty(name);
  const foreign = options.format === undefined ? await foreignRows(file, options, bounds) : undefined;
  if (foreign !== undefined) return { ...foreign, format: 'foreign' };
  const format = options.format ?? (await formatOf(file));
  if (format === 'parquet') return { ...(await parquetRows(file, bounds)), format };
  const guess = given === undefined ? await encodingOf(file, bounds) : undefined;
  const understood = guess && [encodingGuessed(name, guess)];
  // JSON is in UTF-8, or in what nobody names.
  const encoding = guess?.encoding ?? (format === 'jsonl' && given === 'latin-1' ? 'utf-8' : (given ?? 'utf-8'));
  const head = await firstBlock(file, encoding, bounds);
  if (format === 'jsonl') return { ...jsonRows(file, head, encoding, bounds), format, understood };
  return { ...delimitedRows(file, head, encoding, options, bounds), format, understood };
}

/** Text in UTF-16 shows that it is, and what is no text is refused for what it is: both where the file is read. */
async function encodingOf(file: NamedBlob, bounds: FileBounds): Promise<EncodingGuess | undefined> {
  for await (const head of unpackedBlocks(file, bounds)) {
    requireTable(file.name, head);
    if (utf16Of(head) !== undefined) return undefined;
    break;
  }
  return guessEncoding(file.name, () => unpackedBlocks(file, bounds));
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
