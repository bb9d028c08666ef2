/** The document is complete, says what is answered, and nothing made up from it brings the service down. */
import fc from 'fast-check';
import { Compile } from 'typebox/compile';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Json, requestsTo, resolve } from '../../../../test/support/arbitraryRequests.ts';
import { addModel, startInterview, type TestService, testService } from '../../../../test/support/service.ts';
import { defaultLimits } from '../common/limits.ts';

let service: TestService;
let document: Json;
let known: Json;
let tokens: readonly (string | undefined)[];

beforeAll(async () => {
  service = await testService({ limits: { interviewsPerHour: 1_000_000 } });
  document = (await service.call('GET', '/openapi.json')).body;
  const modelId = await addModel(service.store);
  const lab = await startInterview(service, modelId, { mode: 'lab' });
  const participant = await startInterview(service, modelId);
  const { body: audit } = await service.call('POST', '/v1/audits', {
    as: service.keys.audit,
    body: { data: { name: 'world:demo' } },
  });
  const { body: upload } = await service.call('POST', '/v1/data?name=x', {
    as: service.keys.audit,
    body: Buffer.from('user,item,rating,gender\n1,2,3,f\n'),
  });
  known = {
    id: [modelId, lab.id, participant.id, audit.id, upload.id],
    modelId: [modelId],
    upload: [upload.id],
    users: [upload.id],
    consent: [true],
    item: Array.from({ length: 12 }, (_, item) => `i${item}`),
    rating: [1, 2, 3, 4, 5],
    name: ['world:demo', 'world:tv'],
    attribute: ['gender', 'age:18,25', 'age>=35'],
    revision: [0, 1, 2],
    scope: ['audit', 'interview'],
  };
  tokens = [...Object.values(service.keys), service.keys.admin, lab.token, participant.token, undefined];
});
afterAll(() => service.close());

const operations = () =>
  Object.entries<Json>(document.paths).flatMap(([path, methods]) =>
    Object.entries<Json>(methods).map(([method, operation]) => ({ method: method.toUpperCase(), path, operation })),
  );

describe('the document', () => {
  it('is OpenAPI 3.1 and tells of every operation what it is for, who may call it and what it answers', () => {
    expect(document.openapi).toBe('3.1.0');
    // The advice of REQUEST_TOO_LARGE is to look here.
    expect(document.info.description).toContain(`at most ${defaultLimits.jsonBytes} bytes`);
    expect(Object.keys(document.components.securitySchemes)).toEqual(['key', 'interviewToken']);
    expect(operations().length).toBeGreaterThan(35);
    const declared = document.tags.map(({ name }: Json) => name);
    for (const { method, path, operation } of operations()) {
      const where = `${method} ${path}`;
      expect(operation.summary, where).toMatch(/\S/);
      expect(operation.description, where).toMatch(/\S/);
      expect(declared, where).toContain(operation.tags[0]);
      const open = ['/health/live', '/health/ready', '/openapi.json'].includes(path);
      expect(operation.security === undefined, where).toBe(open);
      const statuses = Object.keys(operation.responses);
      expect(
        statuses.some((status) => status.startsWith('2')),
        where,
      ).toBe(true);
      expect(statuses, where).toEqual(expect.arrayContaining(['429', '500', '503']));
      if (!open) expect(statuses, where).toEqual(expect.arrayContaining(['401', '403']));
      if (path.includes('{'))
        expect(
          operation.parameters.map((part: Json) => part.in),
          where,
        ).toContain('path');
      // Protecting a history changes nothing, and gives the same answer again.
      if (method === 'POST' && !path.endsWith('/protected-history')) {
        const names = operation.parameters.map((part: Json) => part.name);
        expect(names, where).toContain('idempotency-key');
      }
      for (const [status, response] of Object.entries<Json>(operation.responses)) {
        expect(response.description, `${where} ${status}`).toMatch(/\S/);
        if (Number(status) >= 400) {
          expect(Object.keys(response.content), `${where} ${status}`).toEqual(['application/problem+json']);
        }
      }
    }
  });

  it('has examples that fit their schemas', () => {
    let examples = 0;
    const visit = (schema: Json, where: string) => {
      if (typeof schema !== 'object' || schema === null) return;
      // Of a schema a list; of a parameter or a body a map, beside its schema.
      const ofSchema = Array.isArray(schema.examples);
      const values = ofSchema ? schema.examples : Object.values<Json>(schema.examples ?? {}).map(({ value }) => value);
      for (const example of values) {
        examples++;
        const check = Compile(inlined(ofSchema ? schema : schema.schema));
        expect(check.Check(example), `${where}: ${JSON.stringify(example)}`).toBe(true);
      }
      for (const [name, part] of Object.entries(schema)) if (name !== 'examples') visit(part, `${where}/${name}`);
    };
    visit(document.components.schemas, 'schemas');
    visit(document.paths, 'paths');
    expect(examples).toBeGreaterThan(10);
  });

  it('names only references that are there', () => {
    for (const [, name] of JSON.stringify(document).matchAll(/"\$ref":"([^"]+)"/g)) {
      expect(resolve({ $ref: name }, document), name).toBeDefined();
    }
  });
});

