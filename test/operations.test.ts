/** What an operator does, with the built program: configure, reload, watch, back up, restore. */
import { spawn } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, describe, expect, it } from 'vitest';
import { createProgram } from '../src/cli/program.ts';
import { serveProgram, workProgram } from './support/serviceProcess.ts';
import { emptyStoreFolder } from './support/temporaryStore.ts';

const PROGRAM = fileURLToPath(new URL('../dist/cli/main.js', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'ulterior-operations-'));
const stores: string[] = [];
const emptyStore = async () => {
  stores.push(await emptyStoreFolder());
  return stores.at(-1)!;
};
afterAll(() => {
  for (const made of [folder, ...stores]) rmSync(made, { recursive: true, force: true });
});

/** Status, standard output and standard error together. */
function run(words: readonly string[], environment: object = {}): Promise<{ status: number | null; printed: string }> {
  return new Promise((resolve) => {
    const env = { ...process.env, FORCE_COLOR: '', DATABASE_URL: '', ...environment };
    const child = spawn(process.execPath, [PROGRAM, ...words], { env, stdio: ['ignore', 'pipe', 'pipe'] });
    let printed = '';
    for (const stream of [child.stdout, child.stderr]) {
      stream.on('data', (bytes) => {
        printed += bytes;
      });
    }
    child.once('close', (status) => resolve({ status, printed }));
  });
}

const config = join(folder, 'service.json');
const configure = (value: unknown) => writeFileSync(config, typeof value === 'string' ? value : JSON.stringify(value));
const logged = (text: string) => text.split('\n').flatMap((line) => (line.startsWith('{') ? [JSON.parse(line)] : []));

describe('a service', () => {
  it('is configured, reloaded, traced, backed up while it runs, and restored', { timeout: 300_000 }, async () => {
    const spans: string[] = [];
    const collector = createServer((request, response) => {
      request.on('data', (chunk) => spans.push(String(chunk))).on('end', () => response.end('{}'));
    });
    await new Promise<void>((resolve) => collector.listen(0, '127.0.0.1', resolve));
    const store = await emptyStore();
    const limits = { requestsPerMinute: 1000, requestsInHand: 7 };
    configure({ log: 'debug', host: '127.0.0.2', limits });
    const otlp = `http://127.0.0.1:${(collector.address() as AddressInfo).port}`;
    // The flags --log and --limit go before the file.
    const words = ['--config', config, '--limit', 'requestsInHand=9', '--log', 'warn', '--no-worker', '--otlp', otlp];
    const server = await serveProgram({ folder: store }, words);
    try {
      expect(server.url).toMatch(/^http:\/\/127\.0\.0\.2:/);
      const ask = async () =>
        (await fetch(`${server.url}/v1/keys`, { headers: { authorization: `Bearer ${server.key}` } })).status;
      expect(await ask()).toBe(200);
      const reload = async (value: unknown) => {
        const before = logged(server.complaints()).length;
        configure(value);
        process.kill(server.pid, 'SIGHUP');
        await expect.poll(() => logged(server.complaints()).length, { timeout: 30_000 }).toBe(before + 1);
        return logged(server.complaints()).at(-1);
      };
      expect(await reload({ limits: { requestsPerMinute: 0 }, prot: 1 })).toMatchObject({
        level: 50,
        errorCode: 'PARAMETER_OUT_OF_RANGE',
        problem: expect.stringContaining('prot is not a known field'),
      });
      expect(await reload('{')).toMatchObject({ level: 50, errorCode: 'FILE_MALFORMED' });
      expect(await ask()).toBe(200);
      const changed = { log: 'debug', host: '127.0.0.3', limits: { requestsPerMinute: 1, jsonBytes: 5 } };
      expect(await reload(changed)).toMatchObject({ restart: ['host', 'limits.jsonBytes'] });
      expect(await ask()).toBe(429);

      const backups = join(folder, 'backups');
      const made = await run(['serve', 'store', 'backup', store, backups]);
      expect(made).toMatchObject({ status: 0, printed: expect.stringContaining(`keys    ${join(backups, 'keys')}`) });
      expect(await run(['serve', 'store', 'backup', store, backups, '--keys-only'])).toMatchObject({ status: 0 });
      expect(await run(['serve', 'store', 'copy', store, join(folder, 'copy')])).toMatchObject({
        status: 2,
        printed: expect.stringContaining('[STORE_LOCKED]'),
      });
      const [backup, ...others] = readdirSync(backups).filter((name) => name.endsWith('.backup'));
      expect(others).toEqual([]);
      const target = await emptyStore();
      const restore = ['serve', 'store', 'restore', join(backups, backup!), target];
      expect(await run(restore)).toEqual({
        status: 0,
        printed: expect.stringMatching(
          /^restored {2}\d models, 0 interviews, 0 answers, 0 uploads, 0 audits, 1 API key\n$/,
        ),
      });
      expect(await run(restore)).toMatchObject({ status: 2, printed: expect.stringContaining('[STORE_NOT_EMPTY]') });
      expect(await server.end()).toBe(0);
      expect(spans.join('')).toContain('GET /v1/keys');
    } finally {
      await server.kill();
      collector.close();
    }
  });
});

