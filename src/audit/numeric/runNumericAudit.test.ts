/** The audit of a number as a whole: what is planted is found, what is not is not, and the records hold together. */

import { beforeAll, describe, expect, it } from 'vitest';
import { asyncFailure, failure } from '../../../test/support/failure.ts';
import { curveIn } from '../../../test/support/findings.ts';
import { attributeOf, createAttribute, createDataset, numericAttributeOf } from '../../ratings/index.ts';
import { loadKernels, openThreadPool } from '../../runtime/index.ts';
import { createNumericWorld } from '../../worlds/index.ts';
import type { Checkpoints } from '../folds/index.ts';
import { plantedNumber } from '../planted/plantedNumber.ts';
import { type Estimate, findingsWith, type Variant } from '../records/finding.ts';
import type { NumericRecords } from '../records/numericRecords.ts';
import { type NumericAuditSpec, numericAuditSpec } from '../spec/numericSpec.ts';
import { bandCuts, bandMeans, bandOf, withBands } from './bands.ts';
import { type NumericAuditTools, runNumericAudit } from './runNumericAudit.ts';

const world = createNumericWorld(
  {
    users: 360,
    items: 60,
    ratingsPerUser: 24,
    minimumPerUser: 8,
    countSpread: 0.5,
    dimension: 2,
    noise: 0.7,
    leak: 0.35,
  },
  21,
);
const spec = {
  attribute: 'age',
  folds: 3,
  training: { dimension: 2, iterations: 8, profileRidge: 3 } as NumericAuditSpec['training'],
  maxQuestions: 12,
  compareAt: [1, 5, 12, 40],
  resamples: 100,
  permutations: 200,
};
const kernels = loadKernels('plain');
const tools = (changes: Partial<NumericAuditTools> = {}): NumericAuditTools => ({
  kernels,
  source: 'a world',
  finished: () => '2020-01-01T00:00:00Z',
  ...changes,
});

