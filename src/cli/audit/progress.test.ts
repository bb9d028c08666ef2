import { expect, it } from 'vitest';
import { progressLines } from '../shared/output.ts';

/** What is written while `steps` of (seconds, tasks done of 100) go by. */
function written(steps: readonly (readonly [seconds: number, done?: number])[], unit?: string): string[] {
  let clock = 1000;
  const lines: string[] = [];
  const { tell, tick } = progressLines(
    'auditing',
    () => clock,
    (text) => lines.push(text),
  );
  for (const [seconds, done] of steps) {
    clock = 1000 + seconds;
    if (done === undefined) tick();
    else tell({ done, total: 100, unit });
  }
  return lines;
}

it('a long run without a terminal says now and then how far it is', () => {
  const steps = Array.from({ length: 100 }, (_, n) => [n + 1, n + 1] as const);
  expect(written(steps)).toEqual([
    'auditing: 30% done, about 70 s left\n',
    'auditing: 60% done, about 40 s left\n',
    'auditing: 90% done, about 10 s left\n',
  ]);
});

it('a short run says nothing, and the end is no line', () => {
  expect(
    written([
      [10, 50],
      [29, 99],
    ]),
  ).toEqual([]);
  expect(written([[600, 100]])).toEqual([]);
});

it('a task that takes long is no reason for silence', () => {
  expect(written([[0, 0], [20], [31], [45], [62, 40], [75], [95], [125, 100], [160]])).toEqual([
    'auditing: 31 s so far\n',
    'auditing: 40% done, about 2 min left\n',
    'auditing: 40% done, about 2 min left\n',
    // All parts are there, and somebody still waits.
    'auditing: finishing, 3 min so far\n',
  ]);
  expect(written([[600, 0.5]])).toEqual(['auditing: 10 min so far\n']);
});

it('says what is worked on', () => {
  const during = (unit: string) =>
    written(
      [
        [0, 0],
        [31, 10],
      ],
      unit,
    )[0]!;
  expect(during('real-fold-2')).toBe('auditing: 10% done, about 5 min left (real labels, fold 3)\n');
  expect(during('shuffled-1-fold-0')).toContain('(shuffled labels 2, fold 1)');
  expect(during('permutations')).toContain('(test on shuffled labels)');
});

it('what was finished before does not make the rest look quick', () => {
  // 60 tasks were there, and four took half a minute: the other 36 take four and a half.
  expect(
    written([
      [0, 61],
      [10, 62],
      [20, 63],
      [30, 64],
    ]),
  ).toEqual(['auditing: 64% done, about 5 min left\n']);
});
