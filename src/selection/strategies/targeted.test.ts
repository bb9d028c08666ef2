/** The expected risk of one attribute among several, and the strategy that goes by it. */
import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { failure } from '../../../test/support/failure.ts';
import { randomJointModel } from '../../../test/support/jointModels.ts';
import { randomAnswers, randomModel } from '../../../test/support/models.ts';
import { attributesOf, type FactorModel } from '../../factorization/index.ts';
import { type Belief, marginal, observe, rowOf, startBelief } from '../../inference/index.ts';
import { softmax, symmetricTimesVector } from '../../maths/index.ts';
import { type ItemIndex, itemIndex } from '../../ratings/index.ts';
import { expectedRiskByEnvelope } from '../risk/expectedRisk.ts';
import { pairwiseSeparation } from '../risk/pairwiseSeparation.ts';
import { expectedRiskInPlane } from '../risk/planeRisk.ts';
import type { TargetValues } from '../risk/targetLine.ts';
import { targetRiskInPlane, targetRiskOnLine } from '../risk/targetRisk.ts';
import { targetSeparation } from '../risk/targetSeparation.ts';
import { Candidates } from '../scan/candidates.ts';
import { Catalogue } from '../scan/catalogue.ts';
import { createStrategy } from './registry.ts';
import { targetRisks } from './targeted.ts';

const real = (size: number) => fc.double({ min: -size, max: size, noNaN: true });
const points = (size: number, most = 6) =>
  fc.array(fc.record({ x: real(size), y: real(size), log: real(3) }), { minLength: 2, maxLength: most });
const eachItsOwn = (types: number): TargetValues => ({
  codes: Uint8Array.from({ length: types }, (_, t) => t),
  values: types,
});

describe('expected risk of a target', () => {
  const cases = JSON.parse(readFileSync(new URL('../fixtures/target-risk.json', import.meta.url), 'utf8')) as {
    shape: [number, number];
    x: number[];
    y: number[] | null;
    posterior: number[];
    risk: number;
  }[];

  it.each(cases.map((one) => [one.y === null ? 'on a line' : 'in the plane', one.shape.join(' x '), one] as const))(
    'equals brute force %s, %s values',
    (_, __, { shape: [values, others], x, y, posterior, risk }) => {
      const target = { codes: posterior.map((_, type) => Math.floor(type / others)), values };
      if (y === null) {
        expect(targetRiskOnLine(posterior, target, Float64Array.from(x))).toBeCloseTo(risk, 7);
      } else {
        const [xs, ys] = [Float64Array.from(x), Float64Array.from(y)];
        expect(Math.abs(targetRiskInPlane(posterior, target, xs, ys) - risk)).toBeLessThan(5e-4);
        expect(Math.abs(targetRiskInPlane(posterior, target, xs, ys, 0.1) - risk)).toBeLessThan(2e-5);
      }
    },
  );

  it('with one type a value is the envelope on a line, and the cells of the plane', () => {
    fc.assert(
      fc.property(points(3), (shape) => {
        const logs = shape.map(({ log }) => log);
        const posterior = softmax(logs);
        const x = Float64Array.from(shape, (point) => point.x);
        const y = Float64Array.from(shape, (point) => point.y);
        const own = eachItsOwn(shape.length);
        expect(
          Math.abs(targetRiskOnLine(posterior, own, x) - expectedRiskByEnvelope(posterior, logs, x, 1)),
        ).toBeLessThan(1e-12);
        const exact = expectedRiskInPlane(posterior, logs, { means: [x, y], spreads: [0, 0], cross: 0 }, 1);
        expect(Math.abs(targetRiskInPlane(posterior, own, x, y, 0.1) - exact)).toBeLessThan(1e-4);
      }),
      { numRuns: 100 },
    );
  });

  it('with two types is exact in the plane: nothing depends on the other axis', () => {
    fc.assert(
      fc.property(points(3, 2), (shape) => {
        const logs = shape.map(({ log }) => log);
        const posterior = softmax(logs);
        const x = Float64Array.from(shape, (point) => point.x);
        const y = Float64Array.from(shape, (point) => point.y);
        const distance = Math.hypot(x[1]! - x[0]!, y[1]! - y[0]!);
        const exact = expectedRiskByEnvelope(posterior, logs, [0, distance], 1);
        expect(Math.abs(targetRiskInPlane(posterior, eachItsOwn(2), x, y) - exact)).toBeLessThan(1e-12);
      }),
    );
  });

  it('is never above the present risk, and is the present risk where the answer tells nothing about the target', () => {
    fc.assert(
      fc.property(points(2, 8), fc.integer({ min: 2, max: 3 }), (shape, values) => {
        const posterior = softmax(shape.map(({ log }) => log));
        const codes = shape.map((_, t) => t % values);
        const target = { codes, values };
        const x = Float64Array.from(shape, (point) => point.x);
        const y = Float64Array.from(shape, (point) => point.y);
        const masses = new Float64Array(values);
        for (const [t, share] of posterior.entries()) masses[codes[t]!]! += share;
        const present = 1 - Math.max(...masses);
        for (const risk of [targetRiskOnLine(posterior, target, x), targetRiskInPlane(posterior, target, x, y)]) {
          expect(risk).toBeLessThanOrEqual(present + 1e-12);
          expect(risk).toBeGreaterThanOrEqual(0);
        }
        const nowhere = new Float64Array(shape.length).fill(1.5);
        expect(targetRiskInPlane(posterior, target, nowhere, nowhere)).toBeCloseTo(present, 12);
      }),
    );
  });

  it('copes with types far apart, with dead types and with a posterior that is nearly certain', () => {
    const target = { codes: [0, 0, 1, 1], values: 2 };
    const far = Float64Array.from([0, 1e4, 2e4, 3e4]);
    expect(targetRiskOnLine([0.25, 0.25, 0.25, 0.25], target, far)).toBeLessThan(1e-12);
    expect(targetRiskInPlane([0.25, 0.25, 0.25, 0.25], target, far, far)).toBeLessThan(1e-12);
    const near = Float64Array.from([0, 1, 2, 3]);
    expect(targetRiskOnLine([1, 0, 0, 0], target, near)).toBe(0);
    const tiny = 1e-200;
    // Nothing that may be answered turns odds of 1e-200.
    expect(targetRiskInPlane([1, 0, tiny, 0], target, near, near)).toBeCloseTo(tiny, 205);
  });
});

