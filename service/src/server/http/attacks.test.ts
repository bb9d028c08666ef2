/** What somebody may try who means harm. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { type AddressInfo, connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addModel, startInterview, type TestService, testService } from '../../../../test/support/service.ts';

let service: TestService;
let modelId: string;
let port: number;
let base: string;

beforeAll(async () => {
  base = mkdtempSync(join(tmpdir(), 'ulterior-page-'));
  writeFileSync(join(base, 'secret.txt'), 'not to be served');
  const webFolder = join(base, 'web');
  mkdirSync(join(webFolder, 'assets'), { recursive: true });
  writeFileSync(join(webFolder, 'index.html'), '<!doctype html><title>page</title>');
  writeFileSync(join(webFolder, '.hidden'), 'hidden');
  writeFileSync(join(webFolder, 'assets', 'app-BxYz12Ab.js'), 'export {};');
  writeFileSync(join(webFolder, 'assets', 'plain.css'), 'p{}');
  // More than the buffers of a connection hold.
  writeFileSync(join(webFolder, 'assets', 'large.bin'), Buffer.alloc(2 ** 25));
  service = await testService({ webFolder, limits: { requestSeconds: 0.5 } });
  modelId = await addModel(service.store);
  await service.app.listen({ host: '127.0.0.1', port: 0 });
  ({ port } = service.app.server.address() as AddressInfo);
});
afterAll(async () => {
  await service.close();
  rmSync(base, { recursive: true });
});

/** What comes back for bytes as they are: no client puts them right. */
function raw(text: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1');
    let received = '';
    socket.on('data', (bytes) => {
      received += bytes;
    });
    socket.once('error', reject);
    socket.once('close', () => resolve(received));
    socket.write(text);
  });
}
const rawGet = (path: string) => raw(`GET ${path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`);

const TRAVERSALS = [
  '../secret.txt',
  '..%2fsecret.txt',
  '%2e%2e/secret.txt',
  '%2e%2e%2fsecret.txt',
  '..%5csecret.txt',
  'assets/../../secret.txt',
  'assets/..%2f..%2fsecret.txt',
  '%252e%252e%252fsecret.txt',
  '....//secret.txt',
  '..;/secret.txt',
  '%00/../secret.txt',
  'index.html%00.txt',
  '.hidden',
  '%c0%ae%c0%ae/secret.txt',
];

describe('paths', () => {
  it.each(TRAVERSALS)('of files do not lead out of the folder of the page (%s)', async (path) => {
    const received = await rawGet(`/${path}`);
    expect(received).toMatch(/^HTTP\/1\.1 (40[034]) /);
    expect(received).not.toContain('not to be served');
    expect(received).not.toContain('hidden');
  });

  it('of folders list nothing', async () => {
    expect(await rawGet('/assets/')).toMatch(/^HTTP\/1\.1 404 /);
    expect(await rawGet('/assets')).toMatch(/^HTTP\/1\.1 (404|30\d) /);
  });

  it.each([
    ...TRAVERSALS,
    "' or 1=1 --",
    '"; drop table ulterior.interviews; --',
    '00000000-0000-4000-8000-000000000000;--',
    '{"$gt":""}',
    'a\r\nx-injected: yes',
    '💥',
    'A'.repeat(190),
  ])('as ids are no ids (%s)', async (id) => {
    const routes = [
      ['GET', '/v1/models/:id', service.keys.admin],
      ['GET', '/v1/models/:id/items', service.keys.admin],
      ['DELETE', '/v1/models/:id', service.keys.admin],
      ['GET', '/v1/interviews/:id', service.keys.admin],
      ['GET', '/v1/interviews/:id/belief', service.keys.admin],
      ['POST', '/v1/interviews/:id/undo', service.keys.admin],
      ['DELETE', '/v1/interviews/:id', service.keys.admin],
      ['DELETE', '/v1/data/:id', service.keys.admin],
      ['GET', '/v1/audits/:id', service.keys.admin],
      ['GET', '/v1/audits/:id/events', service.keys.admin],
      ['GET', '/v1/audits/:id/report', service.keys.admin],
      ['POST', '/v1/audits/:id/cancel', service.keys.admin],
      ['DELETE', '/v1/audits/:id', service.keys.admin],
      ['DELETE', '/v1/keys/:id', service.keys.admin],
    ] as const;
    for (const [method, pattern, as] of routes) {
      const { status, headers, text } = await service.call(method, pattern.replace(':id', encodeURIComponent(id)), {
        as,
      });
      expect([400, 404], `${method} ${pattern} ${status} ${text}`).toContain(status);
      expect(headers['content-type']).toContain('application/problem+json');
      expect(headers['x-injected']).toBeUndefined();
      expect(text).not.toContain('secret');
    }
    expect((await service.store.models.find(modelId))?.id).toBe(modelId);
  });

  it('longer than anything is refused', async () => {
    const { status } = await service.call('GET', `/v1/models/${'a'.repeat(5000)}`, { as: service.keys.admin });
    expect([400, 404, 414]).toContain(status);
  });
});

