/** The page of a reproduction: what it shows of each exhibit, and which specs it refuses. */

import { describe, expect, it } from 'vitest';
import { asyncFailure } from '../../../test/support/failure.ts';
import { historyIn } from '../../../test/support/findings.ts';
import { sampleRecords } from '../../../test/support/sampleRecords.ts';
import { auditDefaults } from '../../audit/index.ts';
import type { TimingRow } from '../charts/timing.ts';
import type { RunExperiment } from './exhibit.ts';
import type { Experiment } from './experiment.ts';
import { type Reproduction, reproductionPage } from './reproductionPage.ts';

type Exhibit = Reproduction['exhibits'][number];

const records = sampleRecords();
const experiment = (id: string, more: Partial<Experiment> = {}): Experiment => ({
  id,
  title: `Data ${id}`,
  about: 'Some people and what they rated.',
  source: { kind: 'world' },
  spec: auditDefaults,
  ...more,
});
const done: RunExperiment = { experiment: experiment('one'), records };
const missing: RunExperiment = { experiment: experiment('two', { needs: 'folder/two.csv' }) };
const common = {
  order: 1,
  shows: 'What it shows.',
  paper: { label: 'fig:x', caption: 'A caption', says: 'Something.' },
  runs: ['one', 'two'],
  published: [],
  differences: 'For reasons.',
};
const curves: Exhibit = {
  ...common,
  id: 'figure-curves',
  title: 'Curves',
  kind: 'curves',
  metric: 'auc',
  contenders: ['random', 'maxGap'],
};
const timed: Exhibit = {
  ...common,
  id: 'figure-time',
  title: 'Time',
  kind: 'timing',
  answers: [1, 50],
  speedups: [{ what: 'faster by', value: 1.3, of: 'fast', over: 'slow' }],
};
const others: Exhibit[] = [
  { ...common, id: 'table-data', title: 'Data', kind: 'statistics' },
  { ...common, id: 'table-history', title: 'History', kind: 'fullHistory' },
  { ...common, id: 'figure-gaps', title: 'Gaps', kind: 'distribution', of: 'topGaps' },
];

const pageOf = (exhibits: readonly Exhibit[], more: Partial<Reproduction> = {}) =>
  reproductionPage({
    subject: 'paper',
    exhibits,
    runs: [done, missing],
    timings: new Map(),
    draw: async (chart) => ({ chart, wide: '<svg></svg>', narrow: '<svg></svg>' }),
    ...more,
  });
const textOf = (page: string) => page.replaceAll(/<[^>]*>/g, ' ').replaceAll(/\s+/g, ' ');

