/** The data file of what the form says: the same bytes that `ulterior describe` writes for the same words. */
import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex } from '@noble/hashes/utils.js';
import {
  chooseItemColumns,
  columnRange,
  type DataFile,
  dataFileNameOf,
  findColumn,
  formatDataFile,
  itemColumnsFrom,
  type TableMark,
} from '../../../tables/index.ts';
import type { NamedBlob } from '../../files/index.ts';
import { attributeText, inferredColumn } from './attributeChoice.ts';
import type { AuditState } from './auditState.ts';
import { itemColumnsOf, missingWords } from './dataSource.ts';

/** Once nothing is missing (`missingOf`). Names alone: where the files lie, no page can know. */
export async function dataFileFrom(state: AuditState): Promise<{ readonly name: string; readonly text: string }> {
  const { file } = state.files.ratings!.chosen;
  const { people, titles } = state.shape === 'long' ? state.files : {};
  const tables: Record<string, TableMark> = {};
  for (const { chosen } of [state.files.ratings!, people, titles].flatMap((one) => one ?? [])) {
    tables[chosen.file.name] = await markOf(chosen.file);
  }
  return { name: dataFileNameOf(file.name), text: formatDataFile({ ...readingOf(state), tables }) };
}

function readingOf(state: AuditState): DataFile {
  const { shape, columns, duplicates, settled, described } = state;
  const { file, encoding, delimiter, header, sheet } = state.files.ratings!.chosen;
  const { people, titles } = shape === 'long' ? state.files : {};
  const missing = missingWords(state.missing);
  const named = (key: string) => columns[key] || undefined;
  const understood = (state.opened?.summary.understood ?? []).filter((one) => one.file === file.name);
  return {
    data: file.name,
    ...Object.assign({}, ...understood.map(({ settings }) => settings)),
    attribute: keptAttributes(attributeText(state.attribute, state.values), described?.attribute),
    itemColumns: shape === 'wide' ? itemColumnsText(state) : undefined,
    userColumn: named('ratings.user'),
    itemColumn: shape === 'long' ? named('ratings.item') : undefined,
    ratingColumn: shape === 'long' ? named('ratings.rating') : undefined,
    groupColumn: settled.groupColumn,
    missing: missing.length === 0 ? undefined : missing,
    accept: settled.accept.length === 0 ? undefined : settled.accept,
    dropItems: settled.dropItems.length === 0 ? undefined : settled.dropItems,
    ...given({ answers: settled.answers, lenientNumbers: settled.lenientNumbers, encoding }),
    // What nobody chose is not written: it is what is done anyway.
    minUser: state.minPerUser === 1 ? undefined : state.minPerUser,
    minItem: state.minPerItem === 1 ? undefined : state.minPerItem,
    duplicates: duplicates === 'error' ? undefined : duplicates,
    delimiter,
    header,
    sheet,
    usersTable: people?.chosen.file.name,
    usersIdColumn: people && named('people.user'),
    usersDelimiter: people?.chosen.delimiter,
    usersHeader: people?.chosen.header,
    itemsTable: titles?.chosen.file.name,
    itemsIdColumn: titles && named('titles.item'),
    itemsTitleColumn: titles && named('titles.title'),
    itemsDelimiter: titles?.chosen.delimiter,
    itemsHeader: titles?.chosen.header,
  };
}

/** In the place of what was understood only where somebody said so. */
const given = (said: DataFile): DataFile =>
  Object.fromEntries(Object.entries(said).filter(([, value]) => value !== undefined));

/** A data file that was given may describe more attributes than the one that is inferred here. */
function keptAttributes(text: string, described: DataFile['attribute']): DataFile['attribute'] {
  return [described ?? []].flat()[0] === text ? described : text;
}

/** As the data file that was given says it, as long as it means the same columns. */
function itemColumnsText(state: AuditState): string {
  const names = state.files.ratings!.preview?.names ?? [];
  const items = itemColumnsOf(state);
  const said = state.described?.itemColumns;
  const user = state.columns['ratings.user'];
  const inferred = findColumn(names, inferredColumn(state.attribute) ?? '');
  const meant =
    said === undefined
      ? []
      : chooseItemColumns(state.files.ratings!.chosen.file.name, names, itemColumnsFrom(said)).filter(
          (name) => name !== user && name !== inferred,
        );
  if (said !== undefined && meant.join('\n') === items.join('\n')) return said;
  return columnRange(items.map((name) => names.indexOf(name) + 1));
}

/** Piece by piece: a table may be larger than what a page can hold. */
export async function markOf(file: NamedBlob): Promise<TableMark> {
  const hash = sha256.create();
  const pieces = file.stream().getReader();
  for (let read = await pieces.read(); !read.done; read = await pieces.read()) hash.update(read.value);
  return { bytes: file.size, sha256: bytesToHex(hash.digest()) };
}
