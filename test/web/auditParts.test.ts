/** Parts of the audit view that need no browser. */

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { auditSpec, type NumericRecords, numericAuditSpec } from '../../src/audit/index.ts';
import { numericWorldSpecOf } from '../../src/datasets/index.ts';
import { numericAttributeOf } from '../../src/ratings/index.ts';
import { answerOf, numericAnswer, numericCharts, reportCharts, shownContenders } from '../../src/report/index.ts';
import { loadKernels } from '../../src/runtime/index.ts';
import { cleanText, missingValues, parseAttribute, type TableGuess } from '../../src/tables/index.ts';
import { chartTable } from '../../src/web/audit/results/chartTable.ts';
import { verdictText } from '../../src/web/audit/results/verdict.ts';
import {
  type AttributeChoice,
  attributeText,
  infersNumber,
  nothingChosen,
} from '../../src/web/audit/state/attributeChoice.ts';
import { defaultSettings, numberSpecOf, specOf } from '../../src/web/audit/state/auditPlan.ts';
import type { AuditState } from '../../src/web/audit/state/auditState.ts';
import { guessedMeanings, noFilter, shownColumns, withMeaning } from '../../src/web/audit/state/columnMeanings.ts';
import { dataSourceOf, itemColumnsOf, missingOf, unitOf } from '../../src/web/audit/state/dataSource.ts';
import { groupCounts } from '../../src/web/audit/state/groupCounts.ts';
import { secondsForNumber } from '../../src/web/audit/state/numberEstimate.ts';
import { placeFiles } from '../../src/web/audit/state/placeFiles.ts';
import { progressWords, roughly } from '../../src/web/audit/state/timeWords.ts';
import { auditProgress } from '../../src/web/engine/jobs/auditProgress.ts';
import { measurePace, secondsFor } from '../../src/web/engine/jobs/estimate.ts';
import { measureNumberPace } from '../../src/web/engine/jobs/numberPace.ts';
import { openDemoWorld, worldOfAges } from '../../src/web/engine/jobs/worldSource.ts';
import { en } from '../../src/web/words/en.ts';
import { enViews } from '../../src/web/words/views.en.ts';
import { curveIn, withFindings } from '../support/findings.ts';
import { sampleNumericRecords } from '../support/sampleNumericRecords.ts';
import { sampleRecords } from '../support/sampleRecords.ts';

const data = { groups: 2 };

describe('the progress of an audit', () => {
  it('never says 100% while something is left, and says what is left after the last interview', () => {
    const words = (done: number) => progressWords({ ...auditProgress({ done, total: 1000 }), since: 0 }, 60_000);
    expect(words(10)).toBe('Interviewing …');
    expect(words(500)).toMatch(/^50% done, .* left$/);
    expect(words(999)).toMatch(/^99% done/);
    expect(words(1000)).toBe('Working out the intervals …');
    expect(auditProgress({ done: 1000, total: 1000 }).share).toBeUndefined();
  });
});

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

  it('the attacker goes by pairs where there are many groups, and reads skips where anything may be asked', () => {
    const [spy, popular] = specOf('region', { ...defaultSettings, protocol: 'open' }, { ...data, groups: 9 })
      .contenders!;
    expect(spy).toMatchObject({ id: 'separation', strategy: 'pairwise', model: 'channels' });
    expect(popular).toMatchObject({ strategy: 'popularity' });
    expect(popular!.model).toBeUndefined();
  });

  it('of a number always have the exact attacker first, whoever else asks', () => {
    expect(numericAuditSpec(numberSpecOf('age', ' years ', defaultSettings))).toMatchObject({
      attribute: 'age',
      unit: 'years',
      folds: 5,
      maxQuestions: 20,
      strategies: ['varianceReduction', 'steepest', 'random'],
      compareAt: [1, 5, 10, 20],
      shuffled: true,
    });
    const alone = { ...defaultSettings, rivals: [], control: false, questions: 3 };
    expect(numericAuditSpec(numberSpecOf('age', '', alone))).toMatchObject({
      strategies: ['varianceReduction'],
      compareAt: [1, 3],
      shuffled: false,
    });
    const turned = { ...defaultSettings, rivals: ['random', 'entropy'] };
    expect(numberSpecOf('age', '', turned).strategies).toEqual(['varianceReduction', 'entropy', 'random']);
  });
});

