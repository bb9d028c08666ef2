/** Kernel ridge against NumPy (fixture by `fixtures/make_fixture.py`), and on leaks that are planted. */
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { startKernels, twinRuntime } from '../../../kernels/index.ts';
import { derive } from '../../../maths/index.ts';
import { openThreadPool } from '../../../runtime/index.ts';
import { packRows, trainFeatureLogistic } from '../index.ts';
import { historyCoordinates, kernelRidge } from './index.ts';

interface Fixture {
  readonly versions: Record<string, string>;
  readonly training: number;
  readonly width: number;
  readonly types: number;
  readonly reach: number;
  readonly ridge: number;
  readonly points: number[];
  readonly labels: number[];
  readonly scores: number[];
  readonly heldOut: number[];
}
const fixture: Fixture = JSON.parse(readFileSync(new URL('./fixtures/numpy.json', import.meta.url), 'utf8'));
const kernels = startKernels(readFileSync(new URL('../../../../wasm/kernels.shared.wasm', import.meta.url)), {
  shared: true,
});
const tools = { kernels };
const range = (from: number, to: number) => Array.from({ length: to - from }, (_, n) => from + n);

const people = fixture.points.length / fixture.width;
const problem = {
  coordinates: { people, width: fixture.width, values: Float32Array.from(fixture.points) },
  training: range(0, fixture.training),
  tested: range(fixture.training, people),
  labels: [fixture.labels],
  types: fixture.types,
};
const { reach, ridge } = fixture;

function farthest(ours: ArrayLike<number>, theirs: ArrayLike<number>): number {
  let most = ours.length === theirs.length ? 0 : Number.POSITIVE_INFINITY;
  for (let n = 0; n < theirs.length; n++) most = Math.max(most, Math.abs(ours[n]! - theirs[n]!));
  return most;
}

function auc(scores: readonly number[], labels: readonly number[]): number {
  let won = 0;
  let pairs = 0;
  for (const [a, own] of scores.entries()) {
    for (const [b, other] of scores.entries()) {
      if (labels[a] !== 1 || labels[b] !== 0) continue;
      won += (1 + Math.sign(own - other)) / 2;
      pairs++;
    }
  }
  return won / pairs;
}
const odds = (logWeights: Float64Array) =>
  range(0, logWeights.length / 2).map((n) => logWeights[2 * n + 1]! - logWeights[2 * n]!);

