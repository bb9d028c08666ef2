/** A compiled questionnaire against the live interview that it stands for. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { compiledPosterior } from '../../test/support/compiledPosterior.ts';
import { failure } from '../../test/support/failure.ts';
import { randomChannelModel, randomModel } from '../../test/support/models.ts';
import { createModel, type FactorModel } from '../factorization/index.ts';
import { derive } from '../maths/index.ts';
import type { Answer } from '../ratings/index.ts';
import { loadKernels } from '../runtime/index.ts';
import { createStrategy } from '../selection/index.ts';
import { Interview } from './interview.ts';
import { compileQuestionnaire, type Questionnaire, type QuestionnaireOptions } from './questionnaire.ts';

const shapes = fc.record({
  items: fc.integer({ min: 1, max: 40 }),
  dimension: fc.integer({ min: 1, max: 6 }),
  types: fc.constant(2),
  seed: fc.nat(),
});
const settings = fc.record({
  ridge: fc.double({ min: 0.3, max: 30, noNaN: true }),
  prior: fc.constantFrom('training' as const, 'uniform' as const, [0.9, 0.1]),
});

/** Answers at random, live and compiled side by side, and compares question, posterior and end. */
function compare(model: FactorModel, options: QuestionnaireOptions, answerSeed: number) {
  const { questions, ...beliefOptions } = options;
  const compiled: Questionnaire = JSON.parse(JSON.stringify(compileQuestionnaire(model, options)));
  let live = Interview.start({
    model,
    strategy: createStrategy({ model, seed: 1 }, 'separation'),
    protocol: { kind: 'open' },
    stopping: { maxQuestions: questions },
    beliefOptions,
  });
  const answers: Answer[] = [];
  const stream = derive(answerSeed, 'answers');
  for (;;) {
    for (const [t, probability] of live.posterior().entries()) {
      expect(Math.abs(compiledPosterior(compiled, answers)[t]! - probability)).toBeLessThan(1e-9);
    }
    const { status } = live;
    if (status.kind === 'stopped') break;
    const question = compiled.questions[answers.length];
    expect(question?.item).toBe(model.items.id(status.question));
    expect(question?.title).toBe(model.items.title(status.question));
    const answer = stream.uniform() < 0.4 ? 'skip' : 1 + stream.below(5);
    answers.push(answer);
    live = answer === 'skip' ? live.skip(status.question) : live.answer(status.question, answer);
  }
  expect(answers).toHaveLength(compiled.questions.length);
}

describe('a compiled questionnaire', () => {
  it('asks what the live interview asks and believes what it believes, whatever the answers', () => {
    fc.assert(
      fc.property(shapes, settings, fc.nat(), (shape, options, answerSeed) => {
        compare(randomChannelModel(shape), { questions: shape.items, ...options }, answerSeed);
      }),
      { numRuns: 60 },
    );
  });

  it('also over a hundred questions', () => {
    compare(randomChannelModel({ items: 110, dimension: 12, types: 2, seed: 2 }), { questions: 100, ridge: 1 }, 3);
  });

  it('also of one channel, and with the calibration of the model', () => {
    const model = randomChannelModel({ items: 12, dimension: 3, types: 2, seed: 6 });
    const half = <A extends Float64Array>(values: A, width: number) =>
      values.filter((_, at) => Math.floor(at / width) % 2 === 0) as A;
    const { scales, profiles, biases } = model.rows as { [name: string]: Float64Array } & FactorModel['rows'];
    const presence = createModel({
      ...model,
      rows: {
        channels: ['presence'],
        scales: half(scales as Float64Array, 1),
        profiles: half(profiles as Float64Array, 3),
        biases: half(biases as Float64Array, 2),
      },
    });
    compare(presence, { questions: 12 }, 1);
    const points = [
      { questions: 2, slope: 0.5, offsets: [0.2, -0.2] },
      { questions: 8, slope: 0.3, offsets: [-0.1, 0.1] },
    ];
    compare(createModel({ ...model, calibration: { points } }), { questions: 12, prior: [0.3, 0.7] }, 4);
  });

  it('is the same when the kernels choose the order', () => {
    const model = randomChannelModel({ items: 5200, dimension: 5, types: 2, seed: 8 });
    const options = { questions: 15 };
    expect(compileQuestionnaire(model, options, { kernels: loadKernels('plain') })).toEqual(
      compileQuestionnaire(model, options),
    );
  });

  it('carries a fingerprint of its model', () => {
    const [one, other] = [1, 2].map((seed) => randomChannelModel({ items: 4, dimension: 2, types: 2, seed }));
    const fingerprint = (model: FactorModel) => compileQuestionnaire(model, { questions: 1 }).modelFingerprint;
    expect(fingerprint(one!)).toMatch(/^[0-9a-f]{64}$/);
    expect(fingerprint(one!)).not.toBe(fingerprint(other!));
  });
});

describe('what cannot be compiled', () => {
  const model = randomChannelModel({ items: 5, dimension: 2, types: 2, seed: 1 });

  it('a calibration that bends: log odds would not be linear in the answers', () => {
    const point = { questions: 1, slope: 1, offsets: [0, 0], bends: [{ at: 0, by: 0.5 }] };
    const bent = createModel({ ...model, calibration: { points: [point] } });
    expect(failure(() => compileQuestionnaire(bent, { questions: 2 }))).toMatch(/^STRATEGY_UNSUITABLE: .* bends -> /);
    const straight = createModel({ ...model, calibration: { points: [{ ...point, bends: [] }] } });
    expect(compileQuestionnaire(straight, { questions: 2 }).questions).toHaveLength(2);
  });

  it('models of ratings, of more types, and more questions than items', () => {
    const rating = randomModel({ items: 5, dimension: 2, types: 2, seed: 1 });
    expect(failure(() => compileQuestionnaire(rating, { questions: 2 }))).toMatch(
      /^STRATEGY_UNSUITABLE: .* observe skips; .* -> .* fixedList/,
    );
    const three = randomChannelModel({ items: 5, dimension: 2, types: 3, seed: 1 });
    expect(failure(() => compileQuestionnaire(three, { questions: 2 }))).toMatch(
      /^STRATEGY_UNSUITABLE: .* two groups; the attribute "type" has 3 -> .*"envelope"/,
    );
    for (const questions of [0, 6, 1.5]) {
      expect(failure(() => compileQuestionnaire(model, { questions }))).toMatch(
        /^PARAMETER_OUT_OF_RANGE: questions is .* from 1 to 5/,
      );
    }
  });
});
