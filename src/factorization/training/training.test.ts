import { afterAll, describe, expect, it } from 'vitest';
import { areaUnderCurve } from '../../../test/support/auc.ts';
import { asyncFailure } from '../../../test/support/failure.ts';
import { rowOf, startBelief } from '../../inference/index.ts';
import { twinRuntime } from '../../kernels/index.ts';
import { derive } from '../../maths/index.ts';
import {
  attributeOf,
  createAttribute,
  createDataset,
  createRatingMatrix,
  createVocabulary,
  type Dataset,
  itemIndex,
  shuffledLabels,
  subsetUsers,
} from '../../ratings/index.ts';
import { loadKernels, openThreadPool } from '../../runtime/index.ts';
import { createWorld } from '../../worlds/index.ts';
import { encodeModel } from '../model/modelFile.ts';
import { checkedParameters, parametersFrom, presets, type TrainingParameters } from '../model/parameters.ts';
import { solveByAls } from './als.ts';
import { ridgesFor } from './ridges.ts';
import { solveBySgd } from './sgd.ts';
import type { Factors, SolverResult } from './solver.ts';
import { train, trained } from './train.ts';
import { forEachUser, prepareTraining, type TrainingData } from './trainingData.ts';

const kernels = loadKernels();
const pools = [2, 4].map((threads) => openThreadPool(threads));
afterAll(async () => {
  await Promise.all(pools.map((pool) => pool.close()));
});

const world = createWorld(
  { users: 400, items: 60, ratingsPerUser: 30, dimension: 3, scale: 'continuous', noise: 0.4 },
  5,
);
const als = (changes: Partial<TrainingParameters> = {}) => parametersFrom('als', { dimension: 3, ...changes });
const sgd = (changes: Partial<TrainingParameters> = {}) =>
  checkedParameters({ ...presets.paper, dimension: 3, ...changes });

function solved(result: SolverResult): Factors {
  if (result.status !== 'solved') throw new Error(result.status);
  return result.factors;
}

/** The objective of [eq:mle] and its gradient, in double precision. */
function objective(data: TrainingData, factors: Factors, parameters: TrainingParameters) {
  const d = parameters.dimension;
  const ridges = ridgesFor(data, parameters);
  const { indices, values } = data.dataset.ratings.byUser;
  const gradients = [factors.userProfiles, factors.itemProfiles, factors.typeBiases].map(
    (part) => new Float64Array(part.length),
  );
  const [users, items, biases] = gradients as [Float64Array, Float64Array, Float64Array];
  let value = 0;
  const hold = (part: Float32Array, ridge: Float32Array, gradient: Float64Array, width: number) => {
    for (const [at, entry] of part.entries()) {
      value += ridge[Math.floor(at / width)]! * entry ** 2;
      gradient[at] = gradient[at]! + ridge[Math.floor(at / width)]! * entry;
    }
  };
  hold(factors.userProfiles, ridges.users, users, d);
  hold(factors.itemProfiles, ridges.items, items, d);
  hold(factors.typeBiases, ridges.biases, biases, 1);
  forEachUser(data, (user, positions, count) => {
    for (let n = 0; n < count; n++) {
      const item = indices[positions[n]!]!;
      const bias = item * data.types + data.userTypes[user]!;
      let e = values[positions[n]!]! - data.centres[item]! - factors.typeBiases[bias]!;
      for (let k = 0; k < d; k++) e -= factors.userProfiles[user * d + k]! * factors.itemProfiles[item * d + k]!;
      value += e * e;
      biases[bias] = biases[bias]! - e;
      for (let k = 0; k < d; k++) {
        users[user * d + k] = users[user * d + k]! - e * factors.itemProfiles[item * d + k]!;
        items[item * d + k] = items[item * d + k]! - e * factors.userProfiles[user * d + k]!;
      }
    }
  });
  return { value, steepest: Math.max(...gradients.flatMap((gradient) => Array.from(gradient, Math.abs))) };
}

