import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { failure } from '../../../test/support/failure.ts';
import { modelFrom, randomAnswersAndSkips, randomChannelModel, randomModel } from '../../../test/support/models.ts';
import { createModel, type FactorModel } from '../../factorization/index.ts';
import { observe, rowOf, startBelief } from '../../inference/index.ts';
import { Interview } from '../../interview/index.ts';
import { type Answer, itemIndex } from '../../ratings/index.ts';
import { fixedList } from '../../selection/index.ts';
import { advise } from './advise.ts';
import { Advisor } from './advisor.ts';
import { addingUp, bitsBetween, priorMarginals, statedMarginals } from './bits.ts';
import { gainOf, popularityOf, weightedCatalogue } from './gain.ts';
import { ledgerOf } from './ledger.ts';
import { answersIn } from './transcriptAnswers.ts';

const beliefAfter = (model: FactorModel, answers: readonly { item: number; answer: Answer }[]) =>
  answers.reduce(
    (belief, { item, answer }) => belief.afterAll(observe(model, itemIndex(item), answer)),
    startBelief(model),
  );

describe('the gain of an answer', () => {
  it('is the drop in predicted uncertainty, summed over all items one by one', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 1e6 }), fc.boolean(), (seed, channels) => {
        const spec = { items: 9, dimension: 3, types: 2, seed };
        const model = channels ? randomChannelModel(spec) : randomModel(spec);
        const belief = beliefAfter(model, randomAnswersAndSkips(model, 3, seed));
        const item = itemIndex(8);
        const weights = Float64Array.from({ length: 9 }, (_, at) => 1 + ((at * 7 + seed) % 5));
        const total = weights.reduce((sum, weight) => sum + weight, 0);
        const channel = channels ? 1 : 0;
        const uncertainty = (at: typeof belief) =>
          weights.reduce((sum, weight, other) => {
            const { spread } = at.predict(rowOf(model, itemIndex(other), channel));
            const scale = model.rows.scales[other * model.rows.channels.length + channel]!;
            return sum + ((weight / total) * model.noiseVariance * spread) / scale ** 2;
          }, 0);
        const before = uncertainty(belief);
        const after = uncertainty(belief.afterAll(observe(model, item, 4)));
        const { drop, share } = gainOf(weightedCatalogue(model, weights), belief, item);
        expect(drop / (before - after)).toBeCloseTo(1, 8);
        expect(share).toBeCloseTo((before - after) / before, 10);
      }),
      { numRuns: 25 },
    );
  });

  it('weighs by popularity unless told otherwise, and refuses weights that are none', () => {
    const model = randomModel({ items: 4, dimension: 2, types: 2, seed: 1 });
    const counts = Uint32Array.of(5, 1, 0, 0, 2, 2, 7, 1);
    const counted = createModel({ ...model, itemStatistics: { ...model.itemStatistics, countsByType: counts } });
    expect(Array.from(popularityOf(counted))).toEqual([6, 0, 4, 8]);
    expect(weightedCatalogue(counted).gram).toEqual(weightedCatalogue(counted, [6, 0, 4, 8]).gram);
    expect(failure(() => weightedCatalogue(model, [1, 2]))).toMatch(/PARAMETER_OUT_OF_RANGE: weights is 2 numbers/);
    expect(failure(() => weightedCatalogue(model, [1, 2, -1, 1]))).toMatch(/PARAMETER_OUT_OF_RANGE: weights is -1/);
    expect(failure(() => weightedCatalogue(model, [0, 0, 0, 0]))).toMatch(/PARAMETER_OUT_OF_RANGE: weights is all 0/);
  });
});

/** Item 0 tells much, item 1 a little, item 2 nothing. */
const ratings = modelFrom({
  profiles: [[0.3], [0.3], [0.3]],
  biases: [
    [1.5, 4.5],
    [2.9, 3.1],
    [3, 3],
  ],
  noiseVariance: 1,
  prior: [0.5, 0.5],
});

/** The same with skips that tell: one type has seen the items far more often. */
const channels = createModel({
  ...ratings,
  rows: {
    channels: ['presence', 'centredRating'],
    scales: Float64Array.from({ length: 6 }, () => 2),
    profiles: Float64Array.from({ length: 6 }, () => 0.1),
    biases: Float64Array.of(0.1, 1.9, -0.4, 0.4, 0.9, 1.1, 0, 0, 1, 1, 0, 0),
  },
  profileVariance: 1,
});

