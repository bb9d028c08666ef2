/** The stack on a world with two leaks: one that only logistic regression sees, and one that only kernel ridge sees. */
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { startKernels } from '../../../kernels/index.ts';
import { derive } from '../../../maths/index.ts';
import { historyCoordinates, packRows, selectRows, stackAttack, trainBoosted, trainFeatureLogistic } from '../index.ts';

const kernels = startKernels(readFileSync(new URL('../../../../wasm/kernels.shared.wasm', import.meta.url)), {
  shared: true,
});
const tools = { kernels };
const range = (from: number, to: number) => Array.from({ length: to - from }, (_, n) => from + n);
const ITEMS = 90;

/** Tastes go together by type, as in the test of kernel ridge, but not always; the last ten items are rated by one type more. */
function world(seed: number, count: number, leak: boolean) {
  const stream = derive(seed, 'two-leaks');
  const labels: number[] = [];
  const histories = range(0, count).map(() => {
    const type = stream.below(2);
    const first = stream.below(2);
    const second = stream.uniform() < 0.8 ? (type === 1 ? first : 1 - first) : stream.below(2);
    labels.push(leak ? type : stream.below(2));
    const indices = range(0, ITEMS).filter((item) => {
      if (item >= 80) return stream.uniform() < 0.3 + 0.2 * type;
      const half = Math.floor((item % 40) / 20);
      return stream.uniform() < (half === [first, second][Math.floor(item / 40)] ? 0.5 : 0.15);
    });
    return { indices, values: indices.map(() => 1 + stream.below(5)) };
  });
  return { labels, rows: packRows(ITEMS, histories) };
}

function auc(logWeights: Float64Array, labels: readonly number[]): number {
  const odds = labels.map((_, n) => logWeights[2 * n + 1]! - logWeights[2 * n]!);
  let won = 0;
  let pairs = 0;
  for (const [a, own] of odds.entries()) {
    for (const [b, other] of odds.entries()) {
      if (labels[a] !== 1 || labels[b] !== 0) continue;
      won += (1 + Math.sign(own - other)) / 2;
      pairs++;
    }
  }
  return won / pairs;
}

async function attacked(seed: number, leak: boolean) {
  const { labels, rows } = world(seed, 500, leak);
  const coordinates = await historyCoordinates(rows, { implicit: { dimension: 6 }, directions: 2 }, tools);
  const problem = {
    histories: rows,
    coordinates,
    training: range(0, 350),
    tested: range(350, 500),
    labels: labels.slice(0, 350),
    types: 2,
  };
  const result = await stackAttack(problem, {}, tools);
  return { problem, result, auc: (logWeights: Float64Array) => auc(logWeights, labels.slice(350)) };
}

describe('stack', () => {
  const leaking = attacked(1, true);

  it('sees more than either of its parts', async () => {
    const { result, auc: of } = await leaking;
    const parts = [of(result.parts.logistic), of(result.parts.kernelRidge)];
    expect(of(result.logWeights)).toBeGreaterThan(Math.max(...parts) + 0.01);
    expect(result.weights.slopes.slice(0, 2).every((slope) => slope > 0)).toBe(true);
  });

  it('weighs each part by its own scores of people held out', async () => {
    const { problem } = await leaking;
    const noise = derive(7, 'coordinates');
    const values = problem.coordinates.values.map(() => noise.normal());
    const { weights } = await stackAttack(
      { ...problem, coordinates: { ...problem.coordinates, values } },
      { logisticRidge: 30, trees: { chosen: undefined } },
      tools,
    );
    // Kernel ridge says nothing here: all weight is on logistic regression.
    expect(weights.slopes[0]).toBeGreaterThan(0.3);
    expect(Math.abs(weights.slopes[1]!)).toBeLessThan(weights.slopes[0]! / 3);
  });

  it('sees nothing where there is nothing', async () => {
    const aucs = await Promise.all([2, 3, 4].map((seed) => attacked(seed, false)));
    const mean = aucs.reduce((sum, { result, auc: of }) => sum + of(result.logWeights) / 3, 0);
    expect(Math.abs(mean - 0.5)).toBeLessThan(0.08);
  });

  it('depends on the tested people by their ratings alone, and gives the same twice', async () => {
    const { problem, result } = await leaking;
    expect(await stackAttack(problem, {}, tools)).toEqual(result);
    const { reach, ridge, logisticRidge } = result;
    const given = await stackAttack(
      { ...problem, tested: problem.tested.slice(0, 3) },
      { reach, ridge, logisticRidge },
      tools,
    );
    expect([...given.logWeights]).toEqual([...result.logWeights.subarray(0, 6)]);
  });

  it('finds the same where others have worked out a part of it', async () => {
    const { problem, result } = await leaking;
    const rows = selectRows(problem.histories, problem.training);
    const { model } = trainFeatureLogistic(rows, problem.labels, problem.types);
    const { forStack } = trainBoosted(rows, problem.labels, problem.types);
    expect(forStack).toBeDefined();
    const told = { logistic: model, trees: forStack! };
    expect(await stackAttack(problem, told, tools)).toEqual(result);
  });

  it('works with a handful of people, of three groups', async () => {
    const { rows } = world(5, 12, true);
    const coordinates = await historyCoordinates(rows, { implicit: { dimension: 4 }, directions: 2 }, tools);
    const labels = [0, 1, 2, 0, 1, 2, 0, 1, 0];
    const problem = { histories: rows, coordinates, training: range(0, 9), tested: range(9, 12), labels, types: 3 };
    const { logWeights } = await stackAttack(problem, {}, tools);
    expect(logWeights).toHaveLength(9);
    expect(logWeights.every((value) => Number.isFinite(value))).toBe(true);
  });
});
