/** The program on the page about beliefs, run as it stands. */
import { execFileSync } from 'node:child_process';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';

it('the examples of docs/beyond/beliefs.md run one after another, to a decision', () => {
  const page = readFileSync(new URL('../docs/beyond/beliefs.md', import.meta.url), 'utf8');
  const program = [...page.matchAll(/```js\n([\s\S]*?)```/g)].map(([, example]) => example).join('\n');
  // Inside the package, where its own name resolves to it.
  const file = fileURLToPath(new URL('../dist/beliefs-page.mjs', import.meta.url));
  writeFileSync(file, program);
  try {
    const printed = execFileSync(process.execPath, [file], { encoding: 'utf8' });
    expect(printed).toMatch(/types depart from an item by about 0\.\d+ stars/);
    expect(printed).toMatch(/the answers count \d\.\d+ times/);
    expect(printed).toMatch(/is worth 0\.\d+/);
    expect(printed).toMatch(/kind: 'stopped'/);
  } finally {
    rmSync(file);
  }
});
