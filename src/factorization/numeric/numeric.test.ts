import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { asyncFailure, failure } from '../../../test/support/failure.ts';
import { derive } from '../../maths/index.ts';
import {
  createDataset,
  createNumericAttribute,
  createRatingMatrix,
  createVocabulary,
  type Dataset,
  numericAttributeOf,
  shuffledLabels,
} from '../../ratings/index.ts';
import { createNumericWorld } from '../../worlds/index.ts';
import { decodeModel } from '../model/modelFile.ts';
import { decodeTensors, encodeTensors } from '../model/safetensors.ts';
import { checksumOf, formatOf } from '../model/sealedFile.ts';
import { trained } from '../training/train.ts';
import { trainingRatings } from '../training/trainingData.ts';
import {
  createNumericModel,
  decodeNumericModel,
  encodeNumericModel,
  type NumericModel,
  type NumericParameters,
  numericParameters,
  trainNumeric,
} from './index.ts';
import { NumericSystem } from './numericAls.ts';
import { slopeVariance } from './slopeShrinkage.ts';

const fixture = JSON.parse(readFileSync(new URL('./fixtures/als.json', import.meta.url), 'utf8'));

/** Rows of ratings, 0 where there is none. */
function datasetOf(rows: readonly (readonly number[])[], ages: readonly (number | undefined)[]): Dataset {
  const entries = rows.flatMap((row, user) =>
    row.flatMap((rating, item) => (rating === 0 ? [] : [[user, item, rating] as const])),
  );
  return createDataset({
    users: createVocabulary(rows.map((_, user) => `u${user}`)),
    items: createVocabulary(rows[0]!.map((_, item) => `i${item}`)),
    ratings: createRatingMatrix(rows.length, rows[0]!.length, {
      users: Uint32Array.from(entries, ([user]) => user),
      items: Uint32Array.from(entries, ([, item]) => item),
      values: Float32Array.from(entries, ([, , rating]) => rating),
    }),
    scale: { min: 1, max: 5, step: 1 },
    attributes: [createNumericAttribute('age', ages)],
  });
}

/** The system of a dataset, with the number standardised as training does it. */
function systemOf(dataset: Dataset, parameters: NumericParameters) {
  const attribute = numericAttributeOf(dataset, 'age');
  const data = trainingRatings(dataset, attribute, parameters);
  const mean = attribute.values.reduce((sum, age) => sum + age, 0) / attribute.values.length;
  const variance = attribute.values.reduce((sum, age) => sum + (age - mean) ** 2, 0) / attribute.values.length;
  const numbers = attribute.values.map((age) => (age - mean) / Math.sqrt(variance));
  return { data, numbers, system: new NumericSystem(data, numbers, parameters) };
}

const close = (found: ArrayLike<number>, wanted: ArrayLike<number>, digits = 10) => {
  expect(found.length).toBe(wanted.length);
  for (let n = 0; n < wanted.length; n++) expect(found[n]).toBeCloseTo(wanted[n]!, digits);
};

