import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { failure } from '../../../test/support/failure.ts';
import { curveIn, errorsIn, headlineIn, historyIn } from '../../../test/support/findings.ts';
import { parametersFrom } from '../../factorization/index.ts';
import { loadKernels, openThreadPool } from '../../runtime/index.ts';
import { createWorld } from '../../worlds/index.ts';
import type { Checkpoints } from '../folds/index.ts';
import { findingsWith } from '../records/finding.ts';
import type { AuditRecords } from '../records/records.ts';
import type { AuditSpec } from '../spec/auditSchema.ts';
import { contender } from '../spec/contender.ts';
import { auditDefaults, auditSpec } from '../spec/spec.ts';
import type { AuditTools } from './auditTools.ts';
import { runAudit } from './runAudit.ts';

const kernels = loadKernels();
const pool = openThreadPool(2);
afterAll(() => pool.close());

const tools: AuditTools = { kernels, source: 'a world', finished: () => 'then' };
const world = createWorld(
  { users: 400, items: 60, ratingsPerUser: 30, minimumPerUser: 16, dimension: 3, leak: 0.35 },
  4,
).dataset;
const spec: Partial<AuditSpec> & { attribute: string } = {
  attribute: 'type',
  folds: 4,
  training: parametersFrom('als', { dimension: 3, iterations: 8 }),
  contenders: [
    contender('separation'),
    contender('random'),
    contender('pointEstimate', { classifier: 'plainLogistic' }),
  ],
  maxQuestions: 12,
  heldOut: 4,
  ratingErrorEvery: 4,
  compareAt: [5, 10],
  fullHistory: ['factor', 'logistic', 'multinomial', 'svm'],
  resamples: 100,
  controls: 2,
  permutations: 200,
};

const pointOf = (records: AuditRecords, id: string, questions: number, variant: 'real' | 'shuffled' = 'real') =>
  curveIn(records, id, { variant })[questions]!;