const situations = fc.record({
  items: fc.integer({ min: 2, max: 7 }),
  dimension: fc.integer({ min: 1, max: 4 }),
  shape: fc.constantFrom([2, 2], [2, 3], [3, 2], [2, 2, 2]),
  rows: fc.constantFrom(1 as const, 2 as const),
  seed: fc.nat(),
  answers: fc.nat({ max: 4 }),
  gap: fc.double({ min: 0.1, max: 1, noNaN: true }),
});
type Situation = typeof situations extends fc.Arbitrary<infer S> ? S : never;

function settle({ answers: count, ...spec }: Situation) {
  const model = randomJointModel(spec);
  const answers = randomAnswers(model, Math.min(count, spec.items - 1), spec.seed);
  let belief = startBelief(model, { ridge: 2 });
  let candidates = Candidates.all(spec.items);
  for (const { item, answer } of answers) {
    belief = belief.afterAll(observe(model, item, answer));
    candidates = candidates.without(item);
  }
  const targets = model.attributes!.map(({ name }) => name);
  return { model, answers, belief, candidates, targets };
}

function valuesOf(model: FactorModel, name: string): TargetValues {
  const joint = attributesOf(model);
  const at = joint.indexOf(name);
  return { codes: joint.codes[at]!, values: joint.attributes[at]!.labels.length };
}

/** Literally: the answer's density under every type on a fine grid, straight from the belief. */
function bruteRisk(model: FactorModel, belief: Belief, item: ItemIndex, { codes, values }: TargetValues): number {
  const { noiseVariance, dimension } = belief.parameters;
  const posterior = belief.posterior();
  const rows = model.rows.channels.map((_, channel) => rowOf(model, item, channel));
  const predictions = rows.map((row) => belief.predict(row));
  const cross = rows[1]
    ? symmetricTimesVector(belief.covariance, dimension, rows[0]!.profile).reduce(
        (sum, entry, k) => sum + entry * rows[1]!.profile[k]!,
        0,
      )
    : 0;
  const a = noiseVariance * (1 + predictions[0]!.spread);
  const b = predictions[1] ? noiseVariance * (1 + predictions[1].spread) : 1;
  const c = noiseVariance * cross;
  const determinant = a * b - c * c;
  const step = rows[1] ? 0.06 : 0.002;
  const axis = (means: ArrayLike<number>, sd: number) => {
    const [low, high] = [Math.min(...Array.from(means)) - 6 * sd, Math.max(...Array.from(means)) + 6 * sd];
    return Array.from({ length: Math.ceil((high - low) / (step * sd)) }, (_, n) => low + n * step * sd);
  };
  const xs = axis(predictions[0]!.means, Math.sqrt(a));
  const ys = predictions[1] ? axis(predictions[1].means, Math.sqrt(b)) : [0];
  const cell = step * Math.sqrt(a) * (predictions[1] ? step * Math.sqrt(b) : 1);
  let best = 0;
  for (const x of xs) {
    for (const y of ys) {
      const heights = new Float64Array(values);
      for (const [t, share] of posterior.entries()) {
        const dx = x - predictions[0]!.means[t]!;
        const dy = predictions[1] ? y - predictions[1].means[t]! : 0;
        const form = predictions[1] ? (b * dx * dx - 2 * c * dx * dy + a * dy * dy) / determinant : (dx * dx) / a;
        heights[codes[t]!]! += share * Math.exp(-form / 2);
      }
      best += Math.max(...heights) * cell;
    }
  }
  return 1 - best / (predictions[1] ? 2 * Math.PI * Math.sqrt(determinant) : Math.sqrt(2 * Math.PI * a));
}

