import { describe, expect, it } from 'vitest';
import { failure } from '../../../test/support/failure.ts';
import { derive } from '../../maths/index.ts';
import { createTable, findingText, wideTable } from '../index.ts';
import { farCodes } from './farCodes.ts';

const repeated = (counts: Readonly<Record<string, number>>) =>
  Object.entries(counts).flatMap(([value, count]) => Array.from({ length: count }, () => Number(value)));

const likert = { 1: 100, 2: 100, 3: 100, 4: 100, 5: 100 };
const codesIn = (counts: Readonly<Record<string, number>>) =>
  farCodes(repeated(counts))?.codes.map(({ value }) => value) ?? [];

describe('farCodes', () => {
  it.each([
    [{ ...likert, '-99': 5 }, [-99]],
    [{ ...likert, '-99': 1 }, [-99]],
    [{ ...likert, 99: 5 }, [99]],
    [{ ...likert, 999: 5, 998: 2 }, [998, 999]],
    [{ ...likert, 9: 20 }, [9]],
    [{ ...likert, '-1': 30 }, [-1]],
    [{ ...likert, '-9': 3, '-8': 2, '-2': 1 }, [-9, -8, -2]],
    // A quarter is no answer, and then most.
    [{ ...likert, '-1': 170 }, [-1]],
    [{ ...likert, 99: 900 }, [99]],
    [{ 0: 100, 1: 100, 9: 30 }, [9]],
    // A scale from 0 to 10 does not start at -1.
    [{ 0: 20, 1: 20, 4: 20, 7: 20, 10: 20, '-1': 10 }, [-1]],
    // Half stars.
    [{ 0.5: 30, 1: 30, 2.5: 50, 5: 20, '-1': 10 }, [-1]],
    // Jester writes 99 where nobody rated.
    [{ '-9.5': 100, '-3.2': 100, 0.1: 100, 4.4: 100, 9.5: 100, 99: 300 }, [99]],
  ])('finds codes for "no answer": %o', (counts, expected) => {
    expect(codesIn(counts)).toEqual(expected);
  });

  it.each([
    ['one to five', likert],
    ['from 0', { ...likert, 0: 10 }],
    ['half stars', { 0.5: 10, 1: 10, 1.5: 10, 4.5: 10, 5: 10 }],
    ['percentages', { 0: 50, 25: 50, 50: 50, 88: 10, 97: 1, 98: 1, 99: 3, 100: 10 }],
    ['-10 to 10', { '-10': 10, '-9': 10, '-5': 10, 0: 10, 5: 10, 9: 10, 10: 10 }],
    ['around 0, few below', { '-2': 3, '-1': 4, 0: 40, 1: 60, 2: 60 }],
    ['one below 0', { '-1': 5, 0: 40, 1: 60, 2: 60, 3: 40 }],
    ['counts', { 1: 500, 2: 200, 3: 90, 4: 50, 7: 9, 15: 3, 40: 1, 300: 1 }],
    ['a few counts', { 1: 50, 2: 20, 3: 5, 9: 2 }],
    ['likes', { 1: 100, '-1': 10 }],
    ['likes and loves', { '-1': 10, 1: 100, 2: 50 }],
    ['ages', { 18: 10, 40: 10, 70: 10, 99: 1 }],
    ['mostly nines, which then are the answers', { 1: 30, 2: 10, 3: 10, 9: 100 }],
    ['around 0, without it', { '-3': 50, '-2': 50, '-1': 50, 1: 50, 2: 50, 3: 50 }],
    ['one level', { 1: 100 }],
    ['one level and a code', { 1: 100, 99: 3 }],
    ['to nine', { 1: 50, 3: 50, 5: 50, 7: 50, 9: 50 }],
  ])('lets %s pass', (_, counts) => {
    expect(codesIn(counts)).toEqual([]);
  });

  it('lets measurements pass, and finds a code among them', () => {
    const stream = derive(1, 'measured');
    const values = Array.from({ length: 500 }, () => stream.normal());
    expect(farCodes(values)).toBeUndefined();
    expect(farCodes([...values, -99, -99])?.codes).toEqual([{ value: -99, answers: 2 }]);
  });
});

describe('tables with codes', () => {
  const rows = repeated({ ...likert, '-99': 5 });
  const column = (values: readonly number[]) => ({ kind: 'numbers', values: Float64Array.from(values) }) as const;
  const table = createTable('survey.csv', [
    ['q1', column(rows)],
    ['q2', column(rows.toReversed())],
  ]);
  const read = (options: object) => wideTable(table, { items: ['q1', 'q2'], ...options });

  const codesFound = (options: object) => read(options).summary.findings!.filter(({ code }) => code === 'RATING_CODES');

  it('are refused, with the codes, their number and both flags', () => {
    const text = failure(() => read({}));
    expect(text).toMatch(
      /^DATA_DOUBTFUL: "survey.csv": \[RATING_CODES\] 1% of the answers \(10 of 1010\) are -99, far outside the others, which go from 1 to 5 -> /,
    );
    expect(text).toContain('add --missing=-99');
    expect(text).toContain('--accept RATING_CODES');
  });

  it('are read where the codes are missing, or accepted', () => {
    const without = read({ missing: ['-99'] });
    expect(without.dataset.scale).toMatchObject({ min: 1, max: 5 });
    expect(codesFound({ missing: ['-99'] })).toEqual([]);
    const kept = { accept: ['RATING_CODES'] };
    expect(read(kept).dataset.scale.min).toBe(-99);
    expect(codesFound(kept).map(findingText)).toEqual([
      expect.stringMatching(/are -99, far outside .* leaks look smaller than they are\. .* add --missing=-99/),
    ]);
    expect(failure(() => read({ accept: ['ITEM_IS_ID'] }))).toMatch(/^DATA_DOUBTFUL/);
  });

  it('hide beside a slider, and are found item by item', () => {
    const scale = [1, 2, 3, 4, 5];
    const levels = (n: number) =>
      ({ kind: 'numbers', values: Float64Array.from({ length: 200 }, (_, row) => scale[(row * n) % 5]!) }) as const;
    const withCodes = (n: number) =>
      ({ kind: 'numbers', values: levels(n).values.map((value, row) => (row < 4 ? 99 : value)) }) as const;
    const slider = (top: number) =>
      ({
        kind: 'numbers',
        values: Float64Array.from({ length: 200 }, (_, row) => (row < 3 ? 99 : row % top)),
      }) as const;
    const found = (columns: Record<string, ReturnType<typeof levels>>) =>
      wideTable(createTable('survey.csv', Object.entries(columns)), { items: Object.keys(columns), accept: 'all' })
        .summary.findings!.filter(({ code }) => code === 'RATING_CODES')
        .map((one) => [one.place, findingText(one)]);
    expect(found({ q1: withCodes(1), q2: levels(2), q3: withCodes(3), slider: slider(101) })).toEqual([
      [
        'q1',
        expect.stringMatching(
          /^2% of the answers to "q1" and "q3" \(8 of 400\) are 99, far outside the others, which go from 1 to 5\. .* add --missing=99 .*; 4 answers to other items are the same, and would be left out too; keep it/,
        ),
      ],
    ]);
    expect(found({ q1: levels(1), q2: levels(2), q3: levels(3), slider: slider(101) })).toEqual([]);
    // Most people keep a slider low, and three push it up: that is an answer.
    expect(found({ q1: levels(1), slider: slider(101), low: slider(40) })).toEqual([]);
  });
});