describe('an audit of a leaky world', () => {
  let records: Awaited<ReturnType<typeof runAudit>>;
  beforeAll(async () => {
    records = await runAudit(world, spec, tools);
  });

  it('finds the planted leak, and finds it sooner with chosen questions', () => {
    expect(pointOf(records, 'separation', 0).auc.value).toBeCloseTo(0.5, 12);
    expect(pointOf(records, 'separation', 10).auc.low).toBeGreaterThan(0.7);
    expect(pointOf(records, 'separation', 5).auc.value).toBeGreaterThan(pointOf(records, 'random', 5).auc.value + 0.05);
    const compared = records.comparisons.find(({ second, length }) => second === 'random' && length === 5)!;
    expect(compared.difference.low).toBeGreaterThan(0);
    expect(compared.pValue).toBeLessThan(0.05);
    for (const { attacker, auc } of headlineIn(records, 'histories')) {
      expect([attacker, auc.value > 0.7]).toEqual([attacker, true]);
    }
  });

  it('finds nothing in shuffled labels', () => {
    const { auc } = pointOf(records, 'separation', 10, 'shuffled');
    expect(auc.band!.low).toBeLessThan(0.5);
    expect(auc.band!.high).toBeGreaterThan(0.5);
    const history = historyIn(records, 'factor', 'shuffled');
    expect(Math.abs(history.auc.value - 0.5)).toBeLessThan(0.1);
  });

  it('counts survivors and a fixed cohort', () => {
    const survivors = curveIn(records, 'random');
    expect(survivors[0]!.people).toBe(400);
    for (let q = 1; q < survivors.length; q++)
      expect(survivors[q]!.people).toBeLessThanOrEqual(survivors[q - 1]!.people);
    const fixed = curveIn(records, 'random', { cohort: 'fixed' });
    expect(new Set(fixed.map(({ people }) => people)).size).toBe(1);
    expect(fixed[0]!.people).toBe(survivors.at(-1)!.people);
  });

  it('measures what the answers are worth to the recommender: the rating error falls', () => {
    const [separation, random, forLogistic] = records.spec.contenders.map(({ id }) => errorsIn(records, id));
    for (const points of [separation!, random!, forLogistic!]) {
      expect(points.map(({ length }) => length)).toEqual([0, 4, 8, 12]);
      // Without an answer there is nothing to predict from but the means.
      expect(Math.abs(points[0]!.rmseOverItemMeans!.value)).toBeLessThan(0.005);
      for (const { rmse, rmseItemMeans, rmseOverItemMeans } of points) {
        expect(rmse.low).toBeLessThan(rmse.value);
        // The same ratings of the same people at every point: nobody has run out of answers yet.
        expect(rmseItemMeans).toEqual(points[0]!.rmseItemMeans);
        expect(rmseOverItemMeans!.value).toBeCloseTo(rmse.value - rmseItemMeans!.value, 12);
      }
    }
    for (const points of [separation!, random!]) {
      for (const [n, { rmse, rmseOverItemMeans }] of points.slice(1).entries()) {
        expect(rmse.value).toBeLessThan(points[n]!.rmse.value);
        expect(rmseOverItemMeans!.high).toBeLessThan(0);
      }
    }
    // What is asked for the sake of a classifier tells little about tastes: less than chance can take back here.
    expect(forLogistic![3]!.rmse.value).toBeLessThan(forLogistic![0]!.rmse.value);
    expect(forLogistic![3]!.rmse.value).toBeGreaterThan(random![3]!.rmse.value);
  });

  it('records when a confidence is reached, and how often it was right', () => {
    const curve = records.confidences.find(
      ({ attacker, confidence }) => attacker === 'separation' && confidence === 0.8,
    )!;
    expect(curve.reached).toHaveLength(13);
    expect(curve.reached.toSorted((a, b) => a - b)).toEqual([...curve.reached]);
    expect(curve.reached.at(-1)).toBeGreaterThan(0.3);
    expect(curve.right).toBeGreaterThan(0.7);
  });

  it('lists the items that leak most, with the share of interviews that ask them early', () => {
    expect(records.items).toHaveLength(60);
    expect(Math.max(...records.items.map(({ gap }) => gap))).toBe(records.gaps.at(-1));
    const contributions = records.items.map(({ worth }) => worth!.contribution);
    expect(contributions.toSorted((a, b) => b - a)).toEqual(contributions);
    const early = records.items.reduce((sum, { askedEarly }) => sum + askedEarly, 0);
    expect(early).toBeGreaterThan(9);
    expect(early).toBeLessThanOrEqual(10 + 1e-9);
  });

  it('describes the data it was run on', () => {
    expect(records.data).toMatchObject({ source: 'a world', attribute: 'type', users: 400, items: 60 });
    expect(records.data.labels.reduce((sum, { users }) => sum + users, 0)).toBe(400);
    expect(records.data.histogram.reduce((sum, { count }) => sum + count, 0)).toBe(records.data.ratings);
    expect(records.data.ratingsPerUser).toHaveLength(101);
  });

  it('is plain JSON and repeats: on threads, and from checkpoints of a run that was stopped', async () => {
    const text = JSON.stringify(records);
    expect(JSON.stringify(await runAudit(world, spec, { ...tools, executor: pool }))).toBe(text);

    const kept = new Map<string, Uint8Array>();
    const checkpoints: Checkpoints = {
      read: async (key) => kept.get(key),
      write: async (key, bytes) => {
        if (kept.size === 3) throw new Error('killed');
        kept.set(key, bytes);
      },
    };
    await expect(runAudit(world, spec, { ...tools, checkpoints })).rejects.toThrow('killed');
    // The last one was cut off while it was written.
    const [first, second, third] = [...kept.keys()];
    kept.set(third!, kept.get(third!)!.slice(0, 100));
    expect([first, second]).toEqual(['real-fold-0', 'real-fold-1']);
    let done = 0;
    const again = { ...checkpoints, write: async (key: string, bytes: Uint8Array) => void kept.set(key, bytes) };
    const onProgress = (progress: { done: number; total: number }) => {
      expect(progress.done).toBeGreaterThan(done);
      done = progress.done;
      if (done === progress.total) done = Number.POSITIVE_INFINITY;
    };
    expect(JSON.stringify(await runAudit(world, spec, { ...tools, checkpoints: again, onProgress }))).toBe(text);
    expect(done).toBe(Number.POSITIVE_INFINITY);
    // The real labels and two shuffles, and the permutation test.
    expect(kept.size).toBe(4 * (1 + 2) + 1);
  });

  it('stops when aborted', async () => {
    const control = new AbortController();
    const onProgress = () => control.abort(new Error('enough'));
    await expect(runAudit(world, spec, { ...tools, onProgress, signal: control.signal })).rejects.toThrow('enough');
  });
});

describe('more than two types', () => {
  it('are audited by the mean over one against the rest', async () => {
    const types = [0.4, 0.3, 0.3].map((share, n) => ({ label: `t${n}`, share }));
    const { dataset } = createWorld(
      { users: 300, items: 40, ratingsPerUser: 25, minimumPerUser: 15, dimension: 2, leak: 0.6, types },
      2,
    );
    const three = {
      ...spec,
      contenders: [contender('envelope'), contender('random')],
      shuffled: [],
      fullHistory: ['factor'] as const,
    };
    const records = await runAudit(dataset, three, tools);
    expect(pointOf(records, 'envelope', 10).auc.value).toBeGreaterThan(0.75);
    expect(records.items[0]!.biases).toHaveLength(3);
  });
});