describe('alternating least squares with slopes', () => {
  const { dimension, profileRidge, interceptRidge, slopeRidge } = fixture;
  const parameters = numericParameters({ dimension, profileRidge, interceptRidge, slopeRidge, noiseHoldOut: 0 });

  function swept() {
    const { system } = systemOf(datasetOf(fixture.ratings, fixture.age), parameters);
    system.factors.userProfiles.set(fixture.firstUsers);
    system.factors.itemProfiles.set(fixture.firstItems);
    for (let sweep = 0; sweep < fixture.sweeps; sweep++) {
      expect(system.solveUsers(profileRidge) ?? system.solveItems(parameters)).toBeUndefined();
    }
    return system;
  }

  it('takes the steps that NumPy takes', () => {
    const { factors } = swept();
    close(factors.userProfiles, fixture.swept.users);
    close(factors.itemProfiles, fixture.swept.items);
    close(factors.intercepts, fixture.swept.intercepts);
    close(factors.slopes, fixture.swept.slopes);
    close(factors.slopeVariances, fixture.swept.slopeVariances);
  });

  it('shrinks slopes to their posterior mean, as computed without any ridge on them', () => {
    const system = swept();
    const found = slopeVariance(system.factors, slopeRidge, fixture.noiseVariance);
    expect(found).toBeCloseTo(fixture.tau2, 10);
    expect(found).toBeGreaterThan(0.01);
    system.solveItems({ ...parameters, slopeRidge: fixture.noiseVariance / found });
    close(system.factors.slopes, fixture.shrunk);
  });

  it('the variance of slopes does not depend on the ridge they were found with', () => {
    const { system } = systemOf(datasetOf(fixture.ratings, fixture.age), parameters);
    const variances = [0, 0.2, 5].map((ridge) => {
      system.solveItems({ ...parameters, slopeRidge: ridge });
      return slopeVariance(system.factors, ridge, 0.5);
    });
    close(variances, [variances[0]!, variances[0]!, variances[0]!], 8);
  });

  it('is floored, and skips items whose raters are all alike', () => {
    expect(slopeVariance({ slopes: Float64Array.of(0, 0), slopeVariances: Float64Array.of(1, 1) }, 0, 2)).toBe(2e-4);
    const alone = { slopes: Float64Array.of(0.5, 9), slopeVariances: Float64Array.of(0.01, 1 / 0.3) };
    expect(slopeVariance(alone, 0.3, 1)).toBeCloseTo((99.7 * (50 / 99.7) ** 2 - 1) / 99.7, 10);
  });

  it('ends where the gradient of the objective is zero', () => {
    const { dataset } = createNumericWorld(
      { users: 60, items: 12, ratingsPerUser: 8, minimumPerUser: 4, dimension: 2 },
      5,
    );
    const settings = numericParameters({ dimension: 2, profileRidge: 2, noiseHoldOut: 0, seed: 3 });
    const { system, numbers, data } = systemOf(dataset, settings);
    for (let sweep = 0; sweep < 3000; sweep++) {
      system.solveUsers(settings.profileRidge);
      system.solveItems(settings);
    }
    const { userProfiles, itemProfiles, intercepts, slopes } = system.factors;
    const { starts, indices, values } = dataset.ratings.byUser;
    // The objective, written out; its gradient by central differences.
    const objective = () => {
      let sum = 0;
      for (let user = 0; user < 60; user++) {
        for (let at = starts[user]!; at < starts[user + 1]!; at++) {
          const item = indices[at]!;
          const profile =
            userProfiles[2 * user]! * itemProfiles[2 * item]! +
            userProfiles[2 * user + 1]! * itemProfiles[2 * item + 1]!;
          const expected = data.itemMeans[item]! + profile + intercepts[item]! + slopes[item]! * numbers[user]!;
          sum += (values[at]! - expected) ** 2;
        }
      }
      const squares = (list: Float64Array) => list.reduce((total, value) => total + value * value, 0);
      return (
        sum +
        settings.profileRidge * (squares(userProfiles) + squares(itemProfiles)) +
        settings.interceptRidge * squares(intercepts) +
        settings.slopeRidge * squares(slopes)
      );
    };
    for (const list of [userProfiles, itemProfiles, intercepts, slopes]) {
      for (let at = 0; at < list.length; at++) {
        const held = list[at]!;
        list[at] = held + 1e-4;
        const above = objective();
        list[at] = held - 1e-4;
        const below = objective();
        list[at] = held;
        expect(Math.abs(above - below) / 2e-4).toBeLessThan(1e-4);
      }
    }
    // Not the trivial solution: profiles are there.
    expect(Math.max(...itemProfiles.map(Math.abs))).toBeGreaterThan(0.1);
  });
});

const world = createNumericWorld(
  { users: 1500, items: 80, ratingsPerUser: 30, dimension: 3, noise: 0.6, leak: 0.3, scale: 'continuous' },
  4,
);
const settings = { dimension: 3, profileRidge: 2, iterations: 25 };
const modelOf = async (dataset: Dataset, changes: Partial<NumericParameters> = {}): Promise<NumericModel> =>
  trained(await trainNumeric(dataset, 'age', { ...settings, ...changes }));

