import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { failure } from '../../../test/support/failure.ts';
import { createAttribute } from '../data/attribute.ts';
import { attributeOf, createDataset, type Dataset } from '../data/dataset.ts';
import { createRatingMatrix } from '../data/ratingMatrix.ts';
import { createVocabulary } from '../data/vocabulary.ts';
import { groupDefaults, usableGroups } from './usableGroups.ts';

/** One rating each; `groups` says how many people each label has. */
function peopleOf(groups: Readonly<Record<string, number>>): Dataset {
  const labels = Object.entries(groups).flatMap(([label, count]) => new Array<string>(count).fill(label));
  return createDataset({
    users: createVocabulary(labels.map((_, n) => `u${n}`)),
    items: createVocabulary(['i']),
    ratings: createRatingMatrix(labels.length, 1, {
      users: labels.map((_, n) => n),
      items: labels.map(() => 0),
      values: labels.map((_, n) => 1 + (n % 5)),
    }),
    attributes: [createAttribute('a', labels, Object.keys(groups))],
  });
}
const leaveOut = (minGroup: number) => ({ minGroup, smallGroups: 'leaveOut' as const });
const merge = (minGroup: number) => ({ minGroup, smallGroups: 'merge' as const });
const countsOf = (dataset: Dataset) => {
  const { labels, values } = attributeOf(dataset, 'a');
  return Object.fromEntries(labels.map((label, code) => [label, values.filter((value) => value === code).length]));
};

describe('groups that are too small', () => {
  it('are left out, people and label; the others keep theirs', () => {
    const { dataset, small } = usableGroups(peopleOf({ x: 30, few: 4, y: 25 }), 'a', leaveOut(20));
    expect(countsOf(dataset)).toEqual({ x: 30, y: 25 });
    expect(small).toEqual([{ label: 'few', users: 4, merged: false }]);
    expect(attributeOf(dataset, 'a').values.filter((value) => value < 0)).toHaveLength(4);
  });

  it('have fewer than twenty people if nobody says otherwise', () => {
    const { dataset, small } = usableGroups(peopleOf({ large: 30, enough: 20, few: 19 }), 'a', groupDefaults);
    expect(countsOf(dataset)).toEqual({ large: 30, enough: 20 });
    expect(small).toEqual([{ label: 'few', users: 19, merged: false }]);
  });

  it('or merged into one, if together they are enough', () => {
    const data = peopleOf({ x: 30, p: 12, y: 25, q: 11 });
    const merged = usableGroups(data, 'a', merge(20));
    expect(countsOf(merged.dataset)).toEqual({ x: 30, y: 25, other: 23 });
    expect(merged.small.every((group) => group.merged)).toBe(true);
    const tooFew = usableGroups(peopleOf({ x: 30, p: 2, y: 25 }), 'a', merge(20));
    expect(countsOf(tooFew.dataset)).toEqual({ x: 30, y: 25 });
    expect(countsOf(usableGroups(peopleOf({ x: 30, other: 25, p: 12, q: 11 }), 'a', merge(20)).dataset)).toEqual({
      x: 30,
      other: 25,
      'other groups': 23,
    });
  });

  it('a label without people goes, and nobody else is touched', () => {
    const { dataset, small } = usableGroups(peopleOf({ x: 30, empty: 0, y: 25 }), 'a', leaveOut(2));
    expect(countsOf(dataset)).toEqual({ x: 30, y: 25 });
    expect(small).toEqual([{ label: 'empty', users: 0, merged: false }]);
  });

  it('everybody is in a kept group, in the merged one, or left out', () => {
    const groups = fc.dictionary(fc.stringMatching(/^[a-z]{1,6}$/), fc.nat({ max: 40 }), { minKeys: 2, maxKeys: 8 });
    fc.assert(
      fc.property(groups, fc.boolean(), fc.integer({ min: 2, max: 30 }), (counts, merging, minGroup) => {
        const enough = Object.values(counts).filter((count) => count >= minGroup).length;
        fc.pre(enough >= 2);
        const rule = merging ? merge(minGroup) : leaveOut(minGroup);
        const { dataset, small } = usableGroups(peopleOf(counts), 'a', rule);
        const found = countsOf(dataset);
        expect(Math.min(...Object.values(found))).toBeGreaterThanOrEqual(minGroup);
        const out = small.reduce((sum, { users, merged }) => sum + (merged ? 0 : users), 0);
        const all = Object.values(counts).reduce((sum, count) => sum + count, 0);
        expect(Object.values(found).reduce((sum, count) => sum + count, 0) + out).toBe(all);
      }),
    );
  });

  it('an id has a group for each person: not all are listed', () => {
    const ids = Object.fromEntries(Array.from({ length: 30 }, (_, n) => [`p${n}`, n === 29 ? 5 : 1]));
    expect(failure(() => usableGroups(peopleOf(ids), 'a', leaveOut(20)))).toMatch(
      /people: "p29" 5, "p0" 1, .*"p6" 1, and 22 others -> /,
    );
  });

  it('fewer than two groups left are refused, with their counts and what to do', () => {
    expect(failure(() => usableGroups(peopleOf({ x: 30, few: 4 }), 'a', leaveOut(20)))).toMatch(
      /^GROUPS_TOO_SMALL: the attribute "a" has fewer than two groups of at least 20 people: "x" 30, "few" 4 -> load more people.*minGroup/,
    );
  });
});