describe('advice', () => {
  const fresh = (model: FactorModel) => [{ model, belief: startBelief(model) }];
  const knownAfter = (model: FactorModel, item: number, answer: Answer) =>
    bitsBetween(
      statedMarginals(model, startBelief(model).afterAll(observe(model, itemIndex(item), answer)))[0]!,
      priorMarginals(model, startBelief(model))[0]!,
    );

  it('is to answer within the budget, and to be silent where that tells nothing', () => {
    const cheap = advise(fresh(ratings), 'i1', { budget: 0.1 });
    expect(cheap).toMatchObject({ action: 'answer', attributes: [{ attribute: 'type', known: 0, budget: 0.1 }] });
    expect(cheap.say).toBeUndefined();
    // At most: what the most telling answer gives away, not what answers give away on average.
    const after = [1, 2, 3, 4, 5].map((rating) => knownAfter(ratings, 1, rating));
    expect(cheap.attributes[0]!.knownAfter).toBeCloseTo(Math.max(...after), 12);
    expect(cheap.attributes[0]!.knownAfter).toBeGreaterThan(2 * cheap.attributes[0]!.cost);
    expect(cheap.attributes[0]!.usedAfter).toBeCloseTo(Math.max(...after) / 0.1, 10);
    // On average it would fit into this budget; some answers do not.
    const [most, cost] = [Math.max(...after), cheap.attributes[0]!.cost];
    expect(advise(fresh(ratings), 'i1', { budget: most * 1.001 }).action).toBe('answer');
    expect(advise(fresh(ratings), 'i1', { budget: most * 0.999 }).action).toBe('skip');
    expect(cost).toBeLessThan(most * 0.5);
    const dear = advise(fresh(ratings), 'i0', { budget: 0.1 });
    expect(dear).toMatchObject({ action: 'skip', say: 'skip', because: 'budget', attributes: [{ knownAfter: 0 }] });
    expect(dear.attributes[0]!.cost).toBeGreaterThan(0.3);
    expect(advise(fresh(ratings), 'i0', { budget: 1 }).action).toBe('answer');
  });

  it('is to say what tells least where a skip tells too much, or may not be', () => {
    const leftBy = (answer: Answer) => knownAfter(channels, 0, answer);
    const answers: Answer[] = ['skip', 1, 2, 3, 4, 5];
    const least = Math.min(...answers.map(leftBy));
    const advice = advise(fresh(channels), 'i0', { budget: 0.05 });
    expect(leftBy('skip')).toBeGreaterThan(0.05);
    expect(leftBy('skip')).toBeGreaterThan(least);
    expect(advice).toMatchObject({ action: 'distort', because: 'budget', keeps: least <= 0.05 });
    expect(leftBy(advice.say!)).toBe(least);
    expect(advice.attributes[0]!.knownAfter).toBe(least);
    // Where nothing keeps the budget it says so, before the question is answered.
    expect(advise(fresh(channels), 'i0', { budget: least * 1.01 }).keeps).toBe(true);
    expect(advise(fresh(channels), 'i0', { budget: least * 0.99 })).toMatchObject({ keeps: false, say: advice.say });

    const forced = advise(fresh(ratings), 'i0', { budget: 0.1, maySkip: false });
    expect(forced).toMatchObject({ action: 'distort', say: 3, attributes: [{ attribute: 'type' }] });
    expect(forced.attributes[0]!.knownAfter).toBeLessThan(1e-12);
  });

  it('does not depend on the true answer, unless that is given', () => {
    const watched = fresh(ratings);
    expect(advise(watched, 'i0', { budget: 0.2, truth: 3 })).toMatchObject({ action: 'answer', say: 3 });
    expect(advise(watched, 'i0', { budget: 0.2, truth: 5 })).toMatchObject({ action: 'skip', because: 'budget' });
    expect(advise(watched, 'i0', { budget: 0.2 })).toMatchObject({ action: 'skip' });
  });

  it('is not to answer what buys nothing', () => {
    const useless = modelFrom({
      profiles: [[1], [0]],
      biases: [
        [3, 3.2],
        [3, 3.2],
      ],
      noiseVariance: 1,
      prior: [0.5, 0.5],
    });
    const recommender = { catalogue: weightedCatalogue(useless), belief: startBelief(useless) };
    const options = { budget: 0.5 };
    expect(advise(fresh(useless), 'i1', options, recommender)).toMatchObject({
      action: 'skip',
      because: 'gain',
      gain: { drop: 0, share: 0 },
    });
    expect(advise(fresh(useless), 'i0', options, recommender).action).toBe('answer');
    const { share } = gainOf(recommender.catalogue, recommender.belief, itemIndex(0));
    expect(advise(fresh(useless), 'i0', { ...options, leastGain: share * 1.01 }, recommender).action).toBe('skip');
  });

  it('keeps to every budget of several models, and names what it does not know', () => {
    const other = createModel({
      ...ratings,
      attribute: 'other',
      rows: { ...ratings.rows, biases: Float64Array.of(3, 3, 1, 5, 3, 3) },
    });
    const watched = [...fresh(ratings), ...fresh(other)];
    const costs = (id: string) => advise(watched, id, { budget: 5 }).attributes.map(({ cost }) => cost);
    expect(costs('i0')[0]! > 0.3 && costs('i0')[1]! < 1e-9).toBe(true);
    expect(costs('i1')[0]! < 0.02 && costs('i1')[1]! > 0.3).toBe(true);
    expect(advise(watched, 'i1', { budget: { type: 0.1, other: 1 } }).action).toBe('answer');
    expect(advise(watched, 'i1', { budget: { type: 0.9, other: 0.1 } }).action).toBe('skip');
    expect(failure(() => advise(watched, 'i1', { budget: { type: 0.1 } }))).toMatch(/^ATTRIBUTE_UNKNOWN: .*"other"/);
    expect(failure(() => advise(watched, 'nowhere', { budget: 1 }))).toMatch(/^ITEM_UNKNOWN: .*type.*"nowhere"/);
    expect(failure(() => advise(watched, 'i1', { budget: 0 }))).toMatch(/^PARAMETER_OUT_OF_RANGE: budget of type is 0/);
    expect(failure(() => advise(watched, 'i1', { budget: 1, truth: 7 }))).toMatch(/^ANSWER_OFF_SCALE: the answer 7/);
    expect(failure(() => Advisor.start([]))).toMatch(/^PARAMETER_OUT_OF_RANGE: there is no model/);
  });
});

