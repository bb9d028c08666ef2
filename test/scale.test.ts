/** The table of docs/scale.md is what the command prints. */
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';

const file = (path: string) => fileURLToPath(new URL(`../${path}`, import.meta.url));

it('is printed by scripts/scale.mjs, from a hundred thousand to a hundred billion ratings', () => {
  const printed = execFileSync(process.execPath, [file('scripts/scale.mjs')], { encoding: 'utf8' });
  expect(printed.match(/^\| 10\^/gm)?.length).toBe(7);
  expect(readFileSync(file('docs/scale.md'), 'utf8')).toContain(printed);
});
