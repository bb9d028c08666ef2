import { describe, expect, it } from 'vitest';
import { emptyOutcomes } from '../interviews/outcomes.ts';
import { auditSpec } from '../spec/spec.ts';
import { reliabilityAt } from './summaries.ts';

const spec = auditSpec({ attribute: 'a', maxQuestions: 1, ratingErrorEvery: 1, level: 0.95 });

/** Ten groups of `size` people of equal confidence; of group g the first `right[g]` are judged rightly. */
function outcomesOf(right: readonly number[], size: number) {
  const people = right.length * size;
  const outcomes = emptyOutcomes(people, { ...spec, types: 2 });
  const types = new Uint8Array(people);
  for (let person = 0; person < people; person++) {
    const group = Math.floor(person / size);
    outcomes.lengths[person] = 1;
    outcomes.logits.set([0.5 + group, -0.5 - group], (person * 2 + 1) * 2);
    types[person] = person % size < right[group]! ? 0 : 1;
  }
  return { outcomes, types };
}

describe('reliability', () => {
  it('gives Wilson intervals around the share that is right', () => {
    const right = [0, 1, 2, 3, 4, 5, 6, 8, 9, 10];
    const { outcomes, types } = outcomesOf(right, 10);
    const { bins } = reliabilityAt('x', 1, outcomes, types, 2, spec)!;
    expect(bins.map(({ people }) => people)).toEqual(right.map(() => 10));
    for (const [group, bin] of bins.entries()) {
      expect(bin.right.value).toBeCloseTo(right[group]! / 10, 12);
      expect(bin.stated).toBeCloseTo(1 / (1 + Math.exp(-0.5 - group)), 6);
    }
    // With z = 1.959964: low and high of (p + z2/2n -+ z sqrt(p(1-p)/n + z2/4n2)) / (1 + z2/n) for n = 10.
    const expected = [
      [0, 0.27753],
      [0.01788, 0.40415],
      [0.05668, 0.50984],
      [0.10779, 0.60322],
      [0.16818, 0.68733],
      [0.23659, 0.76341],
      [0.31267, 0.83182],
      [0.49016, 0.94332],
      [0.59585, 0.98212],
      [0.72247, 1],
    ];
    for (const [group, [low, high]] of expected.entries()) {
      expect(bins[group]!.right.low).toBeCloseTo(low!, 4);
      expect(bins[group]!.right.high).toBeCloseTo(high!, 4);
    }
  });

  it('is narrower with more people, and wider at a higher level', () => {
    const at = (size: number, level: number) => {
      const { outcomes, types } = outcomesOf(Array(10).fill(size / 2), size);
      const { low, high } = reliabilityAt('x', 1, outcomes, types, 2, { ...spec, level })!.bins[0]!.right;
      return high - low;
    };
    // 2 z sqrt(1 / (4 n)) / sqrt(1 + z2 / n) at p = 1/2.
    expect(at(40, 0.95)).toBeCloseTo(1.959964 / Math.sqrt(40) / Math.sqrt(1 + 1.959964 ** 2 / 40), 5);
    expect(at(40, 0.99)).toBeCloseTo(2.575829 / Math.sqrt(40) / Math.sqrt(1 + 2.575829 ** 2 / 40), 5);
  });

  it('says nothing of fewer than 100 people, or of people who were not asked that often', () => {
    const { outcomes, types } = outcomesOf(Array(10).fill(5), 10);
    expect(reliabilityAt('x', 1, outcomes, types, 2, spec)).toBeDefined();
    outcomes.lengths[3] = 0;
    expect(reliabilityAt('x', 1, outcomes, types, 2, spec)).toBeUndefined();
  });
});
