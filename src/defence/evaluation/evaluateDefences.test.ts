import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { asyncFailure, failure } from '../../../test/support/failure.ts';
import { controlIn, headlineIn } from '../../../test/support/findings.ts';
import type { Checkpoints } from '../../audit/index.ts';
import { findingsWith, noticed, type With } from '../../audit/index.ts';
import { parametersFrom } from '../../factorization/index.ts';
import { loadKernels, openThreadPool } from '../../runtime/index.ts';
import { createWorld } from '../../worlds/index.ts';
import { type DefenceTools, evaluateDefences } from './evaluateDefences.ts';
import type { DefenceEvaluation, DefenceRecords } from './records.ts';
import { type DefenceSpec, defenceSpec, defencesFor } from './spec.ts';

const kernels = loadKernels();
const pool = openThreadPool(2);
afterAll(() => pool.close());

const tools: DefenceTools = { kernels, source: 'a world', finished: () => 'then' };
const world = createWorld(
  { users: 600, items: 60, ratingsPerUser: 34, minimumPerUser: 16, dimension: 3, leak: 0.2 },
  4,
).dataset;
const spec: Partial<DefenceSpec> & { attribute: string } = {
  attribute: 'type',
  folds: 3,
  training: parametersFrom('als', { dimension: 3, iterations: 8 }),
  defences: [
    { name: 'leastChange', strengths: [1, 0.5] },
    { name: 'blinding', strengths: [1] },
    { name: 'decoysGreedy', strengths: [0.3] },
    { name: 'withhold', strengths: [0.5] },
    { name: 'randomisedResponse', strengths: [1] },
  ],
  shuffled: ['leastChange', 'decoysGreedy'],
  heldOut: 5,
  resamples: 100,
};

const evaluationOf = (records: DefenceRecords, defence: string, strength: number): DefenceEvaluation =>
  records.evaluations.find((one) => one.defence === defence && one.strength === strength)!;
/** Of everybody, behind a defence or without one. */
const attacksOn = (records: DefenceRecords, { defence, strength }: Partial<DefenceEvaluation> = {}) =>
  headlineIn(records, 'histories', { defence, strength }) as With<'auc' | 'accuracy' | 'balancedAccuracy'>[];
const attackOf = (records: DefenceRecords, setting: Partial<DefenceEvaluation>, attacker: string, situation: string) =>
  attacksOn(records, setting).find((one) => one.attacker === attacker && one.situation === situation)!;
const usesOf = ({ findings }: DefenceRecords, { defence, strength }: Partial<DefenceEvaluation> = {}) =>
  findingsWith(findings, 'ndcg', { defence, strength, group: undefined }) as With<'ndcg' | 'rmse'>[];

