/** The examples of docs/beyond/selection.md, run as they stand, one after another. */
import { execFileSync } from 'node:child_process';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';

it('the examples about selection run, and the compiled questionnaire believes what the live interview does', () => {
  const page = readFileSync(new URL('../docs/beyond/selection.md', import.meta.url), 'utf8');
  const examples = [...page.matchAll(/```ts\n([\s\S]*?)```/g)].map(([, example]) => example!);
  expect(examples.length).toBeGreaterThan(4);
  // Inside the package, where its own name resolves to it.
  const file = fileURLToPath(new URL('../dist/selection-examples.mjs', import.meta.url));
  writeFileSync(file, examples.join('\n'));
  try {
    const printed = execFileSync(process.execPath, [file], { encoding: 'utf8' });
    const after = (word: string) => new RegExp(`${word}:[^\\d]*[\\s\\S]*?\\[([^\\]]*)\\]`).exec(printed)![1]!;
    const [live, compiled] = ['live', 'compiled'].map((word) => after(word).split(',').map(Number));
    expect(live).toHaveLength(2);
    expect(live![0]! + live![1]!).toBeCloseTo(1, 9);
    for (const [t, probability] of compiled!.entries()) expect(probability).toBeCloseTo(live![t]!, 9);
    expect(printed).toMatch(/listed first: \d+/);
  } finally {
    rmSync(file);
  }
});