describe('the shuffled control', () => {
  it('over many shuffles of a small world the band misses 0.5 no more often than five in a hundred allow', async () => {
    const { dataset } = createWorld(
      { users: 160, items: 25, ratingsPerUser: 18, minimumPerUser: 14, dimension: 2, leak: 0.3 },
      6,
    );
    let [missed, width] = [0, 0];
    for (let seed = 0; seed < 100; seed++) {
      const small = {
        ...spec,
        seed,
        folds: 2,
        resamples: 100,
        maxQuestions: 8,
        heldOut: 0,
        contenders: [contender('separation')],
        fullHistory: [],
        training: parametersFrom('als', { dimension: 2, iterations: 4 }),
        controls: 2,
        permutations: 0,
      };
      const { findings } = await runAudit(dataset, small, tools);
      const control = findingsWith(findings, 'auc', { variant: 'shuffled', cohort: 'survivors' });
      const bands = control.map(({ auc }) => auc.band!);
      if (bands.slice(1).some(({ low, high }) => low > 0.5 || high < 0.5)) missed++;
      width += (bands[8]!.high - bands[8]!.low) / 100;
    }
    // What the level allows, without a margin for chance: the band also holds for other training sets, which makes it
    // wider than one set of shuffles needs. It must not be wide for nothing: an AUC of 160 people has an error of 0.046.
    expect(missed).toBeLessThanOrEqual(5);
    expect(width).toBeLessThan(2 * 2.8 * 0.046);
  });
});

describe('bad specs', () => {
  it.each([
    [{ folds: 1 }, /^PARAMETER_OUT_OF_RANGE: folds is 1/],
    [{ contenders: [] }, /^PARAMETER_OUT_OF_RANGE: contenders is empty/],
    [{ contenders: [contender('guess')] }, /^STRATEGY_UNKNOWN: contenders\[0\].strategy is guess/],
    [{ contenders: [contender('random'), contender('random')] }, /two of the id "random"/],
    [{ contenders: [contender('random', { ridge: -1 })], shuffled: [] }, /contenders\[0\].ridge is -1/],
    [
      { contenders: [{ ...contender('random'), classifier: 'svm' as 'factor' }] },
      /contenders\[0\].classifier is svm; .* factor, plainLogistic/,
    ],
    [{ shuffled: ['nobody'] }, /^PARAMETER_OUT_OF_RANGE: shuffled names "nobody".* -> name contenders/],
    [{ ridge: 0 }, /^PARAMETER_OUT_OF_RANGE: ridge is 0/],
    [
      { maxQuestion: 3 } as object,
      /^PARAMETER_OUT_OF_RANGE: maxQuestion is not a known field.* did you mean maxQuestions\?/,
    ],
    [
      { contenders: [{ ...contender('random'), strateggy: 'random' }] },
      /contenders\[0\].strateggy is not a known field.* did you mean strategy\?/,
    ],
    [
      { channelHistory: { dimension: 60, rigde: 10 } as never },
      /2 problems: .*rigde .*mean ridge\? .*ridge is missing/,
    ],
    [{ channels: { noisefloor: 1 } as never }, /channels.noisefloor is not a known field.* did you mean noiseFloor\?/],
    [{ training: { dimension: 5 } as never }, /10 problems: \(1\) training.solver is missing/],
    [{ folds: '3' as never, level: 'high' as never }, /2 problems: \(1\) folds is "3".* \(2\) level is "high"/],
    [{ compareAt: [0] }, /compareAt\[0\] is 0/],
    [{ fullHistory: ['channels' as const], channels: { iterations: 5 } as never }, /iterations is 5; .* from 8 to/],
    [{ prior: 'flat' as 'uniform' }, /^PARAMETER_OUT_OF_RANGE: prior is flat/],
    [{ confidences: [1.2] }, /^PARAMETER_OUT_OF_RANGE: confidences\[0\] is 1.2/],
    [{ fullHistory: ['oracle' as 'factor'] }, /^PARAMETER_OUT_OF_RANGE: fullHistory\[0\] is oracle/],
    [{ training: { ...auditDefaults.training, dimension: 0 } }, /^PARAMETER_OUT_OF_RANGE: training.dimension is 0/],
  ])('%j is refused', (change, expected) => {
    expect(failure(() => auditSpec({ attribute: 'type', ...change }))).toMatch(expected);
  });
});
