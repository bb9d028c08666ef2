import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { asyncFailure, failure } from '../../../test/support/failure.ts';
import { jointWorld } from '../../../test/support/jointWorld.ts';
import { attributeFromCodes, attributeOf, createDataset } from '../../ratings/index.ts';
import { loadKernels, openThreadPool } from '../../runtime/index.ts';
import type { Checkpoints } from '../folds/index.ts';
import { findingsWith, type Variant } from '../records/finding.ts';
import type { LeakMatrixRecords } from '../records/leakMatrixRecords.ts';
import { type LeakMatrixSpec, leakMatrixSpec } from '../spec/leakMatrixSpec.ts';
import { type LeakMatrixTools, runLeakMatrix } from './runLeakMatrix.ts';

const tools: LeakMatrixTools = { kernels: loadKernels(), source: 'a world', finished: () => 'then' };
const spec: Partial<LeakMatrixSpec> & Pick<LeakMatrixSpec, 'attributes'> = {
  attributes: ['gender', 'age'],
  maxQuestions: 6,
  compareAt: [3, 6],
  folds: 2,
  resamples: 100,
  training: { ...leakMatrixSpec({ attributes: ['a', 'b'] }).training, dimension: 2 },
};

const aucOf = (records: LeakMatrixRecords, row: string, attribute: string, questions = 6, variant: Variant = 'real') =>
  findingsWith(records.findings, 'auc', {
    attacker: row,
    target: attribute,
    variant,
    length: questions,
    cohort: 'survivors',
  })[0]!.auc;

