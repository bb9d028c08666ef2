import { expect, it } from 'vitest';
import { progressLines } from '../shared/output.ts';

/** What is written while `steps` of (seconds, tasks done of 100) go by. */
function written(steps: readonly (readonly [seconds: number, done: number])[]): string[] {
  let clock = 1000;
  const lines: string[] = [];
  const progress = progressLines(
    'auditing',
    () => clock,
    (text) => lines.push(text),
  );
  for (const [seconds, done] of steps) {
    clock = 1000 + seconds;
    progress({ done, total: 100 });
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
  expect(written([[600, 0.5]])).toEqual([]);
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