describe('an evaluation in a leaky world', () => {
  let records: Awaited<ReturnType<typeof evaluateDefences>>;
  beforeAll(async () => {
    records = await evaluateDefences(world, spec, tools);
  });

  it('finds the leak where nobody defends themselves', () => {
    const [attacks, uses] = [attacksOn(records), usesOf(records)];
    expect(attacks.map(({ attacker, situation }) => [attacker, situation])).toEqual([
      ['factor', 'oblivious'],
      ['logistic', 'oblivious'],
      ['boosted', 'oblivious'],
    ]);
    const [factor, logistic] = attacks;
    expect(factor!.auc.low).toBeGreaterThan(0.9);
    expect(factor!.accuracy.value).toBeGreaterThan(0.85);
    // Logistic regression knows no tastes: it finds less from the same 400 people, and its interval is the wider one.
    expect(logistic!.auc.value).toBeGreaterThan(0.7);
    expect(logistic!.auc.low).toBeGreaterThan(0.65);
    expect(logistic!.accuracy.value).toBeGreaterThan(0.63);
    for (const { accuracy, balancedAccuracy } of attacks) {
      expect(Math.abs(accuracy.value - balancedAccuracy.value)).toBeLessThan(0.05);
    }
    expect(uses.map(({ situation }) => situation)).toEqual(['undefended']);
    // The noise of the world is 0.8 of a step.
    expect(uses[0]!.rmse.value).toBeLessThan(0.9);
    expect(uses[0]!.ndcg.value).toBeGreaterThan(0.95);
    expect(uses[0]!.ndcg.high).toBeLessThanOrEqual(1);
  });

  it('least change leaves the oblivious classifier it was made for with nothing, in few changes', () => {
    const full = evaluationOf(records, 'leastChange', 1);
    const half = evaluationOf(records, 'leastChange', 0.5);
    const oblivious = attackOf(records, full, 'factor', 'oblivious').auc;
    expect(Math.abs(oblivious.value - 0.5)).toBeLessThan(0.06);
    expect(attackOf(records, half, 'factor', 'oblivious').auc.value).toBeGreaterThan(oblivious.high);
    expect(full.changes.changed).toBeGreaterThan(1);
    expect(full.changes.changed).toBeLessThan(0.4 * full.changes.ratings);
    expect(full.changes.changed).toBeGreaterThan(half.changes.changed);
    expect([full.changes.added, full.changes.withheld]).toEqual([0, 0]);
    // What is set aside to measure the recommender is sent, too.
    expect(full.changes.ratings).toBe(world.ratings.count / world.users.size);
    expect(usesOf(records, full)[0]!.rmse.value).toBeGreaterThan(usesOf(records)[0]!.rmse.value);
  });

  it('decoys turn the oblivious classifier round, and betray to who trains on them', () => {
    const decoys = evaluationOf(records, 'decoysGreedy', 0.3);
    const oblivious = attackOf(records, decoys, 'factor', 'oblivious');
    expect(oblivious.auc.high).toBeLessThan(attackOf(records, {}, 'factor', 'oblivious').auc.low);
    expect(attackOf(records, decoys, 'logistic', 'retrained').auc.value).toBeGreaterThan(0.95);
    expect(decoys.verdict).toBe('betrays');
    expect(decoys.changes.added).toBeGreaterThan(4);
    expect(decoys.changes.changed).toBe(0);
  });

  it('ratings that are all drawn at random hide everything, where what is rated says nothing', () => {
    const random = evaluationOf(records, 'randomisedResponse', 1);
    expect(random.epsilon).toBe(0);
    // No figure may say otherwise: an interval that is too narrow by the dependence between folds starts above 0.5 here.
    for (const { auc } of attacksOn(records, random)) {
      expect([auc.bounds!.low < 0.5, auc.bounds!.high > 0.5]).toEqual([true, true]);
    }
    // But bounds that hold for all attacks leave room for a clear leak here: with so few people nothing is called hidden.
    expect(Math.max(...attacksOn(records, random).map((attack) => noticed(attack).auc.bounds!.high))).toBeGreaterThan(
      0.65,
    );
    expect(random.verdict).toBe('reduces');
    expect(usesOf(records, random)[0]!.rmse.value).toBeGreaterThan(usesOf(records)[0]!.rmse.value + 0.05);
  });

  it('withholding leaves out what it says', () => {
    const { changes } = evaluationOf(records, 'withhold', 0.5);
    expect(changes.withheld / changes.ratings).toBeCloseTo(0.5, 1);
    expect([changes.changed, changes.added]).toEqual([0, 0]);
  });

  it('reports all attackers in both situations, and both recommenders, by ascending strength', () => {
    expect(records.evaluations.map(({ defence, strength }) => `${defence} ${strength}`)).toEqual([
      'leastChange 0.5',
      'leastChange 1',
      'blinding 1',
      'decoysGreedy 0.3',
      'withhold 0.5',
      'randomisedResponse 1',
    ]);
    for (const setting of records.evaluations) {
      const attacks = attacksOn(records, setting);
      expect(attacks.map(({ attacker, situation }) => `${situation} ${attacker}`)).toEqual([
        'oblivious factor',
        'oblivious logistic',
        'oblivious boosted',
        'retrained factor',
        'retrained logistic',
        'retrained boosted',
        'simulating logistic',
      ]);
      for (const { auc } of attacks) {
        expect(auc.bounds!.low < auc.low && auc.bounds!.high >= auc.high).toBe(true);
        // Decoys are told for certain: an AUC of 1 has nothing above it.
        expect(auc.low < auc.value && auc.value <= auc.high).toBe(true);
        expect(auc.high > auc.value || auc.value > 0.99).toBe(true);
      }
      expect(usesOf(records, setting).map(({ situation }) => situation)).toEqual(['undefended', 'retrained']);
    }
  });

  it('finds nothing in shuffled labels, unless the defence itself puts them into the ratings', () => {
    const controls = (setting: Partial<DefenceEvaluation> = {}) =>
      attacksOn(records, setting).flatMap((attack) => controlIn(records, attack) ?? []);
    expect(controls()).toHaveLength(3);
    for (const { auc } of controls()) expect(auc.low < 0.5 && auc.high > 0.5).toBe(true);
    const controlled = records.evaluations.filter((setting) => controls(setting).length > 0);
    expect(controlled.map(({ defence, strength }) => [defence, strength])).toEqual([
      ['leastChange', 1],
      ['decoysGreedy', 0.3],
    ]);
    const [least, decoys] = controlled;
    for (const { auc } of controls(least)) expect(Math.abs(auc.value - 0.5)).toBeLessThan(0.1);
    // Who chooses decoys by the own type tells it, even where the ratings themselves say nothing.
    expect(controlIn(records, attackOf(records, decoys!, 'logistic', 'retrained'))!.auc.low).toBeGreaterThan(0.9);
  });

  it('is plain JSON', () => {
    expect(JSON.stringify(records)).not.toContain('null');
  });

  it('repeats: on threads, and from checkpoints of a run that was stopped', async () => {
    const few = createWorld({ users: 100, items: 20, ratingsPerUser: 14, minimumPerUser: 10, dimension: 2 }, 4).dataset;
    const short = {
      ...spec,
      folds: 2,
      training: parametersFrom('als', { dimension: 2, iterations: 3 }),
      resamples: 50,
      defences: [
        { name: 'leastChange', strengths: [1] },
        { name: 'decoysGreedy', strengths: [0.3] },
      ],
    };
    const text = JSON.stringify(await evaluateDefences(few, short, tools));
    // Compared as a whole: a difference of two such texts would fill screens.
    expect(JSON.stringify(await evaluateDefences(few, short, { ...tools, executor: pool })) === text).toBe(true);

    const kept = new Map<string, Uint8Array>();
    const checkpoints: Checkpoints = {
      read: async (key) => kept.get(key),
      write: async (key, bytes) => {
        if (kept.size === 3) throw new Error('killed');
        kept.set(key, bytes);
      },
    };
    await expect(evaluateDefences(few, short, { ...tools, checkpoints })).rejects.toThrow('killed');
    // The last one was cut off while it was written.
    const last = [...kept.keys()].at(-1)!;
    expect([...kept.keys()]).toEqual(['real-fold-0', 'real-fold-1', 'shuffled-fold-0']);
    kept.set(last, kept.get(last)!.slice(0, 100));
    const again = { ...checkpoints, write: async (key: string, bytes: Uint8Array) => void kept.set(key, bytes) };
    let done = 0;
    let total = 0;
    const onProgress = (progress: { done: number; total: number }) => {
      expect(progress.done).toBeGreaterThan(done);
      ({ done, total } = progress);
    };
    const resumed = await evaluateDefences(few, short, { ...tools, checkpoints: again, onProgress });
    expect(JSON.stringify(resumed) === text).toBe(true);
    expect(done).toBe(total);
    expect(kept.size).toBe(4);
  });

  it('stops when told to', async () => {
    const control = new AbortController();
    let pieces = 0;
    const onProgress = () => {
      if (++pieces === 4) control.abort(new Error('enough'));
    };
    await expect(evaluateDefences(world, spec, { ...tools, signal: control.signal, onProgress })).rejects.toThrow(
      'enough',
    );
    expect(pieces).toBe(4);
  });
});

