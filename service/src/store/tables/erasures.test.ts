/**
 * What was erased is in no file: neither items and ratings, which are sealed, nor ids and keys, without which what is
 * sealed is noise. On a server of ours all its files are searched: tables, statistics, log.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { describeNeeds } from '../../../../test/support/needs.ts';
import { missingServer, startPostgres, type TestServer } from '../../../../test/support/postgres.ts';
import { addInterview, filesHolding, inAnHour } from '../../../../test/support/storeHarness.ts';
import { startStoreProcess } from '../../../../test/support/storeProcess.ts';
import { emptyStoreFolder } from '../../../../test/support/temporaryStore.ts';
import { writeBackup } from '../backup/backup.ts';
import { driverFailure } from '../contract/failures.ts';
import type { StoreLocation } from '../contract/options.ts';
import type { Store } from '../contract/store.ts';
import type { Database } from '../databases/database.ts';
import { openDatabase, storeOver } from '../opening/openStore.ts';
import { sealAnswer, unseal, unsealAnswer } from './sealed.ts';

/** An empty database and the folder in which all its files are. */
interface Place {
  readonly location: StoreLocation;
  readonly files: string;
}

const bytesOf = (id: string) => Buffer.from(id.replaceAll('-', ''), 'hex');

/** What must not be found of an interview: its id, as text and as it is kept, and its key. */
async function tracesOf(database: Database, id: string): Promise<(string | Uint8Array)[]> {
  const { rows } = await database.execute('select key from ulterior.interview_keys where id = $1', [id]);
  return [id, bytesOf(id), rows[0]!['key'] as Uint8Array];
}

async function answered(store: Store, item: string, count = 12): Promise<string> {
  const { id } = (await addInterview(store)).interview;
  for (let n = 0; n < count; n++) await store.interviews.append(id, n, { item: `${item} ${n}`, rating: n });
  return id;
}

/** A database that cannot write tables anew, as on a full disk, until told otherwise. */
function stuck(database: Database) {
  const state = { full: true, rewritten: [] as string[] };
  const rewrite = async (relation: string) => {
    state.rewritten.push(relation);
    if (state.full) throw driverFailure('the database', { code: '53100', severity: 'ERROR' });
    await database.rewrite(relation);
  };
  return { state, database: { ...database, rewrite } };
}