describe('JSON', () => {
  const post = (body: string, headers = {}) =>
    service.call('POST', '/v1/interviews', {
      as: service.keys.interview,
      body,
      headers: { 'content-type': 'application/json', ...headers },
    });

  it('with names that would change the prototypes of objects is refused, and changes none', async () => {
    const inside = `"modelId":"${modelId}","consent":true`;
    for (const body of [
      `{"__proto__":{"admin":true},${inside}}`,
      `{"constructor":{"prototype":{"admin":true}},${inside}}`,
      `{${inside},"prototype":{"admin":true}}`,
      `{${inside},"mode":{"__proto__":{"x":1}}}`,
    ]) {
      expect((await post(body)).status, body).toBe(400);
    }
    expect(({} as { admin?: unknown }).admin).toBeUndefined();
  });

  it('that is none, too deep or too long is refused', async () => {
    expect(await post('{"consent":true')).toMatchObject({ status: 400, body: { code: 'REQUEST_INVALID' } });
    expect((await post('')).status).toBe(400);
    expect((await post('null')).body.code).toBe('CONSENT_MISSING');
    expect((await post(`{"consent":true,"x":${'['.repeat(20_000)}${']'.repeat(20_000)}}`)).status).toBe(400);
    expect(await post(`{"consent":true,"x":"${'y'.repeat(2 ** 16)}"}`)).toMatchObject({
      status: 413,
      body: { code: 'REQUEST_TOO_LARGE' },
    });
    expect(await post('consent=true', { 'content-type': 'application/x-www-form-urlencoded' })).toMatchObject({
      status: 415,
      body: { code: 'MEDIA_TYPE_UNKNOWN' },
    });
    expect((await post('<a/>', { 'content-type': 'text/xml' })).status).toBe(415);
    expect((await post('{}', { 'content-type': 'text/plain' })).status).not.toBe(201);
  });

  it('never becomes a statement or a header', async () => {
    const text = "x'); drop table ulterior.api_keys; --";
    const made = await service.call('POST', '/v1/keys', {
      as: service.keys.admin,
      body: { name: text, scope: 'audit' },
    });
    expect(made.body.name).toBe(text);
    const upload = await service.call('POST', `/v1/data?name=${encodeURIComponent('a\r\nset-cookie: x=1')}`, {
      as: service.keys.audit,
      body: Buffer.from('a,b\n'),
    });
    expect(upload.status).toBe(400);
    const { id, token, question } = await startInterview(service, modelId);
    const answered = await service.call('POST', `/v1/interviews/${id}/answers`, {
      as: token,
      body: { item: `${question.item}' or '1'='1`, rating: 3 },
    });
    expect(answered).toMatchObject({ status: 422, body: { code: 'ITEM_UNKNOWN' } });
    expect(await service.store.keys.count()).toBeGreaterThan(3);
  });
});

describe('queries', () => {
  it.each(['true', 'false', '', ' 5', '0x10', '5px', '1.5', 'null', '1e400', '٣'])(
    'whose limit is no whole number are refused (%j)',
    async (limit) => {
      const { status, body } = await service.call('GET', `/v1/models?limit=${encodeURIComponent(limit)}`, {
        as: service.keys.admin,
      });
      expect([status, body.code]).toEqual([400, 'REQUEST_INVALID']);
    },
  );

  it('that are right are read as numbers', async () => {
    expect((await service.call('GET', '/v1/models?limit=5', { as: service.keys.admin })).status).toBe(200);
    expect((await service.call('GET', '/v1/models?limit=5&limit=6', { as: service.keys.admin })).status).toBe(400);
    expect((await service.call('GET', '/v1/models?__proto__=6', { as: service.keys.admin })).status).toBe(400);
  });
});

describe('credentials', () => {
  it.each([
    '',
    'Bearer',
    'Bearer ',
    'Bearer null',
    `Bearer ${'x'.repeat(10_000)}`,
    "Bearer ulk_0000000000000000_' or 1=1 --",
    'Bearer ulk___proto___x',
    'bearer\tulk_0',
  ])('that are none open nothing (%j)', async (authorization) => {
    expect((await service.call('GET', '/v1/models', { headers: { authorization } })).status).toBe(401);
  });

  it('are not taken from the address', async () => {
    const { status } = await service.call('GET', `/v1/models?access_token=${service.keys.admin}`);
    expect(status).toBe(401);
  });
});

