import { describe, expect, it } from 'vitest';
import {
  createAttribute,
  createDataset,
  createRatingMatrix,
  createVocabulary,
  type Dataset,
} from '../../ratings/index.ts';
import { EARLY, emptyAsked } from '../interviews/outcomes.ts';
import { askedItems, associationOf } from './leakMatrixFigures.ts';

function people(genders: readonly string[], ages: readonly string[]): Dataset {
  const count = genders.length;
  const ones = { users: Uint32Array.from(genders.keys()), items: new Uint32Array(count) };
  return createDataset({
    users: createVocabulary(genders.map((_, user) => `u${user}`)),
    items: createVocabulary(['i']),
    ratings: createRatingMatrix(count, 1, { ...ones, values: new Float32Array(count).fill(3) }),
    attributes: [createAttribute('gender', genders), createAttribute('age', ages)],
  });
}

describe('how far attributes go together', () => {
  it('not at all', () => {
    const { cramersV, auc } = associationOf(
      people(['F', 'F', 'F', 'M', 'M', 'M'], ['a', 'b', 'c', 'a', 'b', 'c']),
      'gender',
      'age',
    );
    expect(cramersV).toBe(0);
    expect(auc).toBe(0.5);
  });

  it('entirely: the second follows from the first', () => {
    const same = people(['F', 'F', 'M', 'M'], ['a', 'a', 'b', 'b']);
    expect(associationOf(same, 'gender', 'age')).toEqual({ from: 'gender', to: 'age', cramersV: 1, auc: 1 });
    // The gender follows from the age, but not the age from the gender.
    const finer = people(['F', 'F', 'M', 'M'], ['a', 'b', 'c', 'c']);
    expect(associationOf(finer, 'age', 'gender').auc).toBe(1);
    // One against the rest: a and b are each told from three others of whom one is alike; c entirely.
    expect(associationOf(finer, 'gender', 'age').auc).toBeCloseTo((5 / 6 + 5 / 6 + 1) / 3, 12);
  });

  it('in part, as computed by hand', () => {
    // F: 3 young, 1 old; M: 1 young, 3 old. Chi squared 8 x (1/2)^2 = 2; V = sqrt(2 / 8).
    const some = people(['F', 'F', 'F', 'F', 'M', 'M', 'M', 'M'], ['y', 'y', 'y', 'o', 'y', 'o', 'o', 'o']);
    const { cramersV, auc } = associationOf(some, 'gender', 'age');
    expect(cramersV).toBeCloseTo(0.5, 12);
    // Of the 16 pairs of a young and an old person 9 are ranked rightly and 6 are alike.
    expect(auc).toBeCloseTo((9 + 6 / 2) / 16, 12);
  });
});

describe('what was asked early', () => {
  it('most often first, of the same number in the order of the items', () => {
    const ratings = createRatingMatrix(4, 5, {
      users: Uint32Array.of(0, 1, 2, 3, 3),
      items: Uint32Array.of(0, 1, 2, 3, 4),
      values: Float32Array.of(1, 2, 3, 4, 5),
    });
    const dataset = createDataset({
      users: createVocabulary(['u', 'v', 'w', 'x']),
      items: createVocabulary(['a', 'b', 'c', 'd', 'e']),
      ratings,
      attributes: [],
    });
    const outcomes = emptyAsked(4);
    for (const [person, asked] of [[3, 1], [1, 3, 4], [3, 0, 4], [3]].entries()) {
      outcomes.early.set(
        asked.map((item) => item + 1),
        person * EARLY,
      );
      outcomes.lengths[person] = asked.length;
      outcomes.seen[person] = 1;
    }
    expect(askedItems('random', dataset, outcomes)).toEqual({
      attacker: 'random',
      items: [
        { id: 'd', title: 'd', share: 1 },
        { id: 'b', title: 'b', share: 0.5 },
        { id: 'e', title: 'e', share: 0.5 },
        { id: 'a', title: 'a', share: 0.25 },
      ],
      seen: 4 / 9,
    });
    // After 0 to 3 questions, two log odds for each person.
  });
});
