/** Two questions ahead, and several at once, against trying everything. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { failure } from '../../../test/support/failure.ts';
import { modelFrom, randomAnswersAndSkips, randomChannelModel, randomModel } from '../../../test/support/models.ts';
import { createModel, type FactorModel } from '../../factorization/index.ts';
import { type Belief, type Observation, observe, rowOf, startBelief } from '../../inference/index.ts';
import { choleskyFactor, choleskySolve, derive } from '../../maths/index.ts';
import { type Answered, type ItemIndex, itemIndex } from '../../ratings/index.ts';
import { loadKernels } from '../../runtime/index.ts';
import { Candidates } from '../scan/candidates.ts';
import { chooseBatch } from './batch.ts';
import { lookAheadOver } from './lookAhead.ts';
import { createStrategy } from './registry.ts';

const spec = {
  items: fc.integer({ min: 2, max: 9 }),
  dimension: fc.integer({ min: 1, max: 4 }),
  seed: fc.nat(),
  answers: fc.nat({ max: 7 }),
  twoChannels: fc.boolean(),
};
const situations = fc.record({ ...spec, types: fc.integer({ min: 2, max: 4 }) });
const two = fc.record({ ...spec, types: fc.constant(2) });
type Situation = typeof situations extends fc.Arbitrary<infer S> ? S : never;

const RIDGE = 1.5;

function settle({ twoChannels, answers: count, ...shape }: Situation) {
  const model = (twoChannels ? randomChannelModel : randomModel)(shape);
  const answers = randomAnswersAndSkips(model, Math.min(count, shape.items - 1), shape.seed);
  let belief = startBelief(model, { ridge: RIDGE });
  let candidates = Candidates.all(shape.items);
  for (const { item, answer } of answers) {
    belief = belief.afterAll(observe(model, item, answer));
    candidates = candidates.without(item);
  }
  const open = Array.from(candidates.items, itemIndex).filter((item) => candidates.isOpen(item));
  return { model, belief, candidates, answers, open };
}

/** D_st^2 of a set of rows, directly: gap' (I + V V' / ridge)^-1 gap / s2. */
function separationOfRows(model: FactorModel, rows: readonly Observation['row'][], s = 0, t = 1): number {
  const size = rows.length;
  if (size === 0) return 0;
  const matrix = new Float64Array(size * size);
  for (const [a, one] of rows.entries()) {
    for (const [b, other] of rows.entries()) {
      let product = 0;
      for (let k = 0; k < model.dimension; k++) product += one.profile[k]! * other.profile[k]!;
      matrix[a * size + b] = product / RIDGE + (a === b ? 1 : 0);
    }
  }
  const gaps = Float64Array.from(rows, ({ biases }) => biases[t]! - biases[s]!);
  expect(choleskyFactor(matrix, size)).toEqual({ ok: true });
  const solved = choleskySolve(matrix, size, gaps.slice());
  return gaps.reduce((sum, gap, n) => sum + gap * solved[n]!, 0) / model.noiseVariance;
}

const rowsOf = (model: FactorModel, item: ItemIndex) =>
  model.rows.channels.map((_, channel) => rowOf(model, item, channel));

