import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { failure } from '../../../test/support/failure.ts';
import { normalQuantile } from '../../maths/index.ts';
import { numericAttributeOf } from '../../ratings/index.ts';
import { missingValues } from '../cells/missingValues.ts';
import { createTable } from '../cells/table.ts';
import { findingText } from '../checks/findingWords.ts';
import { longTable } from '../read/longTable.ts';
import type { ReadSummary } from '../read/readSummary.ts';
import { wideTable } from '../read/wideTable.ts';
import { parseAttribute } from './attributeExpression.ts';
import { numberRows } from './attributeNumbers.ts';

/** What was found, in words; how few people there are is another matter. */
const told = ({ findings = [] }: ReadSummary) =>
  findings.filter(({ code }) => code !== 'PEOPLE_TOO_FEW').map(findingText);

const people = (...values: (string | undefined)[]) =>
  createTable(
    'users.csv',
    [
      ['user', { kind: 'texts', values: values.map((_, row) => `u${row}`) }],
      ['age', { kind: 'texts', values }],
    ],
    (row) => row + 2,
  );
const numbers = (...values: (string | undefined)[]) => [
  ...numberRows(people(...values), parseAttribute('age:number')).ofRow,
];

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
    expect([...numberRows(table, parseAttribute('age:number')).ofRow]).toEqual([34, Number.NaN]);
  });

  it('a value that is no number is refused with file, line and count', () => {
    expect(failure(() => numbers('34', '18-29', '40', '18-29', 'old'))).toBe(
      'ATTRIBUTE_VALUE_UNKNOWN: the column "age" is read as a number but holds "18-29", "old" (3 rows of "users.csv", the first line 3) -> correct the value, leave it empty or name it among the missing values, or group the values by name instead: age:{one=a|b; other=*}',
    );
    expect(failure(() => numbers('34', '1e999'))).toMatch(/holds "1e999" \(1 row of "users.csv", the first line 3\)/);
  });
});

