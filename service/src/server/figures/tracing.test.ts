/** Traces: what a collector gets, and what it never gets. */
import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { failure } from '../../../../test/support/failure.ts';
import {
  addModel,
  markedModel,
  startInterview,
  type TestService,
  testService,
} from '../../../../test/support/service.ts';
import { startWorker } from '../audits/worker.ts';
import { Metrics } from './metrics.ts';
import { Tracer } from './tracing.ts';

interface Span {
  readonly name: string;
  readonly kind: number;
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId?: string;
  readonly startTimeUnixNano: string;
  readonly endTimeUnixNano: string;
  readonly attributes: readonly { key: string; value: { stringValue?: string; intValue?: string } }[];
  readonly status: { code?: number };
}

/** A collector on this machine. */
const received: { path: string; text: string; headers: Record<string, unknown> }[] = [];
let answer = 200;
const collector = createServer((request, response) => {
  let text = '';
  request.on('data', (chunk) => {
    text += chunk;
  });
  request.on('end', () => {
    received.push({ path: request.url!, text, headers: request.headers });
    response.writeHead(answer).end('{}');
  });
});
let url = '';
let service: TestService;
let tracer: Tracer;
let modelId: string;
const problems: unknown[] = [];

beforeAll(async () => {
  await new Promise<void>((resolve) => collector.listen(0, '127.0.0.1', resolve));
  url = `http://127.0.0.1:${(collector.address() as AddressInfo).port}`;
  tracer = new Tracer({
    url,
    headers: { 'x-collector': 'c' },
    onProblem: (one) => problems.push(one),
    flushSeconds: 3600,
  });
  service = await testService({ tracer });
  modelId = await addModel(service.store, markedModel(), 'markedModel');
});
afterAll(async () => {
  await service.close();
  await tracer.close();
  collector.close();
});
afterEach(() => {
  received.splice(0);
  problems.splice(0);
  answer = 200;
});

async function spans(): Promise<Span[]> {
  await tracer.flush();
  return received.flatMap(({ text }) => JSON.parse(text).resourceSpans[0].scopeSpans[0].spans);
}
const attributesOf = ({ attributes }: Span) =>
  Object.fromEntries(attributes.map(({ key, value }) => [key, value.stringValue ?? Number(value.intValue)]));

describe('the spans of a request', () => {
  it('are the request by its route, and the calls of the store within it', async () => {
    const { id, token, question } = await startInterview(service, modelId);
    await spans();
    received.splice(0);
    await service.call('POST', `/v1/interviews/${id}/answers`, { as: token, body: { item: question.item, rating: 5 } });
    const all = await spans();
    const [request] = all.filter(({ kind }) => kind === 2);
    expect(request!.name).toBe('POST /v1/interviews/:id/answers');
    expect(attributesOf(request!)).toEqual({
      'http.request.method': 'POST',
      'http.route': '/v1/interviews/:id/answers',
      'http.response.status_code': 200,
    });
    expect(request!.parentSpanId).toBeUndefined();
    const within = all.filter(({ parentSpanId }) => parentSpanId === request!.spanId);
    // Before the body is read, and after.
    expect(within.map(({ name }) => name)).toEqual(
      expect.arrayContaining(['interviews.findByTokenHash', 'interviews.append']),
    );
    expect(attributesOf(within[0]!)).toEqual({ 'db.system.name': 'postgresql' });
    for (const { traceId, spanId, startTimeUnixNano, endTimeUnixNano } of all) {
      expect(traceId).toMatch(/^[0-9a-f]{32}$/);
      expect(traceId).toBe(request!.traceId);
      expect(spanId).toMatch(/^[0-9a-f]{16}$/);
      expect(BigInt(endTimeUnixNano)).toBeGreaterThanOrEqual(BigInt(startTimeUnixNano));
    }
    const [{ path, headers, text }] = received as [(typeof received)[0]];
    expect([path, headers['content-type'], headers['x-collector']]).toEqual(['/v1/traces', 'application/json', 'c']);
    expect(text).toContain('{"key":"service.name","value":{"stringValue":"ulterior"}}');
  });

  it('are also within the request where the body comes long after the head, over a connection', async () => {
    const { id, token, question } = await startInterview(service, modelId);
    const { port } = new URL(await service.app.listen({ port: 0, host: '127.0.0.1' }));
    await spans();
    received.splice(0);
    const body = JSON.stringify({ item: question.item, rating: 5 });
    const status = await new Promise<number | undefined>((resolve, reject) => {
      const headers = {
        authorization: `Bearer ${token}`,
        'content-type': 'application/json',
        'content-length': body.length,
        expect: '100-continue',
      };
      const path = `/v1/interviews/${id}/answers`;
      const sent = request({ port, host: '127.0.0.1', method: 'POST', path, headers }, (answered) => {
        answered.resume().on('end', () => resolve(answered.statusCode));
      });
      // The service has seen the head when it asks for the rest.
      sent
        .on('continue', () => sent.end(body))
        .on('error', reject)
        .flushHeaders();
    });
    expect(status).toBe(200);
    const all = await spans();
    const [asked] = all.filter(({ kind }) => kind === 2);
    const appended = all.find(({ name }) => name === 'interviews.append');
    expect(appended!.parentSpanId).toBe(asked!.spanId);
  });

  it('hold no answer, item, id, token, key, address, nor what an error says', async () => {
    const { id, token, question } = await startInterview(service, modelId, { mode: 'lab' });
    const path = `/v1/interviews/${id}`;
    const traceparent = `00-${'ab'.repeat(16)}-${'cd'.repeat(8)}-01`;
    const headers = { traceparent, 'x-forwarded-for': '203.0.113.77', 'user-agent': 'markedAgent' };
    const body = { item: question.item, rating: 123456.5 };
    expect((await service.call('POST', `${path}/answers`, { as: token, headers, body })).status).toBe(200);
    for (const view of ['belief', 'advice', 'transcript', 'recommendations']) {
      expect((await service.call('GET', `${path}/${view}`, { as: token })).status).toBe(200);
    }
    await service.call('POST', `${path}/answers`, { as: token, body: { item: 'markedItem99', rating: 234567.5 } });
    await service.call('GET', `${path}/markedNowhere?rating=234567`, { as: token });
    await service.call('GET', path, { as: `uli_${'markedSecret'.padEnd(43, 'x')}` });
    await service.call('DELETE', path, { as: token });
    const fails = () => Promise.reject(new Error('insert into answers values (markedItem3, 345678)'));
    const { store } = service;
    const broken = await service.another({
      store: { ...store, interviews: { ...store.interviews, findByTokenHash: fails } },
    });
    expect((await broken.call('GET', path, { as: token })).status).toBe(500);
    await broken.app.close();
    const all = await spans();
    expect(all.length).toBeGreaterThan(20);
    const failed = all.filter(({ status }) => status.code === 2);
    expect(failed.map((span) => [span.name, attributesOf(span)['error.type']])).toEqual([
      ['interviews.findByTokenHash', 'Error'],
      ['GET /v1/interviews/:id', '500'],
    ]);
    const sent = received.map(({ text }) => text).join('');
    const secrets = [id, token, token.slice(4), service.keys.interview.slice(4, 20), modelId, '203.0.113', '127.0.0.1'];
    for (const secret of ['marked', '123456', '234567', '345678', 'abababab', ...secrets]) {
      expect(sent, secret).not.toContain(secret);
    }
  });
});