describe('strategy targeted', () => {
  it('asks what brute force finds to leave the least risk about the target', () => {
    fc.assert(
      fc.property(situations, (situation) => {
        const { model, belief, candidates, answers, targets } = settle(situation);
        const name = targets[situation.seed % targets.length]!;
        const target = valuesOf(model, name);
        const { item } = createStrategy({ model, seed: 1, target: name }, 'targeted').next(
          belief,
          candidates,
          answers,
        )!;
        const open = Array.from(candidates.items, itemIndex).filter((one) => candidates.isOpen(one));
        const risks = open.map((one) => bruteRisk(model, belief, one, target));
        expect(risks[open.indexOf(item)]!).toBeLessThan(Math.min(...risks) + 1e-3);
        const catalogue = new Catalogue(model, candidates.items);
        catalogue.moveTo(belief);
        const riskAt = targetRisks(catalogue, belief, target);
        for (const [n, one] of open.entries()) expect(Math.abs(riskAt(one) - risks[n]!)).toBeLessThan(1e-3);
      }),
      { numRuns: 25 },
    );
  });

  it('expects what comes true on average: the risk after simulated answers', () => {
    const model = randomJointModel({ items: 1, dimension: 2, shape: [2, 3], rows: 1, seed: 4, gap: 1.2 });
    const belief = startBelief(model, { ridge: 2 });
    const row = rowOf(model, itemIndex(0));
    const { means, spread } = belief.predict(row);
    const sd = Math.sqrt(model.noiseVariance * (1 + spread));
    // The answer's distribution is the mixture; a grid over it in place of chance.
    let expected = 0;
    const posterior = belief.posterior();
    const step = 0.001;
    for (let z = -8; z < 8; z += step) {
      for (const [t, share] of posterior.entries()) {
        const after = belief.after({ row, value: means[t]! + sd * z });
        const risk = 1 - Math.max(...marginal(model, after.posterior(), 'b'));
        expected += share * risk * step * Math.exp((-z * z) / 2);
      }
    }
    expected /= Math.sqrt(2 * Math.PI);
    const catalogue = new Catalogue(model, Uint32Array.from([0]));
    catalogue.moveTo(belief);
    expect(targetRisks(catalogue, belief, valuesOf(model, 'b'))(0)).toBeCloseTo(expected, 6);
  });

  it('with one attribute makes the choice of separation and envelope', () => {
    const single = fc.record({
      items: fc.integer({ min: 2, max: 20 }),
      types: fc.integer({ min: 2, max: 5 }),
      seed: fc.nat(),
      answers: fc.nat({ max: 8 }),
    });
    fc.assert(
      fc.property(single, ({ answers: count, ...spec }) => {
        const model = randomModel({ ...spec, dimension: 3 });
        const answers = randomAnswers(model, Math.min(count, spec.items - 1), spec.seed);
        let belief = startBelief(model);
        let candidates = Candidates.all(spec.items);
        for (const { item, answer } of answers) {
          belief = belief.afterAll(observe(model, item, answer));
          candidates = candidates.without(item);
        }
        const choice = (name?: string) => createStrategy({ model, seed: 1 }, name).next(belief, candidates, answers);
        expect(choice('targeted')).toEqual(choice());
        expect(createStrategy({ model, seed: 1, target: 'type' }, 'targeted').name).toBe('targeted');
      }),
      { numRuns: 60 },
    );
  });

  it('ignores what only tells the other attribute', () => {
    const model = randomJointModel({ items: 2, dimension: 1, shape: [2, 2], rows: 1, seed: 1 });
    // Item 0 tells a a little, item 1 tells b a lot.
    const biases = Float64Array.from([3, 3, 3.2, 3.2, 1, 5, 1, 5]);
    const told: FactorModel = { ...model, rows: { ...model.rows, biases } };
    const asked = (target: string) =>
      createStrategy({ model: told, seed: 1, target }, 'targeted').next(startBelief(told), Candidates.all(2), [])?.item;
    expect([asked('a'), asked('b')]).toEqual([0, 1]);
  });

  it('breaks ties by the lower index, leaves nothing open alone, and keeps no hidden state', () => {
    const model = randomJointModel({ items: 6, dimension: 2, shape: [2, 3], rows: 2, seed: 2 });
    const d = model.dimension;
    const same: FactorModel = {
      ...model,
      rows: {
        ...model.rows,
        profiles: model.rows.profiles.map((_, at) => model.rows.profiles[at % (2 * d)]!),
        biases: model.rows.biases.map((_, at) => model.rows.biases[at % 12]!),
      },
    };
    const strategy = createStrategy({ model: same, seed: 1, target: 'b' }, 'targeted');
    expect(strategy.next(startBelief(same), Candidates.of([5, 3, 4]), [])?.item).toBe(3);
    expect(strategy.next(startBelief(same), Candidates.of([]), [])).toBe(undefined);

    fc.assert(
      fc.property(situations, (situation) => {
        const { model: other, belief, candidates, answers, targets } = settle(situation);
        const create = () => createStrategy({ model: other, seed: 1, target: targets[0] }, 'targeted');
        const used = create();
        used.next(startBelief(other, { ridge: 2 }), Candidates.all(other.items.size), []);
        used.next(belief, candidates, answers);
        expect(used.next(belief, candidates, answers)).toEqual(create().next(belief, candidates, answers));
      }),
      { numRuns: 20 },
    );
  });

  it('refuses an attribute that the model does not infer, and wants to be told which of several', () => {
    const model = randomJointModel({ items: 2, dimension: 1, shape: [2, 2], rows: 1, seed: 1 });
    expect(failure(() => createStrategy({ model, seed: 1, target: 'income' }, 'targeted'))).toBe(
      'ATTRIBUTE_UNKNOWN: there is no attribute "income" in the model; there is "a", "b" -> name one of "a", "b"',
    );
    expect(failure(() => createStrategy({ model, seed: 1 }, 'targeted'))).toMatch(
      /^PARAMETER_OUT_OF_RANGE: target is not given; it must be the name of one of the attributes .*: a, b/,
    );
    const single = randomModel({ items: 2, dimension: 1, types: 2, seed: 1 });
    expect(failure(() => createStrategy({ model: single, seed: 1, target: 'age' }, 'targeted'))).toMatch(
      /^ATTRIBUTE_UNKNOWN/,
    );
  });
});