describe('looking two questions ahead, two types', () => {
  it('asks the better item of the pair that separates most of all pairs, by direct inversion', () => {
    fc.assert(
      fc.property(two, (situation) => {
        const { model, belief, candidates, answers, open } = settle(situation);
        const known = belief.observations().map(({ row }) => row);
        const reached = (...items: readonly ItemIndex[]) =>
          separationOfRows(model, [...known, ...items.flatMap((item) => rowsOf(model, item))]);
        const choice = lookAheadOver({ first: Number.POSITIVE_INFINITY })
          .create({ model, seed: 1 })
          .next(belief, candidates, answers)!.item;
        if (open.length === 1) {
          expect(choice).toBe(open[0]);
          return;
        }
        const pairs = open.flatMap((one, n) => open.slice(n + 1).map((other) => [one, other] as const));
        const best = Math.max(...pairs.map((pair) => reached(...pair)));
        const partners = pairs.filter((pair) => pair.includes(choice) && reached(...pair) > best * (1 - 1e-9));
        // It belongs to a best pair, and is the better one in it.
        expect(partners.length).toBeGreaterThan(0);
        const better = partners.some((pair) => pair.every((item) => reached(item) <= reached(choice) * (1 + 1e-9)));
        expect(better).toBe(true);
      }),
      { numRuns: 60 },
    );
  });

  it('sees that two answers cancel what drowns each of them', () => {
    // Items 1 and 2 share a large part of the profile and lean to different types: their difference tells the type.
    const model = modelFrom({
      profiles: [[0], [5], [5]],
      biases: [
        [3, 3.6],
        [3, 4],
        [3, 2],
      ],
      noiseVariance: 1,
      prior: [0.5, 0.5],
    });
    const [belief, candidates] = [startBelief(model, { ridge: 1 }), Candidates.all(3)];
    const [greedy, ahead] = ['separation', 'lookAhead'].map(
      (name) => createStrategy({ model, seed: 1 }, name).next(belief, candidates, [])!.item,
    );
    expect([greedy, ahead]).toEqual([0, 1]);
  });

  it('never separates less than greedy choice does', () => {
    fc.assert(
      fc.property(two, (situation) => {
        const { model, belief, candidates, answers, open } = settle(situation);
        fc.pre(open.length > 1);
        const known = belief.observations().map(({ row }) => row);
        const afterTwo = (first: ItemIndex) => {
          const rest = open.filter((item) => item !== first);
          return Math.max(
            ...rest.map((item) => separationOfRows(model, [...known, ...rowsOf(model, first), ...rowsOf(model, item)])),
          );
        };
        const [ahead, greedy] = ['lookAhead', 'separation'].map((name) =>
          afterTwo(createStrategy({ model, seed: 1 }, name).next(belief, candidates, answers)!.item),
        ) as [number, number];
        expect(ahead).toBeGreaterThan(greedy * (1 - 1e-9));
      }),
      { numRuns: 60 },
    );
  });
});

/** The risk left by the best second question, averaged over the answers to the first on a fine grid. One row an item. */
function literalRisk(model: FactorModel, belief: Belief, open: readonly ItemIndex[], first: ItemIndex): number {
  const row = rowOf(model, first);
  const { means, spread } = belief.predict(row);
  const sd = Math.sqrt(belief.parameters.noiseVariance * (1 + spread));
  const posterior = belief.posterior();
  const low = Math.min(...means) - 6 * sd;
  const step = (Math.max(...means) + 6 * sd - low) / 240;
  let risk = 0;
  for (let x = low + step / 2; x < low + 240 * step; x += step) {
    const density = posterior.reduce(
      (sum, p, t) => sum + (p / (sd * Math.sqrt(2 * Math.PI))) * Math.exp(-0.5 * ((x - means[t]!) / sd) ** 2),
      0,
    );
    const after = belief.after({ row, value: x });
    const seconds = open.filter((item) => item !== first).map((item) => riskByGrid(model, after, item));
    risk += step * density * Math.min(after.risk(), ...seconds);
  }
  return risk;
}

/** Expected risk after one question, on a grid: no envelope. */
function riskByGrid(model: FactorModel, belief: Belief, item: ItemIndex): number {
  const { means, spread } = belief.predict(rowOf(model, item));
  const sd = Math.sqrt(belief.parameters.noiseVariance * (1 + spread));
  const posterior = belief.posterior();
  const low = Math.min(...means) - 6 * sd;
  const step = (Math.max(...means) + 6 * sd - low) / 240;
  let right = 0;
  for (let x = low + step / 2; x < low + 240 * step; x += step) {
    let largest = 0;
    for (const [t, p] of posterior.entries()) {
      largest = Math.max(largest, p * Math.exp(-0.5 * ((x - means[t]!) / sd) ** 2));
    }
    right += (step * largest) / (sd * Math.sqrt(2 * Math.PI));
  }
  return 1 - right;
}