describe('ALS', () => {
  it.each(['perEntity', 'perRating'] as const)(
    'ends where the gradient of the objective is zero (%s ridges)',
    async (ridgeForm) => {
      const parameters = als({ iterations: 400, ridgeForm, profileRidge: ridgeForm === 'perEntity' ? 2 : 0.05 });
      const data = prepareTraining(world.dataset, 'type', parameters);
      const start = objective(
        data,
        solved(await solveByAls(data, { ...parameters, iterations: 1 }, { kernels })),
        parameters,
      );
      const end = objective(data, solved(await solveByAls(data, parameters, { kernels })), parameters);
      // Single precision: 11,000 residuals of size 0.4 summed into each gradient.
      expect(end.steepest).toBeLessThan(1e-3);
      expect(start.steepest).toBeGreaterThan(100 * end.steepest);
    },
  );

  it('lowers the objective in every sweep', async () => {
    const data = prepareTraining(world.dataset, 'type', als());
    const values: number[] = [];
    for (const iterations of [1, 2, 3, 5, 8]) {
      const parameters = als({ iterations });
      values.push(objective(data, solved(await solveByAls(data, parameters, { kernels })), parameters).value);
    }
    expect(values).toEqual(values.toSorted((a, b) => b - a));
  });

  it('solves for a type that never rated an item: its bias is the item’s mean', async () => {
    const dataset = datasetWith({ unratedByB: 0 });
    const model = trained(await train(dataset, 'type', als({ noiseHoldOut: 0, iterations: 30 }), { kernels }));
    expect(model.itemStatistics.countsByType[1]).toBe(0);
    expect(model.rows.biases[1]).toBeCloseTo(model.itemStatistics.means[0]!, 1);
  });
});

describe('SGD', () => {
  it('comes close to the minimum that ALS finds, under the same form of ridge', async () => {
    const shared = {
      ridgeForm: 'perRating',
      centring: 'item',
      profileRidge: 0.05,
      biasRidge: 0.05,
      noiseHoldOut: 0,
    } as const;
    const exact = als({ ...shared, iterations: 200 });
    const stochastic = sgd({ ...shared, iterations: 300, step: 0.01 });
    const data = prepareTraining(world.dataset, 'type', exact);
    const least = objective(data, solved(await solveByAls(data, exact, { kernels })), exact).value;
    const reached = objective(data, solved(await solveBySgd(data, stochastic, { kernels })), stochastic).value;
    expect(reached / least).toBeGreaterThan(0.999);
    expect(reached / least).toBeLessThan(1.02);
  });

  it('with per-entity ridges holds an entity by the same weight however many ratings it has', async () => {
    const strong = sgd({
      ridgeForm: 'perEntity',
      centring: 'item',
      profileRidge: 1e3,
      biasRidge: 0,
      iterations: 60,
      noiseHoldOut: 0,
    });
    const data = prepareTraining(world.dataset, 'type', strong);
    const { userProfiles } = solved(await solveBySgd(data, strong, { kernels }));
    expect(Math.max(...userProfiles.map(Math.abs))).toBeLessThan(0.02);
  });
});

describe('training recovers what was planted', () => {
  it.each([
    ['als', als({ profileRidge: 1, iterations: 40 })],
    ['sgd', sgd({ centring: 'item', profileRidge: 0.02, biasRidge: 0.01, step: 0.02, iterations: 60 })],
  ])('%s: gaps, noise and priors', async (_, parameters) => {
    const planted = createWorld(
      { users: 3000, items: 80, ratingsPerUser: 40, dimension: 3, noise: 0.5, leak: 0.3, scale: 'continuous' },
      8,
    );
    const model = trained(await train(planted.dataset, 'type', parameters, { kernels }));
    const gaps = (biases: ArrayLike<number>) =>
      Array.from({ length: 80 }, (_, j) => biases[2 * j + 1]! - biases[2 * j]!);
    const truth = gaps(planted.truth.typeBiases);
    const found = gaps(model.rows.biases);
    const product = (a: number[], b: number[]) => a.reduce((sum, value, at) => sum + value * b[at]!, 0);
    expect(product(truth, found) / Math.sqrt(product(truth, truth) * product(found, found))).toBeGreaterThan(0.98);
    expect(product(truth, found) / product(truth, truth)).toBeCloseTo(1, 1);
    // The residuals of held-out ratings include the error of the fitted profiles, so they lie a little above.
    expect(model.noiseVariance / planted.truth.noiseVariance).toBeGreaterThan(0.95);
    expect(model.noiseVariance / planted.truth.noiseVariance).toBeLessThan(1.35);
    expect(model.provenance.noiseFrom).toBe('heldOut');
    expect(model.typePriors[0]).toBeCloseTo(0.5, 2);
  });

  /** AUC of the factor-based classifier over whole histories of users that did not train. */
  async function heldOutAuc(dataset: Dataset, parameters: TrainingParameters): Promise<number> {
    const users = Array.from({ length: dataset.users.size }, (_, user) => user);
    const tested = users.filter((user) => user % 3 === 0);
    const trainers = subsetUsers(
      dataset,
      users.filter((user) => user % 3 !== 0),
    );
    const model = trained(await train(trainers, 'type', parameters, { kernels }));
    const { starts, indices, values } = dataset.ratings.byUser;
    const scores = tested.map((user) => {
      let belief = startBelief(model);
      for (let at = starts[user]!; at < starts[user + 1]!; at++) {
        belief = belief.after({ row: rowOf(model, itemIndex(indices[at]!)), value: values[at]! });
      }
      return belief.logWeights[1]! - belief.logWeights[0]!;
    });
    const { values: types } = attributeOf(dataset, 'type');
    return areaUnderCurve(
      scores,
      tested.map((user) => types[user]!),
    );
  }

  const leaky = createWorld({ users: 1500, items: 100, ratingsPerUser: 30, dimension: 3, leak: 0.3 }, 12).dataset;

  it.each([
    ['als', als()],
    ['paper', parametersFrom('paper')],
  ])('%s: a planted leak is found', async (_, parameters) => {
    expect(await heldOutAuc(leaky, parameters)).toBeGreaterThan(0.8);
  });

  it.each([
    ['als', als()],
    ['paper', parametersFrom('paper')],
  ])('%s: nothing is found in shuffled labels', async (_, parameters) => {
    const shuffled = shuffledLabels(leaky, 'type', derive(3, 'shuffle'));
    // 500 tested users: the standard error of the AUC is about 0.026.
    expect(Math.abs((await heldOutAuc(shuffled, parameters)) - 0.5)).toBeLessThan(0.08);
  });
});