describe('separation of a target', () => {
  it('with one type a value is the pairwise separation', () => {
    fc.assert(
      fc.property(situations, (situation) => {
        const { model, belief, candidates } = settle(situation);
        const catalogue = new Catalogue(model, candidates.items);
        catalogue.moveTo(belief);
        const { noiseVariance } = model;
        const found = targetSeparation(catalogue, belief.logWeights, eachItsOwn(belief.types), noiseVariance);
        const expected = pairwiseSeparation(catalogue, belief.logWeights);
        for (let at = 0; at < candidates.items.length; at++) {
          expect(found(at)).toBeCloseTo(expected(at) / noiseVariance, 9);
        }
      }),
      { numRuns: 30 },
    );
  });

  it('counts what the other attribute blurs', () => {
    const model = randomJointModel({ items: 2, dimension: 1, shape: [2, 2], rows: 1, seed: 1 });
    // Both items tell a equally, but on the second b moves the rating as well.
    const biases = Float64Array.from([3, 3, 4, 4, 2, 4, 3, 5]);
    const blurred: FactorModel = {
      ...model,
      typePriors: Float64Array.from([0.25, 0.25, 0.25, 0.25]),
      noiseVariance: 0.5,
      rows: { ...model.rows, biases, profiles: new Float64Array(2) },
    };
    const belief = startBelief(blurred);
    const catalogue = new Catalogue(blurred, Uint32Array.from([0, 1]));
    catalogue.moveTo(belief);
    const separation = targetSeparation(catalogue, belief.logWeights, valuesOf(blurred, 'a'), 0.5);
    // Gap 1; variance 0.5, and 0.5 + 1.
    expect(separation(0)).toBeCloseTo(1 / 0.5, 12);
    expect(separation(1)).toBeCloseTo(1 / 1.5, 12);
  });
});
