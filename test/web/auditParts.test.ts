/** Parts of the audit view that need no browser. */
import { describe, expect, it } from 'vitest';
import { auditSpec } from '../../src/audit/index.ts';
import { reportCharts } from '../../src/report/index.ts';
import { loadKernels } from '../../src/runtime/index.ts';
import { parseAttribute } from '../../src/tables/index.ts';
import { defaultSettings, specOf } from '../../src/web/audit/auditPlan.ts';
import type { AuditState } from '../../src/web/audit/auditState.ts';
import { chartTable } from '../../src/web/audit/chartTable.ts';
import { attributeText, dataSourceOf, itemColumnsOf, missingOf } from '../../src/web/audit/dataSource.ts';
import { measurePace, roughly, secondsFor } from '../../src/web/audit/estimate.ts';
import { shownRecords } from '../../src/web/audit/shownRecords.ts';
import { openDemoWorld } from '../../src/web/audit/worldSource.ts';
import type { FilePreview } from '../../src/web/files/index.ts';
import { sampleRecords } from '../support/sampleRecords.ts';

const data = { groups: 2 };

describe('the settings as a spec', () => {
  it('are one that the audit takes, with the control on the first contender', () => {
    const spec = auditSpec(specOf('gender', defaultSettings, data));
    expect(spec.contenders.map(({ id }) => id)).toEqual(['separation', 'popularity', 'random']);
    expect(spec).toMatchObject({
      maxQuestions: 20,
      folds: 5,
      heldOut: 10,
      compareAt: [1, 5, 10, 20],
      shuffled: ['separation'],
    });
    expect(auditSpec(specOf('gender', { ...defaultSettings, control: false, questions: 3 }, data))).toMatchObject({
      shuffled: [],
      compareAt: [1, 3],
      ratingErrorEvery: 1,
    });
  });

  it('the spy goes by pairs where there are many groups, and reads skips where anything may be asked', () => {
    const [spy, popular] = specOf('region', { ...defaultSettings, protocol: 'open' }, { ...data, groups: 9 })
      .contenders!;
    expect(spy).toMatchObject({ id: 'separation', strategy: 'pairwise', model: 'channels' });
    expect(popular).toMatchObject({ strategy: 'popularity' });
    expect(popular!.model).toBeUndefined();
  });
});

describe('the form', () => {
  const choice = { column: 'Age group: years', rule: 'asIs', value: '<18', threshold: '35' } as const;

  it('writes expressions that are read back, whatever signs they hold', () => {
    expect(parseAttribute(attributeText(choice))).toEqual({ column: 'Age group: years', rule: { kind: 'asIs' } });
    expect(parseAttribute(attributeText({ ...choice, rule: 'threshold' })).rule).toEqual({
      kind: 'threshold',
      comparison: '>=',
      value: 35,
    });
    expect(parseAttribute(attributeText({ ...choice, rule: 'one', value: 'a|b=*' })).rule).toEqual({
      kind: 'groups',
      groups: [
        { label: 'a|b=*', values: ['a|b=*'], rest: false },
        { label: 'others', values: [], rest: true },
      ],
    });
  });

  const preview = { names: ['id', 'dish 1', 'dish 2', 'drink', 'team'], itemColumns: ['dish 1', 'dish 2', 'drink'] };
  const file = Object.assign(new Blob(['x']), { name: 'x.csv' });
  const state = {
    source: 'files',
    shape: 'wide',
    files: { ratings: { chosen: { file }, preview: preview as unknown as FilePreview } },
    columns: { 'ratings.user': 'id' },
    itemFilter: '',
    attribute: { column: 'team', rule: 'asIs', value: '', threshold: '' },
    missing: ' 0, unknown ,',
    minPerUser: 5,
    minPerItem: 5,
  } as unknown as AuditState;

  it('says what is missing, and else what to read', () => {
    expect(missingOf(state)).toBeUndefined();
    expect(itemColumnsOf({ ...state, itemFilter: ' DISH' })).toEqual(['dish 1', 'dish 2']);
    expect(dataSourceOf({ ...state, itemFilter: 'dish' })).toEqual({
      kind: 'wide',
      file,
      items: ['dish 1', 'dish 2'],
      user: 'id',
      attributes: ['team'],
      missing: ['0', 'unknown'],
      minPerUser: 5,
      minPerItem: 5,
    });
    expect(missingOf({ ...state, files: {} })).toBe('Choose a file first.');
    expect(missingOf({ ...state, shape: 'long' })).toBe('Say which column holds the item and the rating.');
    expect(missingOf({ ...state, itemFilter: 'soup' })).toBe('Say which columns hold the ratings.');
    expect(missingOf({ ...state, attribute: { ...state.attribute, column: '' } })).toBe('Choose the attribute.');
    expect(missingOf({ ...state, attribute: { ...state.attribute, rule: 'threshold', threshold: 'x' } })).toBe(
      'Write a number for the threshold.',
    );
  });
});