describe('looking two questions ahead, more types', () => {
  it('leaves the risk of trying all pairs of questions over all answers', () => {
    for (let seed = 0; seed < 10; seed++) {
      const situation = { items: 6, dimension: 2, types: 3, seed, answers: seed % 4, twoChannels: false };
      const { model, belief, candidates, answers, open } = settle(situation);
      const risks = new Map(open.map((item) => [item, literalRisk(model, belief, open, item)]));
      const smallest = Math.min(...risks.values());
      const choose = (options: Parameters<typeof lookAheadOver>[0]) =>
        lookAheadOver(options).create({ model, seed: 1 }).next(belief, candidates, answers)!.item;
      const all = { first: Number.POSITIVE_INFINITY, second: Number.POSITIVE_INFINITY, answers: 30 };
      // In parts of what two questions take off the risk.
      const gain = belief.risk() - smallest;
      expect(risks.get(choose(all))! - smallest).toBeLessThan(1e-3 * gain);
      expect(risks.get(choose({}))! - smallest).toBeLessThan(2e-2 * gain);
    }
  });

  it('with two rows, of which one says nothing, is that with one row', () => {
    for (let seed = 0; seed < 8; seed++) {
      const one = randomModel({ items: 7, dimension: 2, types: 3, seed });
      const doubled = (values: ArrayLike<number>, width: number, other: (at: number) => number) =>
        Float64Array.from({ length: 2 * values.length }, (_, at) => {
          const [row, within] = [Math.floor(at / width), at % width];
          return row % 2 === 0 ? values[(row / 2) * width + within]! : other(within);
        });
      const two = createModel({
        ...one,
        rows: {
          channels: ['rating', 'presence'],
          scales: doubled(one.rows.scales, 1, () => 1),
          profiles: doubled(one.rows.profiles, 2, () => 0),
          biases: doubled(one.rows.biases, 3, () => 0.4),
        },
      });
      const all = { first: Number.POSITIVE_INFINITY, second: Number.POSITIVE_INFINITY };
      const choose = (model: FactorModel) => {
        const belief = startBelief(model, { ridge: RIDGE }).after({ row: rowOf(model, itemIndex(6)), value: 3 });
        const candidates = Candidates.all(7).without(itemIndex(6));
        return lookAheadOver(all).create({ model, seed: 1 }).next(belief, candidates, [])!.item;
      };
      expect(choose(two)).toBe(choose(one));
    }
  });

  it('goes by separation where two answers cannot change the most likely type', () => {
    for (const twoChannels of [false, true]) {
      const { model, candidates } = settle({ items: 7, dimension: 2, types: 3, seed: 5, answers: 0, twoChannels });
      const row = { profile: [0, 0], biases: [0, 60, 60] };
      // So sure of type 0 that every expected risk is the present one, to the last digit.
      const belief = startBelief(model, { ridge: RIDGE }).after({ row, value: 0 });
      const all = lookAheadOver({ first: 7 }).create({ model, seed: 1 }).next(belief, candidates, [])!.item;
      const [logWeight0, logWeight1, logWeight2] = belief.logWeights as unknown as [number, number, number];
      const known = belief.observations().map((observation) => observation.row);
      const weights = [logWeight0 + logWeight1, logWeight0 + logWeight2].map((log) =>
        Math.exp(log - logWeight0 - logWeight1),
      );
      const joint = (one: number, other: number) =>
        [1, 2].reduce((sum, t) => {
          const rows = [...known, ...rowsOf(model, itemIndex(one)), ...rowsOf(model, itemIndex(other))];
          return sum + weights[t - 1]! * separationOfRows(model, rows, 0, t);
        }, 0);
      const reach = (one: number) =>
        Math.max(...[...Array(7).keys()].filter((other) => other !== one).map((other) => joint(one, other)));
      const best = Math.max(...[...Array(7).keys()].map(reach));
      expect(reach(all)).toBeGreaterThan(best * (1 - 1e-9));
    }
  });

  it('refuses options out of range', () => {
    expect(failure(() => lookAheadOver({ first: 0 }))).toMatch(/^PARAMETER_OUT_OF_RANGE: first is 0/);
    expect(failure(() => lookAheadOver({ second: 1.5 }))).toMatch(/^PARAMETER_OUT_OF_RANGE: second is 1.5/);
    expect(failure(() => lookAheadOver({ answers: 0 }))).toMatch(/^PARAMETER_OUT_OF_RANGE: answers is 0/);
  });
});

