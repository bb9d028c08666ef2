/** What only a store in a folder has to answer for: one process at a time, kills, power cuts, damage, erased bytes. */
import { cp, mkdir, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { PGlite } from '@electric-sql/pglite';
import { afterAll, describe, expect, it } from 'vitest';
import { killedWriter } from '../../../../test/conformance/store/killedWriter.ts';
import { asyncFailure } from '../../../../test/support/failure.ts';
import { startStoreProcess } from '../../../../test/support/storeProcess.ts';
import { emptyStoreFolder, temporaryFolder } from '../../../../test/support/temporaryStore.ts';
import { openStore } from '../opening/openStore.ts';
import { DurableFiles } from './durableFiles.ts';
import { openEmbedded } from './embedded.ts';

const folders: string[] = [];
const storeFolder = async () => {
  const folder = await emptyStoreFolder();
  folders.push(folder);
  return folder;
};
const freshFolder = async () => {
  const folder = await temporaryFolder();
  folders.push(folder);
  return folder;
};
afterAll(async () => {
  for (const folder of folders) await rm(folder, { recursive: true, force: true });
});

const reopens = async (folder: string) => {
  const store = await openStore({ folder });
  await store.ping();
  await store.close();
};

describe('one process at a time', () => {
  it('refuses a second process, naming the first, and lets it in once the first was killed', async () => {
    const folder = await storeFolder();
    const holder = startStoreProcess('hold', { folder });
    await holder.saying(/^open$/);
    const refused = await asyncFailure(() => openStore({ folder }));
    expect(refused).toMatch(
      /^STORE_LOCKED: the folder ".*" is in use by process \d+ on .+, since .+ -> stop that process/,
    );
    expect(refused).toContain(`process ${holder.pid} `);
    await holder.kill();
    await reopens(folder);
  });

  it('refuses itself, and holds on to the folder while doing so', async () => {
    const folder = await storeFolder();
    const store = await openStore({ folder });
    for (const same of [folder, `${folder}/.`, `${folder}/database/..`]) {
      expect(await asyncFailure(() => openStore({ folder: same }))).toMatch(/^STORE_LOCKED: .* in use by this process/);
    }
    const other = startStoreProcess('hold', { folder });
    expect(await other.saying(/^\S+ /)).toMatch(new RegExp(`^STORE_LOCKED .* process ${process.pid} `));
    await store.close();
    await reopens(folder);
  });

  it('lets in one of several that find the lock of a dead process', async () => {
    const folder = await storeFolder();
    const dead = startStoreProcess('hold', { folder });
    await dead.saying(/^open$/);
    await dead.kill();
    const rivals = Array.from({ length: 4 }, () => startStoreProcess('hold', { folder }));
    const said = await Promise.all(rivals.map((rival) => rival.saying(/^(open|STORE_LOCKED)/)));
    expect(said.map((line) => line.split(' ')[0]).sort()).toEqual([...Array(3).fill('STORE_LOCKED'), 'open']);
    await Promise.all(rivals.map((rival) => rival.kill()));
  });

  it('makes the folder where it is missing, and lets in one of several that begin there', async () => {
    const folder = join(await freshFolder(), 'deep', 'down');
    const rivals = Array.from({ length: 3 }, () => startStoreProcess('hold', { folder }));
    const said = await Promise.all(rivals.map((rival) => rival.saying(/^(open|STORE_LOCKED)/)));
    expect(said.map((line) => line.split(' ')[0]).sort()).toEqual([...Array(2).fill('STORE_LOCKED'), 'open']);
    await Promise.all(rivals.map((rival) => rival.kill()));
    await reopens(folder);
    expect((await readdir(folder)).sort()).toEqual(['database', 'store.lock']);
    for (const path of [folder, join(folder, 'database')]) expect((await stat(path)).mode & 0o077).toBe(0);
  });

  it('opens on the main thread only', async () => {
    const folder = await storeFolder();
    const said = await startStoreProcess('thread', { folder }).saying(/^\S+ /);
    expect(said).toMatch(/^STORE_UNAVAILABLE .* not the main thread/);
  });
});

describe('what was acknowledged', () => {
  it('is there after the process was killed in the middle of writing', async () => {
    await killedWriter({ folder: await storeFolder() });
  });

  it('was flushed to the disk: at each commit, by the call of the system', async () => {
    const folder = await storeFolder();
    const database = await openEmbedded(folder, () => {});
    const settings = await database.execute(
      "select name, setting from pg_settings where name in ('fsync', 'synchronous_commit', 'full_page_writes') order by 1",
    );
    expect(settings.rows.map(({ setting }) => setting)).toEqual(['on', 'on', 'on']);
    await database.close();

    let flushes = 0;
    const files = new DurableFiles(join(folder, 'database'), () => flushes++);
    const startParams = [...PGlite.defaultStartParams.filter((word) => word !== '-F'), '-c', 'wal_sync_method=fsync'];
    const pglite = await PGlite.create({ fs: files, startParams });
    await pglite.exec('create table flushed (n integer)');
    for (let n = 0; n < 5; n++) {
      const before = flushes;
      await pglite.query('insert into flushed values ($1)', [n]);
      expect(flushes).toBeGreaterThan(before);
    }
    await pglite.close();
  });
});

describe('the folder', () => {
  it('is made anew after a kill while it was being made', async () => {
    const whole = await storeFolder();
    const folder = await freshFolder();
    await cp(join(whole, 'store.lock'), join(folder, 'store.lock'));
    await cp(join(whole, 'database'), join(folder, 'database.new'), { recursive: true });
    await rm(join(folder, 'database.new', 'global', 'pg_control'));
    await writeFile(join(folder, 'holder.json'), 'half a te');
    await reopens(folder);
    expect((await readdir(folder)).sort()).toEqual(['database', 'store.lock']);
  });

  it('is refused where it holds other things, or is none', async () => {
    const folder = await freshFolder();
    await writeFile(join(folder, 'thesis.txt'), 'dear');
    expect(await asyncFailure(() => openStore({ folder }))).toMatch(/^STORE_UNAVAILABLE: .* not a store/);
    expect(await readdir(folder)).toEqual(['thesis.txt']);
    const file = join(folder, 'thesis.txt');
    expect(await asyncFailure(() => openStore({ folder: file }))).toMatch(/^STORE_UNAVAILABLE: .*\((EEXIST|ENOTDIR)\)/);
  });

  it.each<[string, (database: string) => Promise<void>]>([
    ['a control file that is missing', (database) => rm(join(database, 'global', 'pg_control'))],
    ['a control file of noise', (database) => writeFile(join(database, 'global', 'pg_control'), Buffer.alloc(8192, 7))],
    ['another version', (database) => writeFile(join(database, 'PG_VERSION'), '12\n')],
    ['an empty folder', async (database) => rm(database, { recursive: true }).then(() => mkdir(database))],
    ['no log', (database) => rm(join(database, 'pg_wal'), { recursive: true })],
  ])('is refused when damaged: %s', async (_, damage) => {
    const folder = await storeFolder();
    await damage(join(folder, 'database'));
    // Twice: the folder is let go of after the first attempt.
    for (let attempt = 0; attempt < 2; attempt++) {
      expect(await asyncFailure(() => openStore({ folder }))).toMatch(
        /^STORE_UNAVAILABLE: the store in ".*" .*damaged/,
      );
    }
  });

  it('says what to do about a damaged lock file', async () => {
    const folder = await storeFolder();
    await writeFile(join(folder, 'store.lock'), 'x');
    expect(await asyncFailure(() => openStore({ folder }))).toMatch(/^STORE_UNAVAILABLE: .* -> .*delete store.lock/);
    await rm(join(folder, 'store.lock'));
    await reopens(folder);
  });
});

describe('files that belong to no table', () => {
  it('are deleted when the folder is opened, and no others: what a killed rewriting has left may hold keys', async () => {
    const folder = await storeFolder();
    const tables = join(folder, 'database', 'base', '5');
    const before = await readdir(tables);
    for (const name of ['99999', '99999_fsm', '99999.1', 't3_99998']) await writeFile(join(tables, name), 'a key');
    await reopens(folder);
    const after = await readdir(tables);
    expect(after.filter((name) => /9999/.test(name))).toEqual([]);
    expect(before.filter((name) => /^\d/.test(name) && !after.includes(name))).toEqual([]);
    await reopens(folder);
  });
});
