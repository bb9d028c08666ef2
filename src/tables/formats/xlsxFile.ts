/**
 * Workbooks of Excel (.xlsx): the values of one sheet. Numbers are texts as JavaScript writes them, days become 2024-05-31,
 * and formulas count by their last value. The first row with something in it names the columns.
 */
import { type UnzipFileInfo, unzipSync } from 'fflate';
import { UlteriorError } from '../../errors/index.ts';
import type { Understood } from '../cells/table.ts';
import { textNames } from '../columns/delimitedLayout.ts';
import { dateText, type ForeignOptions, type ForeignTable, requireUnpacked, unpacking } from './foreignTable.ts';

type Cells = readonly (string | undefined)[];

const SECONDS_OF_DAY = 86_400;
/** From 1899-12-30, where Excel begins to count days, to 1970; on old Macs it began four years later. */
const [EPOCH_DAYS, MAC_DAYS] = [25_569, 24_107];
/** The formats of days and times that have numbers of their own. */
const isDateNumber = (format: number) => (format >= 14 && format <= 22) || (format >= 45 && format <= 47);
/** Excel has no more columns. */
const MOST_COLUMNS = 16_384;

export function xlsxTable(file: string, bytes: Uint8Array, options: ForeignOptions): ForeignTable {
  const parts = unpack(file, bytes, (name) =>
    /^xl\/(workbook|sharedStrings|styles)\.xml$|^xl\/_rels\/workbook/.test(name),
  );
  const book = parts.get('xl/workbook.xml');
  if (book === undefined) throw foreign(file);
  const sheets = elements(book, 'sheet').map(({ attributes }) => ({
    name: plain(attributes.get('name') ?? ''),
    id: attributes.get('r:id') ?? [...attributes].find(([key]) => key.endsWith(':id'))?.[1],
  }));
  const sheet = options.sheet === undefined ? sheets[0] : sheets.find(({ name }) => name === options.sheet);
  const listed = sheets.map(({ name }) => `"${name}"`).join(', ');
  if (sheet === undefined) {
    throw new UlteriorError(
      'COLUMN_MISSING',
      `"${file}" has no sheet "${options.sheet}"; its sheets are ${listed}`,
      'name one of these sheets (sheet in a data file)',
      { file, sheets: sheets.map(({ name }) => name) },
    );
  }
  const links = elements(parts.get('xl/_rels/workbook.xml.rels') ?? '', 'Relationship');
  const target = links.find(({ attributes }) => attributes.get('Id') === sheet.id)?.attributes.get('Target') ?? '';
  const place = target.startsWith('/') ? target.slice(1) : `xl/${target}`;
  const contents = unpack(file, bytes, (name) => name === place).get(place);
  if (contents === undefined) throw malformed(file, `the sheet "${sheet.name}" is not in it`);
  const shared = elements(parts.get('xl/sharedStrings.xml') ?? '', 'si').map(({ inner }) => textIn(inner));
  const isDate = dateStyles(parts.get('xl/styles.xml') ?? '');
  const epoch = /<workbookPr[^>]*\bdate1904="(1|true)"/.test(book) ? MAC_DAYS : EPOCH_DAYS;
  const records: Cells[] = [];
  let errors = 0;
  for (const { inner } of elements(contents, 'row')) {
    const cells: (string | undefined)[] = [];
    for (const { attributes, inner: own } of elements(inner, 'c')) {
      const at = columnOf(attributes.get('r')) ?? cells.length;
      if (at >= MOST_COLUMNS) throw malformed(file, `it has a cell ${attributes.get('r')}`);
      const value = elements(own, 'v')[0]?.inner;
      const kind = attributes.get('t');
      if (kind === 'e') errors++;
      else if (kind === 's') cells[at] = shared[Number(value)];
      else if (kind === 'inlineStr') cells[at] = textIn(own);
      else if (value === undefined) cells[at] = undefined;
      else if (kind === 'b') cells[at] = value === '1' ? 'TRUE' : 'FALSE';
      else if (kind === 'str' || kind === 'd') cells[at] = plain(value);
      else if (isDate(Number(attributes.get('s') ?? 0))) cells[at] = dayText((Number(value) - epoch) * SECONDS_OF_DAY);
      else cells[at] = Number.isNaN(Number(value)) ? plain(value) : String(Number(value));
    }
    const row = Array.from(cells, (cell) => cell?.trim() || undefined);
    if (row.some((cell) => cell !== undefined)) records.push(row);
  }
  const width = records.reduce((most, row) => Math.max(most, row.length), 0);
  const wide = (row: Cells | undefined) => Array.from({ length: width }, (_, at) => row?.[at] ?? '');
  const { header, names } = textNames(wide(records[0]), records.slice(1, 50).map(wide), options);
  const told: Understood[] = [];
  if (sheets.length > 1) {
    told.push({
      file,
      found: `"${file}" has ${sheets.length} sheets: ${listed}`,
      done: `we read "${sheet.name}"`,
      advice: 'name another one in a data file (sheet)',
    });
  }
  if (errors > 0) {
    told.push({
      file,
      found: `"${file}" has ${errors === 1 ? '1 cell that holds an error' : `${errors} cells that hold errors`}, such as #N/A`,
      done: errors === 1 ? 'it counts as blank' : 'they count as blank',
      advice: 'look at the formulas there',
    });
  }
  return {
    names,
    told,
    *rows() {
      for (const row of header ? records.slice(1) : records) yield Array.from({ length: width }, (_, at) => row[at]);
    },
  };
}

