/** The claims about choosing in models of two channels, on random models, with skips among the answers. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { failure } from '../../../test/support/failure.ts';
import { randomAnswersAndSkips, randomChannelModel, randomModel } from '../../../test/support/models.ts';
import { createModel, type FactorModel } from '../../factorization/index.ts';
import { type Belief, observe, rowOf, startBelief } from '../../inference/index.ts';
import { choleskyFactor, choleskySolve, derive } from '../../maths/index.ts';
import { type Answer, type ItemIndex, itemIndex } from '../../ratings/index.ts';
import { loadKernels } from '../../runtime/index.ts';
import { expectedRisks, rankByRisk } from '../risk/riskRanking.ts';
import { separationFrom } from '../risk/separationBetween.ts';
import { Candidates } from '../scan/candidates.ts';
import { Catalogue } from '../scan/catalogue.ts';
import { GapScan } from '../scan/gapScan.ts';
import { createStrategy } from './registry.ts';

const situations = fc.record({
  items: fc.integer({ min: 2, max: 25 }),
  dimension: fc.integer({ min: 1, max: 6 }),
  types: fc.integer({ min: 2, max: 6 }),
  seed: fc.nat(),
  answers: fc.nat({ max: 24 }),
  ridge: fc.double({ min: 0.3, max: 30, noNaN: true }),
});
type Situation = typeof situations extends fc.Arbitrary<infer S> ? S : never;
const two = situations.map((situation) => ({ ...situation, types: 2 }));

/** The same questions, answered in one of several ways. */
function settle({ answers: count, ridge, ...spec }: Situation, answerSeed = spec.seed) {
  const model = randomChannelModel(spec);
  const stream = derive(answerSeed, 'answers');
  const answers = randomAnswersAndSkips(model, Math.min(count, spec.items - 1), spec.seed).map(({ item }) => {
    const answer: Answer = stream.uniform() < 0.4 ? 'skip' : 1 + stream.below(5);
    return { item, answer };
  });
  let belief = startBelief(model, { ridge });
  let candidates = Candidates.all(spec.items);
  for (const { item, answer } of answers) {
    belief = belief.afterAll(observe(model, item, answer));
    candidates = candidates.without(item);
  }
  const open = Array.from(candidates.items, itemIndex).filter((item) => candidates.isOpen(item));
  return { model, belief, candidates, answers, open, ridge };
}

/** D^2 of a set of items between two types, directly: gap' (I + V V' / ridge)^-1 gap / s2 over all their rows. */
function separationOfSet(model: FactorModel, items: readonly ItemIndex[], ridge: number): number {
  const rows = items.flatMap((item) => model.rows.channels.map((_, channel) => rowOf(model, item, channel)));
  const size = rows.length;
  const matrix = new Float64Array(size * size);
  for (const [a, one] of rows.entries()) {
    for (const [b, other] of rows.entries()) {
      let product = a === b ? ridge : 0;
      for (let k = 0; k < model.dimension; k++) product += one.profile[k]! * other.profile[k]!;
      matrix[a * size + b] = product / ridge;
    }
  }
  const gaps = Float64Array.from(rows, ({ biases }) => biases[1]! - biases[0]!);
  expect(choleskyFactor(matrix, size)).toEqual({ ok: true });
  const solved = choleskySolve(matrix, size, gaps.slice());
  return gaps.reduce((sum, gap, n) => sum + gap * solved[n]!, 0) / model.noiseVariance;
}

