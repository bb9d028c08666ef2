import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { failure } from '../../../../test/support/failure.ts';
import { modelFrom, randomChannelModel } from '../../../../test/support/models.ts';
import { ratedModel } from '../../../../test/support/ratedModel.ts';
import { createModel, type FactorModel } from '../../../factorization/index.ts';
import { derive } from '../../../maths/index.ts';
import { type ItemIndex, itemIndex } from '../../../ratings/index.ts';
import { largestLeak } from './checkQuestionnaire.ts';
import { designQuestionnaire } from './designQuestionnaire.ts';
import { distanceOfAuc, impliedLeak } from './impliedLeak.ts';
import { listFigures, worstQuestions } from './listFigures.ts';
import { Taste } from './taste.ts';

/** A model of ratings and one of channels, over the same items. */
function twoModels(seed: number, items: number): FactorModel[] {
  return [
    ratedModel({ seed, items, dimension: 3 }),
    ratedModel({ seed: seed + 1, items, dimension: 3, channels: true }),
  ];
}

const leakOf = (models: readonly FactorModel[], items: readonly ItemIndex[]) =>
  Math.max(...models.map((model) => impliedLeak(model, items).squaredDistance));
const varianceOf = ([ratings]: readonly FactorModel[], items: readonly ItemIndex[]) =>
  Taste.start(ratings!).afterAll(items).variance;

/** All lists of `count` items, in every order that matters little: ascending. */
function subsets(items: number, count: number): ItemIndex[][] {
  if (count === 0) return [[]];
  return Array.from({ length: items }, (_, last) => last).flatMap((last) =>
    subsets(last, count - 1).map((rest) => [...rest, itemIndex(last)]),
  );
}

const seeds = fc.integer({ min: 1, max: 1e6 });

