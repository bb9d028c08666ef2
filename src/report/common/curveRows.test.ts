import { expect, it } from 'vitest';
import { sampleRecords } from '../../../test/support/sampleRecords.ts';
import { curveRows, toCsv, toJsonLines } from './curveRows.ts';

const records = sampleRecords({ maxQuestions: 20 });
const rows = curveRows(records);

it('one row for each contender, variant, cohort, question and metric', () => {
  // 4 contenders and 1 control, 2 cohorts, 21 points, 7 metrics; rating error and that of item means at 0, 10 and 20.
  expect(rows).toHaveLength(5 * 2 * 21 * 7 + 4 * 3 * 2);
  const keys = rows.map(({ contender, variant, cohort, questions, metric }) =>
    [contender, variant, cohort, questions, metric].join(),
  );
  expect(new Set(keys).size).toBe(rows.length);
});

it('rows hold the figures of the records', () => {
  const point = records.curves[0]!.points[7]!;
  const find = (metric: string) =>
    rows.find((row) => row.questions === 7 && row.metric === metric && row.variant === 'real')!;
  expect(find('auc')).toEqual({
    contender: 'separation',
    variant: 'real',
    cohort: 'survivors',
    questions: 7,
    metric: 'auc',
    value: point.auc.value,
    low: point.auc.low,
    high: point.auc.high,
    users: point.users,
  });
  expect(find('aucBand').low).toBe(point.auc.bandLow);
  expect(find('calibrationError')).toMatchObject({ value: point.calibrationError, low: null, high: null });
  const last = { contender: 'random', cohort: null, questions: 20 };
  expect(rows.at(-2)).toMatchObject({ ...last, metric: 'rmse' });
  const { itemMeans } = records.ratingErrors.at(-1)!.points.at(-1)!;
  expect(rows.at(-1)).toMatchObject({ ...last, metric: 'rmseItemMeans', ...itemMeans });
});

it('JSON lines read back to the rows', () => {
  const lines = toJsonLines(rows).split('\n');
  expect(lines.pop()).toBe('');
  expect(lines.map((line) => JSON.parse(line))).toEqual(rows);
});

it('CSV: header, empty cells for nothing, quotes where needed', () => {
  const [row] = rows;
  const odd = { ...row!, contender: 'a "b", c', cohort: null, value: 0.5, low: null, high: Number.MIN_VALUE };
  const [header, first, end] = toCsv([odd]).split('\r\n');
  expect(header).toBe('contender,variant,cohort,questions,metric,value,low,high,users');
  expect(first).toBe('"a ""b"", c",real,,0,auc,0.5,,5e-324,6040');
  expect(end).toBe('');
  const formula = { ...odd, contender: '=1+2', value: -0.5 };
  expect(toCsv([formula]).split('\r\n')[1]).toBe("'=1+2,real,,0,auc,-0.5,,5e-324,6040");
  expect(toCsv(rows).split('\r\n')).toHaveLength(rows.length + 2);
});

it('what is not a number is nothing', () => {
  const nothing = { value: Number.NaN, low: Number.NaN, high: Number.NaN };
  const broken = {
    ...records,
    curves: [],
    ratingErrors: [
      {
        contender: 'random',
        points: [{ questions: 0, users: 0, rmse: nothing, itemMeans: nothing, overItemMeans: nothing }],
      },
    ],
  };
  expect(toCsv(curveRows(broken))).toContain('random,real,,0,rmse,,,,0');
});
