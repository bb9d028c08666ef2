/** What is loaded where somebody only asks for help: a program that is there at once. */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';

const program = fileURLToPath(new URL('../dist/cli/main.js', import.meta.url));

/** Every file of JavaScript that Node loaded, by its own account. */
function loadedBy(...words: string[]): string[] {
  const folder = mkdtempSync(join(tmpdir(), 'ulterior-loaded-'));
  try {
    const env = { ...process.env, NODE_V8_COVERAGE: folder };
    expect(spawnSync(process.execPath, [program, ...words], { env }).status).toBe(0);
    const accounts = readdirSync(folder).map((name) => JSON.parse(readFileSync(join(folder, name), 'utf8')));
    const urls: string[] = accounts.flatMap(({ result }) => result.map(({ url }: { url: string }) => url));
    return [...new Set(urls)].filter((url) => url.startsWith('file:'));
  } finally {
    rmSync(folder, { recursive: true });
  }
}

it.each([{ words: [] }, { words: ['--help'] }, { words: ['--version'] }])(
  '$words loads the reader of command lines and one screen, and no command',
  ({ words }) => {
    const loaded = loadedBy(...words);
    expect(loaded.length).toBeLessThanOrEqual(15);
    expect(loaded.filter((url) => !/\/(commander|picocolors|dist)\//.test(url))).toEqual([]);
  },
);

it('a command loads more, so that the count above means something', () => {
  expect(loadedBy('describe', '--help').length).toBeGreaterThan(100);
});
