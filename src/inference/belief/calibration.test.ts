import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { failure } from '../../../test/support/failure.ts';
import { randomModel } from '../../../test/support/models.ts';
import { createModel, decodeModel, encodeModel } from '../../factorization/index.ts';
import { derive, largestAt, softmax } from '../../maths/index.ts';
import { type Calibration, calibrated, fitCalibration } from './calibration.ts';

interface Case {
  readonly prior: number[];
  readonly logWeights: number[];
  readonly types: number[];
  readonly withOffsets: { slope: number; offsets: number[] };
  readonly slopeOnly: { slope: number; offsets: number[] };
}
const fixture: { cases: Case[] } = JSON.parse(
  readFileSync(new URL('../fixtures/calibration.json', import.meta.url), 'utf8'),
);

/** People whose answers say `evidence`, and a belief that takes them for `exaggeration` times that, and is biased. */
function people(spec: { count: number; prior: number[]; exaggeration: number; bias: number[]; seed: number }) {
  const stream = derive(spec.seed, 'calibration');
  const types = new Uint8Array(spec.count);
  const logWeights = new Float64Array(spec.count * spec.prior.length);
  for (let person = 0; person < spec.count; person++) {
    const evidence = spec.prior.map(() => 1.2 * stream.normal());
    const chances = softmax(evidence.map((value, t) => Math.log(spec.prior[t]!) + value));
    let left = stream.uniform() - chances[0]!;
    for (let t = 1; t < chances.length && left > 0; t++) {
      types[person] = t;
      left -= chances[t]!;
    }
    for (const [t, value] of evidence.entries()) {
      logWeights[person * spec.prior.length + t] =
        Math.log(spec.prior[t]!) + spec.exaggeration * (value - spec.bias[t]!);
    }
  }
  return { questions: 10, logWeights, types };
}

describe('fitting a calibration', () => {
  it.each(fixture.cases.map((sample, n) => [n, sample] as const))('finds what SciPy finds (case %d)', (_, sample) => {
    for (const [offsets, expected] of [
      [true, sample.withOffsets],
      [false, sample.slopeOnly],
    ] as const) {
      const [point] = fitCalibration([{ questions: 4, ...sample }], sample.prior, { offsets }).points;
      expect(Math.abs(point!.slope - expected.slope)).toBeLessThan(1e-5);
      for (const [t, offset] of point!.offsets.entries()) {
        expect(Math.abs(offset - expected.offsets[t]!)).toBeLessThan(1e-5);
      }
    }
  });

  it('recovers how far a belief exaggerates, and what it favours', () => {
    const prior = [0.5, 0.3, 0.2];
    const bias = [0.4, -0.1, -0.3];
    const sample = people({ count: 20_000, prior, exaggeration: 4, bias, seed: 1 });
    const [point] = fitCalibration([sample], prior).points;
    // Five standard errors or more: 20,000 people know the slope to about 1%, the offsets to about 0.015.
    expect(Math.abs(point!.slope - 0.25)).toBeLessThan(0.25 * 0.06);
    for (const [t, offset] of point!.offsets.entries()) expect(Math.abs(offset - bias[t]!)).toBeLessThan(0.08);
    expect(point!.offsets.reduce((sum, offset) => sum + offset, 0)).toBeCloseTo(0, 9);
  });

  it('makes the confidence of other people honest', () => {
    const prior = [0.7, 0.3];
    const spec = { count: 6000, prior, exaggeration: 3, bias: [0.3, -0.3] };
    const calibration = fitCalibration([people({ ...spec, seed: 1 })], prior);
    const others = people({ ...spec, seed: 2 });
    const excess = (posteriorOf: (logWeights: Float64Array) => Float64Array) => {
      let [stated, right] = [0, 0];
      for (let person = 0; person < 6000; person++) {
        const posterior = posteriorOf(others.logWeights.subarray(2 * person, 2 * person + 2));
        const best = largestAt(posterior);
        stated += posterior[best]! / 6000;
        right += (best === others.types[person] ? 1 : 0) / 6000;
      }
      return stated - right;
    };
    expect(excess((weights) => softmax(weights))).toBeGreaterThan(0.1);
    // Four standard errors of a share of 6,000 people.
    expect(Math.abs(excess((weights) => softmax(calibrated(calibration, weights, prior, 10))))).toBeLessThan(0.025);
  });

  it('stays finite where the answers tell everybody apart', () => {
    const sample = { questions: 3, logWeights: [0, -2, -2, 0, 0, -2, -2, 0], types: [0, 1, 0, 1] };
    const [point] = fitCalibration([sample], [0.5, 0.5]).points;
    expect(point!.slope).toBeGreaterThan(1);
    expect(point!.slope).toBeLessThan(3);
  });

  it('sorts its points by the number of questions', () => {
    const [sample] = fixture.cases;
    const samples = [20, 5].map((questions) => ({ questions, ...sample! }));
    expect(fitCalibration(samples, sample!.prior).points.map(({ questions }) => questions)).toEqual([5, 20]);
  });
});