it('three types: every defence for any number of types, one attacker, another seed', async () => {
  const types = ['A', 'B', 'C'].map((label) => ({ label, share: 1 / 3 }));
  const three = createWorld(
    { users: 240, items: 40, ratingsPerUser: 24, minimumPerUser: 12, types, leak: 0.5 },
    2,
  ).dataset;
  const { training } = spec;
  const few = { attribute: 'type', folds: 2, training: training!, attackers: ['factor'], heldOut: 3, resamples: 50 };
  const records = await evaluateDefences(three, few, tools);
  expect([...new Set(records.evaluations.map(({ defence }) => defence))]).toEqual(
    defencesFor(3).map(({ name }) => name),
  );
  expect(records.spec.defences.map(({ name }) => name)).not.toContain('leastChange');
  const [before] = attacksOn(records);
  expect(attacksOn(records)).toHaveLength(1);
  expect(before!.auc.low).toBeGreaterThan(0.6);
  expect(attacksOn(records, evaluationOf(records, 'blinding', 1))[0]!.auc.value).toBeLessThan(before!.auc.low);
  const other = { ...few, seed: 2, defences: [{ name: 'blinding', strengths: [1] }] };
  expect(attacksOn(await evaluateDefences(three, other, tools))[0]!.auc.value).not.toBe(before!.auc.value);
});

