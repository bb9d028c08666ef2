/** The report of a number: what it says, that it claims no more, and that data cannot break it. */

import { describe, expect, it } from 'vitest';
import { curveIn, withFindings } from '../../../test/support/findings.ts';
import { sampleNumericRecords } from '../../../test/support/sampleNumericRecords.ts';
import type { DrawnChart } from '../common/chart.ts';
import type { Finding, NumericRecords } from '../common/input.ts';
import { reportOf } from '../kinds/reportOf.ts';
import { numericAnswer, numericLeak } from './numericAnswer.ts';
import { coverageChart, errorChart, explainedChart, numericCharts, slopesChart } from './numericCharts.ts';

const records = sampleNumericRecords();
const drawnOf = (of: NumericRecords): DrawnChart[] =>
  numericCharts(of).map((chart) => ({ chart, wide: '<svg></svg>', narrow: '<svg></svg>' }));
const pageOf = (of: NumericRecords) => reportOf(of).page(drawnOf(of));
const at = (strategy: string, questions: number) => curveIn(records, strategy)[questions]!;
/** The control after as many questions. */
const controlAt = (length: number | undefined) =>
  curveIn(records, 'varianceReduction', { variant: 'shuffled' })[length!]!;
const isCurve = ({ exposure }: Finding) => exposure === 'questions';
/** Curves alone, with other figures. */
const curves = (change: (finding: Finding) => Partial<Finding>) =>
  withFindings(records, (one) => (isCurve(one) ? { ...one, ...change(one) } : undefined));
const found = ({ mae, r2, blindMedian }: Finding) => ({ mae: mae!, r2: r2!, blindMedian: blindMedian! });
const farOff = (one: Finding) => ({ mae: { ...one.mae!, value: one.blindMedian! + 0.04 } });
const shown = ({ value, low, high }: { value: number; low: number; high: number }, digits: number) =>
  `${value.toFixed(digits)} [${low.toFixed(digits)}, ${high.toFixed(digits)}]`;