describe('the ledger', () => {
  const answers = [
    { item: 'i0', answer: 5 },
    { item: 'i1', answer: 'skip' as const },
    { item: 'i2', answer: 2 },
  ];

  it('has what each answer moved, what is known, and what adds up for the own value', () => {
    const { entries, totals } = ledgerOf([{ model: channels }], answers, { budget: 0.05, own: { type: 'type 1' } });
    let belief = startBelief(channels);
    for (const [at, { item, answer }] of answers.entries()) {
      const before = belief.posterior();
      belief = belief.afterAll(observe(channels, channels.items.indexOf(item)!, answer));
      const now = belief.posterior();
      const [line] = entries[at]!.lines;
      expect(line!.bits).toBeCloseTo(entropy(before) - entropy(now), 10);
      expect(line!.known).toBeCloseTo(1 - entropy(now), 10);
      expect(line!.towards).toBeCloseTo(Math.log2(now[1]! / before[1]!), 10);
      expect(line!.posterior[0]).toBeCloseTo(now[0]!, 12);
    }
    const [total] = totals;
    const sum = (part: 'bits' | 'cost' | 'towards') => entries.reduce((all, { lines }) => all + lines[0]![part]!, 0);
    expect(total!.known).toBeCloseTo(sum('bits'), 12);
    expect(total!.before).toEqual([0.5, 0.5]);
    expect(total!.cost).toBeCloseTo(sum('cost'), 12);
    expect(total!.towards).toBeCloseTo(sum('towards'), 12);
    expect(total!.towards).toBeCloseTo(Math.log2(belief.posterior()[1]! / 0.5), 10);
    expect(total!.known).toBeCloseTo(1 - entropy(belief.posterior()), 10);
    expect(entries.map(({ title }) => title)).toEqual(['i0', 'i1', 'i2']);
  });

  it('adds up to what is known: calibrated or not, whatever the prior, the types, the channels and what was known', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 1e6 }),
        fc.integer({ min: 2, max: 5 }),
        fc.boolean(),
        fc.boolean(),
        fc.integer({ min: 0, max: 3 }),
        (seed, types, ofChannels, isCalibrated, knownCount) => {
          const spec = { items: 12, dimension: 2, types, seed };
          const plain = ofChannels ? randomChannelModel(spec) : randomModel(spec);
          const offsets = Array.from({ length: types }, (_, t) => 0.3 * Math.sin(seed + t));
          const points = [1, 4, 6].map((questions) => ({ questions, slope: 0.2 + (seed % 7) / questions, offsets }));
          const model = isCalibrated ? createModel({ ...plain, calibration: { points } }) : plain;
          const given = randomAnswersAndSkips(model, 9, seed).map(({ item, answer }) => ({ item: `i${item}`, answer }));
          const [known, answered] = [given.slice(0, knownCount), given.slice(knownCount)];
          const prior = Float64Array.from({ length: types }, (_, t) => (t + 1) / ((types * (types + 1)) / 2));
          const models = [{ model, beliefOptions: seed % 2 ? { prior } : {} }];
          const { entries, totals } = ledgerOf(models, answered, { budget: 0.1, known });
          const [total] = totals;
          const bits = entries.map(({ lines }) => lines[0]!.bits);
          expect(bits.reduce((sum, part) => sum + part, total!.knownBefore)).toBeCloseTo(total!.known, 12);
          // What is shown adds up to the last digit.
          const shown = addingUp(bits, 2, total!.knownBefore).reduce((sum, part) => sum + Math.round(100 * part), 0);
          expect(shown + Math.round(100 * total!.knownBefore)).toBe(Math.round(100 * total!.known));
          // And it ends where a live interview with the same answers stands.
          const live = Interview.start({
            model,
            strategy: fixedList([]),
            protocol: { kind: 'open' },
            stopping: { maxQuestions: 1 },
            beliefOptions: models[0]!.beliefOptions,
            known: given.map(({ item, answer }) => ({ item: model.items.indexOf(item)!, answer })),
          });
          for (const [t, share] of live.posterior().entries()) expect(total!.posterior[t]).toBeCloseTo(share, 12);
        },
      ),
      { numRuns: 60 },
    );
  });

  it('says what following the advice would have given away: less, and by the answers that were advised', () => {
    const { entries, totals } = ledgerOf([{ model: channels }], answers, { budget: 0.05 });
    expect(entries[0]!.advice.action).toBe('distort');
    let belief = startBelief(channels);
    for (const { item, followed, advice, answer, lines } of entries) {
      expect(followed).toBe(advice.say ?? answer);
      belief = belief.afterAll(observe(channels, channels.items.indexOf(item)!, followed));
      expect(lines[0]!.followed).toBeCloseTo(1 - entropy(belief.posterior()), 10);
    }
    expect(totals[0]!.followed.known).toBeCloseTo(1 - entropy(belief.posterior()), 10);
    expect(totals[0]!.followed.known).toBeLessThan(totals[0]!.known / 4);
    expect(totals[0]!.towards).toBeUndefined();
  });

  it('starts from what was known before, and judges by several models', () => {
    const models = [{ model: channels }, { model: createModel({ ...ratings, attribute: 'other' }) }];
    const known = [{ item: 'i0', answer: 5 }];
    const { entries, totals } = ledgerOf(models, answers.slice(1), { budget: 1, known });
    expect(entries.map(({ lines }) => lines.map(({ attribute }) => attribute))).toEqual([
      ['type', 'other'],
      ['type', 'other'],
    ]);
    const whole = ledgerOf(models, answers, { budget: 1 });
    for (const [at, total] of totals.entries()) {
      expect(total.known).toBeCloseTo(whole.totals[at]!.known, 12);
      expect(total.knownBefore).toBeCloseTo(whole.entries[0]!.lines[at]!.known, 12);
    }
    expect(whole.totals[0]!.knownBefore).toBe(0);
  });

  it('refuses what does not fit', () => {
    const models = [{ model: ratings }];
    const fail = (given: typeof answers, more: object = {}) =>
      failure(() => ledgerOf(models, given, { budget: 1, ...more }));
    expect(fail([...answers, answers[0]!])).toMatch(/^ITEM_ANSWERED_TWICE: .*"i0"/);
    expect(fail([{ item: 'gone', answer: 2 }])).toMatch(/^ITEM_UNKNOWN: .*"gone"/);
    expect(fail([{ item: 'i0', answer: 9 }])).toMatch(/^ANSWER_OFF_SCALE: the answer 9/);
    expect(fail(answers, { own: { shoe: '42' } })).toMatch(/^ATTRIBUTE_UNKNOWN: .*"shoe".*"type"/);
    expect(fail(answers, { own: { type: 'x' } })).toMatch(/^ATTRIBUTE_VALUE_UNKNOWN: .*"x".*"type 0", "type 1"/);
  });

  it('reads transcripts: what was undone does not count', () => {
    const event = (item: string, rating: number) => ({ event: 'answer' as const, item, rating });
    expect(
      answersIn({
        events: [
          event('i0', 1),
          event('i1', 2),
          { event: 'undo' },
          { event: 'skip', item: 'i1' },
          { event: 'end' },
          { event: 'undo' },
          event('i2', 3),
          { event: 'end' },
        ],
      }),
    ).toEqual([
      { item: 'i0', answer: 1 },
      { item: 'i1', answer: 'skip' },
      { item: 'i2', answer: 3 },
    ]);
  });
});

function entropy(shares: ArrayLike<number>): number {
  return Array.from(shares).reduce((sum, share) => sum - (share > 0 ? share * Math.log2(share) : 0), 0);
}
