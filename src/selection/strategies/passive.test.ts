/** What the passive strategies and PointEst choose, by hand. */
import { describe, expect, it } from 'vitest';
import { modelFrom, randomAnswers, randomChannelModel, randomModel } from '../../../test/support/models.ts';
import { createModel } from '../../factorization/index.ts';
import {
  factorClassifier,
  type IncrementalClassifier,
  observe,
  startBelief,
  withProbabilities,
} from '../../inference/index.ts';
import { itemIndex } from '../../ratings/index.ts';
import { Candidates } from '../scan/candidates.ts';
import { fixedList } from './fixedList.ts';
import { createStrategy } from './registry.ts';
import type { StrategyContext } from './strategy.ts';

const order = (context: StrategyContext, name: string): number[] => {
  const strategy = createStrategy(context, name);
  const belief = startBelief(context.model);
  const asked: number[] = [];
  let candidates = Candidates.all(context.model.items.size);
  for (let choice = strategy.next(belief, candidates, []); choice; choice = strategy.next(belief, candidates, [])) {
    asked.push(choice.item);
    candidates = candidates.without(choice.item);
  }
  return asked;
};

const model = modelFrom({
  profiles: [[1], [0.1], [0.5], [0.2]],
  biases: [
    [3, 3.2],
    [3, 4],
    [4, 3.5],
    [2, 2],
  ],
  noiseVariance: 1,
  prior: [0.5, 0.5],
});

describe('MaxGap', () => {
  it('asks in descending order of the gap between the type biases, whatever its sign', () => {
    expect(order({ model, seed: 1 }, 'maxGap')).toEqual([1, 2, 0, 3]);
  });

  it('takes the widest gap among more than two types', () => {
    const three = modelFrom({
      profiles: [[1], [1]],
      biases: [
        [3, 3.5, 3.1],
        [3, 3.2, 3.9],
      ],
      noiseVariance: 1,
      prior: [0.3, 0.3, 0.4],
    });
    expect(order({ model: three, seed: 1 }, 'maxGap')).toEqual([1, 0]);
  });
});

describe('MaxGap over several rows', () => {
  it('takes the root of the summed squares of the half gaps', () => {
    const base = randomChannelModel({ items: 3, dimension: 1, types: 2, seed: 1 });
    // Half gaps (0.3, 0.4), (0.45, 0.1), (0.1, 0.51): 0.5, 0.461, 0.52.
    const biases = Float64Array.of(0, 0.6, 1, 0.2, 0, 0.9, 0, 0.2, 0.2, 0, 0, 1.02);
    const two = createModel({ ...base, rows: { ...base.rows, biases } });
    expect(order({ model: two, seed: 1 }, 'maxGap')).toEqual([2, 0, 1]);
  });
});

describe('Popularity', () => {
  it('asks in descending order of the ratings that all types gave', () => {
    const countsByType = Uint32Array.of(3, 3, 0, 9, 4, 4, 5, 3);
    const counted = createModel({ ...model, itemStatistics: { ...model.itemStatistics, countsByType } });
    expect(order({ model: counted, seed: 1 }, 'popularity')).toEqual([1, 2, 3, 0]);
  });
});

describe('a fixed list', () => {
  const listed = fixedList([2, 0, 3].map(itemIndex));
  const belief = startBelief(model);

  it('asks its items in order among those that are open, and then nothing', () => {
    const asked: number[] = [];
    let candidates = Candidates.all(4);
    for (let choice = listed.next(belief, candidates, []); choice; choice = listed.next(belief, candidates, [])) {
      asked.push(choice.item);
      candidates = candidates.without(choice.item);
    }
    expect(asked).toEqual([2, 0, 3]);
    expect(listed.next(belief, Candidates.of([0, 1, 3]), [])).toEqual({ item: 0 });
    expect(listed.next(belief, Candidates.of([1]), [])).toBeUndefined();
  });
});

