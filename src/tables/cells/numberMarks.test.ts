import { describe, expect, it } from 'vitest';
import { findingText } from '../checks/findingWords.ts';
import { wideTable } from '../read/wideTable.ts';
import { numberMarks } from './numberMarks.ts';
import { createTable } from './table.ts';

describe('signs between digits', () => {
  it.each([
    [
      ['3', '3,5'],
      [3, 3.5],
    ],
    [
      ['0,125', '3,125'],
      [0.125, 3.125],
    ],
    [
      ['1.234,5', '1.234'],
      [1234.5, 1234],
    ],
    [
      ['1.234.567', '2'],
      [1234567, 2],
    ],
    [
      ['1,234.5', '12'],
      [1234.5, 12],
    ],
    [
      ['1,234,567', '12'],
      [1234567, 12],
    ],
    [
      ["1'234.5", '1 234'],
      [1234.5, 1234],
    ],
    [
      ['-2,5', 'unknown'],
      [-2.5, Number.NaN],
    ],
    [
      ['1,234', '12,5'],
      [1.234, 12.5],
    ],
  ])('%j are numbers', (texts, numbers) => {
    const marks = numberMarks(texts)!;
    expect(texts.map(marks.numberOf)).toEqual(numbers);
  });

  it.each([[['1,234', '12,500']], [['3.5', '3,5']], [['12 years', '3,5']], [['1.234', '5']], [['18-24']], [['good']]])(
    '%j are left alone: plain, ambiguous, or no numbers',
    (texts) => expect(numberMarks(texts)).toBeUndefined(),
  );

  it('are recognised column by column, in items and attributes, and said', () => {
    const texts = (...values: string[]) => ({ kind: 'texts', values }) as const;
    const table = createTable('survey.csv', [
      ['q1', texts('1,5', '2', '3,5')],
      ['q2', texts('1', '2', '3')],
      ['age', texts('34,5', '61', '27')],
      ['income', texts('1.234,00', '2.345,00', '12')],
    ]);
    const attributes = ['age>=34.2', 'income:number'];
    const { dataset, summary } = wideTable(table, { items: { pattern: '^q' }, attributes });
    expect([...dataset.ratings.byUser.values]).toEqual([1.5, 1, 2, 2, 3.5, 3]);
    expect([...dataset.attributes.get('age')!.values]).toEqual([1, 1, 0]);
    expect([...dataset.attributes.get('income')!.values]).toEqual([1234, 2345, 12]);
    const told = summary.findings!.filter(({ code }) => code === 'READ_AS');
    expect(told.map(findingText)).toEqual([
      'The numbers in "q1" have a decimal comma. We read "1,5" as 1.5. Check that this is what they mean.',
      expect.stringContaining('"age" have a decimal comma. We read "34,5" as 34.5'),
      expect.stringContaining('"income" have a decimal comma. We read "1.234,00" as 1234'),
    ]);
  });
});