describe('the document and the service agree', () => {
  it('on cursors: what a list gives as next fits what it takes as after, and nothing else is taken', async () => {
    const as = service.keys.admin;
    const { parameters } = document.paths['/v1/keys'].get;
    const { pattern } = parameters.find(({ name }: Json) => name === 'after').schema;
    const { next } = (await service.call('GET', '/v1/keys?limit=1', { as })).body;
    expect(next).toMatch(new RegExp(pattern, 'u'));
    for (const after of ['1.1', '1.999999999999999']) {
      expect((await service.call('GET', `/v1/keys?after=${after}`, { as })).status, after).toBe(200);
    }
    for (const after of ['', '0', '1.', '1.0', '1.01', '1.1234567890123456', '2.1', 'MS4x']) {
      expect(after).not.toMatch(new RegExp(pattern, 'u'));
      expect((await service.call('GET', `/v1/keys?after=${after}`, { as })).status, after).toBe(400);
    }
  });

  it('on methods: an address of its own is not an id', async () => {
    for (const as of [undefined, service.keys.admin]) {
      const refused = await service.call('DELETE', '/v1/data/sources', { as });
      if (as === undefined) expect(refused.status).toBe(401);
      else expect([refused.status, refused.headers['allow']]).toEqual([405, 'GET']);
    }
    const options = await service.call('OPTIONS', '/v1/data/sources');
    expect([options.status, options.headers['allow']]).toEqual([405, 'GET']);
    const other = await service.call('PUT', `/v1/data/${known.id[0]}`);
    expect([other.status, other.headers['allow']]).toEqual([405, 'DELETE']);
  });

  it('on texts: whole characters of any kind, and no half of one', async () => {
    const make = (name: string) =>
      service.call('POST', '/v1/keys', {
        as: service.keys.admin,
        body: `{"name":${name},"scope":"audit"}`,
        headers: { 'content-type': 'application/json' },
      });
    expect((await make('"\\ud83d\\ude00 Zoë 李"')).body.name).toBe('😀 Zoë 李');
    for (const half of ['"\\ud83d"', '"a\\ude00b"']) {
      const refused = await make(half);
      expect([refused.status, refused.body.code]).toEqual([400, 'REQUEST_INVALID']);
      expect(refused.body.detail).toContain('half a character');
    }
    // Patterns that only few programs understand would keep others from making valid requests.
    expect(JSON.stringify(document)).not.toContain('ud800');
  });

  it('on events: each fits the schema of one', async () => {
    const [path] = Object.keys(document.paths).filter((name) => name.endsWith('/events'));
    const { schema } = document.paths[path!].get.responses[200].content['text/event-stream'];
    expect(schema.required).toEqual(['event', 'id', 'data']);
    expect(schema.properties.event.enum).toEqual(['progress', 'end', 'gone', 'problem']);
  });
});

/** Without references, for a checker that knows none. */
function inlined(schema: Json): Json {
  const resolved = resolve(schema, document);
  if (Array.isArray(resolved)) return resolved.map(inlined);
  if (typeof resolved !== 'object' || resolved === null) return resolved;
  return Object.fromEntries(Object.entries(resolved).map(([name, part]) => [name, inlined(part)]));
}

describe('requests made up from the document', () => {
  it('get what it says: a status that is listed, a body that fits, and never a fault', async () => {
    const checks = new Map<string, { Check(value: unknown): boolean }>();
    const fits = (schema: Json, value: unknown) => {
      const text = JSON.stringify(schema);
      const check = checks.get(text) ?? Compile(inlined(schema));
      checks.set(text, check);
      return check.Check(value);
    };
    // Streams and reports are tested by themselves; the document does not change.
    const tried = operations().filter(({ path }) => !/events|report|openapi/.test(path));
    const request = fc.constantFrom(...tried).chain(({ method, path, operation }) =>
      fc.record({
        operation: fc.constant(operation),
        path: fc.constant(path),
        made: requestsTo(method, path, operation, document, known),
        as: fc.constantFrom(...tokens),
      }),
    );
    const seen = new Map<number, number>();
    await fc.assert(
      fc.asyncProperty(request, async ({ operation, path, made, as }) => {
        // Keys and data that later requests need are not to be removed.
        if (made.method === 'DELETE' && known.id.includes(made.path.split('/')[3])) return;
        const query = new URLSearchParams(
          Object.entries(made.query).map(([name, value]): [string, string] => [
            name,
            Buffer.from(String(value)).toString(),
          ]),
        );
        const body =
          made.body instanceof Uint8Array ? made.body : made.body === undefined ? undefined : JSON.stringify(made.body);
        const answered = await service.call(made.method as 'GET', `${made.path}?${query}`, {
          as,
          body,
          headers: { ...made.headers, ...(made.contentType === undefined ? {} : { 'content-type': made.contentType }) },
        });
        seen.set(answered.status, (seen.get(answered.status) ?? 0) + 1);
        const where = `${made.method} ${path} ${answered.status} ${answered.text.slice(0, 300)}`;
        expect(answered.status, where).toBeLessThan(500);
        const response = operation.responses[answered.status];
        expect(response, where).toBeDefined();
        const type = String(answered.headers['content-type'] ?? '').split(';')[0]!;
        if (answered.status === 204) return;
        const schema = response.content?.[type]?.schema;
        expect(schema, `${where} ${type}`).toBeDefined();
        expect(fits(schema, answered.body), where).toBe(true);
      }),
      { numRuns: 600 },
    );
    // The generator reaches what it should: things that work, and all kinds that do not.
    for (const status of [200, 201, 400, 401, 403, 404]) expect(seen.get(status) ?? 0, `${status}`).toBeGreaterThan(0);
  });
});