describe('an audit of a number', () => {
  const seen: { done: number; total: number }[] = [];
  let records: NumericRecords;
  beforeAll(async () => {
    records = await runNumericAudit(world.dataset, spec, tools({ onProgress: (progress) => seen.push(progress) }));
  });
  const curve = (strategy: string, variant: Variant = 'real', cohort: 'survivors' | 'fixed' = 'survivors') =>
    curveIn(records, strategy, { variant, cohort });
  const ordered = ({ low, value, high }: Estimate) => low <= value && value <= high;

  it('finds the number that was planted', () => {
    const { r2, mae, blindMedian } = curve('varianceReduction')[12]!;
    expect(r2.low).toBeGreaterThan(0.2);
    expect(mae.high).toBeLessThan(blindMedian);
    const random = curve('random')[5]!;
    expect(curve('varianceReduction')[5]!.mae.value).toBeLessThan(random.mae.value - 0.5);
  });

  it('finds nothing in shuffled numbers', () => {
    for (const { r2, mae, blindMean } of curve('varianceReduction', 'shuffled')) {
      expect(r2.low).toBeLessThanOrEqual(0);
      expect(mae.high).toBeGreaterThan(0.97 * blindMean);
    }
    const [history] = findingsWith(records.findings, 'r2', { exposure: 'histories', variant: 'shuffled' });
    expect(history!.attacker).toBe('filter');
    expect(history!.r2.low).toBeLessThanOrEqual(0);
  });

  it('shows the leak by a test of whole histories, which shares the level with the attackers', () => {
    const { verdict, test } = records;
    expect(verdict).toMatchObject({ leak: true, possible: false });
    expect(verdict.tests.map(({ name }) => name)).toEqual(['attackers', 'permutation']);
    expect(verdict.tests.map(({ level }) => level)).toEqual([expect.closeTo(0.01, 12), expect.closeTo(0.04, 12)]);
    expect(verdict.tests[1]!.pValue).toBe(test!.pValue);
    expect(test!.cuts).toHaveLength(2);
    expect(test!.statistics).toHaveLength(10);
  });

  it('states intervals that hold as often as they say', () => {
    const { coverage, width } = curve('varianceReduction')[12]!;
    expect(Math.abs(coverage.value - 0.9)).toBeLessThan(0.07);
    const deviation = Math.sqrt(
      numericAttributeOf(world.dataset, 'age').values.reduce((sum, x) => sum + (x - 35) ** 2, 0) / 360,
    );
    expect(width).toBeLessThan(2 * 1.645 * deviation);
  });

  it('begins with a blind guess, from which every strategy sets out', () => {
    const starts = records.spec.strategies.map((name) => curve(name)[0]!);
    for (const { people, r2, mae, blindMean } of starts) {
      expect(people).toBe(360);
      expect(r2.value).toBe(0);
      expect(mae.value).toBeCloseTo(blindMean, 10);
    }
  });

  it('follows those who still have something to answer, or the same people throughout', () => {
    const { starts } = world.dataset.ratings.byUser;
    const able = Array.from({ length: 360 }, (_, user) => starts[user + 1]! - starts[user]!);
    const survivors = curve('steepest');
    const fixed = curve('steepest', 'real', 'fixed');
    for (const questions of [0, 9, 12]) {
      expect(survivors[questions]!.people).toBe(able.filter((count) => count >= questions).length);
      expect(fixed[questions]!.people).toBe(able.filter((count) => count >= 12).length);
    }
    expect(survivors[12]!.mae.value).toBe(fixed[12]!.mae.value);
    expect(survivors[0]!.people).toBeGreaterThan(fixed[0]!.people);
  });

  it('puts every figure inside its interval, and the band around both', () => {
    for (const { mae, r2, rmse, coverage } of findingsWith(records.findings, 'coverage', { exposure: 'questions' })) {
      expect([mae!, r2!, rmse!, coverage].every(ordered)).toBe(true);
      expect(mae!.band!.low).toBeLessThanOrEqual(mae!.value);
      expect(r2!.band!.high).toBeGreaterThanOrEqual(r2!.value);
    }
  });

  it('compares strategies on the same people where both got so far', () => {
    const { difference, pValue } = records.comparisons.find(
      ({ second, length }) => second === 'random' && length === 5,
    )!;
    const values = ['varianceReduction', 'random'].map((name) => curve(name)[5]!.mae.value);
    expect(difference.value).toBeCloseTo(values[0]! - values[1]!, 12);
    expect(difference.high).toBeLessThan(0);
    expect(pValue).toBeLessThan(0.05);
    expect(records.comparisons.map(({ length }) => length)).not.toContain(40);
  });

  it('judges whole histories by the filter and by two regressions', () => {
    const real = findingsWith(records.findings, 'r2', { exposure: 'histories', variant: 'real' });
    expect(real.map(({ attacker }) => attacker)).toEqual(['filter', 'ridgeOnRatings', 'ridgeOnPresence']);
    const [filter, ratings, presence] = real;
    expect(filter!.r2.value).toBeGreaterThan(curve('varianceReduction')[12]!.r2.value);
    expect(filter!.coverage!.value).toBeGreaterThan(0.8);
    // Here only ratings tell: which items people rate has nothing to do with the number.
    expect(ratings!.r2.value).toBeGreaterThan(0.1);
    expect(presence!.r2.low).toBeLessThan(0.05);
    expect(ratings!.coverage).toBeUndefined();
  });

  it('says how much is lost by inferring bands', () => {
    expect(records.cuts).toHaveLength(6);
    const found = (attacker: string) =>
      findingsWith(records.findings, 'maeDifference', { exposure: 'bands', attacker });
    expect(found('weighted').map(({ length }) => length)).toEqual([1, 5, 12]);
    const last = found('weighted')[2]!;
    const exact = curve('varianceReduction')[12]!.mae.value;
    expect(last.maeDifference.value).toBeCloseTo(exact - last.mae!.value, 10);
    expect(found('mostLikely')[2]!.maeDifference.high).toBeLessThan(0);
  });

  it('names the items of steepest slope, with what they rest on', () => {
    const [first, second] = records.items;
    expect(Math.abs(first!.slope)).toBeGreaterThanOrEqual(Math.abs(second!.slope));
    expect(records.items).toHaveLength(60);
    const truth = world.truth.slopes[world.dataset.items.indexOf(first!.id)!]!;
    expect(Math.sign(first!.slope)).toBe(Math.sign(truth));
    const { percentiles } = records.data;
    expect(first!.high - first!.low).toBeCloseTo(first!.slope * (percentiles[90]! - percentiles[10]!), 10);
    expect(records.items.reduce((sum, { askedEarly }) => sum + askedEarly, 0)).toBeGreaterThan(8);
  });

  it('describes the data', () => {
    const { data } = records;
    expect(data).toMatchObject({ source: 'a world', attribute: 'age', users: 360, items: 60 });
    expect(data.histogram.reduce((sum, { count }) => sum + count, 0)).toBe(360);
    expect(data.percentiles[0]).toBe(Math.min(...numericAttributeOf(world.dataset, 'age').values));
    expect(data.ratingsPerUser).toHaveLength(101);
  });

  it('counts its progress to the end', () => {
    const { total } = seen.at(-1)!;
    expect(seen.map(({ done }) => done)).toEqual(Array.from({ length: total }, (_, n) => n + 1));
  });

  it('is plain JSON', () => {
    expect(JSON.parse(JSON.stringify(records))).toEqual(records);
  });

  it('gives the same records on threads', async () => {
    const pool = openThreadPool(2);
    try {
      const again = await runNumericAudit(
        world.dataset,
        spec,
        tools({ executor: pool, kernels: loadKernels('shared') }),
      );
      expect(again).toEqual(records);
    } finally {
      await pool.close();
    }
  });

  it('gives the same bytes from checkpoints of a run that was stopped', async () => {
    const kept = new Map<string, Uint8Array>();
    const checkpoints: Checkpoints = {
      read: async (key) => kept.get(key),
      write: async (key, bytes) => {
        if (kept.size === 4) throw new Error('killed');
        kept.set(key, bytes);
      },
    };
    await expect(runNumericAudit(world.dataset, spec, tools({ checkpoints }))).rejects.toThrow('killed');
    expect([...kept.keys()]).toEqual(['real-fold-0', 'real-fold-1', 'real-fold-2', 'shuffled-0-fold-0']);
    // The last one was cut off while it was written.
    kept.set('shuffled-0-fold-0', kept.get('shuffled-0-fold-0')!.slice(0, 100));
    const written: string[] = [];
    const again = { ...checkpoints, write: async (key: string) => void written.push(key) };
    const dones: number[] = [];
    const onProgress = ({ done }: { done: number }) => dones.push(done);
    const resumed = await runNumericAudit(world.dataset, spec, tools({ checkpoints: again, onProgress }));
    expect(JSON.stringify(resumed)).toBe(JSON.stringify(records));
    expect(written).toEqual(['shuffled-0-fold-0', 'shuffled-0-fold-1', 'shuffled-0-fold-2', 'permutations']);
    expect(dones.at(-1)).toBe(seen.at(-1)!.total);
  });

  it('stops when it is told to', async () => {
    const control = new AbortController();
    const onProgress = ({ done }: { done: number }) => {
      if (done === 3) control.abort(new Error('changed my mind'));
    };
    await expect(runNumericAudit(world.dataset, spec, tools({ onProgress, signal: control.signal }))).rejects.toThrow(
      'changed my mind',
    );
  });
});

