/** Recommendation lists from a long table: one row per user and item, with a rank or a score (CSV, TSV, JSON lines, Parquet). */

import type { DuckDBConnection } from '@duckdb/node-api';
import { forEachChunk, openTableFile, type TableFile, translateFailure, withDatabase } from '../datasets/index.ts';
import { UlteriorError } from '../errors/index.ts';
import { createLists, type RecommendationLists } from '../ratings/index.ts';
import { createTable, findColumn, habitualColumn, idMissing, requireColumn } from '../tables/index.ts';
import { formatOfFile } from './fileFormat.ts';

const RANKS = ['rank', 'ranking', 'position', 'place'];
const SCORES = ['score', 'prediction', 'predicted', 'rating', 'relevance', 'estimate', 'value'];

/** Which columns of a table are read as lists. */
export interface ListOptions {
  /** Names of columns; by habit where they are not given. */
  readonly user?: string | undefined;
  readonly item?: string | undefined;
  /** Lowest first. Where a table has ranks and scores, ranks decide. */
  readonly rank?: string | undefined;
  /** Highest first. */
  readonly score?: string | undefined;
  /** `scores`: the table must have scores, which the lists then carry, whatever ranks it has. */
  readonly read?: 'order' | 'scores' | undefined;
}

/** Lists, and what must be known about how they were read. */
interface ReadLists {
  readonly file: string;
  readonly lists: RecommendationLists;
  readonly notes: readonly string[];
}

/** Lists from a table with the columns user, item and rank or score. */
export async function readLists(path: string, options: ListOptions = {}): Promise<ReadLists> {
  const format = await formatOfFile(path);
  if (format !== 'text' && format !== 'parquet') {
    throw new UlteriorError(
      'FILE_FOREIGN',
      `"${path}" is no table of recommendations`,
      'write a table with the columns user, item and rank (CSV or Parquet)',
      { path, format },
    );
  }
  return withDatabase(async (connection) => {
    const table = await openTableFile(connection, path);
    const columns = listColumns(table, options);
    try {
      return { file: path, ...(await listsOf(connection, table, columns)) };
    } catch (cause) {
      throw translateFailure(cause, path, table.encoding);
    }
  });
}

interface ListColumns {
  readonly user: string;
  readonly item: string;
  /** Undefined where the order of the rows is all there is. */
  readonly order: { readonly column: string; readonly best: 'lowest' | 'highest' } | undefined;
}

/** Whether the columns are those of recommendation lists. */
export function looksLikeLists(names: readonly string[]): boolean {
  return habitualColumn(names, 'user') !== undefined && habitualColumn(names, 'item') !== undefined;
}

function listColumns({ path, names }: Pick<TableFile, 'path' | 'names'>, given: ListOptions): ListColumns {
  const own = (role: 'user' | 'item') => {
    const name = given[role];
    const found = name === undefined ? habitualColumn(names, role) : requireColumn(path, names, name, `the ${role}`);
    if (found !== undefined) return found;
    throw new UlteriorError(
      'COLUMN_MISSING',
      `"${path}" has no column for the ${role}; its columns are ${names.slice(0, 8).join(', ')}`,
      'write a table with the columns user, item and rank',
      { path, columns: names.slice(0, 8) },
    );
  };
  const order = (name: string | undefined, habits: readonly string[], purpose: string) =>
    name === undefined
      ? habits.map((habit) => findColumn(names, habit)).find((found) => found !== undefined)
      : requireColumn(path, names, name, purpose);
  const wantsScores = given.read === 'scores';
  const rank = given.score === undefined && !wantsScores ? order(given.rank, RANKS, 'the rank') : undefined;
  const score = order(given.score, SCORES, 'the score');
  if (wantsScores && score === undefined) throw scoresMissing(path, names);
  return {
    user: own('user'),
    item: own('item'),
    order:
      rank !== undefined
        ? { column: rank, best: 'lowest' }
        : score === undefined
          ? undefined
          : { column: score, best: 'highest' },
  };
}

function scoresMissing(path: string, names: readonly string[]): UlteriorError {
  return new UlteriorError(
    'COLUMN_MISSING',
    `"${path}" has no column of scores; its columns are ${names.slice(0, 8).join(', ')}`,
    'write a table with the columns user, item and score',
    { path, columns: names.slice(0, 8) },
  );
}

async function listsOf(connection: DuckDBConnection, table: TableFile, { user, item, order }: ListColumns) {
  const users = new Codes();
  const items = new Codes();
  const orders: number[] = [];
  const { lineOf } = createTable(table.path, [], table.lineNumber);
  const number = order && `coalesce(try_cast(${table.textOf(order.column)} as double), 'nan'::double)`;
  const query = `select ${table.textOf(user)}, ${table.textOf(item)}, ${number ?? 0} from ${table.relation}`;
  await forEachChunk(connection, query, 0, (chunk, firstRow) => {
    const [ofUsers, ofItems, ofOrder] = [0, 1, 2].map((column) => chunk.getColumnVector(column));
    for (let row = 0; row < chunk.rowCount; row++) {
      const [userId, itemId] = [ofUsers!.getItem(row), ofItems!.getItem(row)];
      if (userId === null) throw idMissing(table.path, lineOf(firstRow + row), 1, 'user');
      if (itemId === null) throw idMissing(table.path, lineOf(firstRow + row), 1, 'item');
      users.add(String(userId));
      items.add(String(itemId));
      orders.push(order === undefined ? firstRow + row : Number(ofOrder!.getItem(row)));
    }
  });
  if (orders.length === 0) {
    throw new UlteriorError('FILE_EMPTY', `"${table.path}" has no rows`, 'check that it is the right file', {
      path: table.path,
    });
  }
  const lists = createLists({
    file: table.path,
    users: users.ids,
    items: items.ids,
    userOfRow: Uint32Array.from(users.codes),
    itemOfRow: Uint32Array.from(items.codes),
    order: Float64Array.from(orders),
    best: order?.best ?? 'lowest',
    lineOf,
  });
  const unordered = `"${table.path}" has neither a rank nor a score: the order of its rows is taken as the order of the lists`;
  return { lists, notes: order === undefined ? [unordered] : [] };
}

/** Ids as numbers, in the order in which they first occur. */
class Codes {
  readonly codes: number[] = [];
  readonly #places = new Map<string, number>();

  add(id: string): void {
    const place = this.#places.get(id) ?? this.#places.size;
    this.#places.set(id, place);
    this.codes.push(place);
  }

  get ids(): string[] {
    return [...this.#places.keys()];
  }
}
