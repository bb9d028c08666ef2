/** Audits through the service: asked for, followed, cancelled, failed, taken up again after a worker was killed. */
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { runAudit } from '../../../../src/audit/index.ts';
import { openDataset } from '../../../../src/datasets/index.ts';
import { loadKernels } from '../../../../src/runtime/index.ts';
import { createWorld } from '../../../../src/worlds/index.ts';
import { LONG, QUICK, REQUEST, timeless, until, WORLD } from '../../../../test/support/audits.ts';
import { type TestService, testService } from '../../../../test/support/service.ts';
import { emptyStoreFolder, temporaryStore } from '../../../../test/support/temporaryStore.ts';
import { openStore, type Store } from '../../store/index.ts';
import { nameFor, sweepScratch } from '../common/scratch.ts';
import { sweep } from '../process/sweep.ts';
import { specFor } from './auditRequest.ts';
import { type RunningWorker, startWorker } from './worker.ts';

let service: TestService;
let worker: RunningWorker | undefined;

/** Of this file alone: other processes have theirs where all do. */
const temporary = mkdtempSync(join(tmpdir(), 'ulterior-audits-'));
const before = process.env['TMPDIR'];
const scratchFiles = () =>
  readdirSync(temporary, { recursive: true, encoding: 'utf8' }).filter((name) => /scratch[^/]*\/./.test(name));

beforeAll(async () => {
  process.env['TMPDIR'] = temporary;
  service = await testService({
    dataSources: {
      survey: { kind: 'long', ratings: { path: '/nowhere/of/the/operator.csv' }, attributes: ['gender'] },
    },
  });
});
afterAll(async () => {
  await service.close();
  if (before === undefined) delete process.env['TMPDIR'];
  else process.env['TMPDIR'] = before;
  rmSync(temporary, { recursive: true });
});
afterEach(async () => {
  await worker?.stop();
  worker = undefined;
});

const quickly = { threads: 1, reportSeconds: 0.05, requeueSeconds: 0.2, leaseSeconds: 5 };
const work = async (store = service.store) => {
  worker = await startWorker(store, { ...quickly, dataSources: { survey: survey() } });
};
const survey = () =>
  ({ kind: 'long', ratings: { path: '/nowhere/of/the/operator.csv' }, attributes: ['gender'] }) as const;
const ask = (body: object) => service.call('POST', '/v1/audits', { as: service.keys.audit, body });
const get = (path: string) => service.call('GET', `/v1/audits/${path}`, { as: service.keys.audit });

const over = (id: string, store = service.store) =>
  until(
    () => store.audits.find(id),
    (audit) => audit === undefined || ['done', 'failed', 'cancelled'].includes(audit.state),
  );

/** What `ulterior describe answers.csv` writes of such a table. */
const describedAs = (table: string, keys: object) => ({
  data: 'answers.csv',
  ...keys,
  tables: { 'answers.csv': { bytes: table.length, sha256: createHash('sha256').update(table).digest('hex') } },
});

