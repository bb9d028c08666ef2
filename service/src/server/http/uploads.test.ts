/** What is handed in: models and tables, whole and broken, honest and not. */
import { once } from 'node:events';
import { request as httpRequest } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  createModel,
  encodeModel,
  encodeNumericModel,
  encodeTensors,
  type FactorModel,
} from '../../../../src/factorization/index.ts';
import { createVocabulary, type ItemIndex } from '../../../../src/ratings/index.ts';
import { until as patiently } from '../../../../test/support/audits.ts';
import { randomModel } from '../../../../test/support/models.ts';
import { randomNumericModel } from '../../../../test/support/numericModels.ts';
import {
  addModel,
  smallModel,
  startInterview,
  type TestService,
  testService,
} from '../../../../test/support/service.ts';
import { defaultLimits } from '../common/limits.ts';
import { inspectData } from '../data/inspectData.ts';
import { inspectModel } from '../models/inspectModel.ts';

let service: TestService;
beforeAll(async () => {
  service = await testService({ limits: { modelBytes: 200_000, dataBytes: 100_000, unpackedBytes: 1_000_000 } });
});
afterAll(() => service.close());

const addBytes = (bytes: Uint8Array, name = 'model') =>
  service.call('POST', `/v1/models?name=${name}`, { as: service.keys.admin, body: bytes });
const addData = (bytes: Uint8Array | string, query = 'name=table') =>
  service.call('POST', `/v1/data?${query}`, { as: service.keys.audit, body: Buffer.from(bytes as string) });