describe('the span of an audit', () => {
  it('says what became of it, with the calls of the store within', async () => {
    const metrics = new Metrics();
    const worker = await startWorker(service.store, { metrics, tracer, requeueSeconds: 3600 });
    const { id } = await service.store.audits.add({ data: { upload: crypto.randomUUID() } });
    await expect.poll(async () => (await service.store.audits.find(id))?.state, { timeout: 60_000 }).toBe('failed');
    await worker.stop();
    const all = await spans();
    const [audit] = all.filter(({ name }) => name === 'audit');
    expect(audit!.kind).toBe(5);
    expect(attributesOf(audit!)).toEqual({ 'ulterior.audit.outcome': 'failed' });
    const within = all.filter(({ parentSpanId }) => parentSpanId === audit!.spanId).map(({ name }) => name);
    expect(within).toEqual(expect.arrayContaining(['audits.lease', 'uploads.find', 'audits.finish']));
    expect(received.map(({ text }) => text).join('')).not.toContain(id);
  });
});

describe('a collector', () => {
  it('that does not take spans is told of once, and holds up nothing', async () => {
    answer = 503;
    const before = tracer.lost;
    for (let time = 0; time < 2; time++) {
      expect((await service.call('GET', '/health/live')).status).toBe(200);
      await tracer.flush();
    }
    expect(problems).toMatchObject([{ code: 'TRACES_NOT_SENT', message: expect.stringContaining('it answered 503') }]);
    expect(tracer.lost).toBe(before + 2);
    answer = 200;
    await service.call('GET', '/health/live');
    expect(await spans()).not.toEqual([]);
  });

  it('that is away costs no more than a bound of memory', async () => {
    const lonely = new Tracer({
      url: 'http://127.0.0.1:9',
      flushSeconds: 3600,
      onProblem: (one) => problems.push(one),
    });
    for (let n = 0; n < 5000; n++) lonely.end(lonely.begin('x', 'internal'), {});
    expect(lonely.lost).toBe(5000 - 4096);
    await lonely.close();
    expect(lonely.lost).toBe(5000);
    expect(problems).toMatchObject([{ code: 'TRACES_NOT_SENT' }]);
  });

  it('needs an address of http or https', () => {
    for (const wrong of ['', 'collector:4318', 'ftp://x', 'http://']) {
      expect(failure(() => new Tracer({ url: wrong }))).toMatch(
        /^PARAMETER_OUT_OF_RANGE: the address of the collector/,
      );
    }
  });
});
