import { describe, expect, it } from 'vitest';
import { withFindings } from '../../../test/support/findings.ts';
import { sampleLeakRecords } from '../../../test/support/sampleLeakRecords.ts';
import { sampleModelRecords } from '../../../test/support/sampleModelRecords.ts';
import { sampleNumericRecords } from '../../../test/support/sampleNumericRecords.ts';
import { sampleRecords } from '../../../test/support/sampleRecords.ts';
import type { AuditRecords } from '../../audit/index.ts';
import type { AnyRecords } from '../common/anyRecords.ts';
import { judgeLeaks } from './gate.ts';
import { labelOf, labelRows } from './label.ts';
import { latexOf } from './latex.ts';
import { leaksOf } from './leaks.ts';
import { metricsOf } from './metrics.ts';
import { modelCardOf } from './modelCard.ts';

const place = { file: 'ulterior.json' };
const one = (records: AnyRecords, name = 'films') => ({ name, place, records });
const records = sampleRecords();
const HOSTILE = '50% of <a & b> #1_{x} | "y"';
const hostile = withFindings(records, (finding) => ({ ...finding, target: HOSTILE }));

describe('metrics', () => {
  const read = (...audits: Parameters<typeof metricsOf>[0][number][]) =>
    JSON.parse(metricsOf(audits)) as Record<string, number>;

  it('every leak with its interval, flat, by keys that trackers take', () => {
    const gate = judgeLeaks(records, { maxAuc: 0.6, failOn: 'upper' });
    const found = read({ ...one(records), gate, alone: true });
    const [leak] = leaksOf(records);
    const key = `${records.data.attribute}_after_10_questions`;
    expect(found).toMatchObject({
      [`${key}_auc`]: leak!.ends.estimate,
      [`${key}_auc_low`]: leak!.ends.lower,
      [`${key}_auc_high`]: leak!.ends.upper,
      [`${key}_limit`]: 0.6,
      passed: 0,
    });
    expect(Object.values(found).every(Number.isFinite)).toBe(true);
    for (const name of Object.keys(read(one(hostile), one(sampleModelRecords(), 'a b')))) {
      expect(name).toMatch(/^(films|a_b)\/[A-Za-z0-9_]+$/);
    }
  });

  it('a number has its error and the share explained; what failed to run has not passed', () => {
    const names = Object.keys(read({ ...one(sampleNumericRecords()), alone: true }));
    expect(names).toContain(names.find((name) => /_r2_low$/.test(name)));
    const problem = { code: 'FILE_NOT_READABLE', message: 'x', advice: 'y' };
    expect(read({ name: 'gone', place, problem })).toEqual({ 'gone/passed': 0 });
  });
});

describe('a model card', () => {
  it('says what was found in words, on whom, by whom, and its limits', () => {
    const text = modelCardOf([one(records), one(sampleModelRecords(), 'lists')]);
    expect(text).toMatch(/^## Privacy: what can be inferred about people\n/);
    expect(text).toMatch(/^\| films \| gender \| after 10 questions \| 0\.\d{3} \[.*\] \| a \w+ leak \|/m);
    expect(text).toContain('folds, seed 1; measured with Ulterior');
    expect(text).toContain('No leak shown does not mean that there is none');
    expect(modelCardOf([one(hostile)])).toContain('50% of &lt;a &amp; b> \\#1\\_{x} \\| "y"');
  });
});

describe('a LaTeX table', () => {
  it('has one row per leak, and escapes what LaTeX reads', () => {
    const text = latexOf([one(hostile)]);
    expect(text).toContain(
      'films & 50\\% of \\textless{}a \\& b\\textgreater{} \\#1\\_\\{x\\} | "y" & after 10 questions & 0.',
    );
    expect(text.match(/ \\\\$/gm)).toHaveLength(1 + leaksOf(records).length);
  });
});

describe('the label', () => {
  /** The bands of the first contender; all others find nothing. */
  function withBands(...bands: readonly (readonly [low: number, high: number])[]): AuditRecords {
    return withFindings(records, (one) => {
      if (one.auc?.band === undefined || one.length! > bands.length)
        return one.auc?.band === undefined ? one : undefined;
      const [low, high] =
        one.attacker === 'separation' && one.length! > 0 ? bands[one.length! - 1]! : ([0.5, 0.5] as const);
      return { ...one, auc: { value: 0.5, low: 0.5, high: 0.5, band: { low, high } } };
    });
  }

  it('counts until 75% cannot be ruled out, and until it is shown', () => {
    const [row] = labelRows(withBands([0.5, 0.6], [0.55, 0.75], [0.7, 0.8], [0.75, 0.9]));
    expect(row).toMatchObject({ figure: '2', unit: 'questions', detail: 'shown after 4 questions' });
    expect(labelRows(withBands([0.5, 0.76], [0.5, 0.76]))[0]).toMatchObject({
      figure: '1',
      unit: 'question',
      detail: 'not ruled out from 1 on, not shown',
    });
    expect(labelRows(withBands([0.5, 0.7], [0.5, 0.74]))[0]).toMatchObject({ figure: '> 2', share: 0 });
    expect(labelRows(withBands([Number.NaN, Number.NaN]))[0]).toMatchObject({ figure: '1' });
  });

  it('has a row for each attribute; without questions the AUC that cannot be ruled out', () => {
    const matrix = sampleLeakRecords();
    expect(labelRows(matrix).map(({ attribute }) => attribute)).toEqual(matrix.spec.attributes);
    const model = sampleModelRecords();
    const worst = Math.max(...leaksOf(model).map(({ ends }) => ends.upper));
    expect(labelRows(model)).toMatchObject([{ figure: worst.toFixed(2), unit: 'AUC at most' }]);
  });

  it('says itself aloud, in one font, light and dark, whatever the names', () => {
    const svg = labelOf([one(hostile)]);
    expect(svg).toMatch(/role="img" aria-labelledby="ulterior-title ulterior-desc"/);
    expect(svg).toMatch(/<desc id="ulterior-desc">50% of &lt;a &amp; b&gt; #1_\{x\} \| &quot;y&quot;: \d+ questions/);
    expect([...new Set(svg.match(/font-family:[^}]*/g))]).toEqual(['font-family:"DejaVu Sans"']);
    expect(svg).toContain('@media (prefers-color-scheme:dark){.paper{fill:#14171a');
    expect(svg).not.toContain('<a &');
    expect(labelOf([])).toContain('Nothing was measured.');
  });
});