function erasureSuite(empty: () => Promise<Place>): void {
  const quiet = { onProblem: () => {} };

  it('are in no file after the erasure, though the tables were analysed', async () => {
    const { location, files } = await empty();
    const database = await openDatabase(location);
    const store = await storeOver(database);
    const id = await answered(store, 'erased item');
    const kept = await answered(store, 'kept item');
    const upload = { name: 'erased upload.csv', bytes: Buffer.from('erased rows '.repeat(99)), expiresAt: inAnHour() };
    const { id: uploadId } = await store.uploads.add(upload);
    const { id: auditId } = await store.audits.add({ erased: 'erased request' });
    // It stays, and says which upload it was made from.
    const { id: keptAudit } = await store.audits.add({ upload: uploadId });
    await store.audits.lease(keptAudit, 'w', 60);
    await store.audits.finish(keptAudit, 'w', { problem: { detail: 'erased upload.csv is odd' } });
    await store.audits.lease(auditId, 'w', 60);
    await store.audits.layOut(auditId, 'w', [{ key: 'fold', tasks: 1 }]);
    await store.audits.claim(auditId, 'w');
    await store.audits.writeCheckpoint(auditId, 'fold', Buffer.from('erased checkpoint'));
    await store.audits.finish(auditId, 'w', { records: '"erased records"' });
    await database.execute('vacuum analyze');
    await database.execute('checkpoint');
    const traces = [...(await tracesOf(database, id)), ...[uploadId, auditId].flatMap((one) => [one, bytesOf(one)])];
    for (const trace of [...traces.filter((one) => typeof one !== 'string'), 'erased upload.csv']) {
      expect((await filesHolding(files, trace)).length).toBeGreaterThan(0);
    }
    const sealed = ['erased item', 'kept item', 'erased rows', 'erased rec', 'erased ch', 'erased request', 'is odd'];
    expect(await filesHolding(files, ...sealed)).toEqual([]);
    const backups = await mkdtemp(join(tmpdir(), 'ulterior-backups-'));
    const backUp = async (name: string) => {
      await rm(join(backups, 'keys'), { force: true });
      await writeBackup(database, { store: join(backups, name), keys: join(backups, 'keys') });
    };
    await backUp('before');
    expect(await store.interviews.remove(id)).toEqual({ interviews: 1, answers: 12, scrub: 'done' });
    expect(await store.uploads.remove(uploadId)).toBe('done');
    expect(await store.audits.remove(auditId)).toBe('done');
    expect(await filesHolding(files, ...traces, 'erased')).toEqual([]);
    expect(await store.interviews.remove(id)).toBeUndefined();
    await database.execute('vacuum analyze');
    await database.execute('checkpoint');
    expect(await filesHolding(files, ...traces, 'erased')).toEqual([]);
    // Backups from before the erasure and from after it, with their keys.
    await backUp('after');
    expect(await filesHolding(backups, ...traces, 'erased')).toEqual([]);
    await rm(backups, { recursive: true });
    expect((await store.audits.find(keptAudit))!.request).toEqual({ upload: uploadId });
    expect((await filesHolding(files, bytesOf(kept))).length).toBeGreaterThan(0);
    expect((await store.interviews.withAnswers(kept))!.answers[3]).toEqual({ item: 'kept item 3', rating: 3 });
    await store.close();
  });

  it('are owed while the disk is full, and repetitions hear so until they are gone', async () => {
    const { location, files } = await empty();
    const { state, database } = stuck(await openDatabase(location));
    const store = await storeOver(database, quiet);
    const id = await answered(store, 'x');
    const traces = await tracesOf(database, id);
    const tokenHash = (await database.execute('select token_hash from ulterior.interviews')).rows[0]!['token_hash'];
    expect(await store.interviews.remove(id)).toEqual({ interviews: 1, answers: 12, scrub: 'owed' });
    expect(await store.interviews.remove(id)).toEqual({ interviews: 0, answers: 0, scrub: 'owed' });
    expect(await store.interviews.find(id)).toBeUndefined();
    expect(await store.erasures.isOwed(id, String(tokenHash))).toBe(true);
    expect(await store.erasures.isOwed(id, 'another')).toBe(false);
    expect(await store.erasures.settle()).toBeGreaterThan(0);
    expect((await filesHolding(files, ...traces)).length).toBeGreaterThan(0);
    state.full = false;
    expect(await store.erasures.settle()).toBe(0);
    expect(await filesHolding(files, ...traces)).toEqual([]);
    expect(await store.erasures.isOwed(id, String(tokenHash))).toBe(false);
    expect(await store.interviews.remove(id)).toBeUndefined();
    await store.close();
  });

  it('are gone after the next start where the process was killed in the middle', async () => {
    const { location, files } = await empty();
    const killed = startStoreProcess('erase', location);
    const [, id, key] = (await killed.saying(/^erasing /)).split(' ');
    await killed.saying(/^rewriting /);
    await killed.kill();
    const traces = [id!, bytesOf(id!), Buffer.from(key!, 'hex')];
    expect((await filesHolding(files, ...traces)).length).toBeGreaterThan(0);
    const store = await storeOver(await openDatabase(location));
    expect(await filesHolding(files, ...traces)).toEqual([]);
    expect(await store.interviews.remove(id!)).toBeUndefined();
    await store.close();
  });

  it('lose their key when they are undone, and the others are read with the new one', async () => {
    const { location, files } = await empty();
    const database = await openDatabase(location);
    const store = await storeOver(database);
    const id = await answered(store, 'item', 3);
    const [, , before] = await tracesOf(database, id);
    const { rows } = await database.execute('select sealed from ulterior.answers order by position desc limit 1');
    const undone = rows[0]!['sealed'] as Uint8Array;
    await store.interviews.undo(id, 3);
    const [, , after] = await tracesOf(database, id);
    expect(() => unseal(after as Uint8Array, undone)).toThrow();
    expect(unsealAnswer(before as Uint8Array, undone)).toEqual({ item: 'item 2', rating: 2 });
    expect(await store.erasures.settle()).toBe(0);
    expect(await filesHolding(files, before!)).toEqual([]);
    await store.interviews.append(id, 4, { item: 'another', rating: null });
    expect((await store.interviews.withAnswers(id))!.answers).toEqual([
      { item: 'item 0', rating: 0 },
      { item: 'item 1', rating: 1 },
      { item: 'another', rating: null },
    ]);
    await store.close();
  });

  it('that are erased together are scrubbed together', async () => {
    const { location } = await empty();
    const { state, database } = stuck(await openDatabase(location));
    state.full = false;
    const store = await storeOver(database);
    const ids = [];
    for (let n = 0; n < 8; n++) ids.push(await answered(store, 'i', 1));
    state.rewritten.length = 0;
    const removed = await Promise.all(ids.map((id) => store.interviews.remove(id)));
    expect(removed.filter((one) => one?.answers === 1)).toHaveLength(8);
    const scrubs = removed.map((one) => one!.scrub);
    if ('folder' in location) expect(scrubs).toEqual(Array(8).fill('done'));
    // On a server an erasure may wait for a transaction beside it: then it is owed, and the next sweep settles it.
    for (const scrub of scrubs) expect(['done', 'owed']).toContain(scrub);
    await vi.waitFor(async () => expect(await store.erasures.settle()).toBe(0), { timeout: 30_000, interval: 100 });
    expect(state.rewritten.length).toBeLessThan(8);
    await store.close();
  });
}

describe('answers in a folder', () => {
  const folders: string[] = [];
  afterAll(async () => {
    for (const folder of folders) await rm(folder, { recursive: true, force: true });
  });
  erasureSuite(async () => {
    const folder = await emptyStoreFolder();
    folders.push(folder);
    return { location: { folder }, files: folder };
  });
});

