import { describe, expect, it } from 'vitest';
import { sampleDefenceRecords } from '../../../test/support/sampleDefenceRecords.ts';
import { sampleLeakRecords } from '../../../test/support/sampleLeakRecords.ts';
import { sampleModelRecords } from '../../../test/support/sampleModelRecords.ts';
import { sampleNumericRecords } from '../../../test/support/sampleNumericRecords.ts';
import { sampleQuestionnaireStudy } from '../../../test/support/sampleQuestionnaireStudy.ts';
import { sampleRecords } from '../../../test/support/sampleRecords.ts';
import type { AnyRecords } from '../common/anyRecords.ts';
import type { Finding } from '../common/input.ts';
import { toCsv, toJsonLines } from './listing.ts';

const { findings } = sampleRecords({ maxQuestions: 20 });
type Row = Readonly<Record<string, string | number | null>>;
const rowsOf = (of: readonly Finding[]) =>
  toJsonLines(of)
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as Row);

describe('of every kind', async () => {
  const kinds: readonly AnyRecords[] = [
    sampleRecords(),
    sampleNumericRecords(),
    sampleLeakRecords(),
    sampleModelRecords(1, true),
    sampleDefenceRecords(),
    await sampleQuestionnaireStudy(),
  ];

  it.each(kinds.map((one) => [one.format, one] as const))('%s: each figure once, under the same columns', (_, one) => {
    const rows = rowsOf(one.findings);
    const keys = rows.map(({ value: _, low: __, high: ___, people: ____, ...key }) => JSON.stringify(key));
    expect(new Set(keys).size).toBe(rows.length);
    for (const row of rows) expect(Object.keys(row)).toEqual(Object.keys(rows[0]!));
    // Nothing is packed into the name of a metric.
    for (const { metric } of rows) expect(metric).toMatch(/^\w+$/);
  });
});

it('an audit: one for each contender, variant, cohort, question and metric; whole histories; bounds', () => {
  const rows = rowsOf(findings);
  const curves = rows.filter(({ cohort }) => cohort !== null);
  // 4 contenders and 1 control, 2 cohorts, 21 points, 6 metrics and the band.
  expect(curves).toHaveLength(5 * 2 * 21 * 7);
  const errors = rows.filter(({ metric }) => String(metric).startsWith('rmse'));
  // Rating error, that of item means and the difference, at 0, 10 and 20.
  expect(errors).toHaveLength(4 * 3 * 3);
  expect(rows.filter(({ metric }) => metric === 'aucBounds')).toHaveLength(4 + 3);
});

it('a figure is a row of its own, with its band and its bounds beside it', () => {
  const one: Finding = {
    target: 'age',
    exposure: 'lists',
    length: 5,
    variant: 'real',
    people: 3,
    auc: { value: 0.6, low: 0.5, high: 0.7, band: { low: 0.4, high: 0.8 }, bounds: { low: 0.3, high: 0.9 } },
    width: 2,
    judged: true,
    replicates: [0.6],
  };
  expect(rowsOf([one]).map(({ metric, value, low, high }) => [metric, value, low, high])).toEqual([
    ['auc', 0.6, 0.5, 0.7],
    ['aucBand', 0.6, 0.4, 0.8],
    ['aucBounds', 0.6, 0.3, 0.9],
    ['width', 2, null, null],
  ]);
});

it('CSV: header, empty cells for nothing, quotes where needed', () => {
  const odd: Finding = {
    target: 'gender',
    exposure: 'questions',
    length: 0,
    attacker: 'a "b", c',
    variant: 'real',
    people: 6040,
    auc: { value: 0.5, low: Number.NaN, high: Number.MIN_VALUE },
  };
  const [header, first, end] = toCsv([odd]).split('\r\n');
  expect(header).toBe(
    'target,exposure,length,defence,strength,attacker,situation,group,variant,cohort,metric,value,low,high,people',
  );
  expect(first).toBe('gender,questions,0,,,"a ""b"", c",,,real,,auc,0.5,,5e-324,6040');
  expect(end).toBe('');
  const formula = { ...odd, attacker: '=1+2', auc: { value: -0.5, low: Number.NaN, high: Number.MIN_VALUE } };
  expect(toCsv([formula]).split('\r\n')[1]).toBe("gender,questions,0,,,'=1+2,,,real,,auc,-0.5,,5e-324,6040");
  expect(toCsv(findings).split('\r\n')).toHaveLength(rowsOf(findings).length + 2);
});

it('what is not a number is nothing, and what is not there has no row', () => {
  const nothing = { value: Number.NaN, low: Number.NaN, high: Number.NaN };
  const place = { target: 'age', exposure: 'lists', variant: 'real', people: 3 } as const;
  const rows = rowsOf([{ ...place, rmse: nothing, topTen: undefined as never }]);
  expect(rows).toMatchObject([{ metric: 'rmse', value: null, low: null, high: null }]);
});