describe('the form', () => {
  const choice = { ...nothingChosen, column: 'Age group: years', value: '<18', threshold: '35', cuts: '18, 25.5' };
  const rule = (part: Partial<AttributeChoice>, values?: Parameters<typeof attributeText>[1]) =>
    parseAttribute(attributeText({ ...choice, ...part }, values)).rule;
  const valuesOf = (...texts: readonly string[]) => ({
    values: texts.map((value, at) => ({ value, count: 100 - at })),
    distinct: texts.length,
  });

  it('writes expressions that are read back, whatever signs they hold', () => {
    expect(parseAttribute(attributeText(choice, undefined))).toEqual({
      column: 'Age group: years',
      rule: { kind: 'asIs' },
    });
    expect(rule({ rule: 'threshold' })).toEqual({ kind: 'threshold', comparison: '>=', value: 35 });
    expect(rule({ rule: 'bins' })).toEqual({ kind: 'bins', cuts: [18, 25.5] });
    expect(rule({ rule: 'number' })).toEqual({ kind: 'number' });
    expect(rule({ rule: 'text', text: 'age<=3' })).toEqual({ kind: 'threshold', comparison: '<=', value: 3 });
    expect(rule({ rule: 'one', value: 'a|b=*' })).toEqual({
      kind: 'groups',
      groups: [
        { label: 'a|b=*', values: ['a|b=*'], rest: false },
        { label: 'others', values: [], rest: true },
      ],
    });
  });

  it('knows when a number is inferred, also from what was typed', () => {
    const number = (part: Partial<AttributeChoice>) => infersNumber({ ...choice, ...part });
    expect(number({ rule: 'number' })).toBe(true);
    expect(number({ rule: 'text', text: 'age:number[0..120]' })).toBe(true);
    expect(number({ rule: 'text', text: 'age:18,25' })).toBe(false);
    expect(number({ rule: 'text', text: 'age:' })).toBe(false);
    expect(number({ rule: 'threshold' })).toBe(false);
    expect(number({ rule: 'number', column: '' })).toBe(false);
    expect(unitOf({ source: 'files', attribute: { ...choice, unit: 'euros' } })).toBe('euros');
    expect(unitOf({ source: 'world', attribute: { ...choice, unit: 'euros' } })).toBe('years');
  });

  it('merges values of the same name, leaves out what is ticked, and keeps the order of the values', () => {
    const names = new Map([
      ['10', ' elder '],
      ['2', 'elder'],
      ['1', ''],
    ]);
    expect(rule({ names, leftOut: new Set(['drop']) }, valuesOf('10', '2', '1'))).toEqual({
      kind: 'groups',
      groups: [
        { label: '1', values: ['1'], rest: false },
        { label: 'elder', values: ['2', '10'], rest: false },
      ],
    });
    expect(rule({ leftOut: new Set(['3']) }, valuesOf('1', '2', '3'))).toMatchObject({
      groups: [{ label: '1' }, { label: '2' }, { label: undefined, values: ['3'] }],
    });
    expect(rule({ names: new Map([['1', 'drop']]) }, valuesOf('1', '2'))).toMatchObject({
      groups: [{ label: 'drop', values: ['1'] }, { label: '2' }],
    });
    const many = valuesOf(...Array.from({ length: 45 }, (_, at) => `v${at}`));
    expect(rule({}, many)).toMatchObject({ kind: 'groups' });
    expect((rule({}, many) as { groups: readonly unknown[] }).groups.at(-1)).toEqual({
      label: 'other',
      values: [],
      rest: true,
    });
  });

  it('counts the people of any groups as the reader labels them', () => {
    fc.assert(
      fc.property(
        fc.uniqueArray(
          fc.stringMatching(/^[\w {}|;=*"]{1,6}$/).filter((text) => cleanText(text) === text),
          { minLength: 1, maxLength: 8 },
        ),
        fc.array(fc.constantFrom('', 'a', 'b', '*', 'drop')),
        fc.array(fc.boolean()),
        (texts, typed, out) => {
          const values = valuesOf(...texts.filter((text) => missingValues().wordOf(text) === undefined));
          const made: AttributeChoice = {
            ...choice,
            names: new Map(texts.flatMap((text, at) => (typed[at] === undefined ? [] : [[text, typed[at]]]))),
            leftOut: new Set(texts.filter((_, at) => out[at])),
          };
          const { groups, leftOut } = groupCounts(parseAttribute(attributeText(made, values)), values);
          const wanted = new Map<string, number>();
          let dropped = 0;
          for (const { value, count } of values.values) {
            if (made.leftOut.has(value)) dropped += count;
            else wanted.set(made.names.get(value) || value, (wanted.get(made.names.get(value) || value) ?? 0) + count);
          }
          expect(new Map(groups.map(({ label, people }) => [label, people]))).toEqual(wanted);
          expect(leftOut).toBe(dropped);
        },
      ),
      { numRuns: 200 },
    );
    const small = groupCounts(parseAttribute('age>=30'), {
      values: [
        { value: '29', count: 20 },
        { value: '30', count: 19 },
      ],
    });
    expect(small.groups.map((group) => group.small)).toEqual([false, true]);
  });

  const file = Object.assign(new Blob(['x']), { name: 'x.csv' });
  const state = {
    source: 'files',
    shape: 'wide',
    files: { ratings: { chosen: { file }, preview: { names: ['id', 'dish 1', 'dish 2', 'gender', 'Team'] } } },
    columns: { 'ratings.user': 'id' },
    meanings: new Map([
      ['id', 'item'],
      ['dish 1', 'item'],
      ['dish 2', 'item'],
      ['gender', 'attribute'],
      ['Team', 'item'],
    ]),
    attribute: { ...nothingChosen, column: 'Team' },
    missing: ' 0, unknown ,',
    settled: { accept: [], dropItems: [] },
    minPerUser: 5,
    minPerItem: 5,
  } as unknown as AuditState;

  it('says what is missing, and else what to read', () => {
    expect(missingOf(state)).toBeUndefined();
    // The step of the settings stays shut until serious findings are settled.
    expect(dataSourceOf(state)).toEqual({
      kind: 'wide',
      accept: 'all',
      file,
      items: ['dish 1', 'dish 2'],
      user: 'id',
      attributes: ['Team'],
      missing: ['0', 'unknown'],
      minPerUser: 5,
      minPerItem: 5,
    });
    expect(missingOf({ ...state, files: {} })).toBe('Choose a file first.');
    expect(missingOf({ ...state, shape: 'long' })).toBe('Say which column holds the item and the rating.');
    expect(missingOf({ ...state, meanings: new Map() })).toBe('Say which columns are items.');
    const gapOf = (part: Partial<AttributeChoice>) => missingOf({ ...state, attribute: { ...choice, ...part } });
    expect(gapOf({ column: '' })).toBe('Choose the attribute.');
    expect(gapOf({ rule: 'threshold', threshold: 'x' })).toBe('Write a number for the threshold.');
    expect(gapOf({ rule: 'bins', cuts: '18, 18' })).toMatch(/^Write ascending numbers/);
    expect(gapOf({ rule: 'text', text: 'age:number' })).toBeUndefined();
    expect(gapOf({ rule: 'number' })).toBeUndefined();
    expect(gapOf({ rule: 'text', text: 'age>=' })).toMatch(/^The attribute expression "age>=" is wrong at position 6/);
  });

  it('never has the inferred column among the items, however it is named', () => {
    const attribute: AttributeChoice = { ...nothingChosen, column: 'gender', rule: 'text', text: 'team' };
    expect(itemColumnsOf({ ...state, attribute })).toEqual(['dish 1', 'dish 2']);
  });
});

describe('hundreds of columns', () => {
  const names = Array.from({ length: 300 }, (_, at) => `Film ${at + 1}`);
  const guess: TableGuess = {
    shape: 'wide',
    reason: '',
    columns: names.map((column, at) => ({
      column,
      role: at < 290 ? 'item' : at < 295 ? 'attribute' : 'title',
      reason: '',
    })),
  };

  it('are shown by search, by range in either order and by meaning, and set together', () => {
    const meanings = guessedMeanings(guess);
    expect(shownColumns(names, meanings, noFilter)).toEqual(names);
    expect(shownColumns(names, meanings, { ...noFilter, search: ' film 29' })).toHaveLength(11);
    const range = { ...noFilter, from: 'Film 292', to: 'Film 288' };
    expect(shownColumns(names, meanings, range)).toEqual(names.slice(287, 292));
    expect(shownColumns(names, meanings, { ...range, meaning: 'attribute' })).toEqual(['Film 291', 'Film 292']);
    expect(shownColumns(names, meanings, { ...noFilter, meaning: 'ignore' })).toEqual(names.slice(295));
    const changed = withMeaning(meanings, ['Film 1', 'Film 300'], 'attribute');
    expect(shownColumns(names, changed, { ...noFilter, meaning: 'attribute' })).toHaveLength(7);
    expect(meanings.get('Film 1')).toBe('item');
  });
});

describe('the invented world', () => {
  it('has ages as the command line has them', () => {
    expect(worldOfAges).toEqual(numericWorldSpecOf({ kind: 'world', name: 'demo', number: 'age' }));
    const { dataset, summary } = openDemoWorld('number');
    expect([...dataset.attributes.keys()]).toEqual(['age']);
    // What the page says of them.
    expect(numericAttributeOf(dataset, 'age').values.filter((age) => age < 0)).toHaveLength(2);
    expect(summary.attributes[0]).toMatchObject({ name: 'age', labels: [], missing: 0 });
    const state = { source: 'world', world: 'number' } as AuditState;
    expect(dataSourceOf(state)).toEqual({ kind: 'world', infers: 'number' });
  });
});

describe('several files', () => {
  it('find their places by what is in them, in any order', () => {
    expect(placeFiles(['titles', 'people', 'long'], [])).toEqual(['titles', 'people', 'ratings']);
    expect(placeFiles(['wide', 'long'], [])).toEqual(['people', 'ratings']);
    expect(placeFiles(['wide'], [])).toEqual(['ratings']);
    expect(placeFiles(['unclear', 'long'], [])).toEqual(['people', 'ratings']);
    expect(placeFiles(['unclear'], ['ratings', 'people'])).toEqual(['titles']);
    expect(placeFiles(['long', 'long', 'people'], ['ratings'])).toEqual(['ratings', undefined, 'people']);
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

  it('of a number does the same, also where the first people all have the same one', async () => {
    const { dataset, summary } = openDemoWorld('number');
    const { values } = numericAttributeOf(dataset, 'age');
    const ages = values.slice().fill(30, 0, 1000);
    const attributes = new Map([['age', { kind: 'numeric' as const, name: 'age', values: ages }]]);
    let clock = 0;
    const pace = await measureNumberPace({ ...dataset, attributes }, 'age', () => clock++);
    expect(pace.question).toBeCloseTo(1 / 1000 / 200, 12);
    expect(pace.rating).toBeGreaterThan(0);
    const seconds = (settings: Partial<typeof defaultSettings>, workers = 1) => {
      const spec = numberSpecOf('age', '', { ...defaultSettings, ...settings });
      return secondsForNumber(pace, spec, { ...summary, ratingsPerUser: 60 }, workers);
    };
    const least = seconds({});
    expect(seconds({ questions: 40 })).toBeGreaterThan(least);
    expect(seconds({ folds: 10 })).toBeGreaterThan(least);
    expect(seconds({ rivals: ['steepest', 'entropy', 'random'] })).toBeGreaterThan(least);
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

  it('the first sentence is the verdict of the report, whatever came out', () => {
    const lowered = (low: number) =>
      withFindings(records, (one) => {
        const { auc } = one;
        return auc?.bounds === undefined ? one : { ...one, auc: { ...auc, bounds: { ...auc.bounds, low } } };
      });
    const cases = [
      ...[0.4, 0.52, 0.6, 0.7, 0.8, 0.9]
        .map(lowered)
        .map((one) => ({ ...one, verdict: { ...one.verdict, leak: true } })),
      { ...records, verdict: { ...records.verdict, leak: false } },
      { ...records, verdict: { ...records.verdict, leak: false, possible: true } },
      withFindings(records, (one) => (one.judged ? undefined : one)),
    ];
    for (const one of cases) {
      expect(verdictText(one, enViews.audit.result.verdicts, en.data.leaks)).toBe(answerOf(one).verdict);
    }
  });

  it('of a number the first sentence is that of the answer, and without a control nothing is claimed', () => {
    const number = sampleNumericRecords();
    const words = (of: NumericRecords) => verdictText(of, enViews.audit.result.verdicts, en.data.leaks);
    const withLow = (low: number): NumericRecords => ({
      ...withFindings(number, (one) =>
        one.exposure === 'questions' ? { ...one, r2: { ...one.r2!, low } } : undefined,
      ),
      // No band is told better than the number.
      test: { ...number.test!, statistics: [] },
    });
    const sentences = [0.001, 0.05, 0.3, 0.6, 0.9].map((low) => {
      expect(numericAnswer(withLow(low)).startsWith(`${words(withLow(low))} After `), String(low)).toBe(true);
      return words(withLow(low));
    });
    expect(sentences[0]).toBe('A slight leak of age.');
    expect(sentences.at(-1)).toBe('A very strong leak of age.');
    const quiet = { ...withLow(0), verdict: { ...number.verdict, leak: false } };
    expect(words(quiet)).toMatch(/^No leak of age shown\. That is no proof of safety/);
    expect(numericAnswer(quiet)).toMatch(/^No leak of age shown\. .*That is no proof of safety/);
    const possible = { ...quiet, verdict: { ...quiet.verdict, possible: true } };
    expect(numericAnswer(possible).startsWith(words(possible))).toBe(true);
    expect(words(possible)).toMatch(/^A possible leak of age, not shown\./);
    // What whole histories show is not left out.
    const histories = number.findings.filter(({ exposure }) => exposure === 'histories');
    const quietAsked = withLow(0);
    expect(words({ ...quietAsked, findings: [...quietAsked.findings, ...histories] })).toBe('A clear leak of age.');
    const real = withFindings(number, (one) => (one.variant === 'real' ? one : undefined));
    const { test: _, ...uncontrolled } = real;
    expect(words(uncontrolled)).toMatch(/^No claim about age: /);
    expect(words({ ...number, findings: [] })).toBe(enViews.audit.result.verdicts.nothing);
  });

  it('of a number every chart but the histogram has its figures in a table', () => {
    const number = sampleNumericRecords();
    const tables = new Map(numericCharts(number).map((chart) => [chart.id, chartTable(chart, number)]));
    expect([...tables].filter(([, table]) => table === undefined).map(([id]) => id)).toEqual(['number-histogram']);
    const items = tables.get('items')!;
    expect(items.rows).toHaveLength(number.items.length);
    expect(items.rows.every((row) => row.length === items.heads.length)).toBe(true);
    expect(items.rows[0]!.slice(0, 4)).toEqual([
      number.items[0]!.title,
      `${(100 * number.items[0]!.askedEarly).toFixed(0)}%`,
      number.items[0]!.low.toFixed(2),
      number.items[0]!.high.toFixed(2),
    ]);
  });

  it('leaves out what is switched off, and keeps the colours', () => {
    const shown = shownContenders(records, (id) => id !== 'entropy');
    expect(shown.attackers).toBe(records.attackers);
    const asked = shown.findings.filter(({ exposure }) => exposure === 'questions');
    expect(new Set(asked.map(({ attacker }) => attacker))).toEqual(new Set(['separation', 'maxGap', 'random']));
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
    const { value, low, high } = curveIn(records, 'separation')[10]!.auc;
    expect(tables.get('auc')!.rows[10]!.slice(0, 2)).toEqual([
      '10',
      `${value.toFixed(3)} [${low.toFixed(3)}, ${high.toFixed(3)}]`,
    ]);
  });
});
