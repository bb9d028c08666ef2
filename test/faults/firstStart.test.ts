/** `ulterior serve` and `ulterior serve keys` as somebody meets them who has just installed Ulterior. */
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { httpClient } from '../support/httpClient.ts';
import { describeNeeds } from '../support/needs.ts';
import { type ServiceProcess, serveProgram } from '../support/serviceProcess.ts';

const program = fileURLToPath(new URL('../../dist/cli/main.js', import.meta.url));
const page = fileURLToPath(new URL('../../dist/web/index.html', import.meta.url));

describe('the first start', () => {
  let home!: string;
  let folder!: string;
  let server!: ServiceProcess;
  let key!: string;
  const client = httpClient();
  const get = (path: string, as?: string) => client.call('GET', `${server.url}${path}`, { as });
  const run = (...words: string[]) => {
    const env = { ...process.env, FORCE_COLOR: '', DATABASE_URL: '' };
    const { status, stdout, stderr } = spawnSync(process.execPath, [program, ...words], { encoding: 'utf8', env });
    return { status, stdout, stderr };
  };

  beforeAll(async () => {
    home = await mkdtemp(join(tmpdir(), 'ulterior-first-'));
    // It does not exist yet.
    folder = join(home, 'deep', 'store');
    server = await serveProgram({ folder });
    key = server.key!;
  });
  afterAll(async () => {
    client.close();
    await server.kill();
    await rm(home, { recursive: true, force: true });
  });

  it.skipIf(process.platform !== 'linux')('fits into a container of 512 MiB', () => {
    const [, kibibytes] = /^VmHWM:\s+(\d+) kB/m.exec(readFileSync(`/proc/${server.pid}/status`, 'utf8'))!;
    expect(Number(kibibytes) / 1024).toBeLessThan(512);
  });

  it('prints a key once, and the models that ship are there', async () => {
    expect(server.output().match(/ulk_/g)).toHaveLength(1);
    const { status, body } = await get('/v1/models', key);
    expect(status).toBe(200);
    expect(body.rows.map(({ name }: { name: string }) => name).sort()).toEqual([
      'demo-chronotype',
      'food-age',
      'food-gender',
      'food-region',
      'personality-age',
      'personality-education',
      'personality-sex',
      'personality-smoking',
    ]);
    expect((await get('/v1/models')).status).toBe(401);
    expect((await get('/health/ready')).status).toBe(200);
  });

  describeNeeds(existsSync(page) ? undefined : 'the page was not built (npm run build:web)', 'the page', () => {
    it('is served, with what it loads', async () => {
      const { status, headers, text } = await get('/');
      expect(status).toBe(200);
      expect(headers['content-type']).toContain('text/html');
      expect(headers['content-security-policy']).toContain("default-src 'none'");
      const scripts = [...text.matchAll(/src="\.?(\/[^"]+\.js)"/g)].map(([, path]) => path!);
      expect(scripts.length).toBeGreaterThan(0);
      for (const path of scripts) expect((await get(path)).status).toBe(200);
    });
  });

  it('keeps a second process out, which says who has the folder', () => {
    const { status, stdout, stderr } = run('serve', '--port', '0', '--store', folder);
    expect([status, stdout]).toEqual([2, '']);
    expect(stderr).toContain(`process ${server.pid}`);
    expect(stderr).toContain('[STORE_LOCKED]');
    expect(run('serve', 'keys', 'list', '--store', folder)).toMatchObject({ status: 2, stdout: '' });
    expect(run('serve', 'work', '--store', folder)).toMatchObject({ status: 2, stdout: '' });
  });

  it('is a start like any other from then on: no key, the same models', async () => {
    expect(await server.end()).toBe(0);
    server = await serveProgram({ folder });
    expect(server.output()).not.toContain('ulk_');
    expect((await get('/v1/models', key)).body.rows).toHaveLength(8);
    expect(await server.end()).toBe(0);
  });

  it('leaves the folder to `ulterior serve keys` once the server has ended', async () => {
    const made = run('serve', 'keys', 'create', 'a study', '--scope', 'interview', '--store', folder);
    expect([made.status, made.stderr]).toEqual([0, '']);
    const { 0: secret, 1: id } = /^ulk_([^_]+)_\S+$/.exec(made.stdout.trim())!;
    const listed = run('serve', 'keys', 'list', '--store', folder);
    expect(listed.status).toBe(0);
    expect(listed.stdout).toMatch(/admin .* first administrator\n/);
    expect(listed.stdout).toMatch(new RegExp(`^${id} +interview .* a study$`, 'm'));
    // The secret half begins after the second underscore, and may contain more of them.
    for (const shown of [secret, key]) expect(listed.stdout).not.toContain(shown.slice(shown.indexOf('_', 4) + 1));

    const elsewhere = run('serve', 'keys', 'create', 'a study', '--scope', 'everything', '--store', folder);
    expect([elsewhere.status, elsewhere.stdout]).toEqual([2, '']);
    expect(elsewhere.stderr).toContain('admin, audit, interview');

    server = await serveProgram({ folder });
    expect((await get('/v1/interviews', secret)).status).toBe(200);
    expect((await get('/v1/keys', secret)).status).toBe(403);
    expect(await server.end()).toBe(0);

    expect(run('serve', 'keys', 'revoke', id!, '--store', folder)).toMatchObject({
      status: 0,
      stdout: `revoked ${id}\n`,
    });
    expect(run('serve', 'keys', 'list', '--store', folder).stdout).toMatch(/a study {2}\(revoked\)$/m);
    expect(run('serve', 'keys', 'revoke', 'nobody', '--store', folder)).toMatchObject({ status: 2, stdout: '' });
    server = await serveProgram({ folder });
    expect((await get('/v1/interviews', secret)).status).toBe(401);
  });
});