describe('bad input', () => {
  it('refuses categories, with what to do', async () => {
    const labels = Array.from({ length: 360 }, (_, user) => (user % 2 === 0 ? 'a' : 'b'));
    const dataset = createDataset({ ...world.dataset, attributes: [createAttribute('club', labels)] });
    expect(await asyncFailure(() => runNumericAudit(dataset, { ...spec, attribute: 'club' }, tools()))).toMatch(
      /^ATTRIBUTE_KIND: .* a number is needed here -> read the column as a number \(club:number\)/,
    );
  });

  it.each([
    [{ folds: 1 }, 'folds is 1'],
    [{ coverage: 1 }, 'coverage is 1'],
    [{ strategies: [] }, 'strategies is empty'],
    [{ strategies: ['random', 'random'] }, 'strategies is "random" twice'],
    [{ strategies: ['maxGap'] }, 'STRATEGY_UNKNOWN: strategies[0] is maxGap; it must be one of varianceReduction'],
    [{ bands: 1 }, 'bands is 1'],
    [{ bands: [30, 20] }, 'bands is 30, 20'],
    [{ ridge: 0 }, 'ridge is 0'],
    [{ compareAt: [0] }, 'compareAt[0] is 0'],
    [{ training: { dimension: 0 } }, 'dimension is 0'],
    [{ maxQuestion: 3 }, 'maxQuestion is not a known field: did you mean maxQuestions?'],
    [{ training: { slopeRige: 3 } }, 'training.slopeRige is not a known field: did you mean slopeRidge?'],
    [{ contenders: [] }, 'contenders is not a known field'],
  ])('%j', (changes, text) => {
    expect(failure(() => numericAuditSpec({ ...spec, ...(changes as object) }))).toContain(text);
  });
});