describe('models', () => {
  it('are described, listed, looked into and removed', async () => {
    const model = smallModel();
    const bytes = encodeModel(model);
    const added = await addBytes(bytes, 'films%20of%20the%20year');
    expect(added).toMatchObject({
      status: 201,
      body: {
        name: 'films of the year',
        size: bytes.length,
        attributes: [{ name: 'type', labels: ['type 0', 'type 1'] }],
        types: ['type 0', 'type 1'],
        items: 12,
        dimension: 2,
        channels: ['rating'],
        scale: { min: 1, max: 5, step: 1 },
        calibrated: false,
        provenance: { version: '0.0.0', dataFingerprint: 'made up', users: 1, ratings: 1 },
      },
    });
    const { id } = added.body;
    const get = (path: string) => service.call('GET', path, { as: service.keys.interview });
    expect((await get(`/v1/models/${id}`)).body).toEqual(added.body);
    expect((await get('/v1/models')).body.rows).toContainEqual(added.body);
    const first = (await get(`/v1/models/${id}/items?limit=5`)).body;
    expect(first.rows[0]).toEqual({ id: 'i0', title: 'i0' });
    const second = (await get(`/v1/models/${id}/items?limit=10&after=${first.next}`)).body;
    expect([...first.rows, ...second.rows].map((row) => row.id)).toEqual(Array.from({ length: 12 }, (_, n) => `i${n}`));
    expect(second.next).toBeUndefined();
    expect((await get(`/v1/models/${id}/items?after=x`)).status).toBe(400);
    expect((await get(`/v1/models/${id}/items?after=999999999`)).body).toEqual({ rows: [] });
    const remove = () => service.call('DELETE', `/v1/models/${id}`, { as: service.keys.admin });
    expect((await remove()).status).toBe(204);
    expect(await remove()).toMatchObject({ status: 404, body: { code: 'NOT_FOUND' } });
    expect((await get(`/v1/models/${id}/items`)).status).toBe(404);
    expect((await get(`/v1/models/${id}`)).status).toBe(404);
  });

  it('stay while interviews refer to them', async () => {
    const id = await addModel(service.store);
    const interview = await startInterview(service, id);
    const remove = () => service.call('DELETE', `/v1/models/${id}`, { as: service.keys.admin });
    expect(await remove()).toMatchObject({ status: 409, body: { code: 'MODEL_IN_USE' } });
    await service.call('DELETE', `/v1/interviews/${interview.id}`, { as: interview.token });
    expect((await remove()).status).toBe(204);
  });

  it('that are none, or broken, are refused and not kept', async () => {
    const before = (await service.store.models.list({ limit: 100 })).rows.length;
    const good = encodeModel(smallModel());
    const altered = Uint8Array.from(good);
    altered[altered.length - 3]! ^= 1;
    const hugeHeader = Uint8Array.from(good);
    new DataView(hugeHeader.buffer).setBigUint64(0, 2n ** 63n - 1n, true);
    const longHeader = Uint8Array.from(good);
    new DataView(longHeader.buffer).setBigUint64(0, 99_999_999n, true);
    for (const [bytes, code] of [
      [new TextEncoder().encode('a,b\n1,2\n'), 'MODEL_FOREIGN'],
      [Uint8Array.of(1), 'MODEL_FOREIGN'],
      [good.subarray(0, 900), 'MODEL_TRUNCATED'],
      [altered, 'MODEL_ALTERED'],
      [hugeHeader, 'MODEL_FOREIGN'],
      [longHeader, 'MODEL_TRUNCATED'],
      [encodeTensors({ metadata: {}, tensors: {} }), 'MODEL_FOREIGN'],
      [encodeNumericModel(randomNumericModel({ items: 4, dimension: 2, seed: 1 })), 'MODEL_FOREIGN'],
    ] as const) {
      expect(await addBytes(bytes)).toMatchObject({ status: 422, body: { code } });
    }
    expect((await addBytes(new Uint8Array(200_001))).body).toMatchObject({ status: 413, code: 'REQUEST_TOO_LARGE' });
    expect((await addBytes(new Uint8Array(0))).status).toBeGreaterThanOrEqual(400);
    const noName = await service.call('POST', '/v1/models', { as: service.keys.admin, body: good });
    expect(noName).toMatchObject({ status: 400, body: { code: 'REQUEST_INVALID' } });
    const json = await service.call('POST', '/v1/models?name=x', { as: service.keys.admin, body: {} });
    expect(json).toMatchObject({ status: 415, body: { code: 'MEDIA_TYPE_UNKNOWN' } });
    expect((await service.store.models.list({ limit: 100 })).rows).toHaveLength(before);
  });

  it('with shapes or numbers nobody trains are refused, however well sealed', () => {
    const refused = (parts: Partial<FactorModel>, limits = {}) => {
      const bytes = encodeModel(createModel({ ...smallModel(), ...parts }));
      try {
        inspectModel(bytes, { ...defaultLimits, ...limits });
      } catch (error) {
        return (error as { code: string }).code;
      }
      return 'taken';
    };
    const { itemStatistics, typeLabels } = smallModel();
    expect(refused({})).toBe('taken');
    expect(refused({}, { modelItems: 11 })).toBe('UPLOAD_TOO_COSTLY');
    expect(refused({}, { modelTypes: 1 })).toBe('UPLOAD_TOO_COSTLY');
    expect(refused({}, { modelDimension: 1 })).toBe('UPLOAD_TOO_COSTLY');
    expect(refused({ scale: { min: 1, max: 5, step: 1e-9 } })).toBe('UPLOAD_TOO_COSTLY');
    expect(refused({ scale: { min: 5, max: 1, step: 1 } })).toBe('MODEL_INVALID');
    expect(refused({ typePriors: Float64Array.of(Number.NaN, 1) })).toBe('MODEL_INVALID');
    expect(refused({ typePriors: Float64Array.of(0, 1) })).toBe('MODEL_INVALID');
    expect(refused({ typePriors: Float64Array.of(5, 5) })).toBe('MODEL_INVALID');
    expect(refused({ itemStatistics: { ...itemStatistics, means: new Float32Array(12).fill(Number.NaN) } })).toBe(
      'MODEL_INVALID',
    );
    expect(refused({ typeLabels: ['x'.repeat(501), typeLabels[1]!] })).toBe('MODEL_INVALID');
    const ids = (first: string) =>
      createVocabulary<ItemIndex>(Array.from({ length: 12 }, (_, n) => (n === 0 ? first : `i${n}`)));
    expect(refused({ items: ids('') })).toBe('MODEL_INVALID');
    expect(refused({ items: ids('x'.repeat(501)) })).toBe('MODEL_INVALID');
    expect(refused({ items: ids('a\u0000b') })).toBe('MODEL_INVALID');
    expect(refused({ items: ids('a\nb') })).toBe('MODEL_INVALID');
    expect(refused({ items: ids('é — 電影') })).toBe('taken');
    expect(refused({ attribute: '__proto__' })).toBe('MODEL_INVALID');
    expect(refused({ typeLabels: ['__proto__', 'x'] })).toBe('MODEL_INVALID');
    const { rows } = randomModel({ items: 12, dimension: 2, types: 2, seed: 1 });
    expect(refused({ rows: { ...rows, profiles: rows.profiles.map(() => 1e38) } })).toBe('MODEL_INVALID');
    expect(refused({ rows: { ...rows, biases: rows.biases.map(() => -1e38) } })).toBe('MODEL_INVALID');
    expect(refused({ rows: { ...rows, profiles: rows.profiles.map(() => 1e300) } })).toBe('MODEL_INVALID');
  });
});

