/** Bodies in which a name stands twice. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type TestService, testService } from '../../../../test/support/service.ts';
import { hasRepeatedName } from './jsonBodies.ts';

let service: TestService;
beforeAll(async () => {
  service = await testService();
});
afterAll(() => service.close());

describe('a body in JSON', () => {
  it.each([
    '{"name":"x","scope":"audit","scope":"admin"}',
    '{"name":"x","scope":"audit","sc\\u006fpe":"admin"}',
    '{"name":"x","name":"x","scope":"audit"}',
  ])('%s is refused, and makes no key', async (payload) => {
    const before = await service.store.keys.count();
    const { statusCode, body } = await service.app.inject({
      method: 'POST',
      url: '/v1/keys',
      headers: { authorization: `Bearer ${service.keys.admin}`, 'content-type': 'application/json' },
      payload,
    });
    expect([statusCode, JSON.parse(body).code]).toEqual([400, 'REQUEST_INVALID']);
    expect(body).not.toContain('scope');
    expect(await service.store.keys.count()).toBe(before);
  });

  it.each([
    ['{"a":{"a":1,"b":[{"a":1},{"a":2}]},"b":"a\\",\\"a"}', false],
    ['[{"a":1},{"a":1}]', false],
    ['{"a":"b\\\\","b":"a","c":{"d":1}}', false],
    ['"a"', false],
    ['{"a":[{"x":1, "y":{}, "x" : 2}]}', true],
    ['{"":1,"":2}', true],
    ['{"a\\"":1,"a\\u0022":2}', true],
  ])('%s has a name twice: %s', (text, twice) => {
    JSON.parse(text);
    expect(hasRepeatedName(text)).toBe(twice);
  });
});