describe('the page', () => {
  it('shows exhibits in their order, with ids that differ and links that lead somewhere', async () => {
    const page = await pageOf([{ ...curves, order: 2 }, timed, ...others, { ...curves, id: 'again', metric: 'rmse' }]);
    const headings = [...page.matchAll(/<h2[^>]*>([^<]*)/g)].map(([, heading]) => heading);
    expect(headings).toEqual(['Time', 'Data', 'History', 'Gaps', 'Curves', 'Curves', 'The experiments']);
    const ids = [...page.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id);
    expect(new Set(ids).size).toBe(ids.length);
    for (const [, id] of page.matchAll(/href="#([^"]+)"/g)) expect(ids).toContain(id);
    expect(page).toContain('href="one/report.html"');
  });

  it('cuts curves to the contenders of the exhibit, the first as the lead', async () => {
    const page = await pageOf([curves]);
    const [, island] = /data-explorable>(.*?)<\/script>/s.exec(page)!;
    const labels = JSON.parse(island!).series.map(({ label }: { label: string }) => label);
    expect(labels).toEqual(['Random', 'MaxGap', 'Shuffled (control)']);
    expect(textOf(page)).toContain('After 10 questions Random reaches');
  });

  it.each([
    ['accuracy', /After 10 questions: Random \d+% \[\d+, \d+\] and MaxGap/],
    ['confidence', /After 10 questions: Random \d+% sure and \d+% right and MaxGap .* how soon the attacker is sure/],
    ['rmse', /chosen by Random, predicted ratings are off by/],
  ] as const)('draws %s', async (metric, reading) => {
    expect(textOf(await pageOf([{ ...curves, metric }])).replaceAll('\u00a0', ' ')).toMatch(reading);
  });

  it('sets published figures beside ours, judged by the interval on the same data only', async () => {
    const { value, low } = historyIn(records, 'factor').auc;
    const finding = { kind: 'auc', classifier: 'factor' } as const;
    const published = [
      { run: 'one', what: 'near', value: value + 0.001, finding },
      { run: 'one', what: 'far', where: 'in a footnote', value: low - 0.01, finding },
      { run: 'one', what: 'people', value: 6000, printed: '6K', finding: { kind: 'users' } },
      { run: 'one', what: 'words', printed: 'much', finding },
      { run: 'two', what: 'elsewhere', value: 0.7, finding },
    ] as const;
    const exhibit: Exhibit = { ...others[1]!, published };
    const rows = (page: string) =>
      [...page.matchAll(/<tr>(.*?)<\/tr>/gs)].map(([, row]) => textOf(row!).trim().replaceAll('\u00a0', ' '));
    const page = rows(await pageOf([exhibit]));
    const ours = `${value.toFixed(3)} [${low.toFixed(3)}, ${historyIn(records, 'factor').auc.high.toFixed(3)}]`;
    expect(page).toContain(`near ${(value + 0.001).toFixed(3)} ${ours} −0.001 yes`);
    expect(page).toContain(
      `far (in a footnote) ${(low - 0.01).toFixed(3)} ${ours} +${(value - low + 0.01).toFixed(3)} no`,
    );
    expect(page).toContain('people 6K 6,040 +40 –');
    expect(page).toContain(`words much ${ours} – –`);
    expect(page).toContain('elsewhere 0.700 – – –');
    const standIn = { ...done, experiment: experiment('one', { standsInFor: 'Mars' }) };
    const foreign = rows(await pageOf([exhibit], { runs: [standIn, missing] }));
    expect(foreign).toContain('Data one, in place of Mars');
    expect(foreign).toContain(`near ${(value + 0.001).toFixed(3)} ${ours} −0.001`);
  });

  it('says which data are missing, and that nothing was published', async () => {
    const text = textOf(await pageOf(others));
    expect(text).toContain('Not shown, because the data are not here: Data two (needs folder/two.csv).');
    expect(text).toContain('The paper prints no number here.');
    const { paper, ...beyond } = others[0]!;
    expect(textOf(await pageOf([beyond as Exhibit]))).toContain('Not in the paper');
  });

  it('shows times and speedups at the most answers', async () => {
    const row = (strategy: string, answers: number, mean: number): TimingRow => {
      return { strategy, answers, mean, low: mean / 2, high: 2 * mean };
    };
    const rows = [row('slow', 1, 2), row('fast', 1, 2), row('slow', 50, 10), row('fast', 50, 4)];
    const text = textOf(await pageOf([timed], { timings: new Map([['figure-time', { rows, on: 'a thing' }]]) }));
    expect(text).toContain('Over a thing, mean with its 95% interval');
    expect(text).toContain('faster by 1.30 2.50 +1.20');
    expect(text).not.toContain('data are not here: Data one');
    expect(textOf(await pageOf([timed]))).toContain('data are not here: Data one; Data two (needs folder/two.csv)');
  });
});