describe('the catalogue of items with two rows', () => {
  it('kept in step with the belief equals predicting each row anew, the cross term among it', () => {
    fc.assert(
      fc.property(situations, (situation) => {
        const { model, belief, candidates } = settle(situation);
        const catalogue = new Catalogue(model, candidates.items);
        const chain: Belief[] = [];
        for (let at: Belief | undefined = belief; at; at = at.previous) chain.unshift(at);
        // Through every belief on the way, half answers among them, then back to the start and straight to the end.
        for (const at of [...chain, chain[0]!, belief]) {
          catalogue.moveTo(at);
          for (const [position, item] of candidates.items.entries()) {
            const [a, b] = [0, 1].map((channel) => rowOf(model, itemIndex(item), channel));
            for (const [channel, row] of [a!, b!].entries()) {
              const { means, spread } = at.predict(row);
              const { spreads, means: kept } = catalogue.rows[channel]!;
              expect(Math.abs(spreads[position]! - spread)).toBeLessThan(1e-9 * Math.max(1, spread));
              for (const [t, mean] of means.entries()) expect(kept[t]![position]).toBeCloseTo(mean, 8);
            }
            let cross = 0;
            for (let k = 0; k < model.dimension; k++) {
              for (let l = 0; l < model.dimension; l++) {
                cross += a!.profile[k]! * at.covariance[k * model.dimension + l]! * b!.profile[l]!;
              }
            }
            expect(catalogue.crosses[position]).toBeCloseTo(cross, 9);
          }
        }
      }),
      { numRuns: 25 },
    );
  });

  it('starts a look ahead from where another one is', () => {
    const { model, belief, candidates } = settle({ items: 9, dimension: 3, types: 3, seed: 4, answers: 5, ridge: 2 });
    const [first, second, direct] = [0, 1, 2].map(() => new Catalogue(model, candidates.items)) as Catalogue[];
    first!.moveTo(belief);
    second!.startFrom(first!);
    const after = belief.afterAll(observe(model, candidates.itemAt(0), 4));
    second!.moveTo(after);
    direct!.moveTo(after);
    expect(second!.rows).toEqual(direct!.rows);
    expect(second!.crosses).toEqual(direct!.crosses);
    first!.moveTo(belief);
    expect(first!.rows).not.toEqual(direct!.rows);
  });
});

describe('separation with two rows per item', () => {
  it('is what the item adds to the separation of all that was observed, by direct inversion', () => {
    fc.assert(
      fc.property(two, (situation) => {
        const { model, belief, answers, open, ridge } = settle(situation);
        const asked = answers.map(({ item }) => item);
        const before = separationOfSet(model, asked, ridge);
        for (const item of open) {
          const gain = separationOfSet(model, [...asked, item], ridge) - before;
          const separation = separationFrom(belief, model, item) / model.noiseVariance;
          expect(Math.abs(separation - gain)).toBeLessThan(1e-9 * Math.max(1, before));
        }
      }),
      { numRuns: 50 },
    );
  });

  it('chooses the item that adds most, which has the smallest expected risk', () => {
    fc.assert(
      fc.property(two, (situation) => {
        const { model, belief, candidates, answers, open, ridge } = settle(situation);
        const { item } = createStrategy({ model, seed: 1 }, 'separation').next(belief, candidates, answers)!;
        const asked = answers.map((answered) => answered.item);
        const reached = open.map((other) => separationOfSet(model, [...asked, other], ridge));
        expect(reached[open.indexOf(item)]!).toBeGreaterThan(Math.max(...reached) * (1 - 1e-9));
        const catalogue = new Catalogue(model, candidates.items);
        catalogue.moveTo(belief);
        const riskAt = expectedRisks(catalogue, belief);
        const smallest = Math.min(...open.map((other) => riskAt(other)));
        expect(riskAt(item) - smallest).toBeLessThan(1e-12);
      }),
      { numRuns: 50 },
    );
  });

  it('does not depend on the answers, not even on whether they were skips', () => {
    fc.assert(
      fc.property(two, fc.nat(), (situation, otherAnswers) => {
        const [first, second] = [settle(situation), settle(situation, otherAnswers)];
        const choose = ({ model, belief, candidates, answers }: typeof first) =>
          createStrategy({ model, seed: 1 }, 'separation').next(belief, candidates, answers)!.item;
        expect(choose(second)).toBe(choose(first));
      }),
    );
  });

  it('is also the choice by expected risk, also where all risks are equal', () => {
    fc.assert(
      fc.property(two, (situation) => {
        const { model, belief, candidates, answers } = settle(situation);
        const [exact, byRisk] = ['separation', 'envelope'].map(
          (name) => createStrategy({ model, seed: 1 }, name).next(belief, candidates, answers)!.item,
        );
        const reached = separationFrom(belief, model, byRisk!);
        expect(reached / separationFrom(belief, model, exact!)).toBeGreaterThan(1 - 1e-9);
      }),
    );
  });
});