describe('bands', () => {
  const values = Float64Array.of(20, 21, 22, 30, 31, 40, 50, 60);

  it('are of about equal size, or as given', () => {
    expect(bandCuts(values, 4)).toEqual([22, 31, 50]);
    expect(bandCuts(values, [25, 45])).toEqual([25, 45]);
    expect(bandCuts(values, 0)).toEqual([]);
    expect(bandCuts(Float64Array.of(1, 1, 1, 1, 2), 4)).toEqual([2]);
  });

  it('hold their lower end, and are told by the mean of their people', () => {
    expect([21.9, 22, 31, 99].map((value) => bandOf([22, 31], value))).toEqual([0, 1, 2, 2]);
    expect([...bandMeans(values, [25, 45, 70])]).toEqual([21, (30 + 31 + 40) / 3, 55, 34.25]);
    const dataset = withBands(world.dataset, 'age', [30, 40]);
    const ages = numericAttributeOf(world.dataset, 'age').values;
    expect([...attributeOf(dataset, 'age').values]).toEqual(Array.from(ages, (age) => bandOf([30, 40], age)));
  });
});

describe('the control with a known answer', () => {
  it('leaves the variance that the theory says, and honest intervals', async () => {
    const planted = await plantedNumber({ users: 300, items: 80, ratingsPerUser: 30, dimension: 3, leak: 0.4 }, 5, {
      questions: 15,
      people: 3000,
      resamples: 200,
      level: 0.99,
      coverage: 0.9,
    });
    const { implied, measured, impliedByTraining } = planted;
    expect(implied.r2).toBeGreaterThan(0.4);
    expect(measured.r2.low).toBeLessThan(implied.r2);
    expect(measured.r2.high).toBeGreaterThan(implied.r2);
    expect(measured.mae.low).toBeLessThan(implied.mae);
    expect(measured.mae.high).toBeGreaterThan(implied.mae);
    expect(measured.coverage.low).toBeLessThan(0.9);
    expect(measured.coverage.high).toBeGreaterThan(0.9);
    expect(planted.questions).toBe(15);
    expect(impliedByTraining.r2).toBeGreaterThan(0);
  });

  it('finds nothing in a world without slopes', async () => {
    const options = { questions: 10, people: 500, resamples: 100, level: 0.95, coverage: 0.9 };
    const { implied, measured } = await plantedNumber(
      { users: 200, items: 40, ratingsPerUser: 20, leak: 0 },
      6,
      options,
    );
    expect(implied.r2).toBe(0);
    expect(measured.r2.value).toBeCloseTo(0, 12);
  });
});
