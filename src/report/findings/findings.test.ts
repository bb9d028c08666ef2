import { describe, expect, it } from 'vitest';
import { sampleDefenceRecords } from '../../../test/support/sampleDefenceRecords.ts';
import { sampleLeakRecords } from '../../../test/support/sampleLeakRecords.ts';
import { sampleModelRecords } from '../../../test/support/sampleModelRecords.ts';
import { sampleNumericRecords } from '../../../test/support/sampleNumericRecords.ts';
import { sampleQuestionnaireStudy } from '../../../test/support/sampleQuestionnaireStudy.ts';
import { sampleRecords } from '../../../test/support/sampleRecords.ts';
import type { AnyRecords } from '../common/anyRecords.ts';
import { reportOf } from '../kinds/reportOf.ts';
import { type Finding, findingsAt, toCsv, toJsonLines } from './finding.ts';

const records = sampleRecords({ maxQuestions: 20 });
const { findings } = reportOf(records);
/** As files have them: without what only gates need. */
const columnsOf = ({ judged: _, ...columns }: Finding) => columns;
const keyOf = (finding: Finding) => {
  const { value: _, low: __, high: ___, people: ____, ...key } = columnsOf(finding);
  return JSON.stringify(key);
};

describe('of every kind', async () => {
  const kinds: readonly AnyRecords[] = [
    records,
    sampleNumericRecords(),
    sampleLeakRecords(),
    sampleModelRecords(),
    sampleDefenceRecords(),
    await sampleQuestionnaireStudy(),
  ];

  it.each(kinds.map((one) => [one.format, one] as const))('%s: each figure once, under the same columns', (_, one) => {
    const found = reportOf(one).findings;
    expect(new Set(found.map(keyOf)).size).toBe(found.length);
    for (const finding of found)
      expect(Object.keys(columnsOf(finding)).sort()).toEqual(Object.keys(columnsOf(findings[0]!)).sort());
    // Nothing is packed into the name of a metric.
    for (const { metric } of found) expect(metric).toMatch(/^\w+$/);
  });

  it('a defence is named with its strength, an attacker with whom it learned from', () => {
    const { evaluations } = sampleDefenceRecords();
    const { defence, strength, attacks } = evaluations[0]!;
    const [{ id: attacker, situation, auc, bounds }] = attacks as [(typeof attacks)[number]];
    const own = reportOf(sampleDefenceRecords()).findings.filter(
      (one) => one.defence === defence && one.strength === strength && one.exposure === 'histories',
    );
    const figure = (metric: string) =>
      own.find(
        (one) =>
          one.attacker === attacker && one.situation === situation && one.metric === metric && one.variant === 'real',
      );
    expect(figure('auc')).toMatchObject({ value: auc.value, low: auc.low, high: auc.high, group: null });
    expect(figure('aucBounds')).toMatchObject({ value: auc.value, ...bounds });
  });
});

it('an audit: one for each contender, variant, cohort, question and metric; whole histories; bounds', () => {
  // 4 contenders and 1 control, 2 cohorts, 21 points, 7 metrics; rating error and that of item means at 0, 10 and 20.
  const bounds = findings.filter(({ metric }) => metric === 'aucBounds').length;
  const histories = findings.filter(({ exposure, metric }) => exposure === 'histories' && metric !== 'aucBounds');
  expect(histories).toHaveLength(2 * records.fullHistory.length);
  expect(bounds).toBe(records.headlines.flatMap(({ attackers }) => attackers).length);
  expect(findings).toHaveLength(5 * 2 * 21 * 7 + 4 * 3 * 2 + histories.length + bounds);
});

it('they hold the figures of the records', () => {
  const point = records.curves[0]!.points[7]!;
  const find = (metric: string) =>
    findings.find((row) => row.length === 7 && row.metric === metric && row.variant === 'real')!;
  expect(find('auc')).toEqual({
    target: records.data.attribute,
    exposure: 'questions',
    length: 7,
    defence: null,
    strength: null,
    attacker: 'separation',
    situation: null,
    group: null,
    variant: 'real',
    cohort: 'survivors',
    metric: 'auc',
    value: point.auc.value,
    low: point.auc.low,
    high: point.auc.high,
    people: point.users,
  });
  expect(find('aucBand').low).toBe(point.auc.bandLow);
  expect(find('calibrationError')).toMatchObject({ value: point.calibrationError, low: null, high: null });
  const errors = findings.filter(({ metric }) => metric === 'rmseItemMeans');
  const { itemMeans } = records.ratingErrors.at(-1)!.points.at(-1)!;
  expect(errors.at(-1)).toMatchObject({ attacker: 'random', cohort: null, length: 20, ...itemMeans });
});

it('JSON lines read back to the findings', () => {
  const lines = toJsonLines(findings).split('\n');
  expect(lines.pop()).toBe('');
  expect(lines.map((line) => JSON.parse(line))).toEqual(findings.map(columnsOf));
});

it('CSV: header, empty cells for nothing, quotes where needed', () => {
  const odd = { ...findings[0]!, attacker: 'a "b", c', cohort: null, value: 0.5, low: null, high: Number.MIN_VALUE };
  const [header, first, end] = toCsv([odd]).split('\r\n');
  expect(header).toBe(
    'target,exposure,length,defence,strength,attacker,situation,group,variant,cohort,metric,value,low,high,people',
  );
  expect(first).toBe('gender,questions,0,,,"a ""b"", c",,,real,,auc,0.5,,5e-324,6040');
  expect(end).toBe('');
  const formula = { ...odd, attacker: '=1+2', value: -0.5 };
  expect(toCsv([formula]).split('\r\n')[1]).toBe("gender,questions,0,,,'=1+2,,,real,,auc,-0.5,,5e-324,6040");
  expect(toCsv(findings).split('\r\n')).toHaveLength(findings.length + 2);
});

it('what is not a number is nothing, and what is not there has no row', () => {
  const place = { target: 'age', exposure: 'lists', people: 3 };
  const nothing = { value: Number.NaN, low: Number.NaN, high: Number.NaN };
  expect(findingsAt(place, { rmse: nothing, ndcg: undefined })).toMatchObject([
    { metric: 'rmse', value: null, low: null, high: null },
  ]);
});
