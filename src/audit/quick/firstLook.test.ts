import { describe, expect, it } from 'vitest';
import { areaUnderCurve } from '../../../test/support/auc.ts';
import { historyAt, selectRows, trainFeatureLogistic } from '../../inference/index.ts';
import { derive, logitsFromWeights } from '../../maths/index.ts';
import { attributeOf, createNumericAttribute, type Dataset, type UserIndex } from '../../ratings/index.ts';
import { loadKernels } from '../../runtime/index.ts';
import { createWorld } from '../../worlds/index.ts';
import { setCommonPrior, setCommonScale, sharesOf } from '../attackers/comparableScores.ts';
import { sparse } from '../attackers/sparseData.ts';
import { dealIntoFolds, runPlan } from '../folds/index.ts';
import { planFirstLook } from './firstLook.ts';

const tools = { kernels: loadKernels() };
const world = (leak: number, users = 150): Dataset =>
  createWorld({ users, items: 30, ratingsPerUser: 15, leak }, 3).dataset;
const look = (data: Dataset, more: { folds?: number } = {}) =>
  runPlan(planFirstLook(data, { attribute: 'type', ...more }), tools);

/** Who is tested in any fold. */
function testedIn(data: Dataset, seed = 1): Uint32Array[] {
  const { units } = planFirstLook(data, { attribute: 'type', seed });
  return units.map((unit) => (unit as unknown as { people: Uint32Array }).people);
}

/** With an attribute of groups of these shares. */
function grouped(data: Dataset, labels: readonly string[], groupOf: (user: number) => number): Dataset {
  const values = Int16Array.from({ length: data.users.size }, (_, user) => groupOf(user));
  return { ...data, attributes: new Map([['type', { kind: 'categorical', name: 'type', labels, values }]]) };
}

describe('a first look', () => {
  it('is logistic regression in five folds, trained one after the other', async () => {
    const data = world(0.6);
    const { dataset, folds } = dealIntoFolds(data, 'type', 5, 1, 'audit-folds');
    const types = Uint8Array.from(attributeOf(dataset, 'type').values);
    const rows = sparse(dataset.ratings.byUser, dataset.ratings.items);
    const people = Uint32Array.from(types.keys());
    const scores = new Float64Array(types.length);
    for (let fold = 0; fold < 5; fold++) {
      const [tested, trainers] = [people.filter((p) => folds[p] === fold), people.filter((p) => folds[p] !== fold)];
      const labels = trainers.map((p) => types[p]!);
      const classifier = trainFeatureLogistic(selectRows(rows, trainers), labels, 2);
      const logits = new Float32Array(2 * tested.length);
      for (const [n, p] of tested.entries()) {
        logits.set(logitsFromWeights(classifier.logWeights(historyAt(rows, p as UserIndex))), 2 * n);
      }
      setCommonPrior(logits, sharesOf(labels, 2), sharesOf(types, 2));
      setCommonScale(logits, sharesOf(types, 2));
      for (const [n, p] of tested.entries()) scores[p] = logits[2 * n + 1]!;
    }
    const found = await look(data);
    expect(found).toMatchObject({
      attribute: 'type',
      kind: 'groups',
      folds: 5,
      people: 150,
      everyone: 150,
      level: 0.99,
    });
    const [{ auc }] = found.findings;
    expect(auc!.value).toBeCloseTo(areaUnderCurve([...scores], [...types]), 12);
    expect(auc!.bounds!.low).toBeLessThan(auc!.low + 1e-12);
    expect(auc!.low).toBeGreaterThan(0.5);
    expect(auc!.high).toBeLessThanOrEqual(1);
  });

  it('has no more folds than the audit', async () => {
    expect((await look(world(0.6), { folds: 3 })).folds).toBe(3);
    expect((await look(world(0.6), { folds: 10 })).folds).toBe(5);
  });

  it('with more groups also has the one that is told best', async () => {
    // Whoever rated the first item is of the first group; the others are dealt out by chance.
    const data = world(0.3);
    const stream = derive(1, 'groups');
    const rated = (user: number) => Array.from(historyAt(sparse(data.ratings.byUser, 30), user).indices).includes(0);
    const found = await look(grouped(data, ['a', 'b', 'c'], (user) => (rated(user) ? 0 : 1 + stream.below(2))));
    expect(found.findings.map(({ group }) => group)).toEqual([undefined, 'a']);
    expect(found.findings[1]!.auc!.bounds!.low).toBeGreaterThan(0.8);
  });

  it('cuts a number at its median', async () => {
    const data = world(0.6);
    const { values } = attributeOf(data, 'type');
    const ages = Float64Array.from(values, (type, user) => 20 + 40 * type + (user % 7));
    const numeric: Dataset = { ...data, attributes: new Map([['type', createNumericAttribute('type', ages)]]) };
    const found = await look(numeric);
    const sorted = ages.toSorted();
    const cut = sorted.find((age, at) => at >= 75 && sorted[at - 1]! < age) ?? Number.NaN;
    expect(found).toMatchObject({ kind: 'number', people: 150 });
    expect(found.groups[0]).toMatch(/^below \d+$/);
    expect(Math.abs(Number(found.groups[0]!.slice(6)) - cut)).toBeLessThanOrEqual(1);
    expect(found.findings[0].auc!.low).toBeGreaterThan(0.5);
  });
});

describe('data that would take long', () => {
  // 12,000 people with 50 ratings each.
  const { dataset: large } = createWorld({ users: 12_000, items: 60, ratingsPerUser: 50, leak: 0.5 }, 2);
  const ratings = large.ratings.byUser.indices.length;

  it('are looked at in part: of each group the same share', () => {
    expect(ratings).toBeGreaterThan(510_000);
    const people = testedIn(large).reduce((sum, one) => sum + one.length, 0);
    expect(people / 12_000).toBeCloseTo(500_000 / ratings, 2);
    expect(testedIn(large)).toEqual(testedIn(large));
  });

  it('keep people of small groups, and groups count', () => {
    const few = grouped(large, ['many', 'few'], (user) => (user < 60 ? 1 : 0));
    const five = grouped(large, ['a', 'b', 'c', 'd', 'e'], (user) => user % 5);
    const sizes = (data: Dataset) => testedIn(data).reduce((sum, one) => sum + one.length, 0);
    const share = 500_000 / ratings;
    expect(sizes(few)).toBe(Math.ceil(11_940 * share) + Math.max(50, Math.ceil(60 * share)));
    expect(sizes(five) / 12_000).toBeCloseTo(share / 5, 2);
  });
});