describe(`kernel ridge of NumPy ${fixture.versions['numpy']}`, () => {
  it('gives the same scores, of tested people and of training people left out one by one', async () => {
    const { results, landmarks } = await kernelRidge(problem, { reach, ridge }, tools);
    expect(landmarks).toBe(0);
    expect(farthest(results[0]!.scores, fixture.scores)).toBeLessThan(2e-5);
    expect(farthest(results[0]!.heldOut, fixture.heldOut)).toBeLessThan(2e-5);
  });

  it('leaves out some one by one as it does all, whatever their order', async () => {
    const all = await kernelRidge(problem, { reach, ridge }, tools);
    const judged = [70, 3, 41];
    for (const form of [{}, { mostPeople: 10, landmarks: 1000 }]) {
      const { results } = await kernelRidge(problem, { reach, ridge, judged, ...form }, tools);
      const expected = judged.flatMap((n) => [...all.results[0]!.heldOut.subarray(3 * n, 3 * n + 3)]);
      expect(farthest(results[0]!.heldOut, expected)).toBeLessThan('landmarks' in form ? 5e-3 : 2e-5);
      expect(farthest(results[0]!.scores, fixture.scores)).toBeLessThan('landmarks' in form ? 5e-3 : 2e-5);
    }
    await expect(kernelRidge(problem, { reach, ridge, judged: [3, 3] }, tools)).rejects.toThrow(/judged/);
    await expect(kernelRidge(problem, { reach, ridge, judged: [5000] }, tools)).rejects.toThrow(/judged\[0\]/);
  });

  it('takes one memory for all choices of a kernel, and one for the solution', async () => {
    let memories = 0;
    const counting: typeof kernels = {
      ...kernels,
      allocate: (layout) => {
        memories++;
        return kernels.allocate(layout);
      },
    };
    await kernelRidge(problem, {}, { kernels: counting });
    expect(memories).toBe(2);
  });

  it('over landmarks is the same where everybody is one', async () => {
    const options = { reach, ridge, mostPeople: 10, landmarks: 1000 };
    const { results, landmarks } = await kernelRidge(problem, options, tools);
    expect(landmarks).toBe(fixture.training);
    expect(farthest(results[0]!.scores, fixture.scores)).toBeLessThan(5e-3);
    expect(farthest(results[0]!.heldOut, fixture.heldOut)).toBeLessThan(5e-3);
  });

  it('over fewer landmarks comes close, by the seed', async () => {
    const options = { reach, ridge, mostPeople: 10, landmarks: 45 };
    const [first, again, other] = await Promise.all([
      kernelRidge(problem, options, tools),
      kernelRidge(problem, options, tools),
      kernelRidge(problem, { ...options, seed: 9 }, tools),
    ]);
    expect(farthest(first.results[0]!.scores, fixture.scores)).toBeLessThan(0.15);
    expect(again.results).toEqual(first.results);
    expect(farthest(other.results[0]!.scores, first.results[0]!.scores)).toBeGreaterThan(1e-4);
  });

  it('gives many label vectors what it gives each alone, and the twin the same bits', async () => {
    const labels = [fixture.labels, fixture.labels.toReversed()];
    const together = await kernelRidge({ ...problem, labels }, { reach, ridge }, tools);
    for (const [n, one] of labels.entries()) {
      const alone = await kernelRidge({ ...problem, labels: [one] }, { reach, ridge }, tools);
      expect(alone.results[0]).toEqual(together.results[n]);
    }
    const options = { reach, ridge, mostPeople: 10, landmarks: 45 };
    const twin = { kernels: twinRuntime({ shared: false }) };
    expect(await kernelRidge(problem, { reach, ridge }, twin)).toEqual(
      await kernelRidge(problem, { reach, ridge }, tools),
    );
    expect(await kernelRidge(problem, options, twin)).toEqual(await kernelRidge(problem, options, tools));
  });

  it('ranks nobody by a group that did not occur in training', async () => {
    const { results } = await kernelRidge({ ...problem, types: 4 }, { reach, ridge }, tools);
    const { logWeights, present } = results[0]!;
    expect([...present]).toEqual([0, 1, 2]);
    for (const [at, value] of logWeights.entries()) expect(Number.isFinite(value)).toBe(at % 4 !== 3);
  });

  it('reaches as far as the labels ask for, and keeps what is given', async () => {
    const stream = derive(4, 'line');
    const values = Float32Array.from({ length: 240 }, () => stream.normal());
    const chosen = async (label: (x: number) => boolean, options = {}) => {
      const labels = [Array.from(values.subarray(0, 200), (x) => (label(x) ? 1 : 0))];
      const coordinates = { people: 240, width: 1, values };
      return kernelRidge({ coordinates, training: range(0, 200), tested: [], labels, types: 2 }, options, tools);
    };
    const waves = await chosen((x) => Math.sin(6 * x) > 0);
    const chance = await chosen(() => stream.uniform() < 0.5);
    expect(waves.reach).toBeGreaterThan(4);
    expect(chance.ridge).toBeGreaterThan(10 * waves.ridge);
    expect(await chosen((x) => x > 0, { reach: 3, ridge: 2 })).toMatchObject({ reach: 3, ridge: 2 });
    expect(await chosen((x) => x > 0, { reach: 3 })).toMatchObject({ reach: 3 });
  });

  it('refuses people who are not there, and groups that are not declared', async () => {
    const refused = (given: object) => kernelRidge({ ...problem, ...given }, { reach, ridge }, tools);
    await expect(refused({ tested: [people] })).rejects.toThrow(
      expect.objectContaining({ code: 'PARAMETER_OUT_OF_RANGE' }),
    );
    await expect(refused({ labels: [[...fixture.labels.slice(1), 7]] })).rejects.toThrow(
      expect.objectContaining({ code: 'ATTRIBUTE_INVALID' }),
    );
  });
});

