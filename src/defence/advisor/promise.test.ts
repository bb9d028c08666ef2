/** Whoever follows the advice stays within the budget, unless told beforehand that nothing keeps it. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { modelFrom, randomChannelModel, randomModel } from '../../../test/support/models.ts';
import { createModel, type FactorModel } from '../../factorization/index.ts';
import { observe, startBelief } from '../../inference/index.ts';
import { itemIndex } from '../../ratings/index.ts';
import { advise } from './advise.ts';
import { Advisor } from './advisor.ts';
import { budgetUsed, oddsMoved } from './budget.ts';
import { measurePromise } from './promise.ts';

const logs = (shares: readonly number[]) => Float64Array.from(shares, Math.log);

describe('the share of a budget that is used', () => {
  it('of two equally likely values is the bits known, as a share', () => {
    const p = 0.79;
    const bits = 1 + p * Math.log2(p) + (1 - p) * Math.log2(1 - p);
    expect(budgetUsed(logs([p, 1 - p]), logs([0.5, 0.5]), 0.25)).toBeCloseTo(bits / 0.25, 12);
    expect(oddsMoved(logs([p, 1 - p]), logs([0.5, 0.5]))).toBeCloseTo(bits, 12);
    expect(oddsMoved(Float64Array.of(0, -800), logs([0.5, 0.5]))).toBeCloseTo(1, 12);
    expect(budgetUsed(logs([0.2, 0.3, 0.5]), logs([0.2, 0.3, 0.5]), 0.1)).toBeLessThan(1e-12);
  });

  it('protects the majority too: bits alone would let it become certain', () => {
    const [sure, prior] = [logs([0.999, 0.001]), logs([0.9, 0.1])];
    // All that can become known about the nine in ten is log2(10 / 9) = 0.152 bits.
    expect(budgetUsed(sure, prior, 0.25)).toBeGreaterThan(3);
    // As the same odds do for the rare: a factor of 3.76 is what 0.25 bits allow between two equally likely values.
    const factor = 3.76;
    const shifted = (share: number) => (factor * share) / (factor * share + 1 - share);
    for (const share of [0.01, 0.1, 0.5, 0.9, 0.99]) {
      expect(oddsMoved(logs([shifted(share), 1 - shifted(share)]), logs([share, 1 - share]))).toBeCloseTo(0.2587, 3);
    }
  });
});

const skewed = (model: FactorModel, first: number) => {
  const others = model.typeLabels.length - 1;
  return createModel({
    ...model,
    typePriors: Float64Array.from(model.typePriors, (_, t) => (t ? (1 - first) / others : first)),
  });
};
/** Weights that rise and fall, as noisy fits do, with offsets. */
const jagged = (model: FactorModel) =>
  createModel({
    ...model,
    calibration: {
      points: [1, 2, 3, 4, 5, 6, 7, 8].map((questions) => ({
        questions,
        slope: questions % 2 ? 0.3 : 1.1,
        offsets: model.typePriors.length === 2 ? [0.05, -0.05] : Array.from(model.typePriors, (_, t) => 0.03 * (t - 1)),
      })),
    },
  });
const spec = { items: 16, dimension: 2, seed: 5 };
const MODELS: readonly (readonly [string, FactorModel])[] = [
  ['two types', randomModel({ ...spec, types: 2 })],
  ['two types, calibrated', jagged(randomModel({ ...spec, types: 2 }))],
  ['nine in ten of one type', skewed(randomModel({ ...spec, types: 2 }), 0.9)],
  ['five types', randomModel({ ...spec, types: 5 })],
  ['five types, one frequent, calibrated', jagged(skewed(randomModel({ ...spec, types: 5 }), 0.8))],
  ['two channels', randomChannelModel({ ...spec, types: 2 })],
  ['two channels, calibrated', jagged(randomChannelModel({ ...spec, types: 2 }))],
  ['two channels, nine in ten of one type', skewed(randomChannelModel({ ...spec, types: 2 }), 0.9)],
  ['two channels, four types, calibrated', jagged(randomChannelModel({ ...spec, types: 4 }))],
];