describe('specs that cannot be shown are refused', () => {
  const figure = { run: 'one', what: 'x', value: 1, finding: { kind: 'users' } };
  const cases: [string, object, string][] = [
    ['kind', { kind: 'pie' }, 'kind is pie; it must be one of statistics, distribution, curves'],
    ['a misspelt field', { contender: [] }, 'contender is not a known field: did you mean contenders?'],
    ['a field of another kind', { of: 'gaps' }, 'of is not a known field'],
    ['title', { title: '' }, 'title is missing; it must be a text'],
    ['order', { order: 'first' }, 'order is "first"; it must be a finite number'],
    ['what the paper says', { paper: { label: 'x', caption: 'y' } }, 'paper.says is missing; it must be a text'],
    ['no run', { runs: [] }, 'runs is empty; it must be a list of at least 1'],
    ['an unknown run', { runs: ['mars'] }, 'runs[0] is mars; it must be one or two'],
    ['metric', { metric: 'speed' }, 'metric is speed; it must be one of auc, accuracy, rmse, confidence'],
    ['contenders', { contenders: 'random' }, 'contenders is "random"; it must be a list'],
    ['an unknown contender', { contenders: ['nobody'] }, 'contenders[0] is nobody; it must be one of separation'],
    ['published', { published: {} }, 'published is an object; it must be a list'],
    [
      'a run the exhibit lacks',
      { published: [{ ...figure, run: 'x' }] },
      'published 1: run is x; it must be one or two',
    ],
    ['no value', { published: [{ ...figure, value: undefined }] }, 'published 1: value is missing'],
    ['no finding', { published: [{ ...figure, finding: undefined }] }, 'published[0].finding is missing'],
    [
      'a classifier that is not run',
      { published: [{ ...figure, finding: { kind: 'auc', classifier: 'svm' } }] },
      'finding: classifier is svm; it must be one of factor, logistic, boosted, stack, multinomial',
    ],
    [
      'a contender that is not run',
      { published: [{ ...figure, finding: { kind: 'aucAt', contender: 'nobody', questions: 1 } }] },
      'finding: contender is nobody',
    ],
    [
      'questions that are not compared',
      { published: [{ ...figure, finding: { kind: 'aucLead', over: 'random', questions: 7 } }] },
      'finding: questions is 7; it must be 1, or 5, or 10',
    ],
    [
      'a field the finding does not have',
      { published: [{ ...figure, finding: { kind: 'items', label: 'F' } }] },
      'finding: label is not a known field',
    ],
    [
      'one label of a ratio',
      { published: [{ ...figure, finding: { kind: 'userRatio', labels: ['F'] } }] },
      'finding: labels is a list of 1; it must be a list of at least 2',
    ],
  ];
  it.each(cases)('%s', async (_, change, message) => {
    const broken = { ...curves, ...change } as Exhibit;
    const text = await asyncFailure(() => pageOf([broken], { runs: [{ experiment: done.experiment }, missing] }));
    expect(text).toMatch(/^FILE_MALFORMED: figure-curves\.json/);
    expect(text).toContain(message);
  });

  it('a distribution or timing without its fields', async () => {
    const broken = (exhibit: Exhibit, change: object) =>
      asyncFailure(() => pageOf([{ ...exhibit, ...change } as Exhibit]));
    expect(await broken(others[2]!, { of: 'height' })).toContain('of is height; it must be one of ratingsPerUser');
    expect(await broken(timed, { answers: [] })).toContain('answers is empty; it must be a list of at least 1');
    expect(await broken(timed, { speedups: undefined })).toContain('speedups is missing');
  });

  it('curves of a run that has none of the contenders', async () => {
    const contenders = auditDefaults.contenders.slice(0, 1);
    const runs = [done, { experiment: experiment('two', { spec: { contenders } as object }) }];
    expect(await asyncFailure(() => pageOf([curves], { runs }))).toContain('some that two runs: separation');
  });

  it('runs with fields or settings that do not exist', async () => {
    const broken = (change: object) =>
      asyncFailure(() => pageOf([], { runs: [{ experiment: experiment('one', change as Partial<Experiment>) }] }));
    expect(await broken({ attribute: 'x' })).toMatch(
      /^FILE_MALFORMED: runs\/one\.json: attribute is not a known field/,
    );
    expect(await broken({ source: undefined })).toContain('runs/one.json, source: kind is missing; it must be a text');
    expect(await broken({ spec: { folds: 1 } })).toContain('PARAMETER_OUT_OF_RANGE: folds is 1');
  });
});
