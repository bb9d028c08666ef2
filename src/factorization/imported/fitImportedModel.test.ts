import { describe, expect, it } from 'vitest';
import { areaUnderCurve } from '../../../test/support/auc.ts';
import { failure } from '../../../test/support/failure.ts';
import { factorClassifier, observe, startBelief } from '../../inference/index.ts';
import { derive } from '../../maths/index.ts';
import { attributeOf, createVectors, type Dataset, itemIndex, subsetUsers, type Vectors } from '../../ratings/index.ts';
import { loadKernels } from '../../runtime/index.ts';
import { Candidates, strategies } from '../../selection/index.ts';
import { createWorld } from '../../worlds/index.ts';
import type { FactorModel } from '../model/factorModel.ts';
import { decodeModel, encodeModel } from '../model/modelFile.ts';
import { parametersFrom } from '../model/parameters.ts';
import { train, trained } from '../training/train.ts';
import { fitImportedModel, withItemVectors } from './fitImportedModel.ts';

const world = createWorld({ users: 1200, items: 80, ratingsPerUser: 25, dimension: 4, leak: 0.3 }, 5).dataset;
const range = (from: number, to: number) => Array.from({ length: to - from }, (_, n) => from + n);
const training = subsetUsers(world, range(0, 900));
const tested = subsetUsers(world, range(900, 1200));
const [attribute] = world.attributes.keys() as Iterable<string> as [string];
const ids = range(0, 80).map((item) => world.items.id(itemIndex(item)));
const file = 'vectors.npz';

const vectorsOf = (dimension: number, values: Vectors['values'], own: readonly string[] = ids) =>
  createVectors({ file, ids: own, dimension, values });
const random = (dimension: number, scale = 1) => {
  const stream = derive(7, 'random vectors');
  return vectorsOf(
    dimension,
    Float64Array.from({ length: 80 * dimension }, () => scale * stream.normal()),
  );
};
const scaled = ({ dimension, values }: Vectors, by: number) =>
  vectorsOf(
    dimension,
    values.map((value) => value * by),
  );

/** How well the model tells the groups of people it has not seen, from all their ratings. */
function auc(model: FactorModel, people: Dataset = tested): number {
  const classifier = factorClassifier(model);
  const { starts, indices, values } = people.ratings.byUser;
  const scores = range(0, people.users.size).map((user) => {
    const own = [starts[user]!, starts[user + 1]!] as const;
    const [first, second] = classifier.logWeights({
      indices: indices.subarray(...own),
      values: values.subarray(...own),
    });
    return second! - first!;
  });
  return areaUnderCurve(scores, Array.from(attributeOf(people, attribute).values));
}

const own = trained(
  await train(training, attribute, parametersFrom('als', { dimension: 4 }), { kernels: loadKernels('plain') }),
);
const ownVectors = vectorsOf(4, Float64Array.from(own.rows.profiles));

describe('a model over given item vectors', () => {
  const { model, ...told } = fitImportedModel(training, attribute, ownVectors, { file });

  it('is as good as the model that the vectors come from', () => {
    expect(auc(own)).toBeGreaterThan(0.7);
    expect(auc(model)).toBeGreaterThan(auc(own) - 0.015);
    expect(model.noiseVariance / own.noiseVariance).toBeCloseTo(1, 0);
    expect(told.leftOut).toEqual({ users: 0, items: 0, ratings: 0 });
  });

  it('keeps the vectors as they came and says where they come from', () => {
    expect(model.rows.profiles).toEqual(ownVectors.values);
    expect(model.provenance).toMatchObject({ itemVectorsFrom: file, parameters: { solver: 'imported', dimension: 4 } });
    expect(decodeModel(encodeModel(model)).provenance.itemVectorsFrom).toBe(file);
  });

  it.each(strategies.map((strategy) => [strategy.name, strategy] as const))('is asked with by %s', (_, strategy) => {
    const asking = strategy.create({ model, seed: 1 });
    const [first, second] = range(0, 2).map((item) => ({ item: itemIndex(item), answer: 4 }));
    const belief = startBelief(model)
      .afterAll(observe(model, first!.item, 4))
      .afterAll(observe(model, second!.item, 4));
    const open = Candidates.all(12).without(first!.item).without(second!.item);
    expect(open.isOpen(asking.next(belief, open, [first!, second!])!.item)).toBe(true);
  });

  it('finds its ridge whatever the scale of the vectors', () => {
    for (const by of [1e-3, 1e3]) {
      const other = fitImportedModel(training, attribute, scaled(ownVectors, by), { file }).model;
      expect(other.profileVariance * by * by).toBeCloseTo(model.profileVariance, 6);
      expect(auc(other)).toBeCloseTo(auc(model), 6);
    }
  });

  it('learns from vectors: people are predicted better than from vectors that say nothing', () => {
    const nothing = fitImportedModel(training, attribute, random(4), { file }).model;
    expect(model.noiseVariance).toBeLessThan(0.97 * nothing.noiseVariance);
  });

  it('still has the part of the groups where the vectors say nothing', () => {
    const zero = fitImportedModel(training, attribute, vectorsOf(1, new Float64Array(80)), { file }).model;
    const nothing = fitImportedModel(training, attribute, random(4), { file }).model;
    expect(auc(zero)).toBeGreaterThan(0.68);
    expect(auc(nothing)).toBeGreaterThan(auc(zero) - 0.02);
    expect(nothing.profileVariance).toBeLessThan(0.5 * model.profileVariance * meanSquare(ownVectors));
  });

  it('leaves out items without a vector, and tells of them and of vectors that belong to no item', () => {
    const few = vectorsOf(4, ownVectors.values.slice(0, 4 * 60), [...ids.slice(0, 58), 'x1', 'x2']);
    const found = fitImportedModel(training, attribute, few, { file });
    expect(found.model.items.size).toBe(58);
    expect(found.itemsWithoutVector).toEqual({ count: 22, examples: ids.slice(58, 61) });
    expect(found.vectorsWithoutItem).toEqual({ count: 2, examples: ['x1', 'x2'] });
    expect(found.leftOut.items).toBe(22);
    expect(found.leftOut.ratings).toBeGreaterThan(0);
  });

  it('finds the vector of each item by its id, not by its place', () => {
    const order = derive(3, 'order').shuffle(range(0, 80));
    const moved = vectorsOf(
      4,
      Float64Array.from(order.flatMap((item) => [...ownVectors.values.slice(4 * item, 4 * item + 4)])),
      order.map((item) => ids[item]!),
    );
    expect(withItemVectors(training, moved, file).profiles).toEqual(ownVectors.values);
  });

  it('refuses vectors of other items, and a wrong setting', () => {
    const others = vectorsOf(
      4,
      ownVectors.values,
      ids.map((id) => `other ${id}`),
    );
    expect(failure(() => fitImportedModel(training, attribute, others, { file }))).toMatch(
      /^IDS_NOT_SHARED: of the 80 items of "the data", 0 are among the 80 of "vectors.npz".* -> /,
    );
    expect(failure(() => fitImportedModel(training, attribute, ownVectors, { file, iterations: 0 }))).toMatch(
      /^PARAMETER_OUT_OF_RANGE: .*iterations/,
    );
  });
});

function meanSquare({ values }: Vectors): number {
  return Float64Array.from(values).reduce((sum, value) => sum + value * value, 0) / values.length;
}