describe('connections', () => {
  it('that send their request drop by drop are cut off', async () => {
    const received = await raw(
      `POST /v1/data?name=x HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${service.keys.audit}\r\nContent-Type: application/octet-stream\r\nContent-Length: 1000\r\n\r\na,b\n`,
    );
    expect(received).toMatch(/^HTTP\/1\.1 408 /);
    expect(received).toContain('application/problem+json');
    expect((await service.call('GET', '/health/live')).status).toBe(200);
    expect((await service.store.uploads.list({ limit: 10 })).rows).toEqual([]);
  });

  // What is late is looked for every second. Node would do so every thirty.
  it('that send their headers drop by drop are cut off, however long a request may take', {
    timeout: 25_000,
  }, async () => {
    const patient = await service.another({ limits: { headerSeconds: 0.3, requestSeconds: 3600 } });
    await patient.app.listen({ host: '127.0.0.1', port: 0 });
    const address = patient.app.server.address() as AddressInfo;
    const received = await new Promise<string>((resolve) => {
      const socket = connect(address.port, '127.0.0.1').on('error', () => {});
      let text = '';
      socket.on('data', (bytes) => {
        text += bytes;
      });
      socket.once('close', () => resolve(text));
      socket.write('GET /health/live HTTP/1.1\r\nHost: x\r\n');
    });
    expect(received).toMatch(/^HTTP\/1\.1 408 /);
    await patient.app.close();
  });

  it('that do not speak HTTP, or two ways at once, are cut off', async () => {
    const odd = await raw('hello\r\n\r\n');
    expect(odd).toMatch(/^HTTP\/1\.1 400 /);
    expect(JSON.parse(odd.split('\r\n\r\n')[1]!)).toMatchObject({ status: 400, code: 'REQUEST_INVALID' });
    const { headers } = await service.call('GET', '/v1/models');
    for (const name of ['strict-transport-security', 'x-content-type-options', 'cache-control'])
      expect(odd.toLowerCase()).toContain(`\r\n${name}: ${headers[name]}\r\n`.toLowerCase());
    expect(odd).toContain("frame-ancestors 'none'");
    expect(await raw(`GET / HTTP/1.1\r\nx: ${'y'.repeat(20_000)}\r\n\r\n`)).toMatch(/^HTTP\/1\.1 431 /);
    const smuggled = await raw(
      'POST /v1/keys HTTP/1.1\r\nHost: x\r\nContent-Length: 4\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\nGET /metrics HTTP/1.1\r\n\r\n',
    );
    expect(smuggled).toMatch(/^HTTP\/1\.1 400 /);
    expect(smuggled.match(/HTTP\/1\.1 /g)).toHaveLength(1);
  });
});

/** A connection that sends the text and keeps its own side open, whatever the service does. */
function stubborn(text: string): Promise<{ received: () => string; closed: Promise<void>; leave: () => void }> {
  return new Promise((resolve, reject) => {
    const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true });
    let received = '';
    const closed = new Promise<void>((over) => socket.once('close', () => over()));
    socket.on('data', (bytes) => {
      received += bytes;
    });
    socket.once('connect', () => {
      if (text !== '') socket.write(text);
      resolve({ received: () => received, closed, leave: () => socket.destroy() });
    });
    // The service may cut it while it still sends.
    socket.on('error', () => {});
    socket.once('error', reject);
  });
}

const opened = () =>
  new Promise<number>((resolve, reject) =>
    service.app.server.getConnections((error, count) => (error ? reject(error) : resolve(count))),
  );