describe('an audit', () => {
  it('gives the records of the same audit without the service, and a report under a policy of its own', async () => {
    await work();
    const asked = await ask(REQUEST);
    expect(asked).toMatchObject({ status: 201, body: { state: 'queued', request: REQUEST } });
    const { id } = asked.body;
    expect(await over(id)).toMatchObject({ state: 'done' });
    const { body: audit } = await get(id);
    expect(audit.progress.done).toBe(audit.progress.total);
    expect(Date.parse(audit.finishedAt)).toBeGreaterThan(Date.parse(audit.createdAt));

    const records = await get(`${id}/records`);
    expect(records.body).toMatchObject({ format: 'ulterior-audit', data: { source: WORLD } });
    const { dataset } = await openDataset({ kind: 'world', name: 'demo', users: 120, items: 40, ratingsPerUser: 20 });
    const own = await runAudit(dataset, specFor(REQUEST, 'chronotype', 2), {
      kernels: loadKernels('plain'),
      source: WORLD,
      finished: () => '',
    });
    const { planted, ...measured } = timeless(records.text);
    expect(measured).toEqual(timeless(JSON.stringify(own)));
    expect(planted).toBeDefined();

    const report = await get(`${id}/report`);
    expect(report.status).toBe(200);
    expect(report.headers['content-type']).toContain('text/html');
    expect(report.text).toContain('What do rating questions give away about chronotype?');
    const policy = String(report.headers['content-security-policy']);
    expect(policy).toMatch(
      /^default-src 'none'; style-src 'unsafe-inline'; script-src 'sha256-[\w+/]+=*'; base-uri 'none'/,
    );
    expect(policy).toContain('sandbox allow-scripts');
    expect((await get(`${id}/report`)).text).toBe(report.text);

    expect((await service.call('DELETE', `/v1/audits/${id}`, { as: service.keys.audit })).status).toBe(204);
    expect((await get(id)).status).toBe(404);
    expect((await get(`${id}/report`)).status).toBe(404);
    expect((await service.call('DELETE', `/v1/audits/${id}`, { as: service.keys.audit })).status).toBe(404);
  });

  it('reads an uploaded table, gzipped, long or wide, and leaves nothing of it on the disk', async () => {
    const { dataset } = createWorld({ users: 80, items: 20, ratingsPerUser: 12, minimumPerUser: 5 }, 1);
    const types = dataset.attributes.get('type') as { values: ArrayLike<number>; labels: readonly string[] };
    const lines = ['user,item,rating'];
    const people = ['user,type'];
    const wide = [`type,${Array.from({ length: 20 }, (_, item) => `i${item}`).join(',')}`];
    for (let user = 0; user < 80; user++) {
      const row = new Array<string>(20).fill('');
      const { starts, indices, values } = dataset.ratings.byUser;
      for (let at = starts[user]!; at < starts[user + 1]!; at++) {
        row[indices[at]!] = String(values[at]);
        lines.push(`u${user},i${indices[at]},${values[at]}`);
      }
      people.push(`u${user},${types.labels[types.values[user]!]}`);
      wide.push(`${types.labels[types.values[user]!]},${row.join(',')}`);
    }
    await work();
    const upload = async (bytes: Buffer) => {
      const added = await service.call('POST', '/v1/data?name=my%20table', { as: service.keys.audit, body: bytes });
      expect(added.status).toBe(201);
      return added.body.id;
    };
    const settings = { ...QUICK, strategies: ['separation'] };
    const requests = [
      {
        data: { upload: await upload(gzipSync(lines.join('\n'))), users: await upload(Buffer.from(people.join('\n'))) },
        attribute: 'type',
        settings,
      },
      {
        data: { upload: await upload(Buffer.from(wide.join('\n'))) },
        attribute: 'type',
        itemColumns: Array.from({ length: 20 }, (_, item) => `i${item}`),
        settings,
      },
      {
        data: {
          upload: await upload(Buffer.from(wide.join('\n'))),
          described: describedAs(wide.join('\n'), { attribute: ['type', 'type as kind'], itemColumns: '^i' }),
        },
        attribute: 'type',
        settings,
      },
    ];
    for (const request of requests) {
      const { body } = await ask(request);
      expect(await over(body.id)).toMatchObject({ state: 'done' });
      const records = await get(`${body.id}/records`);
      expect(records.body.data).toMatchObject({ source: 'my table', users: 80, attribute: 'type' });
      expect(records.text).not.toContain(tmpdir());
    }
    expect(scratchFiles()).toEqual([]);
  });

  it('has an uploaded table on the disk for no longer than it takes to read', async () => {
    const rows = Array.from({ length: 6000 }, (_, n) => `${n % 150},${(n % 150) % 2},i${(n * 7) % 41},${1 + (n % 5)}`);
    const { body: upload } = await service.call('POST', '/v1/data?name=a%20table', {
      as: service.keys.audit,
      body: Buffer.from(['user,group,item,rating', ...rows].join('\n')),
    });
    const { body } = await ask({ data: { upload: upload.id }, attribute: 'group', settings: LONG.settings });
    await work();
    const tables = () => scratchFiles().filter((name) => name.includes('upload-'));
    await until(
      async () => tables(),
      (files) => files.length > 0,
    );
    await until(
      async () => tables(),
      (files) => files.length === 0,
    );
    // So nothing is owed though the audit goes on, whose folder is there.
    expect((await service.call('DELETE', `/v1/data/${upload.id}`, { as: service.keys.audit })).status).toBe(204);
    expect((await get(body.id)).body).toMatchObject({ state: 'running' });
    expect(scratchFiles().filter((name) => name.includes(nameFor(body.id)))).toHaveLength(1);
    await service.call('DELETE', `/v1/audits/${body.id}`, { as: service.keys.audit });
  });

  it('that fails says why, without telling where files lie, and leaves nothing on the disk', async () => {
    await work();
    const { body: upload } = await service.call('POST', '/v1/data?name=odd.csv', {
      as: service.keys.audit,
      body: Buffer.from('who,what\n1,2\n'),
    });
    const failed = async (request: object) => {
      const { body, status } = await ask(request);
      expect(status, JSON.stringify(body)).toBe(201);
      await over(body.id);
      const { body: audit, text } = await get(body.id);
      expect(audit.state).toBe('failed');
      expect(text).not.toContain(tmpdir());
      expect(text).not.toContain('/nowhere');
      return audit.problem;
    };
    expect(await failed({ data: { upload: upload.id, users: upload.id }, attribute: 'gender' })).toMatchObject({
      code: 'COLUMN_MISSING',
      detail: expect.stringContaining('odd.csv'),
      advice: expect.any(String),
    });
    const other = describedAs('who,what\n1,3\n', { attribute: 'who', itemColumns: '2-2' });
    expect(await failed({ data: { upload: upload.id, described: other } })).toMatchObject({
      code: 'DATA_CHANGED',
      detail: '"answers.csv" is not the table that "answers.ulterior.json" describes: it has other contents',
    });
    expect(await failed({ data: { name: 'survey' } })).toMatchObject({
      code: 'FILE_NOT_READABLE',
      detail: expect.stringContaining('survey'),
    });
    expect(await failed({ data: { name: WORLD }, minPerUser: 10_000 })).toMatchObject({ code: 'DATASET_EMPTY' });
    const people = Array.from({ length: 100 }, (_, n) => `u${n},group ${n},${1 + (n % 5)},${1 + (n % 3)}`);
    const { body: many } = await service.call('POST', '/v1/data?name=many', {
      as: service.keys.audit,
      body: Buffer.from(`user,group,first,second\n${people.join('\n')}`),
    });
    const wide = { data: { upload: many.id }, attribute: 'group', itemColumns: ['first', 'second'] };
    expect(await failed(wide)).toMatchObject({ code: 'ATTRIBUTE_INVALID' });
    const codes = Array.from(
      { length: 120 },
      (_, n) => `${['m', 'f'][n % 2]},${n % 9 ? 1 + (n % 5) : -99},${1 + (n % 3)}`,
    );
    const { body: coded } = await service.call('POST', '/v1/data?name=codes', {
      as: service.keys.audit,
      body: Buffer.from(`gender,first,second\n${codes.join('\n')}`),
    });
    const doubtful = { ...wide, data: { upload: coded.id }, attribute: 'gender' };
    expect(await failed(doubtful)).toMatchObject({
      code: 'DATA_DOUBTFUL',
      detail: expect.stringContaining('are -99, far outside the others'),
      advice: expect.stringContaining('--accept RATING_CODES'),
    });
    for (const settled of [{ accept: ['RATING_CODES'] }, { missing: ['-99'] }]) {
      const { body } = await ask({ ...doubtful, ...settled, settings: { ...QUICK, strategies: ['separation'] } });
      expect(await over(body.id)).toMatchObject({ state: 'done' });
    }
    expect((await ask({ ...doubtful, accept: ['NO_SUCH_CODE'] })).status).toBe(400);
    const { body: queued } = await ask(wide);
    await over(queued.id);
    expect(scratchFiles()).toEqual([]);
    const records = await get(`${queued.id}/records`);
    expect(records).toMatchObject({ status: 409, body: { code: 'AUDIT_UNFINISHED' } });
    expect(await get(`${queued.id}/report`)).toMatchObject({ status: 409, body: { code: 'AUDIT_UNFINISHED' } });
  });

  it('whose data were erased meanwhile fails', async () => {
    const { body: upload } = await service.call('POST', '/v1/data?name=short-lived', {
      as: service.keys.audit,
      body: Buffer.from('user,item,rating,gender\n1,2,3,f\n'),
    });
    const { body } = await ask({ data: { upload: upload.id, users: upload.id }, attribute: 'gender' });
    await service.call('DELETE', `/v1/data/${upload.id}`, { as: service.keys.audit });
    await work();
    expect(await over(body.id)).toMatchObject({ state: 'failed', problem: { code: 'SOURCE_UNKNOWN' } });
  });

  it('that makes no sense is refused at once', async () => {
    const refused = async (body: object) => {
      const answered = await ask(body);
      return [answered.status, answered.body.code];
    };
    const absent = '00000000-0000-4000-8000-000000000000';
    expect(await refused({ data: { name: 'ml-1m:/etc' } })).toEqual([422, 'SOURCE_UNKNOWN']);
    expect(await refused({ data: { name: '/etc/passwd' } })).toEqual([422, 'SOURCE_UNKNOWN']);
    expect(await refused({ data: { name: '__proto__' } })).toEqual([422, 'SOURCE_UNKNOWN']);
    expect(await refused({ data: { name: 'world:nowhere' } })).toEqual([422, 'SOURCE_UNKNOWN']);
    expect(await refused({ data: { name: 'world:demo,users=1e9' } })).toEqual([422, 'UPLOAD_TOO_COSTLY']);
    expect(await refused({ data: { name: 'world:flixster' } })).toEqual([422, 'UPLOAD_TOO_COSTLY']);
    expect(await refused({ data: { name: 'world:demo,items=100000000,ratingsPerUser=1' } })).toEqual([
      422,
      'UPLOAD_TOO_COSTLY',
    ]);
    expect(await refused({ data: { upload: absent, users: absent }, attribute: 'x' })).toEqual([422, 'SOURCE_UNKNOWN']);
    expect(await refused({ data: { upload: absent }, attribute: 'x' })).toEqual([422, 'SOURCE_UNKNOWN']);
    expect(await refused({ data: { upload: absent, users: absent }, attribute: 'x', itemColumns: ['y'] })).toEqual([
      422,
      'SOURCE_UNKNOWN',
    ]);
    expect(await refused({ data: { upload: absent } })).toEqual([422, 'ATTRIBUTE_UNKNOWN']);
    expect(await refused({ data: { name: WORLD }, attribute: 'age:number' })).toEqual([422, 'ATTRIBUTE_KIND']);
    expect(await refused({ data: { name: WORLD }, attribute: 'age:{' })).toEqual([422, 'ATTRIBUTE_EXPRESSION']);
    expect(await refused({ data: { name: WORLD }, itemColumns: ['x'] })).toEqual([422, 'REQUEST_CONTRADICTORY']);
    expect(await refused({ data: { name: WORLD }, attribute: 'income' })).toEqual([422, 'REQUEST_CONTRADICTORY']);
    expect(await refused({ data: { name: WORLD }, duplicates: 'last' })).toEqual([422, 'REQUEST_CONTRADICTORY']);
    const wide = { data: { upload: absent }, attribute: 'x', itemColumns: ['y'] };
    expect(await refused({ ...wide, columns: { rating: 'z' } })).toEqual([422, 'REQUEST_CONTRADICTORY']);
    const misspelt = await ask({ data: { name: WORLD }, settings: { maxQuestion: 3, folds: 1 } });
    expect(misspelt.body.detail).toMatch(/body \/ settings: .*\(maxQuestion\); did you mean maxQuestions\?/);
    expect(misspelt.body.detail).toMatch(/body \/ settings \/ folds: must be >= 2/);
    expect(await refused({ data: { name: WORLD, upload: absent } })).toEqual([400, 'REQUEST_INVALID']);
    expect(await refused({ data: { path: '/etc/passwd' } })).toEqual([400, 'REQUEST_INVALID']);
    expect(await refused({ data: { name: WORLD }, settings: { folds: 1000 } })).toEqual([400, 'REQUEST_INVALID']);
    expect(await refused({ data: { name: WORLD }, settings: { strategies: ['fbcSelection'] } })).toEqual([
      400,
      'REQUEST_INVALID',
    ]);
    // Code comes from the operator, never from a request.
    expect(await refused({ data: { name: WORLD }, plugins: ['./mine.mjs'] })).toEqual([403, 'PLUGIN_REFUSED']);
    expect(await refused({ data: { name: WORLD }, settings: { plugins: [] } })).toEqual([403, 'PLUGIN_REFUSED']);
    expect(await refused({ data: { name: WORLD }, settings: { training: { preset: 'paper', dimension: 3 } } })).toEqual(
      [400, 'PARAMETER_OUT_OF_RANGE'],
    );
    expect((await service.call('GET', '/v1/data/sources', { as: service.keys.audit })).body).toEqual({
      names: ['survey'],
      worlds: ['world:demo', 'world:tv'],
    });
  });
});