describe('tables', () => {
  const TABLE = 'user,item,rating,gender\n1,a,5,f\n2,a,1,m\n';

  it('are looked through, listed and erased', async () => {
    const added = await addData(TABLE, 'name=ratings%20of%20May&retentionSeconds=600');
    expect(added).toMatchObject({
      status: 201,
      body: { name: 'ratings of May', size: TABLE.length, format: 'delimited', gzipped: false, lines: 3 },
    });
    const { id, createdAt, expiresAt } = added.body;
    expect(Date.parse(expiresAt) - Date.parse(createdAt)).toBeGreaterThan(590_000);
    expect(Date.parse(expiresAt) - Date.parse(createdAt)).toBeLessThan(610_000);
    const listed = await service.call('GET', '/v1/data', { as: service.keys.audit });
    expect(listed.body.rows.map((row: { id: string }) => row.id)).toContain(id);
    const remove = () => service.call('DELETE', `/v1/data/${id}`, { as: service.keys.audit });
    expect((await remove()).status).toBe(204);
    expect((await remove()).status).toBe(404);
    expect(await service.store.uploads.bytes(id)).toBeUndefined();
  });

  it('may be gzipped, or JSON lines', async () => {
    const bytes = gzipSync(TABLE);
    expect((await addData(bytes)).body).toMatchObject({ gzipped: true, unpacked: TABLE.length, lines: 3 });
    expect((await addData('\n{"user":1,"item":2,"rating":3}\n')).body).toMatchObject({ format: 'jsonl' });
  });

  it('that are no tables are refused', async () => {
    for (const [bytes, code] of [
      [' \n\n', 'FILE_EMPTY'],
      [Buffer.from('PAR1 and so on'), 'FILE_MALFORMED'],
      [Buffer.of(80, 75, 3, 4, 0, 0), 'FILE_MALFORMED'],
      [gzipSync(TABLE).subarray(0, 30), 'FILE_TRUNCATED'],
      [Buffer.of(0x1f, 0x8b, 1, 2, 3, 4), 'FILE_TRUNCATED'],
    ] as const) {
      expect(await addData(bytes)).toMatchObject({ status: 422, body: { code } });
    }
    expect((await addData(Buffer.alloc(100_001, 'x'))).status).toBe(413);
    expect((await addData(TABLE, 'name=x&retentionSeconds=1')).status).toBe(400);
    expect((await addData(TABLE, '')).status).toBe(400);
  });

  it('that unpack to far more than they are do not get far', async () => {
    const bomb = gzipSync(Buffer.alloc(50_000_000, '1,2,3\n'));
    expect(bomb.length).toBeLessThan(100_000);
    expect(await addData(bomb)).toMatchObject({ status: 422, body: { code: 'UPLOAD_TOO_COSTLY' } });
    await expect(inspectData(bomb, { ...defaultLimits, unpackedBytes: 10 })).rejects.toThrow(/unpacks to more than 10/);
  });
});

