/** The data file of what the form says: the same bytes that `ulterior describe` writes for the same words. */
import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex } from '@noble/hashes/utils.js';
import { columnRange, type DataFile, dataFileNameOf, formatDataFile, type TableMark } from '../../../tables/index.ts';
import type { NamedBlob } from '../../files/index.ts';
import { attributeText } from './attributeChoice.ts';
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
  const { shape, columns, duplicates, settled } = state;
  const { file, encoding, delimiter, header } = state.files.ratings!.chosen;
  const { people, titles } = shape === 'long' ? state.files : {};
  const missing = missingWords(state.missing);
  const named = (key: string) => columns[key] || undefined;
  const names = state.files.ratings!.preview?.names ?? [];
  return {
    data: file.name,
    attribute: attributeText(state.attribute, state.values),
    itemColumns:
      shape === 'wide' ? columnRange(itemColumnsOf(state).map((name) => names.indexOf(name) + 1)) : undefined,
    userColumn: named('ratings.user'),
    itemColumn: shape === 'long' ? named('ratings.item') : undefined,
    ratingColumn: shape === 'long' ? named('ratings.rating') : undefined,
    groupColumn: settled.groupColumn,
    missing: missing.length === 0 ? undefined : missing,
    accept: settled.accept.length === 0 ? undefined : settled.accept,
    dropItems: settled.dropItems.length === 0 ? undefined : settled.dropItems,
    minUser: state.minPerUser,
    minItem: state.minPerItem,
    // What nobody chose is not written: it is what is done anyway.
    duplicates: duplicates === 'error' ? undefined : duplicates,
    encoding,
    delimiter,
    header,
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

/** Piece by piece: a table may be larger than what a page can hold. */
async function markOf(file: NamedBlob): Promise<TableMark> {
  const hash = sha256.create();
  const pieces = file.stream().getReader();
  for (let read = await pieces.read(); !read.done; read = await pieces.read()) hash.update(read.value);
  return { bytes: file.size, sha256: bytesToHex(hash.digest()) };
}