describe('without a credential', () => {
  it.each([
    ['silent', ''],
    ['halfway through its headers', 'GET / HTTP/1.1\r\nHost: x\r\n'],
    ['halfway through its body', 'POST /nowhere HTTP/1.1\r\nHost: x\r\nContent-Length: 9\r\n\r\nabc'],
    ['without HTTP', 'hello\r\n\r\n'],
  ])('a client that is %s keeps no connection open', async (_, text) => {
    const clients = await Promise.all(Array.from({ length: 8 }, () => stubborn(text)));
    while ((await opened()) > 0) await new Promise((resolve) => setTimeout(resolve, 50));
    for (const { leave } of clients) leave();
  });

  it.each([
    ['/nowhere', ''],
    ['/nowhere', ';a=b'],
    ['/v1/data?name=x', ''],
    ['/v1/models?name=x', ';a=b'],
    ['/v1/interviews', ''],
  ])('nobody takes the place of an upload at %s (%s)', async (path, parameter) => {
    const head = `POST ${path} HTTP/1.1\r\nHost: x\r\nContent-Type: application/octet-stream${parameter}\r\nContent-Length: 9\r\n\r\nabc`;
    const clients = await Promise.all(Array.from({ length: 8 }, () => stubborn(head)));
    const upload = await service.call('POST', '/v1/data?name=x', {
      as: service.keys.audit,
      body: Buffer.from('a,b\n1,2\n'),
    });
    expect(upload.status).toBe(201);
    for (const { leave } of clients) leave();
    await service.call('DELETE', `/v1/data/${upload.body.id}`, { as: service.keys.audit });
  });

  it('nobody keeps a connection by not reading the answer', async () => {
    const impatient = await service.another({ limits: { idleSeconds: 0.5 } });
    await impatient.app.listen({ host: '127.0.0.1', port: 0 });
    const address = impatient.app.server.address() as AddressInfo;
    const client = connect({ port: address.port, host: '127.0.0.1' }).on('error', () => {});
    const cut = new Promise((resolve) =>
      impatient.app.server.once('connection', (socket) => socket.once('close', resolve)),
    );
    client.pause();
    client.write('GET /assets/large.bin HTTP/1.1\r\nHost: x\r\n\r\n');
    await cut;
    client.destroy();
    await impatient.app.close();
  });

  it('nobody makes the service read a body for an address that nothing is under', async () => {
    const client = await stubborn('POST /nowhere HTTP/1.1\r\nHost: x\r\nContent-Length: 9\r\n\r\nabc');
    while (!client.received().includes('\r\n\r\n')) await new Promise((resolve) => setTimeout(resolve, 5));
    expect(client.received()).toMatch(/^HTTP\/1\.1 404 /);
    client.leave();
  });
});

describe('methods', () => {
  it.each([
    ['PATCH', '/v1/models', 'GET, POST'],
    ['PUT', '/v1/interviews/x', 'DELETE, GET'],
    ['GET', '/v1/keys/x', 'DELETE'],
    ['HEAD', '/v1/models', 'GET, POST'],
    ['POST', '/health/live', 'GET, HEAD'],
    ['OPTIONS', '/openapi.json', 'GET'],
  ] as const)('that an address does not take are refused with those it does (%s %s)', async (method, path, allow) => {
    const { status, headers, body } = await service.call(method, path, { as: service.keys.admin });
    expect([status, headers['allow']]).toEqual([405, allow]);
    if (method !== 'HEAD') expect(body).toMatchObject({ code: 'METHOD_NOT_ALLOWED' });
  });

  it('of unknown addresses are not told apart', async () => {
    for (const method of ['GET', 'POST', 'DELETE'] as const) {
      const { status, headers } = await service.call(method, '/v1/nothing');
      expect([status, headers['allow']]).toEqual([404, undefined]);
    }
  });
});

describe('browsers', () => {
  it('are told to load nothing from elsewhere, to frame nothing, and to tell nobody', async () => {
    for (const path of ['/', '/v1/models', '/nowhere', '/docs', '/openapi.json', '/health/live']) {
      const { headers } = await service.call('GET', path);
      const policy = String(headers['content-security-policy']);
      expect(policy, path).toContain("default-src 'none'");
      expect(policy, path).toContain("script-src 'self' 'wasm-unsafe-eval'");
      expect(policy, path).toContain("frame-ancestors 'none'");
      expect(policy, path).not.toMatch(/unsafe-inline|https?:|\*/);
      expect(headers, path).toMatchObject({
        'cross-origin-opener-policy': 'same-origin',
        'cross-origin-embedder-policy': 'require-corp',
        'cross-origin-resource-policy': 'same-origin',
        'referrer-policy': 'no-referrer',
        'x-content-type-options': 'nosniff',
        'x-frame-options': 'DENY',
      });
      expect(headers['x-powered-by']).toBeUndefined();
      expect(headers['access-control-allow-origin']).toBeUndefined();
      expect(headers['set-cookie']).toBeUndefined();
    }
  });

  it('of other origins get no permission', async () => {
    const preflight = await service.call('OPTIONS', '/v1/models', {
      headers: { origin: 'https://elsewhere.example', 'access-control-request-method': 'GET' },
    });
    expect(preflight.status).toBe(405);
    expect(preflight.headers['access-control-allow-origin']).toBeUndefined();
  });

  it('keep files of the page whose names hold a hash, and nothing of the interface', async () => {
    const cached = async (path: string, as?: string) =>
      (await service.call('GET', path, { as })).headers['cache-control'];
    expect(await cached('/')).toBe('no-cache');
    expect(await cached('/assets/app-BxYz12Ab.js')).toBe('public, max-age=31536000, immutable');
    expect(await cached('/assets/plain.css')).toBe('no-cache');
    expect(await cached('/v1/models', service.keys.admin)).toBe('no-store');
    expect((await service.call('GET', '/')).text).toContain('<title>page</title>');
    // Paths of the interface come first, and unknown ones below it are no files.
    expect((await service.call('GET', '/v1/nothing')).body).toMatchObject({ code: 'NOT_FOUND' });
  });
});
