/** The assessment: figures from records, fields for people, and no claim that no audit can make. */
import { describe, expect, it } from 'vitest';
import { withFindings } from '../../../test/support/findings.ts';
import { sampleDefenceRecords } from '../../../test/support/sampleDefenceRecords.ts';
import { sampleLeakRecords } from '../../../test/support/sampleLeakRecords.ts';
import { sampleModelRecords } from '../../../test/support/sampleModelRecords.ts';
import { sampleNumericRecords } from '../../../test/support/sampleNumericRecords.ts';
import { sampleRecords } from '../../../test/support/sampleRecords.ts';
import type { AnyRecords } from '../common/anyRecords.ts';
import { reportOf } from '../kinds/reportOf.ts';
import { formHtml, formMarkdown } from './dpoDocument.ts';
import type { RiskLimits } from './dpoReport.ts';
import { specialCategory } from './specialCategories.ts';

const sha256 = 'a'.repeat(64);
const audit = sampleRecords();
const assessment = (records: AnyRecords, limits?: RiskLimits) => reportOf(records).dpo({ sha256, limits })!;
const textOf = (records: AnyRecords, limits?: RiskLimits) => formMarkdown(assessment(records, limits));

describe('a report for whoever signs', () => {
  it.each([
    ['an audit', audit],
    ['a number', sampleNumericRecords()],
    ['a recommender', sampleModelRecords(1, true)],
    ['a leak matrix', sampleLeakRecords()],
    ['defences', sampleDefenceRecords()],
  ] as [string, AnyRecords][])('%s: the verdict, every part, and the fields', (_, records) => {
    const text = textOf(records);
    expect(text).toContain(reportOf(records).first!.verdict);
    for (const part of [
      'Art. 35(7)(a)',
      'Lawful basis',
      'C-184/20',
      'WP216',
      'Singling out',
      'Linkability',
      'not tested',
      'Art. 35(7)(b)',
      'Advice of the data protection officer',
      'Name, date and signature',
      'Next review',
      'This is no legal advice',
      sha256,
    ]) {
      expect(text).toContain(part);
    }
    expect(text).not.toMatch(/undefined|NaN/);
    expect(formHtml(assessment(records))).toContain('<h2>1. Purpose and scope</h2>');
  });

  it('has every figure from the records', () => {
    const moved = withFindings(audit, (one) =>
      one.judged ? { ...one, auc: { ...one.auc!, value: 0.777, bounds: { low: 0.771, high: 0.783 } } } : one,
    );
    expect(textOf(moved)).toContain(
      '| gender | from whole histories | Factor model | 0.777 \\[0.771, 0.783\\] | 6040 |',
    );
    expect(textOf(moved)).toMatch(/78 in 100 \(95% bounds 77 to 78/);
  });

  it('judges by the limits of the controller', () => {
    const limits = { file: 'ulterior.json', maxAuc: 0.6, byAttribute: { gender: 0.9, other: 0.7 } };
    expect(textOf(audit, limits)).toMatch(/\| gender \| .* \| 0\.9 \| within the limit \|/);
    expect(textOf(audit, { ...limits, byAttribute: {} })).toMatch(/\| 0\.6 \| above the limit \|/);
    expect(textOf(audit, { file: 'x', byAttribute: {} })).toContain('No limit was set');
    expect(textOf(audit)).toContain('No limit was set');
  });

  it('counts people who are named where the records do, and says where they do not', () => {
    expect(textOf(audit)).toContain('do not count the people who are named');
    const named = { value: 0.42, low: 0.4, high: 0.44 };
    const namedRight = { value: 0.96, low: 0.95, high: 0.97 };
    const counted = withFindings(audit, (one) => ({ ...one, named, namedRight }) as typeof one);
    expect(textOf(counted)).toContain('42% (40% to 44%) of all; the attacker is right about 96% (95% to 97%)');
  });

  it('states measures with their cost, or that none was measured', () => {
    expect(textOf(sampleDefenceRecords())).toMatch(
      /\| Withholding, 0\.4 \| hides it.* \| 0\.51 .* \| predicted ratings are off by/,
    );
    expect(textOf(audit)).toContain('remaining risk and cost are not known');
  });

  it('names in data do not become markup', () => {
    const hostile = { ...audit, data: { ...audit.data, source: '<b>|x`\n# y' } };
    expect(textOf(hostile)).toContain('\\<b\\>|x\\` \\# y');
    expect(formHtml(assessment(hostile))).toContain('&lt;b&gt;|x`');
  });
});

it.each([
  ['politics', 'political opinions'],
  ['smoker', 'data concerning health'],
  ['sexual_orientation', 'sex life or sexual orientation'],
  ['religion=none', 'religious or philosophical beliefs'],
  ['gender', 'ordinary'],
  ['age>=35', 'ordinary'],
  ['chronotype', undefined],
  ['race', 'racial or ethnic origin'],
])('%s: %s', (attribute, category) => {
  expect(specialCategory(attribute)).toBe(category);
});