describe('impossible numbers', () => {
  const read = (expression: string, values: readonly (string | number)[], words: string[] = []) => {
    const table = people(...values.map(String));
    return numberRows(table, parseAttribute(expression), missingValues(words));
  };
  const ages = Array.from({ length: 500 }, (_, n) => 18 + ((n * 37) % 63));

  it('outside the range are missing and counted; the ends belong to it', () => {
    const { ofRow, outside, outliers } = read('age:number[18..80]', [17.9, 18, 80, 80.5, 2.3e8]);
    expect([...ofRow]).toEqual([Number.NaN, 18, 80, Number.NaN, Number.NaN]);
    expect({ outside, outliers }).toEqual({ outside: 3, outliers: undefined });
    expect(read('age:number[0..]', [-1, 2.3e8]).outside).toBe(1);
    expect(read('age:number[..120]', [-1, 2.3e8]).outside).toBe(1);
  });

  it('are found without a range where they are far from all others, and only there', () => {
    const { ofRow, outliers } = read('age:number', [...ages, 2.3e8, -999, 2.3e8]);
    expect([...ofRow]).toEqual([...ages, Number.NaN, Number.NaN, Number.NaN]);
    expect(outliers).toEqual({ rows: 3, values: [2.3e8, -999], from: 18, to: 80 });
    expect(read('age:number', [...ages, 0, 120]).outliers).toBeUndefined();
    // Half of the people have the same number: the quartiles say nothing.
    expect(read('age:number', [...ages.map(() => 3), ...ages.slice(0, 60), 1e6]).outliers).toMatchObject({ rows: 1 });
    expect(read('age:number', [3, 3, 3, 3, 3, 4]).outliers).toBeUndefined();
  });

  it('never takes normal, exponential or uniform numbers for impossible', () => {
    const shape = fc.constantFrom<(u: number) => number>(
      (u) => normalQuantile(u),
      (u) => -Math.log(u),
      (u) => u,
    );
    fc.assert(
      fc.property(shape, fc.integer({ min: 20, max: 3000 }), (make, size) => {
        const values = Array.from({ length: size }, (_, n) => make((n + 0.5) / size));
        expect(read('age:number', values).outliers).toBeUndefined();
      }),
      { numRuns: 30 },
    );
  });

  it('values that are named as missing match by value', () => {
    const { ofRow, missing } = read('age:number', ['0', '0.0', '00', '30', '40', '-1e0'], ['0', '-1']);
    expect([...ofRow].filter((value) => !Number.isNaN(value))).toEqual([30, 40]);
    expect(missing.list()).toEqual([
      { word: '0', cells: 3 },
      { word: '-1', cells: 1 },
    ]);
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

  it('warns of people who were left out, and says what to write', () => {
    const { dataset, summary } = read('20', '2.3e8', '40', '30');
    expect([...numericAttributeOf(dataset, 'age').values]).toEqual([20, 40, 30]);
    expect(summary.attributes[0]).toMatchObject({ outliers: { rows: 1, values: [2.3e8], from: 20, to: 40 } });
    expect(told(summary)).toEqual([
      '"age" is 230000000, while everyone else is between 20 and 40. 1 person is left out. Write age:number[20..40] to say which values are possible, or a wider range to keep these people.',
    ]);
    expect(told(read('20', '50', '40', '30').summary)).toEqual([]);
    const { summary: same } = longTable({
      ratings: createTable('r.csv', [
        ['user', { kind: 'texts', values: ['a', 'b'] }],
        ['item', { kind: 'texts', values: ['i', 'i'] }],
        ['rating', { kind: 'numbers', values: Float32Array.of(1, 1) }],
      ]),
    });
    expect(told(same)).toEqual([expect.stringMatching(/^All ratings are 1\. .* the open protocol/)]);
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

describe('lenient numbers', () => {
  const ratings = createTable('ratings.csv', [
    ['user', { kind: 'texts', values: ['u0', 'u1', 'u2'] }],
    ['item', { kind: 'texts', values: ['a', 'a', 'b'] }],
    ['rating', { kind: 'texts', values: ['4', '5 stars', '3,5'] }],
  ]);

  it('are read on request, in ratings and numbers, and a warning names what was cut', () => {
    const accept = ['NUMBERS_IMPOSSIBLE'] as const;
    const options = { attributes: ['age:number'], lenientNumbers: true, accept };
    const { dataset, summary } = longTable({ ratings, users: people('14"', '12 years', '1,234') }, options);
    expect([...dataset.ratings.byUser.values]).toEqual([4, 5, 3.5]);
    expect([...numericAttributeOf(dataset, 'age').values]).toEqual([14, 12, 1234]);
    expect(summary.cutNumbers).toEqual([
      {
        cells: 2,
        examples: [
          { text: '3,5', number: 3.5 },
          { text: '5 stars', number: 5 },
        ],
      },
      { attribute: 'age', cells: 3, examples: expect.arrayContaining([{ text: '1,234', number: 1234 }]) },
    ]);
    expect(told(summary)[0]).toBe(
      'Ratings: 2 cells are read leniently. We read "3,5" as 3.5, "5 stars" as 5. Check that this is what they mean.',
    );
    expect(told(summary)[1]).toMatch(/^"age": 3 cells are read leniently\. We read "1,234" as 1234, /);
  });

  it('are refused otherwise, with a word about the option', () => {
    const hint = /; or set lenientNumbers in a data file, which reads "(5 stars" as 5|12 years" as 12)$/;
    expect(failure(() => longTable({ ratings }))).toMatch(hint);
    expect(failure(() => numbers('34', 'old', '12 years'))).toMatch(hint);
    expect(failure(() => numbers('34', 'old'))).not.toMatch(/lenient/);
  });

  it('a wide table without them warns of cells that are lost', () => {
    const values = ['4', '5 stars', 'no idea'];
    const table = createTable('wide.csv', [['soup', { kind: 'texts', values }]]);
    const read = (lenientNumbers: boolean) => wideTable(table, { items: ['soup'], lenientNumbers });
    expect(told(read(false).summary)[0]).toBe(
      '1 cell is nearly a number. It is left out of the ratings: "5 stars" is not a number. Set lenientNumbers in a data file to read it as 5.',
    );
    expect([...read(true).dataset.ratings.byUser.values]).toEqual([4, 5]);
  });
});