describe('time', () => {
  it('is limited: an audit that takes longer fails, and says so', async () => {
    worker = await startWorker(service.store, { ...quickly, limits: { auditSeconds: 0.01 } });
    const { id } = (await ask(LONG)).body;
    expect(await over(id)).toMatchObject({
      state: 'failed',
      problem: { code: 'REQUEST_TOO_COSTLY', detail: expect.stringContaining('0.01 seconds') },
    });
  });
});

describe('cancelling', () => {
  const cancel = (id: string) => service.call('POST', `/v1/audits/${id}/cancel`, { as: service.keys.audit });

  it('is heeded by the sweep where the worker has died and no other runs', async () => {
    const steady = { seconds: 0 };
    const alone = await testService({ store: await temporaryStore({ steadyClock: () => steady.seconds }) });
    const { audits } = alone.store;
    const { id } = await audits.add({});
    await audits.lease(id, 'dead', 30);
    expect(await audits.cancel(id)).toMatchObject({ state: 'running', cancelRequested: true });
    for (const seconds of [0, 20, 40, 60]) {
      steady.seconds = seconds;
      await sweep(alone.app.service);
    }
    expect(await audits.find(id)).toMatchObject({ state: 'cancelled' });
    await alone.close();
  });

  it('ends a queued audit at once, and a running one soon', async () => {
    const { body: queued } = await ask(REQUEST);
    expect((await cancel(queued.id)).body).toMatchObject({ state: 'cancelled' });
    await work();
    const { body: running } = await ask(LONG);
    await until(
      () => service.store.audits.find(running.id),
      (audit) => audit!.progress.done > 0,
    );
    expect((await cancel(running.id)).body).toMatchObject({ state: 'running', cancelRequested: true });
    expect(await over(running.id)).toMatchObject({ state: 'cancelled' });
    expect(await cancel(running.id)).toMatchObject({ status: 200, body: { state: 'cancelled' } });
    expect((await cancel('00000000-0000-4000-8000-000000000000')).status).toBe(404);
    // The worker is free for the next one.
    const { body: next } = await ask(REQUEST);
    expect(await over(next.id)).toMatchObject({ state: 'done' });
  });

  it('is not needed where an audit is removed: its worker stops', async () => {
    await work();
    const { body } = await ask(LONG);
    await until(
      () => service.store.audits.find(body.id),
      (audit) => audit!.progress.done > 0,
    );
    const erase = () => service.call('DELETE', `/v1/audits/${body.id}`, { as: service.keys.audit });
    // Owed until the worker has stopped and removed what it wrote.
    expect(await erase()).toMatchObject({ status: 202, body: { scrub: 'owed' } });
    await until(erase, ({ status }) => status === 404);
    expect(scratchFiles()).toEqual([]);
    const { body: next } = await ask(REQUEST);
    expect(await over(next.id)).toMatchObject({ state: 'done' });
  });
});