describe('reading an upload', () => {
  it('ends when it takes too long, or too much memory', async () => {
    const impatient = await service.another({ limits: { parseSeconds: 0.001 } });
    const slow = await impatient.call('POST', '/v1/data?name=x', {
      as: service.keys.audit,
      body: Buffer.from('a,b\n'),
    });
    expect(slow).toMatchObject({
      status: 422,
      body: { code: 'UPLOAD_TOO_COSTLY', detail: expect.stringContaining('long') },
    });
    await impatient.app.close();
    const tight = await service.another({ limits: { parseMegabytes: 1, modelBytes: 20_000_000 } });
    const header = `{"__metadata__":{"format":"${'x,'.repeat(4_000_000)}"}}`;
    const bytes = Buffer.concat([Buffer.alloc(8), Buffer.from(header)]);
    bytes.writeBigUInt64LE(BigInt(header.length));
    const large = await tight.call('POST', '/v1/models?name=x', { as: service.keys.admin, body: bytes });
    expect(large).toMatchObject({
      status: 422,
      body: { code: 'UPLOAD_TOO_COSTLY', detail: expect.stringContaining('memory') },
    });
    expect((await tight.call('GET', '/health/ready')).status).toBe(200);
    await tight.app.close();
  });

  it('that stalls takes no more than half of the places with others of its key', async () => {
    const busy = await service.another({ limits: { uploadsAtOnce: 4 } });
    const port = Number(new URL(await busy.app.listen({ host: '127.0.0.1', port: 0 })).port);
    const { audit, admin } = service.keys;
    const stalled = Array.from({ length: 6 }, () => {
      const headers = {
        authorization: `Bearer ${audit}`,
        'content-type': 'application/octet-stream',
        'content-length': 8,
      };
      const request = httpRequest({ port, agent: false, method: 'POST', path: '/v1/data?name=x', headers });
      request.on('error', () => {}).write('a,b\n');
      return request;
    });
    const metrics = () => busy.call('GET', '/metrics', { as: admin });
    await patiently(metrics, ({ text }) => text.includes('ulterior_uploads_underway 2\n'));
    const send = (as: string) => busy.call('POST', '/v1/data?name=x', { as, body: Buffer.from('a,b\n1,2\n') });
    expect([(await send(audit)).status, (await send(admin)).status]).toEqual([503, 201]);
    for (const request of stalled) request.destroy();
    await busy.app.close();
  });

  it('waits its turn, and gives its place up when the client goes away', async () => {
    // While the key is looked up, the client may go away before its place is taken.
    let lookUp = () => Promise.resolve();
    const { keys } = service.store;
    const slow = {
      ...service.store,
      keys: { ...keys, find: (id: string) => lookUp().then(() => keys.find(id)) },
    };
    const busy = await service.another({ store: slow, limits: { uploadsAtOnce: 1 } });
    await busy.app.listen({ host: '127.0.0.1', port: 0 });
    const { port } = busy.app.server.address() as AddressInfo;
    const upload = (length: number) =>
      httpRequest({
        port,
        agent: false,
        method: 'POST',
        path: '/v1/data?name=x',
        headers: {
          authorization: `Bearer ${service.keys.audit}`,
          // However it is spelled.
          'content-type': 'application/octet-stream;a=b',
          'content-length': length,
        },
      }).on('error', () => {});
    const uploaded = () =>
      new Promise<number>((resolve) => {
        const request = upload(4);
        request.once('response', (response) => resolve(response.resume().statusCode!));
        // A refusal may break the connection before the body has arrived, and be lost with it.
        request.once('error', () => resolve(503));
        request.end('a,b\n');
      });
    const until = async (wanted: number) => {
      for (let got = 0; got !== wanted; ) got = await uploaded();
    };
    const placesTaken = (wanted: number) =>
      patiently(
        () => busy.call('GET', '/metrics', { as: service.keys.admin }),
        ({ text }) => text.includes(`ulterior_uploads_underway ${wanted}\n`),
      );
    // The first has sent half of it, and keeps its place.
    const first = upload(8);
    first.write('a,b\n');
    await placesTaken(1);
    expect(await uploaded()).toBe(503);
    const kept = async () => (await service.store.uploads.list({ limit: 100 })).rows.length;
    const before = await kept();
    first.destroy();
    await placesTaken(0);
    expect(await uploaded()).toBe(201);
    expect(await kept()).toBe(before + 1);
    // The second goes away before it has one.
    await placesTaken(0);
    let looking = () => {};
    const asked = new Promise<void>((resolve) => {
      looking = resolve;
    });
    let goOn = () => {};
    lookUp = () => {
      looking();
      return new Promise((resolve) => {
        goOn = resolve;
      });
    };
    const gone = once(busy.app.server, 'connection').then(([socket]) => once(socket, 'close'));
    const second = upload(8);
    second.write('a,b\n');
    await asked;
    second.destroy();
    await gone;
    lookUp = () => Promise.resolve();
    goOn();
    await until(201);
    await busy.app.close();
  });
});
