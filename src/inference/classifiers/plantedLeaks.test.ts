/** Leaks that no single answer tells: boosted trees and the stack find them, and nothing where the labels are shuffled. */
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { type PlantedWorld, plantedWorlds } from '../../../scripts/planted/worlds.mjs';
import { startKernels } from '../../kernels/index.ts';
import { historyAt, historyCoordinates, packRows, selectRows, stackAttack, trainBoosted } from './index.ts';

const kernels = startKernels(readFileSync(new URL('../../../wasm/kernels.shared.wasm', import.meta.url)), {
  shared: true,
});
const range = (from: number, to: number) => Array.from({ length: to - from }, (_, n) => from + n);

function auc(logWeights: ArrayLike<number>, labels: readonly number[]): number {
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

/** Three quarters of the people are learnt from. */
async function attacked({ answers, labels }: PlantedWorld) {
  const rows = packRows(
    answers[0]!.length,
    answers.map((all) => {
      const indices = range(0, all.length).filter((item) => !Number.isNaN(all[item]));
      return { indices, values: indices.map((item) => all[item]!) };
    }),
  );
  const cut = Math.floor(0.75 * rows.rows);
  const [training, tested] = [range(0, cut), range(cut, rows.rows)];
  const learnt = labels.slice(0, cut);
  const coordinates = await historyCoordinates(rows, {}, { kernels });
  const problem = { histories: rows, coordinates, training, tested, labels: learnt, types: 2 };
  const stack = await stackAttack(problem, {}, { kernels });
  const trees = trainBoosted(selectRows(rows, training), learnt, 2);
  const scores = tested.flatMap((person) => [...trees.logWeights(historyAt(rows, person))]);
  return { trees: auc(scores, labels.slice(cut)), stack: auc(stack.logWeights, labels.slice(cut)) };
}

describe.each(Object.entries(plantedWorlds))('a planted leak: %s', (_, make) => {
  it('is found, nearly as well as by an attacker that knows the rule', async () => {
    const world = make({ seed: 1, answered: 0.98 });
    const found = await attacked(world);
    expect(found.trees).toBeGreaterThan(world.truth - 0.12);
    expect(found.stack).toBeGreaterThan(world.truth - 0.12);
  });

  it('is not seen where labels are shuffled', async () => {
    const found = await attacked(make({ seed: 2, leak: false, people: 400 }));
    for (const value of Object.values(found)) expect(Math.abs(value - 0.5)).toBeLessThan(0.12);
  });
});

describe('planted worlds', () => {
  it('are the same for the same seed, and without a leak keep answers and shares', () => {
    for (const make of Object.values(plantedWorlds)) {
      const world = make({ seed: 3, people: 50, answered: 0.9 });
      expect(make({ seed: 3, people: 50, answered: 0.9 })).toEqual(world);
      expect(make({ seed: 4, people: 50, answered: 0.9 }).answers).not.toEqual(world.answers);
      const without = make({ seed: 3, people: 50, answered: 0.9, leak: false });
      expect(without.answers).toEqual(world.answers);
      expect(without.labels).not.toEqual(world.labels);
      expect(without.labels.toSorted()).toEqual(world.labels.toSorted());
    }
  });
});
