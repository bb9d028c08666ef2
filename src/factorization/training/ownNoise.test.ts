import { describe, expect, it } from 'vitest';
import { modelFrom } from '../../../test/support/models.ts';
import { observe, startBelief } from '../../inference/index.ts';
import { derive } from '../../maths/index.ts';
import {
  attributeFromCodes,
  createDataset,
  createRatingMatrix,
  itemIndex,
  numberedVocabulary,
} from '../../ratings/index.ts';
import { withOwnNoise } from './ownNoise.ts';

const PEOPLE = 80;

/** Stars; an answer that is the group; and the same to few people. */
function asked({ errors = 0 } = {}) {
  const stream = derive(1, 'own-noise');
  const groups = Int16Array.from({ length: PEOPLE }, (_, person) => person % 2);
  const cells = Array.from(groups, (group, person) => {
    const copy = { person, item: 1, value: 1 + (person < errors ? 1 - group : group) };
    return [{ person, item: 0, value: 1 + stream.below(5) }, copy, { ...copy, item: 2 }];
  }).flatMap((all, person) => (person < 20 ? all : all.slice(0, 2)));
  return createDataset({
    users: numberedVocabulary(PEOPLE, 'u'),
    items: numberedVocabulary(3, 'i'),
    ratings: createRatingMatrix(PEOPLE, 3, {
      users: cells.map(({ person }) => person),
      items: cells.map(({ item }) => item),
      values: cells.map(({ value }) => value),
    }),
    attributes: [attributeFromCodes('group', ['a', 'b'], groups)],
  });
}

const model = modelFrom({
  profiles: [[0.5], [0.2], [0.2]],
  biases: [
    [3, 3.1],
    [1, 2],
    [1, 2],
  ],
  noiseVariance: 1,
  prior: [0.5, 0.5],
});

describe('noise of an item', () => {
  it('is its own where its ratings vary clearly less within the groups, and enough people gave them', () => {
    const { rows } = withOwnNoise(model, asked(), 'group');
    // No answer off its group's: as if one person of 79 had shown the noise of the model.
    expect(rows.scales[1]).toBeCloseTo(Math.sqrt(79), 5);
    expect(rows.profiles[1]).toBeCloseTo(0.2 * Math.sqrt(79), 5);
    expect([...rows.biases.subarray(2, 4)]).toEqual([1, 2].map((bias) => expect.closeTo(bias * Math.sqrt(79), 4)));
    for (const item of [0, 2]) {
      expect(rows.scales[item]).toBe(1);
      expect(rows.profiles[item]).toBe(model.rows.profiles[item]);
    }
  });

  it('is larger with errors, and the common one from a quarter of it on', () => {
    // 4 of 80 answers are those of the other group: 2 of 40 in each, 2 x (40 x 0.05 x 0.95) squares.
    const { rows } = withOwnNoise(model, asked({ errors: 4 }), 'group');
    expect(rows.scales[1]).toBeCloseTo(Math.sqrt(79 / (1 + 3.8)), 5);
    expect(withOwnNoise({ ...model, noiseVariance: 0.2 }, asked({ errors: 4 }), 'group').rows.scales[1]).toBe(1);
  });

  it('leaves a model as it is where every item has the common noise', () => {
    const stars = { ...model, noiseVariance: 0.04 };
    expect(withOwnNoise(stars, asked({ errors: 4 }), 'group')).toBe(stars);
  });

  it('weighs an answer by that noise: the log odds of a belief are those of the normal density', () => {
    const sure = withOwnNoise(model, asked(), 'group');
    const [a, b] = startBelief(sure, { ridge: 2, prior: 'uniform' }).afterAll(
      observe(sure, itemIndex(1), 2),
    ).logWeights;
    // Noise 1/79 and taste 0.2^2 / 2, a rating of 2 where the groups' means are 1 and 2.
    const variance = 1 / 79 + 0.2 ** 2 / 2;
    expect(b! - a!).toBeCloseTo(1 / (2 * variance), 3);
  });
});
