import { describe, expect, it } from 'vitest';
import { derive } from '../../maths/index.ts';
import { unitsByType } from '../statistics/aucStatistic.ts';
import { resampleWeights } from '../statistics/bootstrap.ts';
import { labelsWithinFolds } from './labelsWithinFolds.ts';

const HOUSEHOLDS = 40;
const clusters = Uint32Array.from({ length: 3 * HOUSEHOLDS }, (_, n) => Math.floor(n / 3));
const folds = Uint16Array.from(clusters, (household) => household % 4);

describe('labelsWithinFolds', () => {
  it('keeps the share of each group in each fold', () => {
    // Everyone of the first fold is of one group, everyone else of the other.
    const types = Uint8Array.from(folds, (fold) => (fold === 0 ? 1 : 0));
    const mixed = Uint8Array.from(folds, (_, person) => (person % 5 === 0 ? 1 : 0));
    const inFolds = (labels: Uint8Array) =>
      [0, 1, 2, 3].map((fold) => labels.filter((label, person) => label === 1 && folds[person] === fold).length);
    for (let number = 1; number <= 5; number++) {
      const dealt = (own: Uint8Array) => labelsWithinFolds(own, { folds, foldCount: 4, seed: 1 }, number);
      expect(dealt(types)).toEqual(types);
      expect(inFolds(dealt(mixed))).toEqual(inFolds(mixed));
      expect(dealt(mixed)).not.toEqual(mixed);
    }
  });

  it('rejects as often as it should where households share answers and labels, unlike shuffles of single people', () => {
    let [whole, single] = [0, 0];
    const worlds = 200;
    for (let world = 0; world < worlds; world++) {
      const stream = derive(world, 'world');
      const taste = Float64Array.from({ length: HOUSEHOLDS }, () => stream.normal());
      const label = Uint8Array.from({ length: HOUSEHOLDS }, () => stream.below(2));
      const answers = Float64Array.from(clusters, (household) => taste[household]! + 0.3 * stream.normal());
      const types = Uint8Array.from(clusters, (household) => label[household]!);
      const statistic = (labels: Uint8Array) => {
        const mean = (type: number) => {
          const own = answers.filter((_, person) => labels[person] === type);
          return own.reduce((sum, value) => sum + value, 0) / own.length;
        };
        return Math.abs(mean(1) - mean(0));
      };
      const pValue = (groups: Uint32Array | undefined) => {
        const found = statistic(types);
        const shuffles = Array.from({ length: 39 }, (_, n) =>
          statistic(labelsWithinFolds(types, { folds, foldCount: 4, seed: world, clusters: groups }, n + 1)),
        );
        return (1 + shuffles.filter((value) => value >= found).length) / 40;
      };
      if (pValue(clusters) <= 0.05) whole++;
      if (pValue(undefined) <= 0.05) single++;
    }
    expect(whole).toBeGreaterThan(2);
    expect(whole).toBeLessThan(0.1 * worlds);
    expect(single).toBeGreaterThan(0.15 * worlds);
  });
});

describe('resampleWeights', () => {
  it('draws people who belong together as one', () => {
    const weights = resampleWeights(clusters.length, 5, 0, clusters);
    for (let household = 0; household < HOUSEHOLDS; household++) {
      const own = weights.subarray(3 * household, 3 * household + 3);
      expect(new Set(own).size).toBe(1);
    }
    const drawn = weights.reduce((sum, weight) => sum + weight, 0) / 3;
    expect(drawn).toBe(HOUSEHOLDS);
  });
});

describe('unitsByType', () => {
  it('counts people of a group who belong together once', () => {
    const people = Uint32Array.of(0, 1, 2, 3, 4);
    const types = Uint8Array.of(0, 0, 1, 1, 1);
    expect(unitsByType(people, types, 2, undefined)).toEqual(Uint32Array.of(2, 3));
    expect(unitsByType(people, types, 2, Uint32Array.of(0, 0, 0, 1, 1))).toEqual(Uint32Array.of(1, 2));
  });
});
