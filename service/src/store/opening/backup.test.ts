/** Backups: what they hold, what they do not hold, and what becomes of one that is broken off. */
import { existsSync } from 'node:fs';
import { copyFile, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { join } from 'node:path';
import { getTableConfig, PgTable } from 'drizzle-orm/pg-core';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { asyncFailure } from '../../../../test/support/failure.ts';
import { allRows, fillStore, unfinishedHandedOut } from '../../../../test/support/filledStore.ts';
import { describeNeeds } from '../../../../test/support/needs.ts';
import { missingServer, startPostgres, type TestServer } from '../../../../test/support/postgres.ts';
import { addInterview, filesHolding, inAnHour } from '../../../../test/support/storeHarness.ts';
import { startStoreProcess } from '../../../../test/support/storeProcess.ts';
import { emptyStoreFolder, temporaryFolder } from '../../../../test/support/temporaryStore.ts';
import type { BackupHeader } from '../backup/backup.ts';
import { BackupWriter } from '../backup/backupFile.ts';
import { KEYED, TABLES } from '../contract/backups.ts';
import type { StoreLocation } from '../contract/options.ts';
import { openEmbedded } from '../databases/embedded.ts';
import type { Store } from '../index.ts';
import { migrations } from '../migrations/index.ts';
import { migrate } from '../migrations/migrate.ts';
import * as schema from '../tables/schema.ts';
import { backupStore } from './backupStore.ts';
import { copyStore } from './copyStore.ts';
import { openDatabase, openStore } from './openStore.ts';
import { restoreStore } from './restore.ts';

const made: string[] = [];
afterEach(async () => {
  for (const path of made.splice(0)) await rm(path, { recursive: true, force: true });
});
const remembered = (path: string) => {
  made.push(path);
  return path;
};
const emptyStore = async () => remembered(await emptyStoreFolder());
const emptyFolder = async () => remembered(await temporaryFolder());

const rowsIn = async (location: StoreLocation) => {
  const database = await openDatabase(location);
  try {
    return await allRows(database);
  } finally {
    await database.close();
  }
};

/** The folder of a store with one interview of two answers, closed. */
async function smallStore(): Promise<{
  folder: string;
  id: string;
  use: <R>(act: (s: Store) => Promise<R>) => Promise<R>;
}> {
  const folder = await emptyStore();
  const use = async <Result>(act: (store: Store) => Promise<Result>) => {
    const store = await openStore({ folder });
    try {
      return await act(store);
    } finally {
      await store.close();
    }
  };
  const id = await use(async (store) => {
    const { interview } = await addInterview(store);
    await store.interviews.append(interview.id, 0, { item: 'a telling item', rating: 4 });
    await store.interviews.append(interview.id, 1, { item: 'another item', rating: 2 });
    return interview.id;
  });
  return { folder, id, use };
}

const keyOf = async (folder: string) => {
  const database = await openEmbedded(folder, () => {});
  const { rows } = await database.execute('select key from ulterior.interview_keys');
  await database.close();
  return rows[0]!['key'] as Uint8Array;
};

describe('the list of tables', () => {
  const tables = Object.values(schema).filter((one) => one instanceof PgTable);
  const names = (chosen: readonly PgTable[]) => chosen.map((table) => getTableConfig(table).name).sort();

  it('has every table but those that belong to one database', () => {
    // Who works on an audit, and on which part of it, is over when the database is another.
    const own = ['audit_workers', 'erasures', 'schema_versions', 'units'];
    expect(TABLES.map(({ name }) => name as string).sort()).toEqual(
      names(tables).filter((name) => !own.includes(name)),
    );
  });

  it('knows those with a key of a person or a file: their rows are sealed', () => {
    const keyed = tables.filter((table) =>
      getTableConfig(table).columns.some((column) => column.name === 'key' && column.getSQLType() === 'bytea'),
    );
    expect([...KEYED].sort()).toEqual(names(keyed));
  });
});

describe('a backup of a folder', () => {
  it('restores every row as it was, and new rows get new numbers', async () => {
    const folder = await emptyStore();
    const store = await openStore({ folder });
    const { bytes, description } = await fillStore(store);
    await store.close();
    const before = await rowsIn({ folder });
    expect(Object.entries(before).filter(([, rows]) => rows.length === 0)).toEqual([]);

    const backups = join(await emptyFolder(), 'made', 'when missing');
    const backup = await backupStore({ folder }, backups);
    expect((await readdir(backups)).sort()).toEqual([expect.stringMatching(/^\d{4}-.*Z\.backup$/), 'keys']);
    const target = await emptyStore();
    const restored = await restoreStore(backup.file!, backup.keys, { folder: target });
    expect(restored.leftOut).toEqual({ interview_keys: 0, uploads: 0, audits: 0 });
    expect(restored.rows).toMatchObject({ models: 2, model_parts: 3, interviews: 1, answers: 230, audits: 2 });
    expect(await rowsIn({ folder: target })).toEqual(before);

    const again = await openStore({ folder: target });
    expect(await unfinishedHandedOut(again)).toBe(true);
    const added = await again.models.add({ name: 'later', bytes, description });
    expect((await again.models.list({ limit: 9 })).rows.at(-1)).toEqual(added);
    await again.close();
  });

  it('is made by the process that has the folder open, while it goes on', async () => {
    const folder = await emptyStore();
    const writer = startStoreProcess('append', { folder });
    const id = (await writer.saying(/^interview/)).split(' ')[1]!;
    await writer.saying(new RegExp(`^acknowledged ${id} 5$`));
    const backups = await emptyFolder();
    const acknowledgedOfIt = () => writer.lines.filter((line) => line.startsWith(`acknowledged ${id} `)).length;
    const acknowledged = acknowledgedOfIt();
    const { file, keys } = await backupStore({ folder }, backups);
    // The files that the writer made hold keys: they are gone when the backup is said to be there.
    expect(await readdir(folder)).not.toContain('backup.draft');
    await writer.saying(new RegExp(`^acknowledged ${id} ${Math.min(1000, acknowledgedOfIt() + 1)}$`));
    await writer.kill();

    const target = await emptyStore();
    await restoreStore(file!, keys, { folder: target });
    const store = await openStore({ folder: target });
    const { interview, answers } = (await store.interviews.withAnswers(id))!;
    expect(interview.revision).toBe(answers.length);
    expect(answers.length).toBeGreaterThanOrEqual(acknowledged);
    expect(answers.map(({ item }) => item)).toEqual(answers.map((_, n) => `item ${n}`));
    await store.close();
  });

  it('is made in a folder with a name too long for a socket', async () => {
    const folder = join(await emptyFolder(), 'n'.repeat(120));
    await rename(await emptyStore(), folder);
    const store = await openStore({ folder });
    await store.keys.add({ id: 'k', name: 'k', scope: 'audit', hash: 'h' });
    const backups = await emptyFolder();
    const both = await Promise.all([1, 2].map((n) => backupStore({ folder }, join(backups, String(n)))));
    await store.close();
    for (const { file, keys } of both) {
      const { rows } = await restoreStore(file!, keys, { folder: await emptyStore() });
      expect(rows.api_keys).toBe(1);
    }
  });

  it('holds up nobody where whoever asked does not read', async () => {
    const folder = await emptyStore();
    const store = await openStore({ folder });
    await store.models.add({ name: 'large', bytes: new Uint8Array(2 ** 23), description: {} });
    const socket = connect(join(folder, 'backup.socket'));
    socket.write('backup\n');
    await new Promise((resolve) => socket.once('readable', resolve));
    // It is being handed over, to nobody.
    expect(await readdir(folder)).toContain('backup.draft');
    await store.ping();
    // Nor does it harm where they go away in the middle.
    socket.destroy();
    const { file, keys } = await backupStore({ folder }, await emptyFolder());
    expect((await restoreStore(file!, keys, { folder: await emptyStore() })).rows.model_parts).toBe(8);
    const another = connect(join(folder, 'backup.socket'));
    another.on('error', () => {});
    another.write('backup\n');
    await new Promise((resolve) => another.once('readable', resolve));
    await store.close();
    another.destroy();
    expect(await readdir(folder)).not.toContain('backup.draft');
  });

  it('is refused of a folder that is no store, and makes none of it', async () => {
    const folder = join(await emptyFolder(), 'nothing');
    expect(await asyncFailure(() => backupStore({ folder }, join(folder, 'b')))).toMatch(
      /^STORE_UNAVAILABLE: .* it is not a store/,
    );
    expect(await asyncFailure(() => copyStore({ folder }, { folder: `${folder}2` }))).toMatch(/it is not a store/);
    expect(await readdir(folder).catch(() => 'nothing')).not.toContain('database');
    expect(await readdir(`${folder}2`).catch(() => 'nothing')).toBe('nothing');
  });

  it('says where it cannot be written', async () => {
    const { folder } = await smallStore();
    const file = join(await emptyFolder(), 'file');
    await writeFile(file, '');
    expect(await asyncFailure(() => backupStore({ folder }, file))).toMatch(/^FILE_NOT_WRITABLE: /);
  });
});

describe('what was erased after a backup', () => {
  it('is unreadable in it from the next backup on, which replaces the keys', async () => {
    const { folder, id, use } = await smallStore();
    await use((store) =>
      store.uploads.add({ name: 'ratings of Anna', bytes: Uint8Array.of(7), expiresAt: inAnHour() }),
    );
    const key = await keyOf(folder);
    const backups = await emptyFolder();
    const old = await backupStore({ folder }, backups);
    const oldKeys = join(await emptyFolder(), 'old keys');
    await copyFile(old.keys, oldKeys);
    await use(async (store) => {
      await store.interviews.remove(id);
      for (const { id: upload } of (await store.uploads.list({ limit: 9 })).rows) await store.uploads.remove(upload);
    });
    const backup = await backupStore({ folder }, backups, { keysOnly: true });
    expect(backup.file).toBeUndefined();

    const target = await emptyStore();
    const { rows, leftOut } = await restoreStore(old.file!, backup.keys, { folder: target });
    expect(leftOut).toEqual({ interview_keys: 1, uploads: 1, audits: 0 });
    expect(rows).toMatchObject({
      interviews: 0,
      interview_keys: 0,
      answers: 0,
      uploads: 0,
      upload_parts: 0,
      models: 1,
    });
    // Neither keys, nor ids, nor names are in any of the backups.
    const traces = [key, Buffer.from(key).toString('hex'), id, 'ratings of Anna', 'a telling item'];
    expect(await filesHolding(backups, ...traces)).toEqual([]);
    // With the keys of before it can be read: this is why there is one file of keys.
    expect(await filesHolding(join(oldKeys, '..'), key)).toEqual([oldKeys]);
    const other = await emptyStore();
    expect((await restoreStore(old.file!, oldKeys, { folder: other })).rows.answers).toBe(2);
  });

  it('counts for an answer that was undone: the interview has another key, and is left out', async () => {
    const { folder, id, use } = await smallStore();
    const backups = await emptyFolder();
    const old = await backupStore({ folder }, backups);
    await use((store) => store.interviews.undo(id, 2));
    const { file, keys } = await backupStore({ folder }, backups);
    const left = await restoreStore(old.file!, keys, { folder: await emptyStore() });
    expect(left.leftOut.interview_keys).toBe(1);
    expect(left.rows.answers).toBe(0);
    const current = await restoreStore(file!, keys, { folder: await emptyStore() });
    expect(current.rows.answers).toBe(1);
  });

  it('a file of keys that is older than the backup is refused', async () => {
    const { folder } = await smallStore();
    const backups = await emptyFolder();
    const { keys } = await backupStore({ folder }, backups);
    await copyFile(keys, join(backups, 'older'));
    const { file } = await backupStore({ folder }, backups);
    const target = join(backups, 'store');
    expect(await asyncFailure(() => restoreStore(file!, join(backups, 'older'), { folder: target }))).toMatch(
      /^BACKUP_FOREIGN: .* older than the backup/,
    );
  });
});

describe('a backup that cannot be restored', () => {
  it('is refused before anything is opened: cut off, altered, or something else', async () => {
    const { folder } = await smallStore();
    const backups = await emptyFolder();
    const { file, keys } = await backupStore({ folder }, backups);
    const whole = await readFile(file!);
    const broken = join(backups, 'broken');
    const target = join(backups, 'store');
    const refusal = async (bytes: Uint8Array, asKeys = false) => {
      await writeFile(broken, bytes);
      return asyncFailure(() => restoreStore(asKeys ? file! : broken, asKeys ? broken : keys, { folder: target }));
    };
    for (const length of [0, 5, 17, 40, whole.length - 33, whole.length - 1]) {
      expect(await refusal(whole.subarray(0, length))).toMatch(/^BACKUP_DAMAGED: /);
    }
    expect(await refusal(Buffer.concat([whole, Buffer.from([0])]))).toMatch(/^BACKUP_DAMAGED: /);
    for (const at of [20, Math.floor(whole.length / 2), whole.length - 1]) {
      const altered = Buffer.from(whole);
      altered[at]! ^= 1;
      expect(await refusal(altered)).toMatch(/^BACKUP_DAMAGED: .* hash/);
    }
    expect(await refusal(whole, true)).toMatch(/^BACKUP_FOREIGN: .* it holds a store, not keys/);
    expect(await refusal(await readFile(keys))).toMatch(/^BACKUP_FOREIGN: .* it holds keys, not a store/);
    expect(await refusal(Buffer.from('a picture of a cat, say'))).toMatch(/^BACKUP_FOREIGN: .* no backup of Ulterior/);
    expect(await refusal((await readFile(keys)).subarray(0, 60), true)).toMatch(/^BACKUP_DAMAGED: /);
    await rm(broken);
    expect(await asyncFailure(() => restoreStore(broken, keys, { folder: target }))).toMatch(/^FILE_NOT_READABLE: /);
    expect(await readdir(backups)).not.toContain('store');
  });

  it('leaves a store alone that is not empty', async () => {
    const { folder } = await smallStore();
    const backups = await emptyFolder();
    const { file, keys } = await backupStore({ folder }, backups);
    const before = await rowsIn({ folder });
    expect(await asyncFailure(() => restoreStore(file!, keys, { folder }))).toMatch(
      /^STORE_NOT_EMPTY: the store to write into is not empty: it has models/,
    );
    expect(await rowsIn({ folder })).toEqual(before);
  });

  it('is refused where its tables are of another version', async () => {
    const { folder } = await smallStore();
    const backups = await emptyFolder();
    const { keys } = await backupStore({ folder }, backups);
    for (const schema of [migrations.length - 1, migrations.length + 1]) {
      const file = join(backups, `of ${schema}`);
      const writer = await BackupWriter.create(file, { holds: 'store', schema, moment: '2000' } satisfies BackupHeader);
      await writer.end();
      const target = join(backups, 'target');
      expect(await asyncFailure(() => restoreStore(file, keys, { folder: target }))).toMatch(
        new RegExp(
          `^BACKUP_FOREIGN: .* its tables have version ${schema}, and this program reads ${migrations.length}`,
        ),
      );
      expect(existsSync(target)).toBe(false);
    }
  });

  it('is not made of a store that a newer version made', async () => {
    const { folder } = await smallStore();
    const database = await openDatabase({ folder });
    const next = { version: migrations.length + 1, name: 'of tomorrow', statements: 'select 1' };
    await migrate(database, [...migrations, next]);
    await database.close();
    const backups = join(await emptyFolder(), 'b');
    expect(await asyncFailure(() => backupStore({ folder }, backups))).toMatch(/^STORE_NEWER: the store/);
  });
});

describe('a backup that is killed in the middle', () => {
  it('leaves the last backup as it was, and nothing in the store', async () => {
    const { folder } = await smallStore();
    const backups = await emptyFolder();
    const first = await backupStore({ folder }, backups);
    const keys = await readFile(first.keys);
    const holder = startStoreProcess('stall', { folder });
    await holder.saying(/^open/);
    const broken = asyncFailure(() => backupStore({ folder }, backups));
    await holder.saying(/^stuck/);
    expect(await readdir(folder)).toContain('backup.draft');
    expect(await readdir(backups)).toContain('backup.draft');
    await holder.kill();
    expect(await broken).toMatch(/^STORE_UNAVAILABLE: .* broke off the backup/);
    expect((await readdir(backups)).sort()).toEqual([first.file!.split('/').at(-1), 'keys']);
    expect(await readFile(first.keys)).toEqual(keys);
    // The next one who opens the store removes what was written of it.
    await (await openStore({ folder })).close();
    expect(await readdir(folder)).not.toContain('backup.draft');
  });

  it('and what a killed program left is removed by the next backup', async () => {
    const { folder } = await smallStore();
    const backups = await emptyFolder();
    await backupStore({ folder }, backups);
    for (const name of ['keys.draft', 'backup.draft']) await writeFile(join(backups, name), 'half of it');
    await backupStore({ folder }, backups);
    expect((await readdir(backups)).filter((name) => name.includes('draft'))).toEqual([]);
  });
});

describeNeeds(missingServer(), 'a backup of a server', () => {
  let server!: TestServer;
  beforeAll(async () => {
    server = await startPostgres();
  });
  afterAll(() => server?.stop());
  const drop = async () => {
    const client = new pg.Client({ connectionString: server.url });
    await client.connect();
    await client.query('drop schema if exists ulterior cascade');
    await client.end();
  };

  it('is of one moment while others write, and restores into a folder and into a server', async () => {
    await drop();
    const store = await openStore({ url: server.url });
    const { interview } = await fillStore(store);
    const before = await rowsIn({ url: server.url });
    const backups = await emptyFolder();
    const { file, keys } = await backupStore({ url: server.url }, backups);
    const folder = await emptyStore();
    await restoreStore(file!, keys, { folder });
    expect(await rowsIn({ folder })).toEqual(before);

    let going = true;
    const writing = (async () => {
      for (let revision = 230; going; revision++)
        await store.interviews.append(interview, revision, { item: 'i', rating: 1 });
    })();
    const later = await backupStore({ url: server.url }, backups);
    going = false;
    await writing;
    await store.close();
    expect(await asyncFailure(() => restoreStore(later.file!, later.keys, { url: server.url }))).toMatch(
      /^STORE_NOT_EMPTY/,
    );
    await drop();
    await restoreStore(later.file!, later.keys, { url: server.url });
    const again = await openStore({ url: server.url });
    const found = (await again.interviews.withAnswers(interview))!;
    expect(found.interview.revision).toBe(found.answers.length);
    await again.close();
    await drop();
    await copyStore({ folder }, { url: server.url });
    expect(await rowsIn({ url: server.url })).toEqual(before);
  });
});