describe('bad specs', () => {
  it.each([
    [{ folds: 1 }, /^PARAMETER_OUT_OF_RANGE: folds is 1/],
    [{ heldOut: 0 }, /^PARAMETER_OUT_OF_RANGE: heldOut is 0/],
    [{ resamples: 10 }, /^PARAMETER_OUT_OF_RANGE: resamples is 10/],
    [{ level: 1 }, /^PARAMETER_OUT_OF_RANGE: level is 1/],
    [{ seed: -1 }, /^PARAMETER_OUT_OF_RANGE: seed is -1/],
    [{ ridge: 0 }, /^PARAMETER_OUT_OF_RANGE: ridge is 0/],
    [{ predictionRidge: 0 }, /^PARAMETER_OUT_OF_RANGE: predictionRidge is 0/],
    [{ prior: 'flat' as 'uniform' }, /^PARAMETER_OUT_OF_RANGE: prior is flat/],
    [{ attackers: [] }, /^PARAMETER_OUT_OF_RANGE: attackers is empty/],
    [{ attackers: ['oracle' as 'factor'] }, /^PARAMETER_OUT_OF_RANGE: attackers\[0\] is oracle/],
    [{ defences: [] }, /^PARAMETER_OUT_OF_RANGE: defences is empty/],
    [{ defences: [{ name: 'prayer', strengths: [1] }] }, /^PARAMETER_OUT_OF_RANGE: defence is "prayer"/],
    [{ defences: [{ name: 'blinding', strengths: [] }] }, /defences\[0\].strengths is empty/],
    [{ defences: [{ name: 'blinding', strengths: [0] }] }, /strength of blinding \(share of the gap.*\) is 0/],
    [{ defences: [{ name: 'blinding', strengths: [1.5] }] }, /is 1\.5; it must be/],
    [{ defences: [{ name: 'blinding', strengths: [1, 1] }] }, /strengths of blinding is 1, 1; .* without repetitions/],
    [
      {
        defences: [
          { name: 'blinding', strengths: [1] },
          { name: 'blinding', strengths: [0.5] },
        ],
      },
      /defences is "blinding" twice/,
    ],
    [{ heldout: 3 } as object, /heldout is not a known field: did you mean heldOut\?/],
    [
      { defences: [{ name: 'blinding', strength: [1] } as never] },
      /strength is not a known field.* did you mean strengths\?/,
    ],
    [{ shuffled: ['prayer'] }, /^PARAMETER_OUT_OF_RANGE: shuffled is "prayer"; it must be some of leastChange/],
  ])('%j is refused', (change, expected) => {
    expect(failure(() => defenceSpec({ attribute: 'type', ...change }))).toMatch(expected);
  });

  it('the control is the first defence unless told otherwise', () => {
    expect(defenceSpec({ attribute: 'type' }).shuffled).toEqual(['leastChange']);
    const defences = [{ name: 'withhold', strengths: [0.1] }];
    expect(defenceSpec({ attribute: 'type', defences }).shuffled).toEqual(['withhold']);
    expect(defenceSpec({ attribute: 'type', defences, shuffled: [] }).shuffled).toEqual([]);
  });

  it('a defence that does not suit the data is refused before any work', async () => {
    const types = ['A', 'B', 'C'].map((label) => ({ label, share: 1 / 3 }));
    const three = createWorld({ users: 60, items: 20, ratingsPerUser: 12, types }, 2).dataset;
    const defences = [{ name: 'leastChange', strengths: [1] }];
    const onProgress = () => expect.unreachable();
    expect(
      await asyncFailure(() => evaluateDefences(three, { attribute: 'type', defences }, { ...tools, onProgress })),
    ).toMatch(/^STRATEGY_UNSUITABLE: the defence "leastChange" is for two groups; the attribute "type" has 3/);
    const continuous = createWorld({ users: 60, items: 20, ratingsPerUser: 12, scale: 'continuous' }, 2).dataset;
    expect(
      await asyncFailure(() => evaluateDefences(continuous, { attribute: 'type' }, { ...tools, onProgress })),
    ).toMatch(/^STRATEGY_UNSUITABLE: the defence "leastChange" sends whole steps/);
  });
});
