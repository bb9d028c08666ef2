/** What reading costs: a text file in the layout of MovieLens 1M, up to the dataset and its summary. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DuckDBInstance } from '@duckdb/node-api';
import { openDataset } from 'ulterior/datasets';
import type { Comparison } from '../harness.ts';

const USERS = 6000;
/** A prime: steps of any length come to all of the items. */
const ITEMS = 3947;
const RATINGS_PER_USER = 167;

/** User after user, each with items in no order. */
function ratingLines(users: number): string {
  const lines: string[] = [];
  for (let user = 1; user <= users; user++) {
    for (let n = 0; n < RATINGS_PER_USER; n++) {
      const item = 1 + ((user + n * (user % 1009) + n * 31) % ITEMS);
      lines.push(`${user}::${item}::${1 + ((user + n * n) % 5)}::${978300000 + user * 60 + n}\n`);
    }
  }
  return lines.join('');
}

/** What DuckDB takes to parse the same numbers, with their types given, and to do nothing with them but add. */
async function sumTime(path: string): Promise<number> {
  const instance = await DuckDBInstance.create(':memory:', { memory_limit: '3GB' });
  const connection = await instance.connect();
  const types = "{'u': 'BIGINT', 'i': 'BIGINT', 'r': 'DOUBLE', 't': 'BIGINT'}";
  const start = performance.now();
  await connection.runAndReadAll(
    `select sum(u), sum(i), sum(r)
     from read_csv('${path}', auto_detect=false, delim='::', quote='', escape='', header=false, columns=${types})`,
  );
  const time = performance.now() - start;
  connection.closeSync();
  instance.closeSync();
  return time;
}

async function openTime(path: string): Promise<number> {
  // Without a header, columns go by their numbers.
  const columns = { user: '1', item: '2', rating: '3' };
  const start = performance.now();
  await openDataset({ kind: 'long', ratings: { path, delimiter: '::', header: false, columns } });
  return performance.now() - start;
}

/** The file lives as long as the comparison; `close` removes it. */
export function openingText(share: number): { comparison: Comparison; close: () => Promise<void> } {
  const users = Math.ceil(share * USERS);
  const folder = mkdtempSync(join(tmpdir(), 'ulterior-bench-'));
  const path = join(folder, 'ratings.dat');
  writeFileSync(path, ratingLines(users));
  return {
    comparison: {
      name: `opening ${(users * RATINGS_PER_USER).toLocaleString('en')} lines as a dataset`,
      measure: 'time over that of a sum in DuckDB',
      kind: 'time',
      bar: 4,
      rounds: 12,
      subject: async () => [await openTime(path)],
      reference: async () => [await sumTime(path)],
    },
    close: async () => rmSync(folder, { recursive: true }),
  };
}