describe('the designer', () => {
  it('without a budget and without exchanges is greedy in the variance', () => {
    fc.assert(
      fc.property(seeds, (seed) => {
        const models = twoModels(seed, 9);
        const { proposed } = designQuestionnaire(models, { questions: 4, maxAuc: null, exchanges: 0 });
        const greedy: ItemIndex[] = [];
        while (greedy.length < 4) {
          const open = Array.from({ length: 9 }, (_, item) => itemIndex(item)).filter((item) => !greedy.includes(item));
          const left = open.map((item) => varianceOf(models, [...greedy, item]));
          greedy.push(open[left.indexOf(Math.min(...left))]!);
        }
        expect(proposed.items).toEqual(greedy);
        expect(proposed.variance).toBeCloseTo(varianceOf(models, greedy), 12);
        expect(proposed.excess).toBe(0);
        const improved = designQuestionnaire(models, { questions: 4, maxAuc: null }).proposed;
        expect(improved.variance).toBeLessThanOrEqual(proposed.variance);
      }),
      { numRuns: 30 },
    );
  });

  it('never exceeds its budget, for any of the models, and says so where nothing keeps within it', () => {
    fc.assert(
      fc.property(seeds, fc.double({ min: 0.5, max: 0.9, noNaN: true }), (seed, maxAuc) => {
        const models = twoModels(seed, 10);
        const { proposed } = designQuestionnaire(models, { questions: 3, maxAuc });
        const leak = leakOf(models, proposed.items);
        expect(new Set(proposed.items).size).toBe(3);
        expect(proposed.squaredDistance).toBeCloseTo(leak, 10);
        if (proposed.excess === 0) expect(leak).toBeLessThanOrEqual(distanceOfAuc(maxAuc));
        else expect(proposed.excess).toBeCloseTo(leak - distanceOfAuc(maxAuc), 8);
      }),
      { numRuns: 40 },
    );
  });

  it('finds almost always what trying all lists would find', () => {
    let [best, found, feasible] = [0, 0, 0];
    for (let seed = 1; seed <= 60; seed++) {
      const models = twoModels(7 * seed, 9);
      const lists = subsets(9, 3).map((items) => ({
        leak: leakOf(models, items),
        variance: varianceOf(models, items),
      }));
      const budget = lists.map(({ leak }) => leak).sort((a, b) => a - b)[20]!;
      const optimum = Math.min(...lists.filter(({ leak }) => leak <= budget).map(({ variance }) => variance));
      // Exactly the leak of one of the lists, and a little more.
      const { proposed } = designQuestionnaire(models, { questions: 3, maxAuc: aucAbove(budget) });
      if (proposed.excess === 0) feasible++;
      // Lists are valued in their order, which changes the last digits.
      if (proposed.variance <= optimum * 1.002) found++;
      best += optimum / proposed.variance;
    }
    expect(feasible).toBe(60);
    expect(found).toBeGreaterThanOrEqual(57);
    expect(best / 60).toBeGreaterThan(0.999);
  });

  it('a budget of nothing gives the list that leaks least', () => {
    for (let seed = 1; seed <= 20; seed++) {
      const models = twoModels(11 * seed, 8);
      const { proposed } = designQuestionnaire(models, { questions: 3, maxAuc: 0.5 });
      const least = Math.min(...subsets(8, 3).map((items) => leakOf(models, items)));
      expect(proposed.excess).toBeGreaterThan(0);
      expect(proposed.excess).toBeCloseTo(proposed.squaredDistance, 10);
      expect(proposed.squaredDistance).toBeLessThanOrEqual(1.25 * least);
    }
  });

  it('a larger budget never gives a list that teaches less', () => {
    fc.assert(
      fc.property(seeds, (seed) => {
        const models = twoModels(seed, 12);
        const budgets = [0.7, 0.55, 0.6, 0.65, 0.8, 0.52];
        const { curve, proposed } = designQuestionnaire(models, { questions: 4, maxAuc: 0.62, budgets });
        expect(curve.map(({ maxAuc }) => maxAuc)).toEqual([0.52, 0.55, 0.6, 0.62, 0.65, 0.7, 0.8, null]);
        expect(curve).toContain(proposed);
        for (const [at, point] of curve.slice(1).entries()) {
          if (curve[at]!.excess > 0) expect(point.excess).toBeLessThan(curve[at]!.excess);
          else expect(point.variance).toBeLessThanOrEqual(curve[at]!.variance * (1 + 1e-9));
        }
      }),
      { numRuns: 20 },
    );
  });

  it('avoids planted questions that teach much and tell more; the check names them as the worst', () => {
    const model = planted();
    const options = { questions: 4 };
    const free = designQuestionnaire([model], { ...options, maxAuc: null }).proposed;
    expect(free.items.filter((item) => item < 3).length).toBeGreaterThanOrEqual(2);
    const careful = designQuestionnaire([model], { ...options, maxAuc: 0.6 }).proposed;
    expect(careful.excess).toBe(0);
    expect(careful.items.filter((item) => item < 3)).toEqual([]);
    const list = [careful.items[0]!, itemIndex(1), careful.items[1]!];
    const figuresOf = (items: readonly ItemIndex[]) => listFigures([model], items, { id: 'given', label: 'the list' });
    const worst = worstQuestions(figuresOf(list));
    const leak = largestLeak({ findings: [] }, figuresOf(list));
    expect(worst[0]!.item).toBe('i1');
    expect(worst[0]!.leaks[0]!.dropped).toBeGreaterThan(10 * worst[1]!.leaks[0]!.dropped);
    expect(leak).toMatchObject({ basis: 'implied', attacker: 'ratings', attribute: 'type' });
    expect(leak.auc).toBeGreaterThan(0.6);
    expect(largestLeak({ findings: [] }, figuresOf(careful.items)).auc).toBeLessThanOrEqual(0.6);
  });

  it('minds all models: one that also reads what was seen', () => {
    const ratings = planted();
    // Rated alike by both types, and seen by one: item 5, which the model of ratings finds harmless.
    const quiet = randomChannelModel({ items: 12, dimension: 2, types: 2, seed: 4 });
    const biases = Float64Array.from(quiet.rows.biases, (_, at) => (at === 4 * 5 ? 2 : 0));
    const channels = createModel({ ...quiet, rows: { ...quiet.rows, biases }, itemStatistics: ratings.itemStatistics });
    const alone = designQuestionnaire([ratings], { questions: 9, maxAuc: 0.6 }).proposed;
    expect(alone.items).toContain(5);
    const both = designQuestionnaire([ratings, channels], { questions: 8, maxAuc: 0.6 }).proposed;
    expect(both.excess).toBe(0);
    expect(both.items).not.toContain(5);
  });

  it('refuses what it cannot work with', () => {
    const [ratings, channels] = twoModels(3, 6);
    const options = { questions: 3, maxAuc: 0.6 };
    expect(failure(() => designQuestionnaire([], options))).toMatch(/^PARAMETER_OUT_OF_RANGE: there is no model/);
    expect(failure(() => designQuestionnaire([channels!], options))).toMatch(/^STRATEGY_UNSUITABLE/);
    expect(failure(() => designQuestionnaire([ratings!], { ...options, questions: 7 }))).toMatch(/questions is 7/);
    expect(failure(() => designQuestionnaire([ratings!], { ...options, maxAuc: 1.2 }))).toMatch(/maxAuc is 1\.2/);
    expect(failure(() => designQuestionnaire([ratings!, twoModels(3, 7)[1]!], options))).toMatch(
      /^MODEL_INVALID: the models of "type" and "type" are not about the same items/,
    );
  });
});

