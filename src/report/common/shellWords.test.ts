/** What a real shell makes of a printed command. */
import { execFileSync } from 'node:child_process';
import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { commandLine, shellWord } from './shellWords.ts';

/** The words that a shell passes on. */
const read = (line: string) =>
  execFileSync('sh', ['-c', `printf '%s\\0' ${line}`], { encoding: 'utf8' })
    .split('\0')
    .slice(0, -1);

it('a shell reads the words back, whatever stands in them', () => {
  const words = fc.sample(
    fc.string({ unit: 'grapheme' }).filter((text) => !text.includes('\0')),
    { numRuns: 200, seed: 7 },
  );
  const awkward = [
    '',
    ' ',
    "it's",
    '"',
    '$HOME',
    '`id`',
    '*',
    '~',
    'a\nb',
    '\\',
    '!!',
    '#',
    '-1,unknown',
    'age>=35',
    '^Please rate',
  ];
  expect(read(commandLine([...awkward, ...words]))).toEqual([...awkward, ...words]);
});

it('plain words stay as they are', () => {
  for (const word of ['world:demo,users=20', 'ml-1m:data', '--min-user', 'data/ratings.csv', '0.6'])
    expect(shellWord(word)).toBe(word);
});