describe('a leak matrix of two attributes that leak through items of their own', () => {
  const world = jointWorld({ users: 400, items: 30, seed: 5 });
  const progress: number[] = [];
  let records: Awaited<ReturnType<typeof runLeakMatrix>>;
  beforeAll(async () => {
    records = await runLeakMatrix(world, spec, {
      ...tools,
      onProgress: ({ done, total }) => progress.push(done / total),
    });
  });

  it('counts its work, and ends when all is done', () => {
    expect(progress.every((share, at) => share > (progress[at - 1] ?? 0))).toBe(true);
    expect(progress.at(-1)).toBe(1);
  });

  it('tells each attribute by the questions that aim at it', () => {
    for (const attribute of ['gender', 'age']) {
      expect(aucOf(records, `target:${attribute}`, attribute, 0).value).toBe(0.5);
      expect(aucOf(records, `target:${attribute}`, attribute, 0, 'shuffled').value).toBe(0.5);
      expect(aucOf(records, `target:${attribute}`, attribute).low).toBeGreaterThan(0.75);
    }
  });

  it('tells little of the other one, as their items are apart and they do not go together', () => {
    for (const [aim, other] of [
      ['gender', 'age'],
      ['age', 'gender'],
    ]) {
      expect(aucOf(records, `target:${aim}`, other!).value).toBeLessThan(0.62);
      const lost = records.comparisons.find(
        ({ first, second, length }) => first === `dedicated:${other}` && second === `target:${aim}` && length === 6,
      )!;
      expect(lost.target).toBe(other);
      expect(lost.difference.low).toBeGreaterThan(0.1);
      expect(lost.pValue).toBeLessThan(0.05);
    }
  });

  it('aims as well with the model of both as with a model of its own', () => {
    for (const attribute of ['gender', 'age']) {
      const dedicated = aucOf(records, `dedicated:${attribute}`, attribute).value;
      expect(Math.abs(aucOf(records, `target:${attribute}`, attribute).value - dedicated)).toBeLessThan(0.03);
    }
  });

  it('gains over questions that aim at nothing', () => {
    const gained = records.comparisons.filter(
      ({ first, second, target, length }) => first === `target:${target}` && second === 'random' && length === 6,
    );
    expect(gained).toHaveLength(2);
    for (const { difference } of gained) expect(difference.low).toBeGreaterThan(0);
  });

  it('finds nothing where the attributes were shuffled', () => {
    for (const aim of ['gender', 'age']) {
      for (const watched of ['gender', 'age']) {
        const { band } = aucOf(records, `target:${aim}`, watched, 6, 'shuffled');
        expect(band!.low).toBeLessThan(0.5);
        expect(band!.high).toBeGreaterThan(0.5);
      }
    }
    const shuffled = findingsWith(records.findings, 'auc', { variant: 'shuffled', length: 6 });
    expect(shuffled.map(({ attacker, target }) => [attacker, target])).toHaveLength(4);
  });

  it('says who was asked what, and what goes with what', () => {
    const { data, asked, attackers } = records;
    expect(data).toMatchObject({ source: 'a world', users: 400, leftOut: 0, items: 30 });
    expect(data.attributes.map(({ name, labels }) => [name, labels.map(({ label }) => label)])).toEqual([
      ['gender', ['F', 'M']],
      ['age', ['young', 'old']],
    ]);
    expect(data.attributes[0]!.labels.reduce((sum, { users }) => sum + users, 0)).toBe(400);
    expect(data.associations).toHaveLength(2);
    for (const { cramersV, auc } of data.associations) {
      expect(cramersV).toBeLessThan(0.15);
      expect(auc).toBeLessThan(0.58);
    }
    expect(attackers.map(({ id }) => id)).toEqual([
      'target:gender',
      'target:age',
      'popularity',
      'random',
      'dedicated:gender',
      'dedicated:age',
    ]);
    // Questions for gender are from the first third of the items, for age from the second.
    const mean = (row: string) => {
      const { items } = asked.find(({ attacker }) => attacker === row)!;
      return items.reduce((sum, { id, share }) => sum + share * Number(id.slice(1)), 0) / 6;
    };
    expect(mean('target:gender')).toBeLessThan(10);
    expect(mean('target:age')).toBeGreaterThan(10);
    for (const { seen } of asked) expect(Math.abs(seen - 0.45)).toBeLessThan(0.2);
  });

  it('is the same for any number of threads, and resumes where it was stopped', async () => {
    const pool = openThreadPool(2);
    afterAll(() => pool.close());
    const kept = new Map<string, Uint8Array>();
    const checkpoints: Checkpoints = {
      read: async (key) => kept.get(key),
      write: async (key, bytes) => void kept.set(key, bytes),
    };
    const control = new AbortController();
    let steps = 0;
    const stopping = runLeakMatrix(world, spec, {
      ...tools,
      checkpoints,
      signal: control.signal,
      onProgress: ({ done, total }) => {
        steps = done;
        if (done > total / 3) control.abort(new Error('enough'));
      },
    });
    await expect(stopping).rejects.toThrow('enough');
    expect(steps).toBeGreaterThan(10);
    expect(kept.size).toBeGreaterThan(0);
    expect(kept.size).toBeLessThan(4);
    const seen: number[] = [];
    const again = await runLeakMatrix(world, spec, {
      ...tools,
      executor: pool,
      checkpoints,
      onProgress: ({ done, total }) => seen.push(done / total),
    });
    expect(again).toEqual(records);
    expect(seen.at(-1)).toBe(1);
    expect(seen.every((share, at) => at === 0 || share > seen[at - 1]!)).toBe(true);
    // A part that is not whole counts as none.
    kept.set('real-fold-0', kept.get('real-fold-0')!.slice(0, 100));
    expect(await runLeakMatrix(world, spec, { ...tools, checkpoints })).toEqual(records);
  });
});

describe('a leak matrix of attributes that go together', () => {
  const world = jointWorld({ users: 400, items: 30, seed: 6, association: 0.8 });
  let records: Awaited<ReturnType<typeof runLeakMatrix>>;
  beforeAll(async () => {
    records = await runLeakMatrix(world, { ...spec, baselines: [], shuffled: false }, tools);
  });

  it('tells the one by the other, and says that who knew the one would too', () => {
    const { auc, cramersV } = records.data.associations.find(({ from }) => from === 'age')!;
    expect(auc).toBeGreaterThan(0.8);
    expect(cramersV).toBeGreaterThan(0.6);
    const found = aucOf(records, 'target:age', 'gender');
    expect(found.low).toBeGreaterThan(0.65);
    expect(records.findings.every(({ variant }) => variant === 'real')).toBe(true);
    expect(records.attackers).toHaveLength(4);
  });
});

