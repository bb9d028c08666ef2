/**
 * A data file that was given with its tables: they are found by their names, must be what was described, and the form says
 * what the file says. What the form has no place for is refused, so that nothing is read otherwise than on the command line.
 */
import { UlteriorError } from '../../../errors/index.ts';
import {
  chooseItemColumns,
  type DataFile,
  itemColumnsFrom,
  parseAttribute,
  parseDataFile,
  requireSameTable,
} from '../../../tables/index.ts';
import type { ChosenFile, NamedBlob } from '../../files/index.ts';
import { nothingChosen } from './attributeChoice.ts';
import type { AuditState } from './auditState.ts';
import { type ColumnMeaning, guessedMeanings } from './columnMeanings.ts';
import { markOf } from './dataFile.ts';
import type { FileRole } from './placeFiles.ts';

interface DescribedTables {
  readonly described: DataFile;
  readonly chosen: Readonly<Partial<Record<FileRole, ChosenFile>>>;
}

/** Paths mean nothing to a page. */
const nameOf = (path: string) => path.replace(/^.*[/\\]/, '');

export async function describedTables(file: NamedBlob, beside: readonly NamedBlob[]): Promise<DescribedTables> {
  const described = parseDataFile(await file.text(), file.name);
  refuseElsewhere(described, file.name);
  const given = (path: string): NamedBlob => {
    const name = nameOf(path);
    const found = beside.find((one) => one.name === name);
    if (found !== undefined) return found;
    const message = `"${file.name}" describes "${name}", which is not here`;
    throw new UlteriorError('DATA_FILE', message, `give ${file.name} and ${name} at the same time`, { path: name });
  };
  const { data, usersTable, itemsTable, encoding, delimiter, header, sheet } = described;
  const chosen: Partial<Record<FileRole, ChosenFile>> = {
    ratings: { file: given(data!), encoding, delimiter, header, sheet },
  };
  if (usersTable !== undefined) {
    const { usersDelimiter, usersHeader } = described;
    chosen.people = { file: given(usersTable), delimiter: usersDelimiter, header: usersHeader };
  }
  if (itemsTable !== undefined) {
    const { itemsDelimiter, itemsHeader } = described;
    chosen.titles = { file: given(itemsTable), delimiter: itemsDelimiter, header: itemsHeader };
  }
  for (const [path, mark] of Object.entries(described.tables ?? {})) {
    requireSameTable(file.name, nameOf(path), mark, await markOf(given(path)));
  }
  return { described, chosen };
}

/** What only the command line does. */
function refuseElsewhere(described: DataFile, name: string): void {
  const { data, itemColumns } = described;
  const wide = itemColumns !== undefined;
  const beside = (['usersTable', 'itemsTable'] as const).filter(() => wide);
  const idle = (['usersMatch', 'itemsMatch', ...beside] as const).filter((key) => described[key] !== undefined);
  const word = data === undefined ? 'a file without data' : !wide && /^[\w-]{2,}:/.test(data) ? `"${data}"` : undefined;
  const [first = word] = idle;
  if (first === undefined) return;
  const where = wide && idle.length > 0 ? ' of a table with one row per person' : '';
  throw new UlteriorError(
    'DATA_FILE',
    `"${name}": this page does not read ${first}${where}`,
    `use the command line: ulterior audit ${name}`,
    { path: name },
  );
}

/** The form as the file fills it in. */
export function formFrom({ described }: DescribedTables, files: AuditState['files']): Partial<AuditState> {
  const { itemColumns, missing = [], duplicates = 'error', minUser = 1, minItem = 1 } = described;
  const { accept = [], dropItems = [], groupColumn, answers, lenientNumbers } = described;
  const { names, guesses } = files.ratings!.preview!;
  const items =
    itemColumns === undefined ? [] : chooseItemColumns(nameOf(described.data!), names, itemColumnsFrom(itemColumns));
  const expression = [described.attribute ?? []].flat()[0];
  const column = expression === undefined ? '' : parseAttribute(expression).column;
  const seen = guessedMeanings(files.ratings!.preview!.guess);
  const meaningOf = (name: string): ColumnMeaning => {
    if (name !== column && items.includes(name)) return 'item';
    return name === column || seen.get(name) === 'attribute' ? 'attribute' : 'ignore';
  };
  const guessed = (role: FileRole) =>
    Object.entries(files[role]?.preview?.guesses ?? {}).map(([meaning, name]) => [`${role}.${meaning}`, name] as const);
  const said: Readonly<Record<string, string | undefined>> = {
    'ratings.user': described.userColumn ?? (itemColumns === undefined ? guesses.user : undefined),
    'ratings.item': described.itemColumn ?? guesses.item,
    'ratings.rating': described.ratingColumn ?? guesses.rating,
    'people.user': described.usersIdColumn ?? files.people?.preview?.guesses.user,
    'titles.item': described.itemsIdColumn ?? files.titles?.preview?.guesses.item,
    'titles.title': described.itemsTitleColumn ?? files.titles?.preview?.guesses.title,
  };
  const named = Object.entries(said).map(([key, name]) => [key, name ?? ''] as const);
  return {
    source: 'files',
    described,
    files,
    shape: itemColumns === undefined ? 'long' : 'wide',
    columns: Object.fromEntries([...guessed('ratings'), ...guessed('people'), ...guessed('titles'), ...named]),
    meanings: new Map(names.map((name) => [name, meaningOf(name)] as const)),
    attribute: expression === undefined ? nothingChosen : { ...nothingChosen, column, rule: 'text', text: expression },
    values: undefined,
    missing: missing.join(','),
    duplicates,
    minPerUser: minUser,
    minPerItem: minItem,
    settled: { accept, dropItems, groupColumn, answers, lenientNumbers },
  };
}
