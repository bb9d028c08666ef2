import { describe, expect, it } from 'vitest';
import { failure } from '../../test/support/failure.ts';
import { numericAttributeOf } from '../ratings/index.ts';
import { parseAttribute } from './attributeExpression.ts';
import { numberRows } from './attributeNumbers.ts';
import { longTable } from './longTable.ts';
import { createTable } from './table.ts';

const people = (...values: (string | undefined)[]) =>
  createTable(
    'users.csv',
    [
      ['user', { kind: 'texts', values: values.map((_, row) => `u${row}`) }],
      ['age', { kind: 'texts', values }],
    ],
    (row) => row + 2,
  );
const numbers = (...values: (string | undefined)[]) => [...numberRows(people(...values), parseAttribute('age:number'))];

describe('numbers of an attribute', () => {
  it('are read as they stand; missing stays missing', () => {
    expect(numbers('34', ' 7.5 ', '-1e1', undefined, '', 'N/A', '0')).toEqual([
      34,
      7.5,
      -10,
      Number.NaN,
      Number.NaN,
      Number.NaN,
      0,
    ]);
  });

  it('come from columns of numbers too', () => {
    const table = createTable('users.parquet', [['age', { kind: 'numbers', values: Float64Array.of(34, Number.NaN) }]]);
    expect([...numberRows(table, parseAttribute('age:number'))]).toEqual([34, Number.NaN]);
  });

  it('a value that is no number is refused with file, line and count', () => {
    expect(failure(() => numbers('34', '18-29', '40', '18-29', 'old'))).toBe(
      'ATTRIBUTE_VALUE_UNKNOWN: the column "age" is read as a number but holds "18-29", "old" (3 rows of "users.csv", the first line 3) -> correct the value or leave it empty, or group the values by name instead: age:{one=a|b; other=*}',
    );
    expect(failure(() => numbers('34', '1e999'))).toMatch(/holds "1e999" \(1 row of "users.csv", the first line 3\)/);
  });
});

describe('a table with a number to infer', () => {
  const ratings = createTable('ratings.csv', [
    ['user', { kind: 'texts', values: ['u0', 'u1', 'u2', 'u3'] }],
    ['item', { kind: 'texts', values: ['i', 'i', 'i', 'i'] }],
    ['rating', { kind: 'numbers', values: Float32Array.of(1, 2, 3, 4) }],
  ]);
  const read = (...values: (string | undefined)[]) =>
    longTable({ ratings, users: people(...values) }, { attributes: ['age:number'] });

  it('keeps those who have it, and sums up how it spreads', () => {
    const { dataset, summary } = read('20', undefined, '40', '60');
    expect([...numericAttributeOf(dataset, 'age').values]).toEqual([20, 40, 60]);
    expect(summary.dropped).toMatchObject([{ reason: 'no "age"', users: 1 }]);
    expect(summary.attributes).toEqual([
      {
        name: 'age',
        expression: 'age:number',
        labels: [],
        missing: 0,
        numbers: { min: 20, lowerQuartile: 20, median: 40, upperQuartile: 60, max: 60, mean: 40 },
      },
    ]);
  });

  it('refuses one value, and nobody', () => {
    expect(failure(() => read('20', '20', undefined, '20'))).toMatch(
      /^ATTRIBUTE_SINGLE_VALUED: "users.csv": the attribute "age" has only the value 20 among 4 users/,
    );
    expect(failure(() => read(undefined, '', 'n/a', undefined))).toMatch(
      /^ATTRIBUTE_WITHOUT_USERS: none of the 4 users of "ratings.csv" has the attribute "age:number"/,
    );
  });
});