describe('coordinates', () => {
  it('of people who are all alike are one column of zeros, and kernel ridge finds nothing in it', async () => {
    const histories = range(0, 40).map(() => ({ indices: [0, 1, 2], values: [1, 1, 1] }));
    const coordinates = await historyCoordinates(packRows(3, histories), {}, tools);
    expect([coordinates.width, coordinates.values.some((value) => value !== 0)]).toEqual([1, false]);
    const labels = [range(0, 30).map((n) => n % 2)];
    const given = { coordinates, training: range(0, 30), tested: range(30, 40), labels, types: 2 };
    const { results } = await kernelRidge(given, {}, tools);
    expect(new Set(results[0]!.scores.filter((_, at) => at % 2 === 1)).size).toBe(1);
    expect(results[0]!.logWeights.every(Number.isFinite)).toBe(true);
  });
});

describe('a leak in how tastes go together', () => {
  /**
   * Two independent tastes decide which half of either catalogue a person rates; the type is whether they agree. Each item
   * is rated by both types alike: no weights on single items can tell them apart.
   */
  const world = (seed: number, count: number) => {
    const stream = derive(seed, 'exclusive-or');
    const labels: number[] = [];
    const histories = range(0, count).map(() => {
      const tastes = [stream.below(2), stream.below(2)];
      labels.push(tastes[0] === tastes[1] ? 1 : 0);
      const indices = range(0, 80).filter((item) => {
        const half = Math.floor((item % 40) / 20);
        return stream.uniform() < (half === tastes[Math.floor(item / 40)] ? 0.5 : 0.15);
      });
      return { indices, values: indices.map(() => 1 + stream.below(5)) };
    });
    return { labels, rows: packRows(80, histories), histories };
  };

  it('is read the same by two threads', async () => {
    const { labels, rows } = world(3, 200);
    const pool = openThreadPool(2);
    try {
      const read = async (given: typeof tools & { executor?: typeof pool }) => {
        const coordinates = await historyCoordinates(rows, { implicit: { dimension: 8 }, directions: 4 }, given);
        const problem = { coordinates, training: range(0, 150), tested: range(150, 200), types: 2 };
        const known = [labels.slice(0, 150)];
        const exact = await kernelRidge({ ...problem, labels: known }, { reach: 1, ridge: 1 }, given);
        const some = { reach: 1, ridge: 1, mostPeople: 10, landmarks: 70 };
        return { coordinates, exact, landmarks: await kernelRidge({ ...problem, labels: known }, some, given) };
      };
      expect(await read({ kernels, executor: pool })).toEqual(await read({ kernels }));
    } finally {
      await pool.close();
    }
  });

  it('is found by kernel ridge, not by logistic regression, and not with shuffled labels', async () => {
    const { labels, rows, histories } = world(1, 400);
    const coordinates = await historyCoordinates(rows, { implicit: { dimension: 8 }, directions: 4 }, tools);
    expect(coordinates.width).toBe(12);
    const training = range(0, 300);
    const tested = range(300, 400);
    const known = labels.slice(0, 300);
    const shuffled = derive(2, 'shuffled').shuffle([...known]);
    const given = { coordinates, training, tested, labels: [known, shuffled], types: 2 };
    const { results } = await kernelRidge(given, {}, tools);
    const testedLabels = labels.slice(300);
    expect(auc(odds(results[0]!.logWeights), testedLabels)).toBeGreaterThan(0.9);
    expect(Math.abs(auc(odds(results[1]!.logWeights), testedLabels) - 0.5)).toBeLessThan(0.15);
    const linear = trainFeatureLogistic(packRows(80, histories.slice(0, 300)), known, 2);
    const scores = histories.slice(300).map((history) => {
      const [first, second] = linear.logWeights(history);
      return second! - first!;
    });
    expect(auc(scores, testedLabels)).toBeLessThan(0.65);
  });
});