describe('the answer', () => {
  const lead = at('varianceReduction', 10);

  it('has figure, interval, people, blind guess, random questions, coverage and control', () => {
    const text = numericAnswer(records);
    expect(text).toContain(
      `off by ${lead.mae.value.toFixed(1)} years on average (95% interval ${lead.mae.low.toFixed(1)} to ${lead.mae.high.toFixed(1)}, ${lead.people} people)`,
    );
    expect(text).toContain('guessing the median for everyone is off by 9.8 years');
    expect(text).toContain(
      `The same number of random questions leaves the guess off by ${shown(at('random', 10).mae, 1)} years`,
    );
    expect(text).toContain(`R² ${shown(lead.r2, 2)}`);
    expect(text).toContain('90% intervals contain the truth for 91% [89, 93]');
    expect(text).toContain('The control reaches an R² of 0.00 [−0.03, 0.03]');
  });

  it('claims nothing where the share explained was not shown to be above 0', () => {
    const verdict = { ...records.verdict, leak: false };
    const quiet = curves(({ length }) => found(controlAt(length)));
    const nothing = { ...quiet, verdict, test: { ...records.test!, pValue: 0.4 } };
    expect(numericAnswer(nothing)).toMatch(/^No leak of age shown\..*no proof of safety/);
    expect(numericAnswer(nothing)).toContain('(p = 0.400, 400 shuffles of the numbers)');
    expect(numericAnswer(nothing)).toContain(
      'With these 940 people, the test would have caught a third that is told with an AUC of 0.58, or a rank correlation of 0.12, four times out of five',
    );
    expect(numericLeak(nothing)).toBe('none');
    const possible = { ...nothing, verdict: { ...verdict, possible: true } };
    expect(numericAnswer(possible)).toMatch(/^A possible leak of age, not shown\./);
    expect(numericAnswer(possible)).not.toContain('No leak');
    expect(numericAnswer(possible)).toContain('AUC of 0.58');
    expect(numericLeak(possible)).toBe('possible');
  });

  /** Nobody is closer than the median: the first question of the control everywhere. */
  const flat = () =>
    curves(({ length }) => {
      const control = controlAt(length);
      return { ...found(control), ...farOff(control) };
    });

  it('says what is told instead where nobody says the number better than guessing the median', () => {
    const [found, ranks, ...bands] = records.test!.statistics;
    const explained = { ...found!, value: -0.01, pValue: 0.3 };
    const answerWith = (statistics: typeof bands) =>
      numericAnswer({ ...flat(), test: { ...records.test!, statistics } });
    expect(answerWith([explained, ranks!, ...bands])).toMatch(
      /^A clear leak of age\. The attacker cannot say age better than guessing the median, but it tells who is in the highest third \(40 years or more\) with an AUC of 0\.72 \(95% bounds 0\.67 to 0\.77\)\. .*This is unlikely to be chance \(p = 0\.002, /,
    );
    expect(answerWith([explained, ranks!, { ...bands[1]!, bounds: { low: 0.51, high: 0.6 } }])).toContain(
      'the middle third (27 to under 40 years)',
    );
    expect(answerWith([explained, ranks!, bands[0]!])).toContain('the lowest third (under 27 years)');
    const ranked = answerWith([explained, ranks!]);
    expect(ranked).toMatch(
      /^A slight leak of age\. .* but it puts people in order better than chance \(rank correlation 0\.45\)/,
    );
    const vague = answerWith([{ ...bands[2]!, bounds: { low: 0.45, high: 0.8 } }]);
    expect(vague).toMatch(
      /^A slight leak of age\. .* but it tells who is in the highest third \(40 years or more\) with an AUC of 0\.72\./,
    );
    const extremes = answerWith([{ ...found!, features: 'squares' }, ranks!, bands[2]!]);
    expect(extremes).toContain(
      'and a regression on how extreme the answers are explains 20% of the differences between people (R² 0.20).',
    );
    expect(numericLeak(flat())).toBe('clear');
  });

  it('does not call a guess close that explains squares and is further off than the median', () => {
    const off = curves((one) => (one.variant === 'shuffled' ? {} : farOff(one)));
    const { test: _, ...untested } = off;
    const text = numericAnswer(untested);
    expect(text).toMatch(
      /^A \w+ leak of age\. The attacker cannot say age better than guessing the median, but large errors are fewer: /,
    );
    expect(text).not.toContain('Of two people');
  });

  it('does not say "no leak" where other questions or whole histories show one', () => {
    const asked = curves(({ attacker, length }) => (attacker === 'random' ? {} : found(controlAt(length))));
    expect(numericAnswer(asked)).toMatch(
      /^A \w+ ?\w* leak of age\. It does not show .* But the attacker after questions chosen by /,
    );
    const history = withFindings(records, (one) => (isCurve(one) ? { ...one, ...found(controlAt(one.length)) } : one));
    expect(numericAnswer(history)).toMatch(/leak of age\. .* (all ratings|ridge regression on).* explains \d+% \(R² /);
    for (const one of [asked, history]) expect(['none', 'unchecked']).not.toContain(numericLeak(one));
  });

  it('says so where there is no control, and warns of one that finds something', () => {
    const real = withFindings(records, (one) => (one.variant === 'real' ? one : undefined));
    const { test: _, ...untested } = real;
    expect(numericAnswer(untested)).toContain('No control with shuffled numbers was run');
    expect(numericAnswer(real)).toMatch(/^A \w+ ?\w* leak of age\./);
    const raised = withFindings(records, (one) => {
      return one.variant === 'real' ? one : { ...one, r2: { ...one.r2!, value: 0.03, low: 0.02, high: 0.04 } };
    });
    expect(numericAnswer(raised)).toContain('is above guessing, where it should not be');
    expect(numericAnswer(records)).not.toContain('artefact');
    expect(numericAnswer({ ...records, findings: [] })).toContain('no answer to give');
  });

  it('tells a number of another spread with other digits, and without a unit', () => {
    const income = {
      ...records,
      spec: { ...records.spec, unit: '' },
      data: { ...records.data, deviation: 0.4 },
    };
    expect(numericAnswer(income)).toContain(`off by ${lead.mae.value.toFixed(3)} on average`);
  });
});

describe('charts', () => {
  it('read their figures from the records', () => {
    expect(errorChart(records)!.reading).toBe(
      `After 10 questions chosen by Exact, guesses are off by ${shown(at('varianceReduction', 10).mae, 1)} years on average, ` +
        `with Random by ${shown(at('random', 10).mae, 1)} years; knowing nothing, by 9.8 years.`,
    );
    expect(errorChart(records, 'fixed')!.reading).toContain(
      'It counts only the 560 people who could answer all 50 questions.',
    );
    expect(explainedChart(records)!.reading).toContain(
      'From all ratings of a person the same attacker reaches 0.16 [0.12, 0.20], and a regression on which items were rated 0.40 [0.36, 0.44].',
    );
    expect(coverageChart(records)!.reading).toContain(
      'contain the age of 90% of the people contain that of 91% [89, 93]',
    );
    expect(slopesChart(records)!.reading).toBe(
      '“A film with a title (1960)” changes most: people with age 64 rate it 0.54 rating points higher than people with age 16. ' +
        'It was asked among the first ten questions in 50% of the interviews.',
    );
  });

  it('let every line be looked up, the blind guess and the control among them', () => {
    const { explorable } = errorChart(records)!;
    expect(explorable!.series.map(({ label }) => label)).toEqual([
      'Exact',
      'Steepest',
      'Random',
      'Knowing nothing',
      'Shuffled (control)',
    ]);
    expect(explorable!.questions).toHaveLength(51);
    expect(explorable!.questions[explorable!.start]).toBe(10);
    expect(explorable!.figures[20]![3]![0]).toBeCloseTo(9.7, 5);
    expect(explorable!.figures[20]![2]![0]).toBeCloseTo(at('random', 20).mae.value, 4);
  });

  it('are left out where there is nothing to draw', () => {
    const empty = { ...records, findings: [], items: [] };
    expect(numericCharts(empty).map(({ id }) => id)).toEqual(['number-histogram']);
    expect(
      errorChart(
        curves(() => ({ people: 900 })),
        'fixed',
      ),
    ).toBeUndefined();
    expect(numericCharts(records).map(({ id }) => id)).toEqual([
      'error',
      'error-same-people',
      'explained',
      'coverage',
      'items',
      'number-histogram',
    ]);
  });
});

describe('the page', () => {
  const page = pageOf(records);

  it('has its tables, methods and limits', () => {
    for (const text of [
      'ridge regression on which items were rated',
      'What is lost by inferring a band',
      'Exact against the others',
      '−0.90 [−1.10, −0.70]',
      'cut at 18, 25 and 35',
      'empirical Bayes',
      'What whole histories reveal, in any form',
      'who is in the middle third (27 to under 40 years)',
      'against 400 shuffles',
      'Responsible use',
      'ulterior 0.1.0',
      records.data.fingerprint,
    ]) {
      expect(page).toContain(text);
    }
  });

  it('loads nothing, and every link leads somewhere', () => {
    const targets = [...page.matchAll(/(?:src|href|action|poster|data)="([^"]*)"/g)].map(([, target]) => target!);
    expect(targets.length).toBeGreaterThan(5);
    expect(targets.filter((target) => !target.startsWith('#'))).toEqual([]);
    for (const target of targets) expect(page).toContain(`id="${target.slice(1)}"`);
  });

  it('headings go down one level at a time', () => {
    const levels = [...page.matchAll(/<h(\d)/g)].map(([, level]) => Number(level));
    expect(levels.filter((level) => level === 1)).toHaveLength(1);
    for (let n = 1; n < levels.length; n++) expect(levels[n]! - levels[n - 1]!).toBeLessThanOrEqual(1);
  });

  it('cannot be broken by data', () => {
    const hostile = '</script><script>alert(1)</script><img src=x onerror="alert(2)"> & "both\' quotes';
    const sample = sampleNumericRecords({ titles: [hostile, hostile] });
    const broken = pageOf({
      ...sample,
      spec: { ...sample.spec, unit: hostile },
      data: { ...sample.data, source: hostile, attribute: hostile },
      attackers: sample.attackers.map((attacker) => ({ ...attacker, label: hostile, summary: hostile })),
    });
    expect(broken).not.toContain('<img');
    expect(broken).not.toContain('<script>alert');
    // Its own script and the data of four charts.
    expect(broken.match(/<script/g)).toHaveLength(5);
    expect(broken).toContain('&lt;/script&gt;&lt;script&gt;alert(1)');
  });

  it('tells of the control with a known answer where there is one', () => {
    const planted = {
      questions: 10,
      people: 2000,
      implied: { mae: 7, r2: 0.45 },
      measured: {
        mae: { value: 7, low: 6.9, high: 7.1 },
        r2: { value: 0.451, low: 0.43, high: 0.47 },
        coverage: { value: 0.9, low: 0.89, high: 0.91 },
      },
      impliedByTraining: { mae: 7.1, r2: 0.41 },
    };
    expect(pageOf({ ...records, planted })).toMatch(
      /A control with a known answer[\s\S]*>R²<[\s\S]*>0\.450<[\s\S]*>0\.451 \[0\.430, 0\.470\]<[\s\S]*>0\.410</,
    );
    expect(page).not.toContain('known answer');
  });
});