describe('repeatability', () => {
  const large = createWorld({ users: 2200, items: 150, ratingsPerUser: 100, dimension: 4 }, 3).dataset;
  const settings = [
    ['als', als({ iterations: 3 })],
    ['sgd', sgd({ iterations: 3 })],
  ] as const;

  it.each(settings)('%s gives the same bytes for 1, 2 and 4 threads', async (_, parameters) => {
    expect(large.ratings.count).toBeGreaterThan(200_000 / 0.98);
    const results = [];
    for (const executor of [undefined, ...pools]) {
      results.push(encodeModel(trained(await train(large, 'type', parameters, { kernels, executor }))));
    }
    for (const bytes of results.slice(1)) expect(Buffer.compare(bytes, results[0]!)).toBe(0);
  });

  it.each(settings)('%s gives the same bytes on the twin, on the plain build, and again', async (_, parameters) => {
    const runtimes = [kernels, loadKernels('plain'), twinRuntime({ shared: false }), kernels];
    const results = [];
    for (const runtime of runtimes) {
      results.push(encodeModel(trained(await train(world.dataset, 'type', parameters, { kernels: runtime }))));
    }
    for (const bytes of results.slice(1)) expect(Buffer.compare(bytes, results[0]!)).toBe(0);
  });

  it.each(settings)('%s on the twin with threads, too', async (_, parameters) => {
    const twin = twinRuntime({ shared: true });
    const inline = encodeModel(trained(await train(world.dataset, 'type', parameters, { kernels: twin })));
    const threaded = encodeModel(
      trained(await train(world.dataset, 'type', parameters, { kernels: twin, executor: pools[0] })),
    );
    expect(Buffer.compare(inline, threaded)).toBe(0);
  });

  it.each(settings)('%s differs for another seed', async (_, parameters) => {
    const [first, second] = await Promise.all(
      [1, 2].map(async (seed) => trained(await train(world.dataset, 'type', { ...parameters, seed }, { kernels }))),
    );
    expect(first!.rows.profiles).not.toEqual(second!.rows.profiles);
  });
});

describe('progress and cancellation', () => {
  it('reports every iteration with its error', async () => {
    const seen: number[][] = [];
    const parameters = als({ iterations: 4 });
    const onProgress = ({ done, total, error }: { done: number; total: number; error: number }) =>
      seen.push([done, total, error]);
    const model = trained(await train(world.dataset, 'type', parameters, { kernels, onProgress }));
    expect(seen.map(([done, total]) => [done, total])).toEqual([
      [1, 4],
      [2, 4],
      [3, 4],
      [4, 4],
    ]);
    expect(seen.map(([, , error]) => error)).toEqual(model.provenance.trainingErrors);
  });

  it.each([
    ['als, inline', als({ iterations: 50 }), undefined],
    ['als, threads', als({ iterations: 50 }), pools[0]],
    ['sgd, inline', sgd({ iterations: 50 }), undefined],
    ['sgd, threads', sgd({ iterations: 50 }), pools[0]],
  ])('stops when aborted (%s)', async (_, parameters, executor) => {
    const control = new AbortController();
    let iterations = 0;
    const onProgress = () => {
      iterations++;
      if (iterations === 2) control.abort(new Error('changed my mind'));
    };
    const training = train(world.dataset, 'type', parameters, {
      kernels,
      executor,
      onProgress,
      signal: control.signal,
    });
    await expect(training).rejects.toThrow('changed my mind');
    expect(iterations).toBe(2);
  });
});