describe('the choice among more than two types with two rows per item', () => {
  /** Like trained models: one type is likelier than the others, and single items say little. */
  const weak = (model: FactorModel): FactorModel => {
    const types = model.typeLabels.length;
    const biases = model.rows.biases.map((bias, at, all) => {
      const row = Array.from(all.subarray(at - (at % types), at - (at % types) + types));
      return row.reduce((sum, other) => sum + other, 0) / types + 0.4 * (bias - row[0]!);
    });
    const typePriors = Float64Array.from({ length: types }, (_, t) => (t === 1 ? 0.4 : 0.6 / (types - 1)));
    return createModel({ ...model, rows: { ...model.rows, biases }, typePriors });
  };

  it('by a shortlist is that of scoring every item, even by one of four', () => {
    let same = 0;
    let runs = 0;
    fc.assert(
      fc.property(fc.nat(), fc.integer({ min: 3, max: 6 }), fc.integer({ min: 0, max: 15 }), (seed, types, count) => {
        const items = 150;
        const model = weak(randomChannelModel({ items, dimension: 4, types, seed }));
        let belief = startBelief(model, { ridge: 1 });
        let candidates = Candidates.all(items);
        for (const { item, answer } of randomAnswersAndSkips(model, count, seed)) {
          belief = belief.afterAll(observe(model, item, answer));
          candidates = candidates.without(item);
        }
        const catalogue = new Catalogue(model, candidates.items);
        catalogue.moveTo(belief);
        const [short] = rankByRisk(catalogue, belief, candidates, 1, 4);
        const [full] = rankByRisk(catalogue, belief, candidates, 1, items);
        runs++;
        if (short!.position === full!.position) same++;
        // In parts of what one question takes off the risk.
        expect(short!.risk - full!.risk).toBeLessThanOrEqual(0.05 * (belief.risk() - full!.risk) + 1e-12);
      }),
      { numRuns: 60 },
    );
    expect(same / runs).toBeGreaterThan(0.95);
  });

  it('has the smallest expected risk of all', () => {
    fc.assert(
      fc.property(situations, (situation) => {
        const { model, belief, candidates, answers, open } = settle(situation);
        const { item } = createStrategy({ model, seed: 1 }, 'envelope').next(belief, candidates, answers)!;
        const catalogue = new Catalogue(model, candidates.items);
        catalogue.moveTo(belief);
        const riskAt = expectedRisks(catalogue, belief);
        expect(riskAt(item) - Math.min(...open.map((other) => riskAt(other)))).toBeLessThan(1e-11);
      }),
      { numRuns: 50 },
    );
  });
});

