/** The glossary explains the words that reports use. */
import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { leakSize, leakWords } from './leakWords.ts';

const glossary = readFileSync(new URL('../../../docs/glossary.md', import.meta.url), 'utf8');
const architecture = readFileSync(new URL('../../../ARCHITECTURE.md', import.meta.url), 'utf8');

it('the scale of leaks in docs/glossary.md is that of the code, with its limits', () => {
  const [, scale] = /\| lower end of the bounds \| words \|\n\| --- \| --- \|\n((?:\|.*\n)+)/.exec(glossary)!;
  const rows = scale!
    .trim()
    .split('\n')
    .map((line) =>
      line
        .split('|')
        .map((cell) => cell.trim())
        .slice(1, 3),
    );
  expect(rows.map(([, words]) => words)).toEqual(Object.values(leakWords));
  rows.forEach(([limits, words], at) => {
    const numbers = limits!.match(/[\d.]+/g)!.map(Number);
    const [low, high] = at === 0 ? [undefined, numbers[0]] : numbers;
    const said = (bound: number) => leakWords[leakSize(bound)];
    // "above 0.5" and "up to 0.5" meet at 0.5 itself; every other row begins with its lower limit.
    if (low !== undefined) expect(said(low === 0.5 ? 0.5001 : low)).toBe(words);
    if (high !== undefined) expect(said(at === 0 ? high : high - 0.0001)).toBe(words);
  });
});

it('the six nouns of ARCHITECTURE.md are explained', () => {
  const [, nouns] = /## Six nouns\n([\s\S]*?)\n\nAround them/.exec(architecture)!;
  const named = Array.from(nouns!.matchAll(/^- \*\*([^*]+)\*\*/gm), ([, noun]) => noun!.toLowerCase());
  expect(named).toHaveLength(6);
  expect(named.filter((noun) => !glossary.includes(`| **${noun}** |`))).toEqual([]);
});