describe('who cannot be asked about', () => {
  it('is left out and counted', async () => {
    const world = jointWorld({ users: 200, items: 20, seed: 2 });
    const age = attributeOf(world, 'age');
    const gappy = age.values.map((code, user) => (user < 40 ? -1 : code));
    const { users, items, ratings, scale, attributes } = world;
    const dataset = createDataset({
      users,
      items,
      ratings,
      scale,
      attributes: [attributes.get('gender')!, attributeFromCodes('age', age.labels, gappy)],
    });
    const few = { ...spec, folds: 2, maxQuestions: 2, compareAt: [2], shuffled: false, baselines: ['random'] };
    const { data } = await runLeakMatrix(dataset, few, tools);
    expect([data.users, data.leftOut, data.dropped]).toEqual([160, 40, undefined]);
    const dropped = [
      { reason: 'no "gender"', users: 7, items: 0 },
      { reason: 'fewer than 5 ratings per user or 1 per item', users: 3, items: 2 },
      { reason: 'no ratings', users: 0, items: 0 },
    ];
    const told = await runLeakMatrix(dataset, few, { ...tools, dropped });
    expect([told.data.users, told.data.leftOut, told.data.dropped]).toEqual([160, 47, [dropped[1]]]);
    expect(told.data.leftOutBy).toEqual([
      { attribute: 'gender', withoutValue: 7, smallGroups: [], minGroup: 20 },
      { attribute: 'age', withoutValue: 40, smallGroups: [], minGroup: 20 },
    ]);
    const three = gappy.map((code, user) => (user >= 190 ? 2 : code));
    const small = createDataset({
      users,
      items,
      ratings,
      scale,
      attributes: [attributes.get('gender')!, attributeFromCodes('age', [...age.labels, 'oldest'], three)],
    });
    const grouped = await runLeakMatrix(small, few, tools);
    expect([grouped.data.users, grouped.data.leftOut]).toEqual([150, 50]);
    expect(grouped.data.leftOutBy![1]).toMatchObject({
      withoutValue: 40,
      smallGroups: [{ label: 'oldest', users: 10 }],
    });
    expect(await asyncFailure(() => runLeakMatrix(dataset, { ...few, attributes: ['age', 'income'] }, tools))).toMatch(
      /^ATTRIBUTE_UNKNOWN: there is no attribute "income"/,
    );
  });
});

describe('the spec of a leak matrix', () => {
  const refused = (changes: Record<string, unknown>) =>
    failure(() => leakMatrixSpec({ attributes: ['gender', 'age'], ...changes } as never));

  it('has defaults', () => {
    const { maxQuestions, compareAt, baselines, protocol } = leakMatrixSpec({ attributes: ['gender', 'age'] });
    expect({ maxQuestions, compareAt, baselines, protocol }).toEqual({
      maxQuestions: 20,
      compareAt: [5, 10, 20],
      baselines: ['popularity', 'random'],
      protocol: 'open',
    });
  });

  it.each([
    [{ attributes: [] }, /attributes is empty; it must be a list of at least 1/],
    [{ attributes: ['age', 'age'] }, /attributes is "age" twice/],
    [{ protocol: 'rated' }, /protocol is rated; it must be open/],
    [{ maxQuestions: 0 }, /maxQuestions is 0/],
    [{ maxQuestions: 3 }, /compareAt is 5, 10, 20; it must be a list with a number up to 3/],
    [{ compareAt: [0] }, /compareAt\[0\] is 0/],
    [{ baselines: ['guess'] }, /STRATEGY_UNKNOWN/],
    [{ baselines: ['targeted'] }, /baselines is targeted; it must be strategies that aim at nothing/],
    [{ baselines: ['random', 'random'] }, /baselines is "random" twice/],
    [{ ridge: 0 }, /ridge is 0/],
    [{ prior: 'training' }, /prior is training; it must be uniform or population/],
    [{ folds: 1 }, /folds is 1/],
    [{ resamples: 3 }, /resamples is 3/],
    [{ level: 2 }, /level is 2/],
    [{ seed: -1 }, /seed is -1/],
    [{ strategy: 'random' }, /strategy is not a known field/],
    [{ training: { dimension: 0 } }, /training.dimension is 0/],
    [{ training: { dimenson: 5 } }, /training.dimenson is not a known field.* did you mean dimension\?/],
    [{ basline: [] }, /basline is not a known field.* did you mean baselines\?/],
    [{ shuffled: 'yes' }, /shuffled is "yes"; it must be true or false/],
  ])('refuses %o', (changes, message) => {
    expect(refused(changes)).toMatch(message);
  });
});