describe('a batch of questions', () => {
  it('for two types and two channels is what would be asked live, whatever the answers', () => {
    fc.assert(
      fc.property(two, fc.nat(), (situation, answerSeed) => {
        const { model, belief, candidates, open } = settle({ ...situation, twoChannels: true });
        const batch = chooseBatch(model, belief, candidates, open.length);
        const stream = derive(answerSeed, 'answers');
        const strategy = createStrategy({ model, seed: 1 }, 'separation');
        let at = belief;
        let left = candidates;
        const live: Answered[] = [];
        for (let choice = strategy.next(at, left, live); choice; choice = strategy.next(at, left, live)) {
          const answer = stream.uniform() < 0.5 ? 'skip' : 1 + stream.below(5);
          live.push({ item: choice.item, answer });
          at = at.afterAll(observe(model, choice.item, answer));
          left = left.without(choice.item);
        }
        expect(batch).toEqual(live.map(({ item }) => item));
        expect(chooseBatch(model, belief, candidates, 1)).toEqual(batch.slice(0, 1));
      }),
      { numRuns: 60 },
    );
  });

  it('adds the item that separates most given those before it, with the posterior frozen, by direct inversion', () => {
    fc.assert(
      fc.property(situations, (situation) => {
        const { model, belief, candidates, open } = settle(situation);
        const posterior = belief.posterior();
        fc.pre(posterior.every((p) => p > 1e-12));
        const batch = chooseBatch(model, belief, candidates, 4);
        expect(batch).toHaveLength(Math.min(4, open.length));
        const chosen = belief.observations().map(({ row }) => row);
        const left = new Set(open);
        const total = (rows: readonly Observation['row'][]) => {
          let sum = 0;
          for (let s = 0; s < posterior.length; s++) {
            for (let t = s + 1; t < posterior.length; t++) {
              sum += posterior[s]! * posterior[t]! * separationOfRows(model, rows, s, t);
            }
          }
          return sum;
        };
        for (const item of batch) {
          const before = total(chosen);
          const gains = new Map(
            [...left].map((other) => [other, total([...chosen, ...rowsOf(model, other)]) - before]),
          );
          expect(gains.get(item)!).toBeGreaterThan(Math.max(...gains.values()) - 1e-9 * Math.max(before, 1e-3));
          chosen.push(...rowsOf(model, item));
          left.delete(item);
        }
      }),
      { numRuns: 40 },
    );
  });

  it('is the same on the kernels', () => {
    const model = randomChannelModel({ items: 5500, dimension: 6, types: 2, seed: 3 });
    const [belief, candidates] = [startBelief(model), Candidates.all(5500)];
    const kernels = loadKernels('plain');
    expect(chooseBatch(model, belief, candidates, 30, { kernels })).toEqual(chooseBatch(model, belief, candidates, 30));
  });

  it('of no questions is refused', () => {
    const model = randomModel({ items: 3, dimension: 1, types: 2, seed: 1 });
    expect(failure(() => chooseBatch(model, startBelief(model), Candidates.all(3), 0))).toMatch(
      /^PARAMETER_OUT_OF_RANGE: count is 0/,
    );
  });
});
