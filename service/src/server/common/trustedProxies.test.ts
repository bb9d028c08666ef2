/** The address that requests are counted under cannot be chosen by the client. */
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { asyncFailure, failure } from '../../../../test/support/failure.ts';
import { type TestService, testService } from '../../../../test/support/service.ts';
import { proxiesFrom, type TrustedProxies } from './trustedProxies.ts';

let service: TestService;
beforeAll(async () => {
  service = await testService();
});
afterAll(() => service.close());

/** How many of twenty requests pass a limit of five when each claims another client in front of what proxies added. */
async function passing(trustProxy: TrustedProxies | undefined, added: string): Promise<number> {
  const other = await service.another({ trustProxy, limits: { requestsPerMinute: 5 } });
  let passed = 0;
  for (let at = 0; at < 20; at++) {
    const headers = { 'x-forwarded-for': `10.9.8.${at}${added}` };
    if ((await other.call('GET', '/openapi.json', { headers })).status === 200) passed++;
  }
  await other.app.close();
  return passed;
}

describe('trusted proxies', () => {
  it('are nobody unless they are named', async () => {
    expect(await passing(undefined, '')).toBe(5);
  });

  it('are as many hops as there are, and what a client adds in front of them counts for nothing', async () => {
    expect(await passing(1, '')).toBe(20);
    expect(await passing(1, ', 203.0.113.7')).toBe(5);
    expect(await passing(2, ', 203.0.113.7')).toBe(20);
    expect(await passing(2, ', 203.0.113.7, 203.0.113.8')).toBe(5);
  });

  it('are those of the addresses and networks, and nobody else', async () => {
    expect(await passing(['127.0.0.1'], '')).toBe(20);
    expect(await passing(['127.0.0.1'], ', 203.0.113.7')).toBe(5);
    expect(await passing(['127.0.0.0/8', '203.0.113.0/24'], ', 203.0.113.7')).toBe(20);
    expect(await passing(['192.0.2.1'], '')).toBe(5);
  });

  it('are read from a number or a list', () => {
    expect(proxiesFrom('2')).toBe(2);
    expect(proxiesFrom('10.0.0.7, 192.168.0.0/16,::1,fd00::/8')).toEqual([
      '10.0.0.7',
      '192.168.0.0/16',
      '::1',
      'fd00::/8',
    ]);
  });

  it.each([
    '',
    '0',
    '101',
    '-1',
    '1.5',
    'true',
    'all',
    '10.0.0.7,',
    '10.0.0.0/33',
    '0.0.0.0/0',
    '::/0',
    'proxy.example',
  ])('are refused where that could be anybody, or nobody (%j)', (text) => {
    expect(failure(() => proxiesFrom(text))).toMatch(/^PARAMETER_OUT_OF_RANGE: .* -> say how many proxies/);
  });

  it('are not everybody for programs either', async () => {
    const everybody = true as unknown as TrustedProxies;
    expect(await asyncFailure(() => service.another({ trustProxy: everybody }))).toMatch(/^PARAMETER_OUT_OF_RANGE/);
  });

  it('are asked for where the flag stands alone', () => {
    const program = fileURLToPath(new URL('../../../../dist/cli/main.js', import.meta.url));
    const { status, stderr } = spawnSync(process.execPath, [program, 'serve', '--trust-proxy'], { encoding: 'utf8' });
    expect(status).toBe(2);
    expect(stderr).toContain('--trust-proxy 1');
  });
});