/** Texts of the wanted parts. What they unpack to is bounded before anything is unpacked. */
function unpack(file: string, bytes: Uint8Array, wanted: (name: string) => boolean): ReadonlyMap<string, string> {
  let total = 0;
  const filter = ({ name, originalSize }: UnzipFileInfo) => {
    if (!wanted(name)) return false;
    total += originalSize;
    requireUnpacked(file, total);
    return true;
  };
  const parts = unpacking(file, () => unzipSync(bytes, { filter }));
  const decoder = new TextDecoder('utf-8');
  return new Map(Object.entries(parts).map(([name, part]) => [name, decoder.decode(part)]));
}

interface Element {
  readonly attributes: ReadonlyMap<string, string>;
  readonly inner: string;
}

/** Of one name, without regard to prefixes; none of these stands inside another of its name. */
function elements(xml: string, name: string): Element[] {
  const pattern = new RegExp(`<(?:\\w+:)?${name}((?:\\s[^<>]*?)?)(?:/>|>([\\s\\S]*?)</(?:\\w+:)?${name}>)`, 'g');
  return Array.from(xml.matchAll(pattern), ([, attributes = '', inner = '']) => ({
    attributes: new Map(
      Array.from(attributes.matchAll(/([\w:]+)\s*=\s*"([^"]*)"/g), ([, key, value]) => [key!, value!]),
    ),
    inner,
  }));
}

/** All runs of a text, without the phonetic ones beside them. */
function textIn(xml: string): string {
  const spoken = xml.replaceAll(/<(?:\w+:)?rPh\b[\s\S]*?<\/(?:\w+:)?rPh>/g, '');
  return elements(spoken, 't')
    .map(({ inner }) => plain(inner))
    .join('');
}

const NAMED = new Map([
  ['lt', '<'],
  ['gt', '>'],
  ['quot', '"'],
  ['apos', "'"],
  ['amp', '&'],
]);

function plain(xml: string): string {
  return xml
    .replaceAll(/&(?:#x([0-9a-f]+)|#(\d+)|(\w+));/gi, (whole, hex, decimal, name) => {
      if (name !== undefined) return NAMED.get(name) ?? whole;
      return String.fromCodePoint(Math.min(0x10ffff, hex === undefined ? Number(decimal) : Number.parseInt(hex, 16)));
    })
    .replaceAll(/_x([0-9A-F]{4})_/g, (_, code) => String.fromCharCode(Number.parseInt(code, 16)));
}

/** Which styles of cells are days or times: by a number, or by letters of a custom format. */
function dateStyles(styles: string): (style: number) => boolean {
  const own = new Map(
    elements(styles, 'numFmt').map(({ attributes }) => [
      Number(attributes.get('numFmtId')),
      plain(attributes.get('formatCode') ?? ''),
    ]),
  );
  const isDate = (format: number) => {
    const code = own.get(format)?.replaceAll(/"[^"]*"|\[[^\]]*\]|\\./g, '');
    return code === undefined ? isDateNumber(format) : /[ymdhs]/i.test(code);
  };
  const cells = elements(elements(styles, 'cellXfs')[0]?.inner ?? '', 'xf');
  const dates = cells.map(({ attributes }) => isDate(Number(attributes.get('numFmtId') ?? 0)));
  return (style) => dates[style] ?? false;
}

/** "C5" is in column 2. */
function columnOf(place: string | undefined): number | undefined {
  const letters = /^[A-Z]+/.exec(place ?? '')?.[0];
  return letters === undefined
    ? undefined
    : [...letters].reduce((sum, letter) => 26 * sum + letter.charCodeAt(0) - 64, 0) - 1;
}

/** A day without a time of day stands alone. */
function dayText(seconds: number): string {
  return dateText(Math.round(seconds)).replace('T00:00:00', '');
}

function foreign(file: string): UlteriorError {
  return new UlteriorError(
    'FILE_FOREIGN',
    `"${file}" is a document of Office, but no workbook`,
    'name a workbook (.xlsx), or a table in text or Parquet',
    { file },
  );
}

function malformed(file: string, what: string): UlteriorError {
  const advice = 'save it again in Excel, or export it as CSV';
  return new UlteriorError('FILE_MALFORMED', `"${file}" cannot be read as a workbook: ${what}`, advice, { file });
}