describe('the single-precision scan of two rows', () => {
  const kernels = loadKernels('plain');

  /** Asks `count` questions and answers them, skipping every third. */
  const interview = (model: FactorModel, count: number, tools: { kernels?: typeof kernels } = {}) => {
    const strategy = createStrategy({ model, seed: 1, ...tools }, 'separation');
    let belief = startBelief(model, { ridge: 2 });
    let candidates = Candidates.all(model.items.size);
    const asked: number[] = [];
    const ask = () => {
      const { item } = strategy.next(belief, candidates, [])!;
      asked.push(item);
      candidates = candidates.without(item);
      belief = belief.afterAll(observe(model, item, asked.length % 3 === 0 ? 'skip' : 1 + (asked.length % 5)));
    };
    for (let n = 0; n < count; n++) ask();
    return { asked, ask };
  };

  it('asks the same 60 questions of 6,001 items as double precision does', () => {
    const model = randomChannelModel({ items: 6001, dimension: 7, types: 2, seed: 17 });
    expect(interview(model, 60, { kernels }).asked).toEqual(interview(model, 60).asked);
  });

  it('has the separations of the belief, to single precision', () => {
    const model = randomChannelModel({ items: 50, dimension: 5, types: 2, seed: 5 });
    const answers = randomAnswersAndSkips(model, 9, 1);
    const candidates = Candidates.all(50);
    const scan = new GapScan(model, candidates.items, kernels);
    let belief = startBelief(model);
    scan.shortlist(belief, candidates);
    for (const { item, answer } of answers) {
      // One observation, then the other: a pass may have one step or two.
      for (const observation of observe(model, item, answer)) belief = belief.after(observation);
      scan.shortlist(belief.previous!, candidates);
      const shortlist = scan.shortlist(belief, candidates)!;
      const separations = Array.from({ length: 50 }, (_, other) => separationFrom(belief, model, itemIndex(other)));
      for (const [other, separation] of separations.entries()) {
        expect(Math.abs(scan.squaredSeparationAt(other) - separation)).toBeLessThan(1e-5 * Math.max(...separations));
      }
      expect(shortlist).toContain(separations.indexOf(Math.max(...separations)));
    }
  });

  it('leaves the choice to double precision when too many items are too close', () => {
    const model = randomChannelModel({ items: 6000, dimension: 2, types: 2, seed: 1 });
    const rows = { ...model.rows, profiles: model.rows.profiles.map(() => 0.1) };
    const same = { ...model, rows: { ...rows, biases: rows.biases.map((_, at) => at % 2) } };
    const scan = new GapScan(same, Candidates.all(6000).items, kernels);
    expect(scan.shortlist(startBelief(same), Candidates.all(6000))).toBeUndefined();
    const strategy = createStrategy({ model: same, seed: 1, kernels }, 'separation');
    expect(strategy.next(startBelief(same), Candidates.of([...Array(6000).keys()].slice(7)), [])?.item).toBe(7);
  });

  it.each([
    ['one row', randomModel],
    ['two rows', randomChannelModel],
  ])('interviews that take turns over one layout do not disturb each other: %s', (_, make) => {
    const model = make({ items: 5003, dimension: 4, types: 2, seed: 8 });
    // More interviews than have arrays of their own at the same time.
    const crowd = Array.from({ length: 6 }, () => interview(model, 0, { kernels }));
    for (let n = 0; n < 5; n++) for (const { ask } of crowd) ask();
    const alone = interview(model, 5).asked;
    for (const { asked } of crowd) expect(asked).toEqual(alone);
  });
});

describe('models of other rows', () => {
  const base = randomChannelModel({ items: 5, dimension: 2, types: 2, seed: 3 });

  it('three rows per item are refused where answers are predicted, and fine for a fixed order', () => {
    const three = createModel({
      ...base,
      rows: {
        channels: ['rating', 'presence', 'centredRating'],
        scales: new Float64Array(15).fill(1),
        profiles: new Float64Array(30).fill(0.1),
        biases: Float64Array.from({ length: 30 }, (_, n) => n % 7),
      },
    });
    for (const name of ['separation', 'envelope', 'lookAhead']) {
      expect(failure(() => createStrategy({ model: three, seed: 1 }, name))).toMatch(
        /^STRATEGY_UNSUITABLE: .* one or two observation rows per item; this one has 3 -> /,
      );
    }
    expect(
      createStrategy({ model: three, seed: 1 }, 'maxGap').next(startBelief(three), Candidates.all(5), []),
    ).toBeDefined();
  });

  it('a row that a skip leaves unobserved stays in step', () => {
    const model = createModel({ ...base, rows: { ...base.rows, channels: ['rating', 'presence'] } });
    const candidates = Candidates.all(5);
    const catalogue = new Catalogue(model, candidates.items);
    let belief = startBelief(model);
    for (const [item, answer] of [
      [1, 'skip'],
      [3, 4],
      [0, 'skip'],
    ] as const) {
      belief = belief.afterAll(observe(model, itemIndex(item), answer));
      catalogue.moveTo(belief);
    }
    expect(belief.count).toBe(4);
    const best = candidates.argmax((at) => separationFrom(belief, model, itemIndex(at)));
    expect(createStrategy({ model, seed: 1 }, 'separation').next(belief, candidates, [])!.item).toBe(best);
  });
});