describe('several workers', () => {
  it('share the units of one audit, each unit once, and give the records of one worker alone', async () => {
    const done: string[][] = [[], [], []];
    const others = await Promise.all(
      [1, 2].map((n) =>
        startWorker(
          watching(service.store, (key) => done[n]!.push(key)),
          quickly,
        ),
      ),
    );
    await work(watching(service.store, (key) => done[0]!.push(key)));
    try {
      const { body: shared } = await ask(LONG);
      expect(await over(shared.id)).toMatchObject({ state: 'done' });
      expect(done.filter((units) => units.length > 0).length).toBeGreaterThan(1);
      expect(new Set(done.flat()).size).toBe(done.flat().length);
      await Promise.all(others.map((one) => one.stop()));
      const { body: alone } = await ask(LONG);
      expect(await over(alone.id)).toMatchObject({ state: 'done' });
      const [byAll, byOne] = [await get(`${shared.id}/records`), await get(`${alone.id}/records`)];
      expect(JSON.stringify(timeless(byAll.text))).toBe(JSON.stringify(timeless(byOne.text)));
    } finally {
      await Promise.all(others.map((one) => one.stop()));
    }
  });

  it('go on without one that has other data, or none', async () => {
    const log: string[] = [];
    const { body } = await ask(LONG);
    await work();
    await until(
      () => service.store.audits.find(body.id),
      (audit) => audit!.progress.done > 0,
    );
    // It refuses the world that the others have.
    const unable = await startWorker(service.store, {
      ...quickly,
      limits: { worldRatings: 10 },
      log: (message) => log.push(message),
    });
    try {
      expect(await over(body.id)).toMatchObject({ state: 'done' });
      expect(log).toEqual(['a worker cannot help with an audit of others']);
    } finally {
      await unable.stop();
    }
  });
});

