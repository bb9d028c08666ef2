/** The README's example of the library, run as it stands. */
import { execFileSync } from 'node:child_process';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';

it('the library example of the README runs and prints a posterior', () => {
  const readme = readFileSync(new URL('../README.md', import.meta.url), 'utf8');
  const [, example] = /```ts\n([\s\S]*?)```/.exec(readme)!;
  // Inside the package, where its own name resolves to it.
  const file = fileURLToPath(new URL('../dist/readme-example.mjs', import.meta.url));
  writeFileSync(file, example!);
  try {
    const printed = execFileSync(process.execPath, [file], { encoding: 'utf8' });
    const probabilities = printed.match(/0\.\d+/g)!.map(Number);
    expect(probabilities).toHaveLength(2);
    expect(probabilities[0]! + probabilities[1]!).toBeCloseTo(1, 6);
  } finally {
    rmSync(file);
  }
});