describe('training on a number', () => {
  it('recovers slopes, intercepts and noise in their own unit', async () => {
    const model = await modelOf(world.dataset);
    const { truth } = world;
    const product = (a: ArrayLike<number>, b: ArrayLike<number>) =>
      Array.from(a).reduce((sum, value, at) => sum + value * b[at]!, 0);
    const { slopes } = model;
    expect(
      product(slopes, truth.slopes) / Math.sqrt(product(slopes, slopes) * product(truth.slopes, truth.slopes)),
    ).toBeGreaterThan(0.97);
    expect(product(slopes, truth.slopes) / product(truth.slopes, truth.slopes)).toBeCloseTo(1, 1);
    // Ratings of people of 50, where profiles are 0.
    const at50 = (list: { intercepts: Float64Array; slopes: Float64Array }) =>
      list.intercepts.map((intercept, item) => intercept + 50 * list.slopes[item]!);
    const off = at50(model).map((rating, item) => Math.abs(rating - at50(truth)[item]!));
    expect(off.reduce((sum, value) => sum + value, 0) / off.length).toBeLessThan(0.15);
    expect(model.attribute).toMatchObject({ name: 'age', mean: expect.closeTo(35, 0), variance: expect.any(Number) });
    expect(Math.sqrt(model.attribute.variance)).toBeCloseTo(12, 0);
    expect(model.noiseVariance / truth.noiseVariance).toBeGreaterThan(0.95);
    expect(model.noiseVariance / truth.noiseVariance).toBeLessThan(1.35);
    expect(Math.sqrt(model.provenance.slopeVariance!)).toBeCloseTo(0.3, 1);
    // Slopes miss by about as much as they say.
    const misses = slopes.map((slope, item) => (slope - truth.slopes[item]!) / model.itemStatistics.slopeErrors[item]!);
    const spread = Math.sqrt(product(misses, misses) / misses.length);
    expect(spread).toBeGreaterThan(0.7);
    expect(spread).toBeLessThan(1.5);
  });

  it('finds slopes of nothing but noise in shuffled numbers, and lets go of them', async () => {
    const shuffled = shuffledLabels(world.dataset, 'age', derive(8, 'shuffle'));
    const [held, plain] = [await modelOf(shuffled), await modelOf(shuffled, { slopeShrinkage: 'none' })];
    const largest = ({ slopes }: NumericModel) => 12 * Math.max(...slopes.map(Math.abs));
    expect(largest(plain)).toBeGreaterThan(0.05);
    expect(largest(held)).toBeLessThan(0.4 * largest(plain));
    expect(plain.provenance.slopeVariance).toBeUndefined();
  });

  it('trains on those whose number is known, and repeats exactly', async () => {
    const ages = Array.from(numericAttributeOf(world.dataset, 'age').values, (age, user) =>
      user % 3 === 0 ? undefined : age,
    );
    const dataset = createDataset({ ...world.dataset, attributes: [createNumericAttribute('age', ages)] });
    const model = await modelOf(dataset);
    expect(model.provenance.users).toBe(1000);
    expect(encodeNumericModel(await modelOf(dataset))).toEqual(encodeNumericModel(model));
    expect((await modelOf(dataset, { seed: 2 })).profiles).not.toEqual(model.profiles);
  });

  it('reports progress, and stops when aborted', async () => {
    const control = new AbortController();
    const seen: number[] = [];
    const onProgress = ({ done }: { done: number }) => {
      seen.push(done);
      if (done === 2) control.abort(new Error('changed my mind'));
    };
    await expect(trainNumeric(world.dataset, 'age', settings, { onProgress, signal: control.signal })).rejects.toThrow(
      'changed my mind',
    );
    expect(seen).toEqual([1, 2]);
  });

  it('refuses bad parameters and other attributes', async () => {
    const refused = (changes: object) => asyncFailure(() => trainNumeric(world.dataset, 'age', changes));
    expect(await refused({ dimension: 0 })).toMatch(/^PARAMETER_OUT_OF_RANGE: dimension is 0/);
    expect(await refused({ slopeRidge: -1 })).toMatch(/^PARAMETER_OUT_OF_RANGE: slopeRidge is -1/);
    expect(await refused({ slopeShrinkage: 'some' })).toMatch(
      /slopeShrinkage is some; it must be empiricalBayes or none/,
    );
    expect(await asyncFailure(() => trainNumeric(world.dataset, 'size', {}))).toMatch(/^ATTRIBUTE_UNKNOWN/);
  });

  it('a singular system names the entity and the ridge', async () => {
    const one = datasetOf(
      [
        [3, 4],
        [0, 5],
        [0, 2],
      ],
      [20, 30, 40],
    );
    const slopes = { dimension: 1, noiseHoldOut: 0, interceptRidge: 0, slopeRidge: 0 };
    const unheld = await trainNumeric(one, 'age', slopes);
    expect(failure(() => trained(unheld))).toMatch(
      /^TRAINING_SINGULAR: the least-squares system of item "i0" .* -> raise interceptRidge \(now 0\) and slopeRidge \(now 0\)/,
    );
    const profiles = await trainNumeric(one, 'age', { dimension: 3, profileRidge: 0 });
    expect(failure(() => trained(profiles))).toMatch(
      /^TRAINING_SINGULAR: .* user "u0" .* -> raise profileRidge, now 0/,
    );
  });
});