describe('the parts of a list', () => {
  it('what a question leaks and teaches, alone and by being left out', () => {
    const models = twoModels(5, 8);
    const list = [1, 4, 6].map(itemIndex);
    const figures = listFigures(models, list, { id: 'given', label: 'the list' });
    const start = Taste.start(models[0]!);
    expect(figures.leaks.map(({ kind }) => kind)).toEqual(['ratings', 'channels']);
    for (const [n, question] of figures.questions.entries()) {
      const rest = list.filter((_, at) => at !== n);
      expect(question.item).toBe(`i${list[n]}`);
      for (const [at, model] of models.entries()) {
        expect(question.leaks[at]!.own).toBeCloseTo(impliedLeak(model, [list[n]!]).squaredDistance, 10);
        expect(question.leaks[at]!.dropped).toBeCloseTo(
          impliedLeak(model, list).squaredDistance - impliedLeak(model, rest).squaredDistance,
          10,
        );
      }
      expect(question.worth!.own).toBeCloseTo(start.cut(list[n]!) / start.variance, 10);
      expect(question.worth!.dropped).toBeCloseTo(
        (varianceOf(models, rest) - varianceOf(models, list)) / start.variance,
        10,
      );
    }
    expect(figures.worth!.cut).toBeCloseTo(1 - varianceOf(models, list) / start.variance, 10);
    const leakOnly = listFigures([models[1]!], list, { id: 'given', label: 'the list' });
    expect(leakOnly.worth).toBeUndefined();
    expect(leakOnly.questions[0]!.worth).toBeUndefined();
  });
});

function aucAbove(budget: number): number {
  let [low, high] = [0.5, 1];
  for (let step = 0; step < 60; step++) {
    const middle = (low + high) / 2;
    if (distanceOfAuc(middle) < budget * (1 + 1e-6)) low = middle;
    else high = middle;
  }
  return high;
}

/** Twelve items that everybody has seen; the first three teach the most, and tell the types apart. */
function planted(): FactorModel {
  const stream = derive(6, 'planted-items');
  const model = modelFrom({
    profiles: Array.from({ length: 12 }, (_, item) => [
      (item < 3 ? 1.5 : 0.6) * stream.normal(),
      (item < 3 ? 1.5 : 0.6) * stream.normal(),
    ]),
    biases: Array.from({ length: 12 }, (_, item) => (item < 3 ? [2.8, 4.2] : [3.49, 3.51])),
    noiseVariance: 0.8,
    prior: [0.5, 0.5],
  });
  const countsByType = new Uint32Array(24).fill(500);
  return createModel({
    ...model,
    itemStatistics: { ...model.itemStatistics, countsByType },
    provenance: { ...model.provenance, users: 1000 },
  });
}
