/**
 * Every long measurement is a plan of units. Here each unit runs by itself, from a plan of its own, as on another
 * machine, and in a random order; what is collected must be what the plain run gives, to the byte.
 */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  type AuditTools,
  collect,
  contender,
  type Plan,
  planAudit,
  planLeakMatrix,
  planNumericAudit,
  planTuning,
  type RunTools,
  runPlan,
  runUnit,
} from '../src/audit/index.ts';
import { planDefences, planStudy } from '../src/defence/index.ts';
import { parametersFrom } from '../src/factorization/index.ts';
import { twinRuntime } from '../src/kernels/index.ts';
import { createNumericWorld, createWorld } from '../src/worlds/index.ts';
import { asyncFailure } from './support/failure.ts';
import { jointWorld } from './support/jointWorld.ts';

const tools: Omit<AuditTools, 'planted'> = {
  kernels: twinRuntime({ shared: false }),
  source: 'a world',
  finished: () => 'then',
};
const training = parametersFrom('als', { dimension: 2, iterations: 4 });
const shape = { users: 90, items: 24, ratingsPerUser: 16, minimumPerUser: 10, dimension: 2 };
const world = createWorld({ ...shape, leak: 0.4, attribute: 'type' }, 4).dataset;
const channels = {
  solver: 'svd',
  channels: ['presence', 'centredRating'],
  dimension: 2,
  noiseFloor: 0.15,
  iterations: 60,
  seed: 1,
} as const;

/** What is made anew for every call, as another process would. */
const plans: Readonly<Record<string, () => Plan<unknown, typeof tools>>> = {
  audit: () =>
    planAudit(world, {
      attribute: 'type',
      folds: 3,
      training,
      contenders: [contender('separation'), contender('random')],
      maxQuestions: 5,
      heldOut: 2,
      ratingErrorEvery: 2,
      compareAt: [3],
      fullHistory: ['factor', 'logistic', 'stack'],
      resamples: 50,
      controls: 2,
      permutations: 200,
    }),
  'leak matrix': () =>
    planLeakMatrix(jointWorld({ users: 120, items: 18 }), {
      attributes: ['gender', 'age'],
      training: channels,
      maxQuestions: 3,
      compareAt: [3],
      folds: 2,
      resamples: 50,
      baselines: ['random'],
    }),
  'audit of a number': () =>
    planNumericAudit(createNumericWorld({ ...shape, noise: 0.7, leak: 0.35 }, 21).dataset, {
      attribute: 'age',
      folds: 2,
      maxQuestions: 4,
      compareAt: [4],
      resamples: 50,
      bands: 3,
    }),
  defences: () =>
    planDefences(world, {
      attribute: 'type',
      folds: 2,
      training,
      defences: [{ name: 'blinding', strengths: [1] }],
      shuffled: ['blinding'],
      heldOut: 3,
      resamples: 50,
    }),
  questionnaire: () =>
    planStudy(world, {
      task: 'design',
      questions: 3,
      maxAuc: 0.7,
      attributes: ['type'],
      training,
      channels,
      folds: 2,
      heldOut: 2,
      resamples: 50,
      budgets: [0.6],
      agendaSamples: 0,
    }),
  tuning: () =>
    planTuning(
      world,
      'type',
      training,
      { training: { profileRidge: [1, 10] }, ridges: [1, 10] },
      { folds: 2, seed: 1 },
    ),
};

const records = new Map<string, string>();
async function plainRecords(name: string): Promise<string> {
  if (!records.has(name)) records.set(name, JSON.stringify(await runPlan(plans[name]!(), tools)));
  return records.get(name)!;
}

describe.each(Object.keys(plans))('the units of a plan: %s', (name) => {
  const plan = plans[name]!;
  const keys = plan().units.map(({ key }) => key);

  it('have keys that are the same again, differ from each other, and can name files', () => {
    expect(plan().units.map(({ key }) => key)).toEqual(keys);
    expect(new Set(keys).size).toBe(keys.length);
    for (const key of keys) expect(key).toMatch(/^[a-z0-9-]+$/);
  });

  it('run one by one in any order and are collected to the records of the plain run', async () => {
    const [order] = fc.sample(fc.shuffledSubarray(keys, { minLength: keys.length }), { seed: 7, numRuns: 1 });
    expect(order).not.toEqual(keys);
    const results = new Map<string, Uint8Array>();
    for (const key of order!) {
      let tasks = 0;
      const unit = plan();
      results.set(key, await runUnit(unit, key, { kernels: tools.kernels, onTaskDone: () => tasks++ }));
      expect([key, tasks]).toEqual([key, unit.units.find((one) => one.key === key)!.tasks]);
    }
    expect(JSON.stringify(await collect(plan(), results, tools))).toBe(await plainRecords(name));
    const again = await runUnit(plan(), keys[0]!, { kernels: tools.kernels });
    expect(again).toEqual(results.get(keys[0]!));
  });

  it('are kept: the next run reads them, counts them, and gives the same records', async () => {
    const kept = new Map<string, Uint8Array>();
    const checkpoints: RunTools['checkpoints'] = {
      read: async (key) => kept.get(key),
      write: async (key, bytes) => void kept.set(key, bytes),
    };
    await runPlan(plan(), { ...tools, checkpoints });
    expect([...kept.keys()]).toEqual(keys);
    // One was cut off while it was written.
    kept.set(keys[0]!, kept.get(keys[0]!)!.slice(0, 40));
    const written: string[] = [];
    const seen: number[] = [];
    const again = await runPlan(plan(), {
      ...tools,
      checkpoints: { ...checkpoints, write: async (key) => void written.push(key) },
      onProgress: ({ done, total }) => seen.push(done / total),
    });
    expect(JSON.stringify(again)).toBe(await plainRecords(name));
    expect(written).toEqual([keys[0]]);
    expect(seen.at(-1)).toBe(1);
    kept.delete(keys[0]!);
    expect(await asyncFailure(() => collect(plan(), kept, tools))).toMatch(
      `UNITS_MISSING: 1 of ${keys.length} units have no result, or one that is damaged: ${keys[0]}`,
    );
  });
});

it('a unit that is not in the plan is refused with those that are', async () => {
  expect(await asyncFailure(() => runUnit(plans['defences']!(), 'real-fold-9', { kernels: tools.kernels }))).toMatch(
    /^PARAMETER_OUT_OF_RANGE: unit is real-fold-9; it must be one of real-fold-0, real-fold-1, shuffled-fold-0/,
  );
});
