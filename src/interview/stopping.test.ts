import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { expectedRiskOfTwo } from '../../test/support/expectedRiskOfTwo.ts';
import { failure } from '../../test/support/failure.ts';
import { modelFrom, randomAnswers, randomModel } from '../../test/support/models.ts';
import { createModel, type FactorModel } from '../factorization/index.ts';
import { calibrated, factorClassifier, observe, rowOf, startBelief } from '../inference/index.ts';
import { derive, type RandomStream, softmax } from '../maths/index.ts';
import { type ItemIndex, itemIndex } from '../ratings/index.ts';
import { createStrategy } from '../selection/index.ts';
import { expectedGain } from './expectedGain.ts';
import { Interview, type InterviewSetup } from './interview.ts';
import { replay } from './replay.ts';
import type { StoppingRule } from './stopping.ts';
import type { Transcript } from './transcript.ts';

/** A model whose answers are any numbers, so that people can answer exactly as it says. */
function continuous(spec: { items: number; dimension: number; types: number; seed: number }): FactorModel {
  return createModel({ ...randomModel(spec), scale: { min: -1000, max: 1000, step: 0 } });
}

function begin(model: FactorModel, stopping: StoppingRule, changes: Partial<InterviewSetup> = {}): Interview {
  const strategy = createStrategy({ model, seed: 1 });
  return Interview.start({ model, strategy, protocol: { kind: 'open' }, stopping, ...changes });
}

/** An answer of a person who is as the model and the classifier's ridge have it. */
function personOf(model: FactorModel, type: number, ridge: number, stream: RandomStream): (item: ItemIndex) => number {
  const deviation = Math.sqrt(model.noiseVariance / ridge);
  const profile = Array.from({ length: model.dimension }, () => deviation * stream.normal());
  return (item) => {
    const row = rowOf(model, item);
    const mean = profile.reduce((sum, value, k) => sum + value * row.profile[k]!, row.biases[type]!);
    return mean + Math.sqrt(model.noiseVariance) * stream.normal();
  };
}

function finish(start: Interview, answer: (item: ItemIndex) => number): Interview {
  let interview = start;
  while (interview.status.kind === 'asking') {
    const { question } = interview.status;
    interview = interview.answer(question, answer(question));
  }
  return interview;
}

const evidenceOf = ({ belief }: Interview) =>
  Array.from(belief.logWeights, (weight, t) => weight - Math.log(belief.parameters.prior[t]!));