describe('the estimate', () => {
  it('grows with all that takes time, and shrinks with workers', async () => {
    const { dataset, summary } = openDemoWorld();
    let clock = 0;
    const pace = await measurePace(dataset, 'chronotype', loadKernels('plain'), () => clock++);
    expect(pace.question).toBeCloseTo(1 / 1000 / 200, 12);
    expect(pace.rating).toBeGreaterThan(0);
    const seconds = (settings: Partial<typeof defaultSettings>, workers = 1) =>
      secondsFor(
        pace,
        auditSpec(specOf('chronotype', { ...defaultSettings, ...settings }, data)),
        { ...summary, ratingsPerUser: 60 },
        workers,
      );
    const least = seconds({});
    expect(seconds({ questions: 40 })).toBeGreaterThan(least);
    expect(seconds({ folds: 10 })).toBeGreaterThan(least);
    expect(seconds({ askers: [...defaultSettings.askers, 'entropy'] })).toBeGreaterThan(least);
    expect(seconds({ control: false })).toBeLessThan(least);
    expect(seconds({}, 4)).toBeLessThan(least);
  });

  it('is told in words', () => {
    expect([3, 14, 70, 300, 7200].map(roughly)).toEqual([
      'a few seconds',
      'about 20 seconds',
      'about a minute',
      'about 5 minutes',
      'about 2 hours',
    ]);
  });
});

describe('what is shown', () => {
  const records = sampleRecords();

  it('leaves out what is switched off, keeps the colours, and never the first contender', () => {
    const shown = shownRecords(records, ['separation', 'entropy']);
    expect(shown.contenders).toBe(records.contenders);
    expect(new Set(shown.curves.map(({ contender }) => contender))).toEqual(
      new Set(['separation', 'maxGap', 'random']),
    );
    const colours = (of: typeof records) =>
      reportCharts(of)
        .find(({ id }) => id === 'auc')!
        .legend.find(({ label }) => label === 'Random')!.colour;
    expect(colours(shown)).toBe(colours(records));
  });

  it('every drawn chart but the histograms has its figures in a table', () => {
    const charts = reportCharts(records);
    const tables = new Map(charts.map((chart) => [chart.id, chartTable(chart, records)]));
    for (const id of ['headline', 'auc', 'items', 'rating-error', 'confidence', 'reliability']) {
      const table = tables.get(id)!;
      expect(table.rows.length, id).toBeGreaterThan(2);
      expect(table.rows.every((row) => row.length === table.heads.length)).toBe(true);
    }
    const { value, low, high } = records.curves[0]!.points[10]!.auc;
    expect(tables.get('auc')!.rows[10]!.slice(0, 2)).toEqual([
      '10',
      `${value.toFixed(3)} [${low.toFixed(3)}, ${high.toFixed(3)}]`,
    ]);
  });
});
