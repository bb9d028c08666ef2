/** The commands of docs/service.md, run as they stand and in their order, against a server on this machine. */
import { spawn } from 'node:child_process';
import { copyFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { encodePresenceModel } from '../src/defence/index.ts';
import { createVocabulary, type ItemIndex } from '../src/ratings/index.ts';
import { randomModel, randomPresence } from '../src/testing/models.ts';
import { serveProgram } from './support/serviceProcess.ts';
import { emptyStoreFolder } from './support/temporaryStore.ts';

const file = (path: string) => fileURLToPath(new URL(`../${path}`, import.meta.url));

/** Dozens of programs, one after another, on a busy machine. */
const LONGEST = 300_000;

/** Any answer that is no success ends the script, also within $( ). */
const STRICT = `set -euo pipefail
curl() { command curl --fail-with-body --max-time 120 "$@"; }
ulterior() { '${process.execPath}' '${file('dist/cli/main.js')}' "$@"; }
`;

/** The blocks of commands; the first one starts the server, which is done here. */
function commands(): string[] {
  const blocks = [...readFileSync(file('docs/service.md'), 'utf8').matchAll(/```sh\n([\s\S]*?)```/g)];
  const [start, ...rest] = blocks.map(([, text]) => text!);
  expect(start).toMatch(/^ulterior serve /);
  return rest;
}

/** What the reader has: a model, one of chances, and tables of ratings and people. */
function placeFiles(folder: string): void {
  copyFileSync(file('models/demo-chronotype.safetensors'), join(folder, 'model.safetensors'));
  const films = { ...randomModel({ items: 3, dimension: 1, types: 2, seed: 1 }), typeLabels: ['F', 'M'] };
  const chances = randomPresence({ ...films, items: createVocabulary<ItemIndex>(['1193', '661', '914']) }, 1);
  writeFileSync(join(folder, 'chances.safetensors'), encodePresenceModel(chances));
  const people = Array.from({ length: 40 }, (_, user) => user);
  const ratings = people.flatMap((user) =>
    Array.from({ length: 25 }, (_, item) => `${user},i${item},${1 + ((user * item) % 5)}`),
  );
  writeFileSync(join(folder, 'ratings.csv.gz'), gzipSync(['user,item,rating', ...ratings, ''].join('\n')));
  const rows = people.map((user) => `${user},${user % 2 === 0 ? 'f' : 'm'}`);
  writeFileSync(join(folder, 'people.csv'), ['user,gender', ...rows, ''].join('\n'));
}

function run(script: string, folder: string): Promise<{ status: number | null; printed: string }> {
  return new Promise((resolve) => {
    const shell = spawn('bash', ['-c', script], { cwd: folder, stdio: ['ignore', 'pipe', 'pipe'] });
    let printed = '';
    for (const stream of [shell.stdout, shell.stderr]) {
      stream.on('data', (bytes) => {
        printed += bytes;
      });
    }
    shell.once('close', (status) => resolve({ status, printed }));
  });
}

it('the commands of the page about the service run in their order', { timeout: LONGEST }, async () => {
  const folder = mkdtempSync(join(tmpdir(), 'ulterior-docs-'));
  placeFiles(folder);
  const store = await emptyStoreFolder();
  const server = await serveProgram({ folder: store }, ['--threads', '1']);
  try {
    const given = commands()
      .join('\n')
      .replace('BASE=http://127.0.0.1:8080', `BASE=${server.url}`)
      .replace(/^ADMIN=ulk_…/m, `ADMIN=${server.key}`)
      .replace('ulterior-store backups', `${store} backups`);
    const { status, printed } = await run(`${STRICT}${given}`, folder);
    expect(status, printed).toBe(0);
    expect(printed).toContain('"unknown":[]');
    expect(printed).toContain('event: end');
    expect(printed).toContain('"state":"done"');
    expect(printed).toContain('{"interviews":1,"answers":1,"scrub":"done"}');
    expect(printed).toMatch(/^restored {2}\d+ models, \d+ interviews, /m);
    expect(await server.end()).toBe(0);
    expect(readFileSync(join(folder, 'report.html'), 'utf8')).toContain('<!doctype html>');
  } finally {
    await server.kill();
    for (const made of [folder, store]) rmSync(made, { recursive: true });
  }
});