describe('Entropy', () => {
  it('asks in descending order of the entropy of the ratings', () => {
    const { entropies } = model.itemStatistics;
    const expected = [0, 1, 2, 3].sort((a, b) => entropies[b]! - entropies[a]!);
    expect(order({ model, seed: 1 }, 'entropy')).toEqual(expected);
  });
});

describe('Random', () => {
  const large = randomModel({ items: 40, dimension: 1, types: 2, seed: 1 });

  it('repeats for the same seed and interview, and differs for another of either', () => {
    const first = order({ model: large, seed: 1, interview: 5 }, 'random');
    expect(order({ model: large, seed: 1, interview: 5 }, 'random')).toEqual(first);
    expect(order({ model: large, seed: 1, interview: 6 }, 'random')).not.toEqual(first);
    expect(order({ model: large, seed: 2, interview: 5 }, 'random')).not.toEqual(first);
  });

  it('asks each item first about equally often', () => {
    const firsts = new Array<number>(4).fill(0);
    for (let interview = 0; interview < 2000; interview++)
      firsts[order({ model, seed: 1, interview }, 'random')[0]!]!++;
    for (const count of firsts) expect(Math.abs(count - 500)).toBeLessThan(5 * Math.sqrt(375));
  });
});

describe('PointEst', () => {
  it('asks the item that would leave the classifier surest, and says how sure', () => {
    const random = randomModel({ items: 12, dimension: 3, types: 3, seed: 6 });
    const answers = randomAnswers(random, 4, 2);
    let belief = startBelief(random, { ridge: 1 });
    let candidates = Candidates.all(12);
    for (const { item, answer } of answers) {
      belief = belief.afterAll(observe(random, item, answer));
      candidates = candidates.without(item);
    }
    const choice = createStrategy({ model: random, seed: 1, beliefOptions: { ridge: 1 } }, 'pointEstimate').next(
      belief,
      candidates,
      answers,
    )!;
    // Literally: fit under the most likely type, predict, look one answer ahead.
    const type = belief.mostLikely();
    const reached = Array.from({ length: 12 }, (_, item) => {
      if (!candidates.isOpen(itemIndex(item))) return 0;
      const rating = belief.predict({
        profile: random.rows.profiles.subarray(3 * item, 3 * item + 3),
        biases: random.rows.biases.subarray(3 * item, 3 * item + 3),
      }).means[type]!;
      return belief.afterAll(observe(random, itemIndex(item), rating)).confidence();
    });
    const best = Math.max(...reached);
    expect(choice.estimatedConfidence).toBeCloseTo(best, 9);
    expect(reached[choice.item]).toBeCloseTo(best, 9);
  });

  it('asks what separates most also where every answer would seem to leave no doubt', () => {
    const biases = [
      [3, 3.1],
      [3, 3.4],
      [2, 4],
      [3, 3.2],
    ];
    const certain = modelFrom({ profiles: biases.map(() => [0]), biases, noiseVariance: 1e-5, prior: [0.5, 0.5] });
    const choice = createStrategy({ model: certain, seed: 1 }, 'pointEstimate').next(
      startBelief(certain),
      Candidates.all(4),
      [],
    )!;
    expect(choice).toEqual({ item: 2, estimatedConfidence: 1 });
  });

  it('guesses the type by the classifier it is given, not by the belief', () => {
    const asked: number[] = [];
    const base = factorClassifier(model);
    const stubborn: IncrementalClassifier = {
      ...base,
      begin: () =>
        withProbabilities({
          logWeights: () => Float64Array.of(0, 1),
          logWeightsWith: (item: number, rating: number) => {
            asked[item] = rating;
            return Float64Array.of(0, 0);
          },
          after: () => stubborn.begin(),
        }),
    };
    createStrategy({ model, seed: 1, classifier: stubborn }, 'pointEstimate').next(
      startBelief(model),
      Candidates.all(4),
      [],
    );
    expect(asked.map((rating) => Number(rating.toFixed(6)))).toEqual([3.2, 4, 3.5, 2]);
  });
});
