/** A store on a PostgreSQL server: the conformance suite, several instances at once, and a server that goes away. */
import { rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { JUMPY_PATH, jumpedClock, MAKE_CLOCK } from '../../../../test/conformance/store/jumpedClock.ts';
import { killedWriter } from '../../../../test/conformance/store/killedWriter.ts';
import { storeConformance } from '../../../../test/conformance/store.ts';
import { asyncFailure } from '../../../../test/support/failure.ts';
import { fillStore, unfinishedHandedOut } from '../../../../test/support/filledStore.ts';
import { describeNeeds } from '../../../../test/support/needs.ts';
import { freePort, missingServer, startPostgres, type TestServer, wireTo } from '../../../../test/support/postgres.ts';
import { addInterview, inAnHour, type StoreOpener } from '../../../../test/support/storeHarness.ts';
import { startStoreProcess } from '../../../../test/support/storeProcess.ts';
import { emptyStoreFolder, temporaryStore } from '../../../../test/support/temporaryStore.ts';
import { RefusedStatement } from '../contract/failures.ts';
import type { Store, StoreOptions } from '../index.ts';
import { copyStore } from '../opening/copyStore.ts';
import { openStore, storeOver } from '../opening/openStore.ts';
import { openServer } from './server.ts';

describeNeeds(missingServer(), 'a store on a server', () => {
  let server!: TestServer;
  beforeAll(async () => {
    server = await startPostgres();
  });
  afterAll(() => server?.stop());

  const administer = async (statements: string) => {
    const client = new pg.Client({ connectionString: server.url });
    await client.connect();
    await client.query(statements);
    await client.end();
  };
  const empty = () => administer('drop schema if exists ulterior cascade');
  const connect = (url: string, onProblem: (problem: unknown) => void = () => {}) =>
    openServer({ url, connections: 10, connectSeconds: 10, onProblem });
  const open: StoreOpener = async (options = {}) => {
    await empty();
    const database = await connect(server.url, options.onProblem);
    return { database, store: await storeOver(database, options) };
  };
  const withStores = async (count: number, test: (stores: Store[]) => Promise<void>, options: StoreOptions = {}) => {
    await empty();
    // One connection each is enough for everything.
    const opening = Array.from({ length: count }, () => openStore({ url: server.url }, { connections: 1, ...options }));
    const stores = await Promise.all(opening);
    try {
      await test(stores);
    } finally {
      await Promise.all(stores.map((store) => store.close()));
    }
  };

  storeConformance(open);

  it('holds audits by no time of day', async () => {
    await empty();
    await administer(MAKE_CLOCK);
    const jumpy = new URL(server.url);
    jumpy.searchParams.set('options', `-c search_path=${JUMPY_PATH.replace(' ', '')}`);
    const database = await connect(String(jumpy));
    const steady = { seconds: 0 };
    const store = await storeOver(database, { pollSeconds: 0.02, steadyClock: () => steady.seconds });
    await jumpedClock(store, database, steady);
    await store.close();
    await administer('drop schema clock cascade');
  });

  it('owes the scrub of an erased interview while the server writes over old log files instead of deleting them', async () => {
    const { store, database } = await open();
    const { id } = (await addInterview(store)).interview;
    const { rows } = await database.execute('show wal_recycle');
    expect(rows).toEqual([{ wal_recycle: 'on' }]);
    expect(await store.interviews.remove(id)).toEqual({ interviews: 1, answers: 0, scrub: 'owed' });
    expect(await store.erasures.settle()).toBeGreaterThan(0);
    await store.close();
  });

  describe('several instances', () => {
    it('come up when they start at the same moment on an empty database', () =>
      withStores(5, async (stores) => {
        for (const [n, store] of stores.entries()) {
          await store.keys.add({ id: `${n}`, name: 'k', scope: 'audit', hash: 'h' });
        }
        expect(await stores[0]!.keys.count()).toBe(5);
      }));

    it('let one writer win at each revision', () =>
      withStores(3, async (stores) => {
        const { id } = (await addInterview(stores[0]!)).interview;
        for (let revision = 0; revision < 20; revision++) {
          const outcomes = await Promise.all(
            stores.flatMap((store, writer) =>
              [0, 1].map((n) =>
                store.interviews.append(id, revision, { item: `${revision} ${writer} ${n}`, rating: n }),
              ),
            ),
          );
          expect(outcomes.filter((outcome) => outcome !== undefined).length).toBe(1);
        }
        const { interview, answers } = (await stores[2]!.interviews.withAnswers(id))!;
        expect([interview.revision, answers.length]).toEqual([20, 20]);
        expect(answers.map(({ item }) => Number(item.split(' ')[0]))).toEqual([...Array(20).keys()]);
      }));

    it('let one answer a request, and one worker have each audit', () =>
      withStores(
        3,
        async (stores) => {
          const answer = { owner: 'o', key: 'k', requestHash: 'h', status: 201, body: 'b', expiresAt: inAnHour() };
          const begun = await Promise.allSettled(
            stores.map(({ keys }, n) => keys.add({ id: `k${n}`, name: 'k', scope: 'audit', hash: 'h' }, () => answer)),
          );
          expect(begun.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
          expect(await stores[0]!.keys.count()).toBe(1);
          const handled: string[] = [];
          let enough = () => {};
          const all = new Promise<void>((resolve) => {
            enough = resolve;
          });
          const workers = await Promise.all(
            stores.map(({ queue, audits }, worker) =>
              queue.work(async (id) => {
                if ((await audits.lease(id, `worker ${worker}`, 60)) === undefined) return;
                handled.push(id);
                if (handled.length === 30) enough();
              }),
            ),
          );
          const added = await Promise.all(Array.from({ length: 30 }, (_, n) => stores[n % 3]!.audits.add({ n })));
          await all;
          await Promise.all(workers.map((worker) => worker.stop()));
          expect(handled.toSorted()).toEqual(added.map(({ id }) => id).sort());
        },
        { pollSeconds: 0.02 },
      ));

    it('take over from a worker that was killed', () =>
      withStores(
        1,
        async ([store]) => {
          const { id } = await store!.audits.add({});
          const worker = startStoreProcess('lease', { url: server.url });
          await worker.saying(new RegExp(`^leased ${id}$`));
          await worker.kill();
          expect(await store!.audits.find(id)).toMatchObject({ state: 'running' });
          expect(await store!.queue.requeueAbandoned()).toBe(1);
          const taken = await new Promise<string>((resolve) => {
            void store!.queue.work(async (job) => resolve(job));
          });
          expect(taken).toBe(id);
          expect(await store!.audits.lease(id, 'successor', 60)).toMatchObject({ state: 'running' });
        },
        { pollSeconds: 0.02 },
      ));
  });

  describe('what was acknowledged', () => {
    it('is there after the process was killed in the middle of writing', async () => {
      await empty();
      await killedWriter({ url: server.url });
    });

    it('was committed to the disk, though the connection asks for less', async () => {
      const careless = new URL(server.url);
      careless.searchParams.set('options', '-c synchronous_commit=off -c timezone=Asia/Tokyo -c datestyle=German');
      const database = await connect(String(careless));
      const { rows } = await database.execute(
        "select current_setting('synchronous_commit') as commit, current_setting('timezone') as zone",
      );
      expect(rows[0]).toEqual({ commit: 'on', zone: 'UTC' });
      await database.close();
      const strict = new URL(server.url);
      strict.searchParams.set('options', '-c synchronous_commit=remote_apply');
      const stricter = await connect(String(strict));
      expect((await stricter.execute('show synchronous_commit')).rows).toEqual([
        { synchronous_commit: 'remote_apply' },
      ]);
      await stricter.close();
    });
  });

  describe('a copy', () => {
    /** Everything that can be asked of a store. */
    const contents = async (store: Store) => {
      const all = { limit: 1000 };
      const [models, interviews, uploads, audits, keys] = await Promise.all([
        store.models.list(all),
        store.interviews.list(all),
        store.uploads.list(all),
        store.audits.list(all),
        store.keys.list(all),
      ]);
      return {
        ...{ models, interviews, uploads, audits, keys },
        bytes: await Promise.all(models.rows.map(({ id }) => store.models.bytes(id))),
        ratings: await Promise.all(uploads.rows.map(({ id }) => store.uploads.bytes(id))),
        answers: await Promise.all(interviews.rows.map(({ id }) => store.interviews.withAnswers(id))),
        records: await Promise.all(audits.rows.map(({ id }) => store.audits.records(id))),
        secrets: await Promise.all(keys.rows.map(({ id }) => store.keys.find(id))),
        remembered: await store.idempotency.find('owner', 'key'),
      };
    };

    it('from a folder to the server and back is the same store', async () => {
      const filled = await temporaryStore();
      const { bytes, description } = await fillStore(filled);
      const before = await contents(filled);
      // Closed without deleting its folder.
      const { folder } = filled;
      await filled.shut();

      await empty();
      const counts = await copyStore({ folder }, { url: server.url });
      expect(counts).toMatchObject({
        models: 2,
        model_parts: 3,
        interview_keys: 1,
        answers: 230,
        api_keys: 2,
        audits: 2,
        checkpoints: 1,
      });
      const onServer = await openStore({ url: server.url });
      expect(await contents(onServer)).toEqual(before);
      expect(await unfinishedHandedOut(onServer)).toBe(true);
      await onServer.close();

      const back = await emptyStoreFolder();
      await copyStore({ url: server.url }, { folder: back });
      const again = await openStore({ folder: back });
      expect(await contents(again)).toEqual(before);
      // New rows get new numbers.
      const added = await again.models.add({ name: 'later', bytes, description });
      expect((await again.models.list({ limit: 9 })).rows.at(-1)).toEqual(added);
      await again.close();

      const refused = await asyncFailure(() => copyStore({ url: server.url }, { folder: back }));
      expect(refused).toMatch(/^STORE_NOT_EMPTY: the store to write into is not empty: it has models/);
      for (const left of [folder, back]) await rm(left, { recursive: true, force: true });
    });
  });

  describe('a server that goes away', () => {
    it('fails what runs, loses nothing that was acknowledged, and is used again when it is back', async () => {
      await empty();
      const wire = await wireTo(server.url);
      const problems: unknown[] = [];
      const store = await openStore(
        { url: wire.url },
        { pollSeconds: 0.02, onProblem: (problem) => problems.push(problem) },
      );
      const worker = await store.queue.work(async () => {});
      const writers = await Promise.all(
        Array.from({ length: 6 }, async () => {
          const { id } = (await addInterview(store)).interview;
          return { id, acknowledged: 0, failure: '' };
        }),
      );
      let acknowledged = 0;
      let cutAt = () => {};
      const busy = new Promise<void>((resolve) => {
        cutAt = resolve;
      });
      const writing = writers.map(async (writer) => {
        writer.failure = await asyncFailure(async () => {
          for (;;) {
            await store.interviews.append(writer.id, writer.acknowledged, { item: 'i', rating: 1 });
            writer.acknowledged++;
            if (++acknowledged === 60) cutAt();
          }
        });
      });
      await busy;
      wire.cut();
      await Promise.all(writing);
      for (const { failure } of writers) expect(failure).toMatch(/^STORE_UNAVAILABLE: .* does not answer/);
      expect(await asyncFailure(() => store.ping())).toMatch(/^STORE_UNAVAILABLE/);
      expect(await asyncFailure(() => store.audits.add({}))).toMatch(/^STORE_UNAVAILABLE/);
      wire.mend();
      await store.ping();
      for (const writer of writers) {
        const { interview, answers } = (await store.interviews.withAnswers(writer.id))!;
        expect(interview.revision).toBe(answers.length);
        // The answer to the last one may be what was cut.
        expect([0, 1]).toContain(answers.length - writer.acknowledged);
      }
      await worker.stop();
      await store.close();
      await wire.close();
      expect(problems.filter((problem) => (problem as { code?: string }).code !== 'STORE_UNAVAILABLE')).toEqual([]);
      expect(JSON.stringify(problems.map(String))).not.toContain('not-to-be-seen');
    });

    it('refuses what a worker asks: the problem told has no statement in it', async () => {
      const told: unknown[] = [];
      await withStores(
        1,
        async ([store]) => {
          await administer('alter table ulterior.audit_workers rename to elsewhere');
          const worker = await store!.queue.work(async () => {});
          await expect.poll(() => told.length).toBe(1);
          await worker.stop();
        },
        { pollSeconds: 0.02, onProblem: (problem) => told.push(problem) },
      );
      expect(told[0]).toBeInstanceOf(RefusedStatement);
      expect(String(told[0])).not.toContain('select');
    });

    it('may end a connection that nobody uses', async () => {
      await empty();
      const problems: unknown[] = [];
      let heard = () => {};
      const told = new Promise<void>((resolve) => {
        heard = resolve;
      });
      const onProblem = (problem: unknown) => {
        problems.push(problem);
        heard();
      };
      const store = await openStore({ url: server.url }, { onProblem });
      await administer("select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'ulterior'");
      await told;
      await store.ping();
      await store.close();
      expect(String(problems[0])).toMatch(/is going down or starting|does not answer/);
    });
  });

  describe('a server that cannot be used', () => {
    const refusal = (change: (url: URL) => void, options: StoreOptions = {}) => {
      const url = new URL(server.url);
      change(url);
      return asyncFailure(() => openStore({ url: String(url) }, options));
    };

    it('is named without the password, with what to do', async () => {
      const wrong = await refusal((url) => {
        url.password = 'wrong-secret';
      });
      expect(wrong).toMatch(
        /^STORE_UNAVAILABLE: the PostgreSQL server \S+:\d+\/\w+ cannot be used: it does not accept/,
      );
      const nobody = await refusal((url) => {
        url.username = 'nobody_of_that_name';
      });
      expect(nobody).toMatch(/^STORE_UNAVAILABLE: .* does not accept the user or the password/);
      const unknown = await refusal((url) => {
        url.pathname = '/no_such_database';
      });
      expect(unknown).toMatch(/^STORE_UNAVAILABLE: .*\/no_such_database .* no database of that name/);
      const port = await freePort();
      const silent = await refusal((url) => {
        url.port = String(port);
      });
      expect(silent).toMatch(/^STORE_UNAVAILABLE: .* does not answer \(ECONNREFUSED\)/);
      for (const text of [wrong, nobody, unknown, silent]) expect(text).not.toMatch(/secret|not-to-be-seen/);
    });

    it('is given up when it accepts and then says nothing', async () => {
      const mute = createServer((socket) => socket.on('error', () => {}).resume());
      await new Promise<void>((resolve) => mute.listen(0, '127.0.0.1', resolve));
      const { port } = mute.address() as { port: number };
      const url = `postgres://u:secret@127.0.0.1:${port}/d`;
      const given = await asyncFailure(() => openStore({ url }, { connectSeconds: 0.05 }));
      expect(given).toMatch(/^STORE_UNAVAILABLE: .* does not answer/);
      await new Promise((resolve) => mute.close(resolve));
    });

    it('has an address that can be read', async () => {
      for (const url of ['postgres://user:secret@host:port/x', 'postgres://u:secret@[::1/x', 'http://%zz:secret@h/x']) {
        const text = await asyncFailure(() => openStore({ url }, { connectSeconds: 0.5 }));
        expect(text).toMatch(/^STORE_UNAVAILABLE: the PostgreSQL server/);
        expect(text).not.toContain('secret');
      }
    });

    it('lets the user make schemas', async () => {
      await administer(`
        drop schema if exists ulterior cascade;
        drop role if exists powerless; create role powerless login password 'weak'`);
      const text = await refusal((url) => {
        url.username = 'powerless';
        url.password = 'weak';
      });
      expect(text).toMatch(/^STORE_UNAVAILABLE: .* may not do that there -> let the user create schemas/);

      // Or uses those that somebody else has made.
      await (await openStore({ url: server.url })).close();
      await administer(`
        grant usage on schema ulterior to powerless;
        grant select, insert, update, delete on all tables in schema ulterior to powerless;
        grant usage on all sequences in schema ulterior to powerless`);
      const url = new URL(server.url);
      [url.username, url.password] = ['powerless', 'weak'];
      const store = await openStore({ url: String(url) });
      const { id } = await store.audits.add({});
      expect(await store.audits.lease(id, 'anna', 60)).toBeDefined();
      await store.close();
      await empty();
      await administer('drop role powerless');
    });
  });
});