describe('calibrated log weights', () => {
  const calibration: Calibration = {
    points: [
      { questions: 4, slope: 0.5, offsets: [0.2, -0.2] },
      { questions: 8, slope: 0.3, offsets: [0.6, -0.6] },
    ],
  };
  const prior = [0.8, 0.2];
  const evidenceAt = (questions: number, evidence: readonly number[], used = calibration) =>
    Array.from(
      calibrated(
        used,
        evidence.map((value, t) => Math.log(prior[t]!) + value),
        prior,
        questions,
      ),
      (weight, t) => weight - Math.log(prior[t]!),
    );
  const near = (actual: readonly number[], expected: readonly number[]) => {
    expect(actual).toHaveLength(expected.length);
    for (const [t, value] of actual.entries()) expect(value).toBeCloseTo(expected[t]!, 12);
  };

  it('take the fitted slope and offsets at a fitted number of questions', () => {
    near(evidenceAt(4, [1, 3]), [0.7, 1.3]);
    near(evidenceAt(8, [1, 3]), [0.9, 0.3]);
  });

  it('interpolate in between and stay constant beyond the last', () => {
    near(evidenceAt(6, [1, 3]), [0.8, 0.8]);
    near(evidenceAt(800, [1, 3]), evidenceAt(8, [1, 3]));
  });

  it('leave the prior alone before anything was said, and let offsets grow from nothing', () => {
    near(evidenceAt(0, [0, 0]), [0, 0]);
    near(evidenceAt(2, [1, 3]), [0.6, 1.4]);
  });

  it('are the same after a round trip through JSON', () => {
    const copy = JSON.parse(JSON.stringify(calibration)) as Calibration;
    expect(evidenceAt(5, [1, 3], copy)).toEqual(evidenceAt(5, [1, 3]));
  });
});

describe('a model that carries a calibration', () => {
  const model = randomModel({ items: 4, dimension: 2, types: 2, seed: 1 });
  const point = { questions: 4, slope: 0.5, offsets: [0.1, -0.1] };
  const rising = Array.from({ length: 19 }, (_, step) => 0.5 + step / 40);

  it('has it still after a round trip through its file', () => {
    const calibration = {
      points: [
        { ...point, sureness: rising },
        { ...point, questions: 9, slope: 0 },
      ],
    };
    const carrying = createModel({ ...model, calibration });
    const decoded = decodeModel(encodeModel(carrying));
    expect(decoded.calibration).toEqual(calibration);
    expect(encodeModel(decoded)).toEqual(encodeModel(carrying));
    expect(decodeModel(encodeModel(model)).calibration).toBeUndefined();
  });

  it.each([
    ['no points', { points: [] }],
    ['no list of points', {}],
    ['nothing', null],
    ['a point that is none', { points: [null] }],
    ['a negative slope', { points: [{ ...point, slope: -1 }] }],
    ['a slope that is not finite', { points: [{ ...point, slope: Number.NaN }] }],
    ['offsets for other types', { points: [{ ...point, offsets: [0, 0, 0] }] }],
    ['no offsets', { points: [{ questions: 4, slope: 1 }] }],
    ['descending questions', { points: [point, { ...point, questions: 3 }] }],
    ['no questions', { points: [{ ...point, questions: 0 }] }],
    ['sureness of too few twentieths', { points: [{ ...point, sureness: [0.5, 0.6] }] }],
    ['sureness that falls', { points: [{ ...point, sureness: [...rising.slice(1), 0.5] }] }],
    ['sureness above 1', { points: [{ ...point, sureness: [...rising.slice(1), 1.1] }] }],
    ['sureness that is no number', { points: [{ ...point, sureness: rising.map(String) }] }],
  ])('is refused if it has %s', (_, calibration) => {
    const message = failure(() => createModel({ ...model, calibration: calibration as unknown as Calibration }));
    expect(message).toMatch(/^MODEL_INVALID: .* its calibration does not fit -> /);
  });
});

describe('bad samples', () => {
  const good = { questions: 3, logWeights: [0, -1, -1, 0], types: [0, 1] };
  it.each([
    ['none', [], /there is no sample to calibrate by -> pass one sample/],
    ['two of one number of questions', [good, good], /two samples are of 3 questions/],
    ['no people', [{ ...good, types: [], logWeights: [] }], /0 log weights for 0 people .* -> .* at least one person/],
    ['too few weights', [{ ...good, logWeights: [0, -1, -1] }], /3 log weights for 2 people and 2 groups/],
    ['weights that are not finite', [{ ...good, logWeights: [0, -1, -1, Number.NaN] }], /not finite/],
    ['a type that does not exist', [{ ...good, types: [0, 2] }], /type of person 1 is 2; .* from 0 to 1/],
    ['no questions', [{ ...good, questions: 0 }], /questions is 0/],
  ])('%s', (_, samples, expected) => {
    const message = failure(() => fitCalibration(samples, [0.5, 0.5]));
    expect(message).toMatch(/^PARAMETER_OUT_OF_RANGE: /);
    expect(message).toMatch(expected);
  });
});