describe('stopping by error rates', () => {
  const mistakes = (model: FactorModel, stopping: StoppingRule, people: number) => {
    const stream = derive(5, 'people');
    const options = { ridge: 4, prior: 'training' } as const;
    return model.typeLabels.map((_, type) => {
      let [decided, wrong] = [0, 0];
      for (let person = 0; person < people; person++) {
        const { status } = finish(
          begin(model, stopping, { beliefOptions: options, strategy: createStrategy({ model, seed: 1 }, 'maxGap') }),
          personOf(model, type, options.ridge, stream),
        );
        if (status.kind !== 'stopped' || status.reason !== 'decided') continue;
        decided++;
        if (status.type !== type) wrong++;
      }
      return { decided, rate: wrong / people };
    });
  };
  const most = (rate: number, people: number) => rate + 4 * Math.sqrt((rate * (1 - rate)) / people);

  it('two types: each is mistaken for the other at most as often as stated', () => {
    const model = continuous({ items: 150, dimension: 2, types: 2, seed: 3 });
    const [first, second] = mistakes(model, { errorRates: [0.02, 0.2] }, 1000);
    expect(first!.decided + second!.decided).toBeGreaterThan(1960);
    expect(first!.rate).toBeLessThan(most(0.02, 1000));
    expect(second!.rate).toBeLessThan(most(0.2, 1000));
    // No more careful than was asked for, and with the type it was asked for.
    expect(second!.rate).toBeGreaterThan(0.08);
  });

  it('four types: each is mistaken for another at most as often as stated', () => {
    const model = continuous({ items: 150, dimension: 2, types: 4, seed: 4 });
    for (const { decided, rate } of mistakes(model, { errorRates: 0.1 }, 300)) {
      expect(decided).toBeGreaterThan(290);
      expect(rate).toBeLessThan(most(0.1, 300));
    }
  });

  it('stops at the first answer that passes Wald’s bounds', () => {
    const model = continuous({ items: 150, dimension: 2, types: 2, seed: 3 });
    const [alpha, beta] = [0.03, 0.1];
    const upper = Math.log((1 - beta) / alpha);
    const lower = Math.log(beta / (1 - alpha));
    const stream = derive(6, 'people');
    const types = new Set<number>();
    for (let person = 0; person < 20; person++) {
      const answer = personOf(model, person % 2, 4, stream);
      let interview = begin(model, { errorRates: [alpha, beta] }, { beliefOptions: { ridge: 4 } });
      for (;;) {
        const [none, one] = evidenceOf(interview);
        const ratio = one! - none!;
        if (interview.status.kind === 'stopped') {
          expect(interview.status).toEqual({ kind: 'stopped', reason: 'decided', type: ratio > 0 ? 1 : 0 });
          expect(ratio >= upper || ratio <= lower).toBe(true);
          types.add(ratio > 0 ? 1 : 0);
          break;
        }
        expect(ratio).toBeGreaterThan(lower);
        expect(ratio).toBeLessThan(upper);
        interview = interview.answer(interview.status.question, answer(interview.status.question));
      }
    }
    expect(types.size).toBe(2);
  });

  it('does not listen to the prior, and says which type the answers speak for', () => {
    const model = modelFrom({
      profiles: Array.from({ length: 6 }, () => [0]),
      biases: Array.from({ length: 6 }, () => [2, 4]),
      noiseVariance: 4,
      prior: [0.99, 0.01],
    });
    // Each answer of 5 speaks for type 1 by a log likelihood ratio of (9 - 1) / 8 = 1; log(0.9 / 0.1) is 2.2.
    let interview = begin(model, { errorRates: 0.1 });
    for (let n = 0; n < 3; n++) interview = interview.answer((interview.status as { question: ItemIndex }).question, 5);
    expect(interview.status).toEqual({ kind: 'stopped', reason: 'decided', type: 1 });
    expect(interview.posterior()[0]).toBeGreaterThan(0.5);
  });

  it('goes by the classifier of the setup where there is one', () => {
    const model = continuous({ items: 60, dimension: 2, types: 3, seed: 8 });
    const options = { ridge: 7, prior: [0.2, 0.5, 0.3] };
    const stopping = { errorRates: 0.2, maxQuestions: 40 };
    for (let person = 0; person < 10; person++) {
      const byBelief = finish(
        begin(model, stopping, { beliefOptions: options }),
        personOf(model, person % 3, 7, derive(person, 'person')),
      );
      const classifier = factorClassifier(model, options);
      const byClassifier = finish(
        begin(model, stopping, {
          beliefOptions: { ...options, prior: 'uniform' },
          classifier,
          strategy: sameOrder(byBelief),
        }),
        personOf(model, person % 3, 7, derive(person, 'person')),
      );
      expect(byClassifier.status).toEqual(byBelief.status);
      expect(byClassifier.steps.length).toBe(byBelief.steps.length);
    }
  });

  /** Asks what was asked there. */
  const sameOrder = ({ steps }: Interview) => ({
    name: 'same',
    next: (_: unknown, __: unknown, answers: readonly unknown[]) =>
      steps[answers.length] && { item: steps[answers.length]!.item },
  });
});