describe('following the advice', () => {
  it.each(MODELS)('keeps the budget for every group: %s', (_, model) => {
    for (const budget of [0.02, 0.25]) {
      const rows = measurePromise(model, { budget, interviews: 24, questions: 8, seed: 3 });
      expect(rows.map(({ group }) => group)).toEqual(model.typeLabels);
      for (const { broken, warned, endedAbove, mostUsed } of rows) {
        expect(broken).toBe(0);
        // Who was not told beforehand did not end above it.
        expect(endedAbove).toBeLessThanOrEqual(warned);
        if (warned === 0) expect(mostUsed).toBeLessThanOrEqual(1);
        // A question of a model of ratings can always be passed over.
        if (model.rows.channels[0] === 'rating') expect(warned).toBe(0);
      }
    }
  });

  it('still lets people answer what tells little', () => {
    for (const { answered } of measurePromise(MODELS[0]![1], { budget: 0.25, interviews: 24, questions: 8, seed: 3 })) {
      expect(answered).toBeGreaterThan(0.2);
    }
  });

  it('reckons with later questions that make what was said count more, where none can be passed over', () => {
    const plain = randomChannelModel({ ...spec, types: 2 });
    const points = [1, 2].map((questions) => ({ questions, slope: questions === 1 ? 0.1 : 3, offsets: [0, 0] }));
    const model = createModel({ ...plain, calibration: { points } });
    const watched = [{ model, belief: startBelief(model) }];
    const alone = createModel({ ...plain, calibration: { points: points.slice(0, 1) } });
    const budget = 0.01;
    const actions = Array.from({ length: spec.items }, (_, item) => [
      advise([{ model: alone, belief: startBelief(alone) }], `i${item}`, { budget }).action,
      advise(watched, `i${item}`, { budget }).action,
    ]);
    expect(actions.filter(([now]) => now === 'answer').length).toBeGreaterThan(spec.items / 2);
    expect(actions.filter(([, later]) => later === 'answer').length).toBeLessThan(spec.items / 2);
  });

  it('says when the prior alone tells more than the budget', () => {
    const model = skewed(randomModel({ ...spec, types: 2 }), 0.9);
    const [attribute] = Advisor.start([{ model }]).advise('i0', { budget: 0.25 }).attributes;
    expect(attribute!.beforehand).toBeCloseTo(1 - 0.4689955935892812, 10);
    expect(attribute!.guess).toEqual({ value: 'type 0', probability: expect.closeTo(0.9, 12) });
    expect(attribute!.used).toBeLessThan(1e-12);
  });

  it('takes back what known answers gave away beyond the budget, and says that it is spent', () => {
    const model = modelFrom({
      profiles: [[0], [0], [0]],
      biases: [
        [1.5, 4.5],
        [1.5, 4.5],
        [2.9, 3.1],
      ],
      noiseVariance: 1,
      prior: [0.5, 0.5],
    });
    const belief = startBelief(model).afterAll(observe(model, itemIndex(0), 5));
    const undoing = advise([{ model, belief }], 'i1', { budget: 0.1 });
    expect(undoing).toMatchObject({ action: 'distort', say: 1, keeps: true });
    expect(undoing.attributes[0]!.used).toBeGreaterThan(9);
    // The last item cannot undo that much.
    expect(advise([{ model, belief }], 'i2', { budget: 0.1 })).toMatchObject({ say: 1, keeps: false });
  });

  it('holds for any honest answers, not only for those that are simulated', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 1e6 }),
        fc.integer({ min: 2, max: 4 }),
        fc.boolean(),
        fc.array(fc.constantFrom('skip' as const, 1, 2, 3, 4, 5), { minLength: 6, maxLength: 6 }),
        (seed, types, ofChannels, honest) => {
          const made = { items: 6, dimension: 2, types, seed };
          const model = ofChannels ? randomChannelModel(made) : randomModel(made);
          const budget = 0.01 + (seed % 10) / 20;
          let advisor = Advisor.start([{ model }]);
          for (const [item, answer] of honest.entries()) {
            const advice = advisor.advise(`i${item}`, { budget });
            advisor = advisor.after(`i${item}`, advice.say ?? answer);
            const [{ now, prior }] = advisor.known() as [ReturnType<Advisor['known']>[number]];
            if (advice.keeps) expect(budgetUsed(now, prior, budget)).toBeLessThanOrEqual(1);
          }
        },
      ),
      { numRuns: 60 },
    );
  });
});
