import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { failure } from '../../../test/support/failure.ts';
import { ulterior } from '../../../test/support/program/index.ts';
import { whichMeasurement } from './whichMeasurement.ts';

const one = { attributes: ['gender'] };
const two = { attributes: ['gender', 'age'] };

describe('what is exposed decides the measurement', () => {
  it.each([
    [one, 'interviews'],
    [{ attributes: [] }, 'interviews'],
    [two, 'matrix'],
    [{ ...one, list: 'l.txt' }, 'list'],
    [{ ...two, list: 'l.txt' }, 'list'],
    [{ ...one, vectors: 'v.npz' }, 'surfaces'],
    [{ ...one, exposures: [] }, 'surfaces'],
    [{ ...one, recommender: 'https://a.example' }, 'surfaces'],
    [{ ...one, scores: 's.csv' }, 'surfaces'],
    [{ ...one, lists: 'l.csv', defence: [] }, 'surfaces'],
    [{ ...one, defence: [] }, 'defences'],
  ])('%j: %s', (flags, expected) => expect(whichMeasurement(flags)).toBe(expected));

  it.each([
    [{ ...one, list: 'l.txt', itemVectors: 'v.npz' }, '--list and itemVectors do not go together'],
    [{ ...one, list: 'l.txt', scores: 's.csv' }, '--list and scores do not go together'],
    [{ ...one, list: 'l.txt', defence: [] }, '--list and --defence do not go together'],
    [{ ...two, lists: 'l.csv' }, '--lists and several --attribute do not go together'],
    [{ ...two, defence: [] }, '--defence and several --attribute do not go together'],
  ])('%j is refused', (flags, expected) => {
    expect(failure(() => whichMeasurement(flags))).toContain(
      `PARAMETER_OUT_OF_RANGE: ${expected} -> measure them one after the other: `,
    );
  });
});

describe('flags of another measurement are refused', () => {
  it.each([
    ['--list l.txt --questions 3', '--questions has no effect where a list of questions is measured (--list)'],
    ['--list l.txt --part 0/2', '--part has no effect where a list of questions is measured (--list)'],
    ['--lists l.csv --set strategies=random', 'strategies is not a known field'],
    ['--defence blinding --set tops=3', 'tops is not a known field'],
    ['--defence blinding --questions 3', '--questions has no effect where defences are measured (--defence)'],
    ['--set anchors=ease --set adoption=0.5', '2 problems: (1) anchors is not a known field'],
    ['--no-control', '"audit" has no flag --no-control'],
    ['--attribute a --attribute b --set prior=mine', 'prior is mine; it must be uniform or population'],
    ['--exposures ratings --defence default', '--defence is default; it must be one defence with one strength'],
    [
      '--exposures ratings --defence blinding:0.5:1',
      '--defence is blinding:0.5:1; it must be one defence with one strength',
    ],
  ])('%s', (words, expected) => {
    const { status, stderr } = ulterior([
      'audit',
      'world:demo',
      ...words.split(' '),
      '--output',
      join(tmpdir(), 'ulterior-never'),
    ]);
    expect(`${status} ${stderr}`).toContain(expected);
  });

  it.each(['', '--defence default', '--attribute a --attribute b'])('data are needed for "%s"', (words) => {
    const { status, stderr } = ulterior(['audit', ...words.split(' ').filter(Boolean), '--output', 'x']);
    expect([status, stderr]).toEqual([2, expect.stringContaining('"audit" needs <data> [CALL_INVALID]')]);
  });

  it.each(['--defence default', '--attribute a --attribute b', '--exposures ratings'])(
    'a folder is needed for "%s"',
    (words) => {
      const { status, stderr } = ulterior(['audit', 'world:demo', ...words.split(' ')]);
      expect([status, stderr]).toEqual([2, expect.stringContaining('"audit" needs --output <folder> [CALL_INVALID]')]);
    },
  );
});

it('the help stands under headings: what is exposed has one of its own', () => {
  const { stdout } = ulterior(['audit', '--help']);
  const exposed = /^What is exposed:\n((?: .*\n)+)/m.exec(stdout)![1]!;
  const flags = Array.from(exposed.matchAll(/^ {2}--([a-z-]+)/gm), ([, flag]) => flag);
  expect(flags.sort()).toEqual(['defence', 'exposures', 'list', 'lists', 'recommender', 'vectors']);
  expect(stdout.match(/^ {2}ulterior audit /gm)).toHaveLength(7);
});