describe('stopping when little is to be gained', () => {
  const situations = fc.record({
    items: fc.integer({ min: 2, max: 8 }),
    dimension: fc.integer({ min: 1, max: 4 }),
    types: fc.integer({ min: 2, max: 5 }),
    seed: fc.nat(),
    answers: fc.nat({ max: 7 }),
  });

  it('the gain is the present risk less the mean risk after every answer there could be', () => {
    fc.assert(
      fc.property(situations, ({ answers: count, ...spec }) => {
        const model = randomModel(spec);
        const [asked, ...known] = randomAnswers(model, Math.min(count + 1, spec.items), spec.seed);
        const belief = startBelief(model).afterAll(known.flatMap(({ item, answer }) => observe(model, item, answer)));
        const row = rowOf(model, asked!.item);
        const { means, spread } = belief.predict(row);
        const variance = model.noiseVariance * (1 + spread);
        const posterior = belief.posterior();
        const reach = 7 * Math.sqrt(variance);
        const step = reach / 2000;
        let risk = 0;
        for (let x = Math.min(...means) - reach; x < Math.max(...means) + reach; x += step) {
          const density = means.reduce(
            (sum, mean, t) => sum + posterior[t]! * Math.exp(-((x - mean) ** 2) / (2 * variance)),
            0,
          );
          if (density > 1e-14) risk += density * belief.after({ row, value: x }).risk() * step;
        }
        const expected = belief.risk() - risk / Math.sqrt(2 * Math.PI * variance);
        expect(Math.abs(expectedGain(model, belief, asked!.item) - expected)).toBeLessThan(1e-4);
      }),
      { numRuns: 30 },
    );
  });

  it('counts both observations of an answer in a model of two channels', () => {
    const two = twoChannels(randomModel({ items: 6, dimension: 3, types: 2, seed: 2 }));
    const belief = startBelief(two, { ridge: 2 }).afterAll(observe(two, itemIndex(1), 4));
    // What the gaps tell adds up row by row, whatever the answers are.
    const { noiseVariance } = belief.parameters;
    let squared = 0;
    let at = belief;
    for (const channel of [0, 1]) {
      const row = rowOf(two, itemIndex(2), channel);
      const { means, spread } = at.predict(row);
      squared += (means[1]! - means[0]!) ** 2 / (noiseVariance * (1 + spread));
      at = at.after({ row, value: 0 });
    }
    const risk = expectedRiskOfTwo(belief.posterior(), belief.logWeights, Math.sqrt(squared));
    expect(expectedGain(two, belief, itemIndex(2))).toBeCloseTo(belief.risk() - risk, 12);
  });

  it('ends the interview before the first question that is worth less, and not before', () => {
    const model = continuous({ items: 40, dimension: 2, types: 3, seed: 9 });
    const smallestGain = 0.002;
    const lengths = new Set<number>();
    for (let person = 0; person < 12; person++) {
      const answer = personOf(model, person % 3, 5, derive(person, 'person'));
      let interview = begin(model, { smallestGain });
      const strategy = createStrategy({ model, seed: 1 });
      for (;;) {
        const choice = strategy.next(interview.belief, interview.candidates, interview.answers);
        const gain = choice === undefined ? undefined : expectedGain(model, interview.belief, choice.item);
        if (interview.status.kind === 'stopped') {
          expect(interview.status).toEqual({ kind: 'stopped', reason: 'littleGain' });
          expect(gain).toBeLessThan(smallestGain);
          lengths.add(interview.steps.length);
          break;
        }
        expect(gain).toBeGreaterThanOrEqual(smallestGain);
        interview = interview.answer(interview.status.question, answer(interview.status.question));
      }
    }
    expect(lengths.size).toBeGreaterThan(2);
  });

  it('can be taken back, and answered differently', () => {
    const model = continuous({ items: 40, dimension: 2, types: 2, seed: 9 });
    const done = finish(begin(model, { smallestGain: 0.01 }), personOf(model, 0, 5, derive(1, 'person')));
    expect(done.status).toEqual({ kind: 'stopped', reason: 'littleGain' });
    expect(done.steps.length).toBeGreaterThan(0);
    expect(done.undo().status.kind).toBe('asking');
    expect(failure(() => done.end())).toMatch(/^INTERVIEW_STOPPED: .*littleGain/);
  });
});

describe('rules in transcripts', () => {
  const model = continuous({ items: 30, dimension: 2, types: 2, seed: 9 });
  const rule: StoppingRule = { maxQuestions: 25, confidence: 0.9999, errorRates: [0.05, 0.1], smallestGain: 1e-4 };

  it('are carried, and replay to the same end', () => {
    const reasons = new Set<string>();
    for (const stopping of [rule, { smallestGain: 0.003 }, { errorRates: 0.1 }]) {
      for (let person = 0; person < 4; person++) {
        const done = finish(begin(model, stopping), personOf(model, person % 2, 5, derive(person, 'person')));
        const transcript = JSON.parse(JSON.stringify(done.transcript())) as Transcript;
        expect(transcript.stopping).toEqual(stopping);
        expect(replay(begin(model, stopping).setup, transcript).status).toEqual(done.status);
        if (done.status.kind === 'stopped') reasons.add(done.status.reason);
      }
    }
    expect(reasons).toContain('decided');
    expect(reasons).toContain('littleGain');
  });

  it('must be those of the interview', () => {
    const transcript = begin(model, rule).transcript();
    const { setup } = begin(model, { ...rule, errorRates: [0.1, 0.05] });
    expect(failure(() => replay(setup, transcript))).toMatch(/^TRANSCRIPT_MISMATCH: .* stopping is .*0.05,0.1/);
  });
});

describe('rules out of range', () => {
  const model = randomModel({ items: 3, dimension: 2, types: 2, seed: 1 });
  it.each([
    [{ errorRates: 0 }, /errorRates is 0; it must be a number above 0 and below 0.5 -> set errorRates/],
    [{ errorRates: 0.5 }, /errorRates is 0.5/],
    [{ errorRates: Number.NaN }, /errorRates is NaN/],
    [{ errorRates: [0.1, -0.1] }, /errorRates is -0.1/],
    [{ errorRates: [0.1, 0.1, 0.1] }, /errorRates is a list of 3; it must be one number, or a list of 2/],
    [{ smallestGain: 0 }, /smallestGain is 0; .* above 0/],
    [{ smallestGain: 1.5 }, /smallestGain is 1.5; .* from 0 to 1/],
    [{ smallestGain: Number.NaN }, /smallestGain is NaN/],
  ] as [StoppingRule, RegExp][])('%j', (rule, expected) => {
    const message = failure(() => begin(model, rule));
    expect(message).toMatch(/^PARAMETER_OUT_OF_RANGE: /);
    expect(message).toMatch(expected);
  });
});