describe('a model of a number', () => {
  const model = modelOf(world.dataset, { iterations: 2 });

  it('comes back from its bytes', async () => {
    const bytes = encodeNumericModel(await model);
    const again = decodeNumericModel(bytes);
    for (const name of ['attribute', 'dimension', 'noiseVariance', 'profileVariance', 'scale'] as const) {
      expect(again[name]).toEqual((await model)[name]);
    }
    expect(again.profiles).toEqual((await model).profiles);
    expect(again.intercepts).toEqual((await model).intercepts);
    expect(again.slopes).toEqual((await model).slopes);
    expect(again.itemStatistics).toEqual((await model).itemStatistics);
    expect(again.provenance).toEqual((await model).provenance);
    expect(again.items.title(3 as never)).toBe((await model).items.title(3 as never));
    expect(formatOf(bytes)).toBe('ulterior-numeric-model');
    expect(formatOf(bytes.subarray(0, 20))).toBeUndefined();
  });

  it('is refused by the reader of the other kind, and when cut, altered or of another version', async () => {
    const bytes = encodeNumericModel(await model);
    expect(failure(() => decodeModel(bytes))).toMatch(/^MODEL_FOREIGN: .* something else/);
    expect(failure(() => decodeNumericModel(bytes.subarray(0, bytes.length - 4)))).toMatch(/^MODEL_TRUNCATED/);
    const altered = bytes.slice();
    altered[altered.length - 3]! ^= 1;
    expect(failure(() => decodeNumericModel(altered))).toMatch(/^MODEL_ALTERED/);
    const decoded = decodeTensors(bytes);
    if (!decoded.ok) throw new Error('not decoded');
    const resealed = (change: (metadata: Record<string, string>) => Record<string, string>) => {
      const { checksum: _, ...metadata } = decoded.file.metadata;
      const file = { tensors: decoded.file.tensors, metadata: change(metadata) };
      return encodeTensors({ ...file, metadata: { ...file.metadata, checksum: checksumOf(file) } });
    };
    expect(failure(() => decodeNumericModel(resealed((metadata) => ({ ...metadata, formatVersion: '9' }))))).toMatch(
      /^MODEL_VERSION: the model has format version 9; this version reads 1/,
    );
    for (const text of ['{', 'null', '{"dimension":3}']) {
      expect(failure(() => decodeNumericModel(resealed((metadata) => ({ ...metadata, model: text }))))).toMatch(
        /^MODEL_FOREIGN/,
      );
    }
  });

  it.each([
    ['slopes has 1 values', { slopes: new Float64Array(1) }],
    ['a variance is not positive', { noiseVariance: 0 }],
    ['its dimension is 0', { dimension: 0 }],
    ['among its slopes is not finite', { slopes: new Float64Array(80).fill(Number.NaN) }],
    ['the mean of the attribute', { attribute: { name: 'age', mean: Number.NaN, variance: 1 } }],
  ])('is refused where %s', async (text, changes) => {
    const whole = await model;
    expect(failure(() => createNumericModel({ ...whole, ...changes }))).toMatch(
      new RegExp(`^MODEL_INVALID: .*${text}`),
    );
  });
});
