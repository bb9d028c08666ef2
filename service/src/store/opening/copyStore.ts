/**
 * Everything of one store into another that is empty: from a folder to a server, or back. In one transaction on each side:
 * a copy of one moment, or none.
 */

import { atOneMoment, insertRows, noRows, requireEmptyStore, restartNumbers, rowsOf } from '../backup/storeRows.ts';
import { type RowCounts, TABLES } from '../contract/backups.ts';
import { unwrapped } from '../contract/failures.ts';
import type { StoreLocation } from '../contract/options.ts';
import type { Database } from '../databases/database.ts';
import { migrate } from '../migrations/migrate.ts';
import { openDatabase, openExisting } from './openStore.ts';

/** How many rows of each table were copied. */
export async function copyStore(from: StoreLocation, to: StoreLocation): Promise<RowCounts> {
  const source = await openExisting(from);
  try {
    const target = await openDatabase(to);
    try {
      for (const database of [source, target]) await database.alone(() => migrate(database));
      return await copyAll(source, target);
    } catch (error) {
      throw unwrapped(error);
    } finally {
      await target.close();
    }
  } finally {
    await source.close();
  }
}

async function copyAll(source: Database, target: Database): Promise<RowCounts> {
  return source.transaction(async (reading) => {
    await atOneMoment(reading);
    return target.transaction(async (writing) => {
      await requireEmptyStore(writing);
      const counts = noRows();
      for (const { name } of TABLES) {
        for await (const rows of rowsOf(reading, name)) {
          await insertRows(writing, name, rows);
          counts[name] += rows.length;
        }
      }
      await restartNumbers(writing);
      return counts;
    });
  });
}