describe('a worker that waits for its data', () => {
  it('is not taken for dead meanwhile', async () => {
    const { body: upload } = await service.call('POST', '/v1/data?name=slow.csv', {
      as: service.keys.audit,
      body: Buffer.from('who,what\n1,2\n'),
    });
    const { uploads, audits } = service.store;
    let reports = 0;
    const slow: Store = {
      ...service.store,
      // As long as it takes until the lease was renewed.
      uploads: {
        ...uploads,
        bytes: async (id) => {
          while (reports === 0) await new Promise((resolve) => setTimeout(resolve, 20));
          return uploads.bytes(id);
        },
      },
      audits: {
        ...audits,
        report: (...words) => {
          reports++;
          return audits.report(...words);
        },
      },
    };
    const { body } = await ask({ data: { upload: upload.id, users: upload.id }, attribute: 'gender' });
    await work(slow);
    expect(await over(body.id)).toMatchObject({ state: 'failed', problem: { code: 'COLUMN_MISSING' } });
  });

  it('has their erasure owed from before it has them', async () => {
    const { body: upload } = await service.call('POST', '/v1/data?name=erased.csv', {
      as: service.keys.audit,
      body: Buffer.from('who,what\n1,2\n'),
    });
    const erase = async () =>
      (await service.call('DELETE', `/v1/data/${upload.id}`, { as: service.keys.audit })).status;
    const { uploads } = service.store;
    let meanwhile: number | undefined;
    const bytes = async (id: string) => {
      const fetched = await uploads.bytes(id);
      meanwhile = await erase();
      return fetched;
    };
    const { body } = await ask({ data: { upload: upload.id }, attribute: 'gender' });
    await work({ ...service.store, uploads: { ...uploads, bytes } });
    expect(await over(body.id)).toMatchObject({ state: 'failed' });
    expect(meanwhile).toBe(202);
    await until(erase, (status) => status === 404);
    expect(scratchFiles()).toEqual([]);
  });
});