describe('numerical failure is a result, with what to change', () => {
  it('divergence names the step', async () => {
    const result = await train(world.dataset, 'type', sgd({ step: 2 }), { kernels });
    expect(result.status).toBe('failed');
    expect(await asyncFailure(async () => trained(result))).toMatch(
      /^TRAINING_DIVERGED: .* iteration \d+.* -> lower step \(--step\), now 2/,
    );
  });

  it('a singular system names the user or item and the ridge', async () => {
    const none = await train(world.dataset, 'type', als({ profileRidge: 0, dimension: 40 }), { kernels });
    expect(await asyncFailure(async () => trained(none))).toMatch(
      /^TRAINING_SINGULAR: .* user "[\w-]+" .* -> raise profileRidge, now 0/,
    );
    const dataset = datasetWith({ unratedByB: 0 });
    const biases = await train(dataset, 'type', als({ biasRidge: 0, noiseHoldOut: 0 }), { kernels });
    expect(await asyncFailure(async () => trained(biases))).toMatch(
      /^TRAINING_SINGULAR: .* item "i0" .* -> raise biasRidge, now 0/,
    );
  });
});

describe('bad input', () => {
  const refused = (changes: Partial<TrainingParameters>) =>
    asyncFailure(() => train(world.dataset, 'type', { ...presets.als, ...changes }, { kernels }));

  it.each([
    ['dimension', 0],
    ['dimension', 2.5],
    ['dimension', 513],
    ['iterations', 0],
    ['step', 0],
    ['step', Number.NaN],
    ['profileRidge', -1],
    ['profileRidge', Number.POSITIVE_INFINITY],
    ['biasRidge', -0.1],
    ['initialScale', 0],
    ['noiseHoldOut', 0.9],
    ['seed', -4],
    ['solver', 'magic'],
    ['ridgeForm', 'often'],
    ['centring', 'left'],
  ])('%s = %s is out of range', async (name, value) => {
    expect(await refused({ [name]: value })).toMatch(
      new RegExp(`^PARAMETER_OUT_OF_RANGE: ${name} is ${value}; it must be .* -> set ${name}`),
    );
  });

  it('the paper preset fixes all but the step', async () => {
    expect(parametersFrom('paper', { step: 0.001 }).step).toBe(0.001);
    expect(await asyncFailure(async () => parametersFrom('paper', { dimension: 10 }))).toMatch(
      /^PARAMETER_OUT_OF_RANGE: the preset "paper" fixes dimension at 20 -> leave dimension out/,
    );
    expect(await asyncFailure(async () => parametersFrom('none' as 'paper'))).toMatch(/preset is none; .* paper, als/);
  });

  it('an attribute nobody has, or with one value', async () => {
    expect(await asyncFailure(() => train(world.dataset, 'age', presets.als, { kernels }))).toMatch(
      /^ATTRIBUTE_UNKNOWN/,
    );
    const { values } = attributeOf(world.dataset, 'type');
    const onlyA = subsetUsers(
      world.dataset,
      Array.from(values.keys()).filter((user) => values[user] === 0),
    );
    expect(await asyncFailure(() => train(onlyA, 'type', presets.als, { kernels }))).toMatch(
      /^ATTRIBUTE_SINGLE_VALUED/,
    );
  });

  it('an item that no training user rated', async () => {
    const dataset = datasetWith({ unratedByB: 0 });
    // Of type a, who alone rate item 0, only users whose type is not known remain.
    const hidden = createDataset({
      ...dataset,
      attributes: [
        createAttribute(
          'type',
          Array.from({ length: 20 }, (_, n) => (n % 2 ? ['b', 'c'][(n % 4) >> 1] : undefined)),
        ),
      ],
    });
    expect(await asyncFailure(() => train(hidden, 'type', presets.als, { kernels }))).toMatch(
      /^ITEM_WITHOUT_RATINGS: item "i0" has no rating by a user whose attribute is known -> leave such items out/,
    );
  });

  it('a user without ratings', async () => {
    const whole = datasetWith({ unratedByB: 0 });
    const emptied = {
      ...whole,
      ratings: {
        ...whole.ratings,
        byUser: {
          ...whole.ratings.byUser,
          starts: whole.ratings.byUser.starts.map((start, user) => (user === 1 ? 0 : start)),
        },
      },
    };
    expect(await asyncFailure(() => train(emptied, 'type', presets.als, { kernels }))).toMatch(
      /^USER_WITHOUT_RATINGS: user "u0" has no ratings to train on -> leave such users out/,
    );
  });
});

