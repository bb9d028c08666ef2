/** Thirty seconds in search of inputs that nobody thought of; and whether the search finds a fault where there is one. */
import { execFile } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, expect, it } from 'vitest';

const run = promisify(execFile);
const folder = mkdtempSync(join(tmpdir(), 'ulterior-fuzzing-'));
afterAll(() => rmSync(folder, { recursive: true }));

it('nothing in files and requests brings the readers down', async () => {
  const targets = readdirSync('test/fuzz/targets').length;
  const seed = String(1 + (Math.floor(Date.now() / 86_400_000) % 1000));
  const call = ['scripts/fuzz.mjs', '--seconds', String(30 / targets), '--seed', seed];
  const { stdout } = await run(process.execPath, call);
  expect(stdout.match(/nothing found/g)).toHaveLength(targets);
});

/** A reader with three faults, each behind a condition that chance alone does not meet. */
const FAULTY = `
  export async function fuzz(bytes) {
    const text = Buffer.from(bytes).toString('latin1');
    const fault = text.slice(7, 12);
    if (text.slice(0, 7) !== 'MAGIC: ') return;
    if (fault === 'crash') null.length;
    if (fault === 'loops') for (;;) fault.length;
    if (fault === 'takes') for (const all = []; ; ) all.push(Buffer.alloc(1e7, 1));
  }
`;

it.each([
  ['crash', 'error-'],
  ['loops', 'slow-'],
  ['takes', 'large-'],
])('a fault that %s is found, and its input is kept', async (fault, kind) => {
  const { instrument } = await import(new URL('../../scripts/fuzz/instrument.mjs', import.meta.url).href);
  const bundle = join(folder, `${fault}.mjs`);
  const { text, counters } = instrument(
    FAULTY.replaceAll(/if \(fault === '(\w+)'\)/g, (line, name) => (name === fault ? line : 'if (false)')),
  );
  writeFileSync(bundle, text);
  const [corpus, found] = [mkdtempSync(join(folder, 'corpus-')), mkdtempSync(join(folder, 'found-'))];
  writeFileSync(join(corpus, 'start'), 'something else');
  // On a busy machine memory may take longer than a second to fill.
  const bounds = { mostSeconds: fault === 'takes' ? 30 : 1, mostMegabytes: 700, seconds: 60, seed: 1 };
  const call = JSON.stringify({ bundle, counters, words: ['a'], folders: [corpus], found, ...bounds });
  await expect(run(process.execPath, ['scripts/fuzz/loop.mjs', call])).rejects.toThrow();
  const [name = ''] = readdirSync(found);
  expect(name.startsWith(kind)).toBe(true);
  expect(readFileSync(join(found, name), 'latin1')).toContain(`MAGIC: ${fault}`);
});