describe('a worker that goes', () => {
  it('lets another go on from its checkpoints, with the same records', async () => {
    const [before, after]: string[][] = [[], []];
    await work(watching(service.store, (key) => before!.push(key)));
    const { body } = await ask(LONG);
    await until(
      () => service.store.audits.find(body.id),
      ({ progress }: { progress: { done: number; total: number } } = {} as never) => progress.done > progress.total / 3,
    );
    await worker!.stop();
    expect(await service.store.audits.find(body.id)).toMatchObject({ state: 'running' });
    await work(watching(service.store, (key) => after!.push(key)));
    expect(await over(body.id)).toMatchObject({ state: 'done' });
    expect(before!.length).toBeGreaterThan(0);
    expect(after!.filter((key) => before!.includes(key))).toEqual([]);
    const { body: whole } = await ask(LONG);
    expect(await over(whole.id)).toMatchObject({ state: 'done' });
    const [resumed, uninterrupted] = [await get(`${body.id}/records`), await get(`${whole.id}/records`)];
    expect(timeless(resumed.text)).toEqual(timeless(uninterrupted.text));
  });

  it('in an orderly way, twenty times and more, in the middle of one audit, does it no harm', async () => {
    const { body } = await ask(REQUEST);
    for (let restart = 0; restart < 21; restart++) {
      let begun = () => {};
      const middle = new Promise<void>((resolve) => {
        begun = resolve;
      });
      const { audits } = service.store;
      await work({
        ...service.store,
        audits: {
          ...audits,
          // Mostly when it has just joined; sometimes later, when the thread takes its first unit.
          lease: async (id, name, seconds) => {
            const leased = await audits.lease(id, name, seconds);
            if (restart % 10 > 0) begun();
            return leased;
          },
          claim: (id, name) => {
            begun();
            return audits.claim(id, name);
          },
        },
      });
      await service.store.queue.requeueAbandoned();
      await middle;
      await worker!.stop();
      expect(await service.store.audits.find(body.id)).toMatchObject({ state: 'running' });
    }
    await work();
    expect(await over(body.id)).toMatchObject({ state: 'done' });
    const { body: whole } = await ask(REQUEST);
    expect(await over(whole.id)).toMatchObject({ state: 'done' });
    const [disturbed, undisturbed] = [await get(`${body.id}/records`), await get(`${whole.id}/records`)];
    expect(timeless(disturbed.text)).toEqual(timeless(undisturbed.text));
  });

  it('being killed with its process, too', async () => {
    const folder = await emptyStoreFolder();
    const dist = (path: string) => JSON.stringify(String(new URL(`../../../build/${path}`, import.meta.url)));
    const script = `
      const { openStore } = await import(${dist('store/index.js')});
      const { startWorker } = await import(${dist('server/index.js')});
      const store = await openStore({ folder: ${JSON.stringify(folder)} });
      const written = [];
      const audits = { ...store.audits, writeCheckpoint: async (id, key, bytes) => {
        await store.audits.writeCheckpoint(id, key, bytes);
        if (written.push(key) === 3) console.log(id, ...written);
      } };
      await startWorker({ ...store, audits }, ${JSON.stringify({ ...quickly, leaseSeconds: 1 })});
      await store.audits.add(${JSON.stringify(LONG)});
    `;
    const child = spawn(process.execPath, ['--input-type=module', '-e', script], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const said = await new Promise<string>((resolve, reject) => {
      child.stdout.once('data', (text: Buffer) => resolve(text.toString().trim()));
      child.once('exit', (code) => reject(new Error(`the process ended with ${code}`)));
    });
    const [id = '', ...known] = said.split(' ');
    expect(known.length).toBe(3);
    child.removeAllListeners('exit');
    const gone = new Promise((resolve) => child.once('exit', resolve));
    child.kill('SIGKILL');
    await gone;
    const store = await openStore({ folder }, { pollSeconds: 0.05 });
    try {
      const done: string[] = [];
      await work(watching(store, (key) => done.push(key)));
      expect(await over(id, store)).toMatchObject({ state: 'done' });
      expect(done.filter((key) => known.includes(key))).toEqual([]);
      await worker!.stop();
      await work();
      const { body: whole } = await ask(LONG);
      expect(await over(whole.id)).toMatchObject({ state: 'done' });
      expect(timeless((await store.audits.records(id))!)).toEqual(
        timeless((await service.store.audits.records(whole.id))!),
      );
    } finally {
      await worker?.stop();
      worker = undefined;
      await store.close();
      rmSync(folder, { recursive: true });
    }
    // What the dead process left on the disk is cleared away by the next worker.
    expect(await sweepScratch()).toBe(0);
  });

  it('twenty times without a unit in between gives the audit up', async () => {
    const { body } = await ask(REQUEST);
    const { audits } = service.store;
    const lease: typeof audits.lease = async (...words) => {
      const leased = await audits.lease(...words);
      return leased && { ...leased, losses: 20 };
    };
    const exhausted: Store = { ...service.store, audits: { ...audits, lease } };
    await work(exhausted);
    expect(await over(body.id)).toMatchObject({ state: 'failed', problem: { code: 'SERVICE_FAULT' } });
  });
});

/** The store, telling which units are done. */
function watching(store: Store, done: (key: string) => void): Store {
  return {
    ...store,
    audits: {
      ...store.audits,
      writeCheckpoint: async (id, key, bytes) => {
        await store.audits.writeCheckpoint(id, key, bytes);
        done(key);
      },
    },
  };
}