describe('types', () => {
  const relabelled = (labels: readonly string[]) => {
    const dataset = datasetWith({ unratedByB: 0 });
    const texts = Array.from({ length: 20 }, (_, user) => labels[user % 2]);
    return createDataset({ ...dataset, attributes: [createAttribute('type', texts, labels)] });
  };

  it('that no training user has are unlikely, not impossible', async () => {
    const model = trained(await train(relabelled(['a', 'b', 'never']), 'type', als(), { kernels }));
    expect(model.typePriors[2]).toBeCloseTo(0.5 / 21.5, 12);
    expect(startBelief(model).posterior()[2]).toBeGreaterThan(0);
  });

  it('beyond 256 are refused', async () => {
    const labels = Array.from({ length: 257 }, (_, n) => `t${n}`);
    expect(await asyncFailure(() => train(relabelled(labels), 'type', als(), { kernels }))).toMatch(
      /^ATTRIBUTE_INVALID: .* has 257 values; .* -> merge values/,
    );
  });
});

describe('the noise', () => {
  it('comes from held-out ratings, which training never sees', () => {
    const data = prepareTraining(world.dataset, 'type', als({ noiseHoldOut: 0.1 }));
    const seen = new Set<number>();
    forEachUser(data, (_, positions, count) => {
      for (const at of positions.subarray(0, count)) seen.add(at);
    });
    for (const at of data.heldOut) expect(seen.has(at)).toBe(false);
    expect(seen.size + data.heldOut.length).toBe(world.dataset.ratings.count);
    expect(data.ratings).toBe(seen.size);
    // Ten in a hundred, within five standard deviations.
    const expected = 0.1 * world.dataset.ratings.count;
    expect(Math.abs(data.heldOut.length - expected)).toBeLessThan(5 * Math.sqrt(0.9 * expected));
  });

  it('comes from the training residuals where too few are held out', async () => {
    const model = trained(await train(world.dataset, 'type', als({ noiseHoldOut: 0 }), { kernels }));
    expect(model.provenance.noiseFrom).toBe('training');
    expect(model.noiseVariance).toBeCloseTo(model.provenance.trainingErrors.at(-1)! ** 2, 1);
  });

  it('never takes a user’s or an item’s last rating', () => {
    const data = prepareTraining(datasetWith({ unratedByB: 0 }), 'type', als({ noiseHoldOut: 0.5 }));
    expect(Math.min(...data.userCounts)).toBeGreaterThan(0);
    expect(Math.min(...data.itemCounts)).toBeGreaterThan(0);
  });
});

describe('users without the attribute', () => {
  it('do not train', () => {
    const ids = ['a', 'b', 'c'];
    const dataset = createDataset({
      users: createVocabulary(ids),
      items: createVocabulary(['x', 'y']),
      ratings: createRatingMatrix(3, 2, {
        users: [0, 0, 1, 1, 2, 2],
        items: [0, 1, 0, 1, 0, 1],
        values: [1, 2, 3, 4, 5, 5],
      }),
      attributes: [createAttribute('type', ['p', 'q', undefined])],
    });
    const data = prepareTraining(dataset, 'type', als({ noiseHoldOut: 0 }));
    expect([...data.users]).toEqual([0, 1]);
    expect(data.ratings).toBe(4);
    expect([...data.itemMeans]).toEqual([2, 3]);
  });
});

/** Ten users of type a and ten of type b rate six items; b never rates the item `unratedByB`. */
function datasetWith({ unratedByB }: { unratedByB: number }): Dataset {
  const users: number[] = [];
  const items: number[] = [];
  const values: number[] = [];
  const stream = derive(4, 'small');
  for (let user = 0; user < 20; user++) {
    for (let item = 0; item < 6; item++) {
      if (item === unratedByB && user % 2 === 1) continue;
      users.push(user);
      items.push(item);
      values.push(1 + stream.below(5));
    }
  }
  return createDataset({
    users: createVocabulary(Array.from({ length: 20 }, (_, n) => `u${n}`)),
    items: createVocabulary(Array.from({ length: 6 }, (_, n) => `i${n}`)),
    ratings: createRatingMatrix(20, 6, { users, items, values }),
    attributes: [
      createAttribute(
        'type',
        Array.from({ length: 20 }, (_, n) => (n % 2 ? 'b' : 'a')),
      ),
    ],
  });
}