describe('a worker', () => {
  it('tells of itself, and reads its configuration again', { timeout: 200_000 }, async () => {
    configure({ connections: 3 });
    const store = await emptyStore();
    const worker = await workProgram({ folder: store }, ['--config', config, '--status-port', '0']);
    try {
      expect(await (await fetch(`${worker.url}/health/ready`)).json()).toEqual({ status: 'ok' });
      expect(await (await fetch(`${worker.url}/metrics`)).text()).toMatch(/^ulterior_audits_queued 0$/m);
      configure({ connections: 4 });
      process.kill(worker.pid, 'SIGHUP');
      await expect.poll(worker.complaints, { timeout: 30_000 }).toMatch(/not before the next start: connections/);
      configure({ limits: { auditSeconds: 0 } });
      process.kill(worker.pid, 'SIGHUP');
      await expect.poll(worker.complaints, { timeout: 30_000 }).toMatch(/\[PARAMETER_OUT_OF_RANGE\]/);
      expect((await fetch(`${worker.url}/health/live`)).status).toBe(200);
      expect(await worker.end()).toBe(0);
    } finally {
      await worker.kill();
    }
  });
});

describe('wrong calls', () => {
  it.each([
    [['serve', '--config', join(folder, 'nowhere.json')], 3, 'FILE_NOT_READABLE'],
    [['serve', '--limit', 'requestsPerMinut=5'], 2, 'did you mean requestsPerMinute'],
    [['serve', '--limit', 'requestsPerMinute'], 2, 'Give the name of a limit'],
    [['serve', '--otlp'], 2, 'OTEL_EXPORTER_OTLP_ENDPOINT'],
    [['serve', '--store', join(folder, 'a'), 'work'], 2, '--store has no effect before "work"'],
    [['serve', '--store', join(folder, 'a'), 'keys', 'list'], 2, '--store has no effect before "list"'],
    [['serve', 'work', '--status-host', '0.0.0.0'], 2, '--status-host has no effect'],
    [['serve', 'store', 'backup', join(folder, 'nothing'), join(folder, 'b')], 3, 'STORE_UNAVAILABLE'],
    [
      ['serve', 'store', 'copy', 'env:NO_SUCH_VARIABLE', join(folder, 'c')],
      2,
      'NO_SUCH_VARIABLE names no PostgreSQL server',
    ],
    [['serve', 'store', 'restore', join(folder, 'no.backup'), join(folder, 'd')], 3, 'FILE_NOT_READABLE'],
  ] as const)('%j', async (words, status, said) => {
    const ended = await run([...words], { OTEL_EXPORTER_OTLP_ENDPOINT: '' });
    expect(ended.printed).toContain(said);
    expect(ended.status).toBe(status);
  });

  it('the help of serve and work names the configuration', () => {
    const serve = createProgram().commands.find((one) => one.name() === 'serve')!;
    for (const command of [serve, serve.commands.find((one) => one.name() === 'work')!]) {
      let help = '';
      command.configureOutput({
        writeOut: (text) => {
          help += text;
        },
      });
      command.outputHelp();
      for (const part of ['--config <file>', '--limit <name=value>', '--connections', '--otlp', 'SIGHUP']) {
        expect(help).toContain(part);
      }
    }
  });
});