describeNeeds(missingServer(), 'answers on a server', () => {
  let server!: TestServer;
  beforeAll(async () => {
    // As docs/store.md advises.
    server = await startPostgres(['wal_recycle=off', 'autovacuum=off']);
  });
  afterAll(() => server?.stop());

  const administer = async (...statements: string[]) => {
    const client = new pg.Client({ connectionString: server.url });
    await client.connect();
    for (const statement of statements) await client.query(statement);
    await client.end();
  };
  const empty = async (): Promise<Place> => {
    await administer('drop schema if exists ulterior cascade');
    return { location: { url: server.url }, files: server.folder! };
  };
  erasureSuite(empty);

  it('are waited for by others that were erased at the same time: none is owed because of another', async () => {
    const { location } = await empty();
    const database = await openDatabase(location);
    let settling = () => {};
    const looked = new Promise<void>((resolve) => {
      settling = resolve;
    });
    const watched: Database = {
      ...database,
      execute: async (text, values) => {
        const result = await database.execute(text, values);
        if (text.includes('ulterior.erasures mark') && result.rows.length > 0) settling();
        return result;
      },
    };
    const store = await storeOver(watched);
    const [one, other] = [await answered(store, 'one', 1), await answered(store, 'other', 1)];
    let removed: ReturnType<typeof store.interviews.remove> | undefined;
    // In the middle of erasing the other, the one is erased.
    await database.transaction(async (session) => {
      await session.execute(
        'delete from ulterior.answers where interview in (select interview from ulterior.interview_keys where id = $1)',
        [other],
      );
      removed = store.interviews.remove(one);
      await looked;
    });
    expect(await removed).toMatchObject({ interviews: 1, scrub: 'done' });
    await store.close();
  });

  it('are owed while a transaction from before can see them', async () => {
    const { location, files } = await empty();
    const database = await openDatabase(location);
    const store = await storeOver(database);
    const id = await answered(store, 'x');
    const traces = await tracesOf(database, id);
    const reader = new pg.Client({ connectionString: server.url });
    await reader.connect();
    await reader.query('begin isolation level repeatable read');
    await reader.query('select 1');
    expect(await store.interviews.remove(id)).toMatchObject({ interviews: 1, scrub: 'owed' });
    expect((await reader.query('select * from ulterior.interview_keys')).rows.length).toBe(1);
    await reader.query('commit');
    await reader.end();
    expect(await store.erasures.settle()).toBe(0);
    expect(await filesHolding(files, ...traces)).toEqual([]);
    await store.close();
  });

  it('are owed where the user may not scrub, until somebody else did', async () => {
    const { location, files } = await empty();
    await (await storeOver(await openDatabase(location))).close();
    await administer(
      "do $$ begin create role clerk login password 'clerk'; exception when duplicate_object then null; end $$",
      'grant usage on schema ulterior to clerk',
      'grant select, insert, update, delete on all tables in schema ulterior to clerk',
      'grant usage on all sequences in schema ulterior to clerk',
    );
    const url = new URL(server.url);
    url.username = 'clerk';
    url.password = 'clerk';
    const problems: string[] = [];
    const database = await openDatabase({ url: String(url) });
    const store = await storeOver(database, { onProblem: (problem) => problems.push(String(problem)) });
    const id = await answered(store, 'x');
    const traces = await tracesOf(database, id);
    expect(await store.interviews.remove(id)).toMatchObject({ interviews: 1, scrub: 'owed' });
    expect(await store.interviews.remove(id)).toMatchObject({ interviews: 0, scrub: 'owed' });
    expect(problems).toEqual([expect.stringMatching(/interview_keys .* may not write it anew/)]);
    await administer('vacuum full ulterior.interview_keys');
    expect(await store.erasures.settle()).toBe(1);
    await administer('select pg_switch_wal()', 'checkpoint');
    expect(await store.erasures.settle()).toBe(0);
    expect(await filesHolding(files, ...traces)).toEqual([]);
    await store.close();
  });
});

describe('a sealed answer', () => {
  it('has a length that does not tell the item, and opens with its key only', () => {
    const [key, other] = [new Uint8Array(32).fill(1), new Uint8Array(32).fill(2)];
    const short = sealAnswer(key, { item: 'a', rating: null });
    expect(sealAnswer(key, { item: 'item 1234567890', rating: -0 }).length).toBe(short.length);
    expect(Buffer.compare(short, sealAnswer(key, { item: 'a', rating: null }))).not.toBe(0);
    expect(unsealAnswer(key, short)).toEqual({ item: 'a', rating: null });
    expect(() => unsealAnswer(other, short)).toThrow();
    for (const item of ['', 'x'.repeat(55), 'x'.repeat(56), '\u{1F600}'.repeat(40)]) {
      expect(unsealAnswer(key, sealAnswer(key, { item, rating: -0 }))).toEqual({ item, rating: -0 });
    }
  });
});