describe('a calibrated model', () => {
  const raw = continuous({ items: 30, dimension: 2, types: 2, seed: 9 });
  const calibration = {
    points: [
      { questions: 1, slope: 0.8, offsets: [0.1, -0.1] },
      { questions: 5, slope: 0.2, offsets: [0.3, -0.3] },
    ],
  };
  const model = createModel({ ...raw, calibration });
  const stated = ({ belief }: Interview, questions: number) =>
    softmax(calibrated(calibration, belief.logWeights, belief.parameters.prior, questions));

  it('states calibrated probabilities and leaves the belief as it is', () => {
    const person = () => personOf(raw, 1, 5, derive(3, 'person'));
    const plain = finish(begin(raw, { maxQuestions: 4 }), person());
    const interview = finish(begin(model, { maxQuestions: 4 }), person());
    expect(interview.belief.logWeights).toEqual(plain.belief.logWeights);
    expect(interview.posterior()).toEqual(stated(interview, 4));
    expect(interview.posterior()).not.toEqual(plain.posterior());
    expect(begin(model, {}).posterior()).toEqual(begin(raw, {}).posterior());
  });

  it('counts known answers as questions, and skips only where they say something', () => {
    const known = [
      { item: itemIndex(0), answer: 5 },
      { item: itemIndex(1), answer: 'skip' as const },
    ];
    const warm = begin(model, {}, { known });
    expect(warm.posterior()).toEqual(stated(warm, 1));
    const channels = createModel({ ...twoChannels(raw), calibration });
    const both = begin(channels, {}, { known, strategy: createStrategy({ model: channels, seed: 1 }, 'random') });
    expect(both.belief.count).toBe(4);
    expect(both.posterior()).toEqual(stated(both, 2));
  });

  it('is sure when its calibrated confidence says so', () => {
    const biases = Array.from({ length: 9 }, () => [2, 4]);
    const flat = modelFrom({ profiles: biases.map(() => [0]), biases, noiseVariance: 4, prior: [0.5, 0.5] });
    const slowed = createModel({ ...flat, calibration: { points: [{ questions: 1, slope: 0.25, offsets: [0, 0] }] } });
    // Each answer of 5 is worth log odds of 1, and those of 0.8 are 1.39: two answers, or six at a quarter each.
    for (const [used, answers] of [[flat, 2] as const, [slowed, 6] as const]) {
      const { status, steps } = finish(begin(used, { confidence: 0.8 }), () => 5);
      expect(status).toEqual({ kind: 'stopped', reason: 'confident' });
      expect(steps.length).toBe(answers);
    }
  });

  it('does not let the calibration judge for another classifier', () => {
    const classifier = factorClassifier(model, { ridge: 2 });
    const interview = finish(begin(model, { maxQuestions: 3 }, { classifier }), () => 5);
    let state = classifier.begin();
    for (const { item, answer } of interview.answers) state = state.after(item, answer);
    expect(interview.posterior()).toEqual(state.probabilities());
  });

  it('is noted in transcripts, which the uncalibrated model refuses', () => {
    const transcript = begin(model, {}).transcript();
    expect(replay(begin(model, {}).setup, transcript).status.kind).toBe('asking');
    expect(failure(() => replay(begin(raw, {}).setup, transcript))).toMatch(
      /^TRANSCRIPT_MISMATCH: .* calibrated is true/,
    );
  });
});

/** The same items, observed twice: the second row is made up of the first. */
function twoChannels(model: FactorModel): FactorModel {
  const items = model.items.size;
  const types = model.typeLabels.length;
  const doubled = (values: ArrayLike<number>, width: number, factor: number) =>
    Float64Array.from({ length: 2 * items * width }, (_, at) => {
      const [row, place] = [Math.floor(at / width), at % width];
      return row % 2 === 0
        ? values[(row >> 1) * width + place]!
        : factor * values[(row >> 1) * width + ((place + 1) % width)]!;
    });
  return createModel({
    ...model,
    rows: {
      channels: ['presence', 'centredRating'],
      scales: new Float32Array(2 * items).fill(1),
      profiles: doubled(model.rows.profiles, model.dimension, -0.6),
      biases: doubled(model.rows.biases, types, 0.4),
    },
  });
}
