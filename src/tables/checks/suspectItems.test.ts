import { describe, expect, it } from 'vitest';
import { derive } from '../../maths/index.ts';
import {
  type Attribute,
  createAttribute,
  createDataset,
  createNumericAttribute,
  createRatingMatrix,
  createVocabulary,
} from '../../ratings/index.ts';
import { suspectItems } from './suspectItems.ts';

const PEOPLE = 200;
const gender = Array.from({ length: PEOPLE }, (_, n) => (n < 90 ? 'F' : 'M'));

/** Items by name: the answer of each person, undefined for none. Two honest questions are always there. */
function dataOf(
  items: Readonly<Record<string, (person: number) => number | undefined>>,
  attributes: Attribute[] = [createAttribute('gender', gender)],
) {
  const stream = derive(1, 'answers');
  const honest = Array.from({ length: 2 * PEOPLE }, () => 1 + stream.below(5));
  const all = { q1: (n: number) => honest[n]!, q2: (n: number) => honest[PEOPLE + n]!, ...items };
  const cells = Object.values(all).flatMap((answer, item) =>
    gender.flatMap((_, user) => {
      const value = answer(user);
      return value === undefined ? [] : [{ user, item, value }];
    }),
  );
  return createDataset({
    users: createVocabulary(gender.map((_, n) => `p${n}`)),
    items: createVocabulary(Object.keys(all)),
    ratings: createRatingMatrix(PEOPLE, Object.keys(all).length, {
      users: cells.map(({ user }) => user),
      items: cells.map(({ item }) => item),
      values: cells.map(({ value }) => value),
    }),
    attributes,
  });
}

const found = (items: Parameters<typeof dataOf>[0]) =>
  suspectItems(dataOf(items), ['gender']).map(({ code, place, done, found: said }) => ({ code, place, done, said }));

describe('suspectItems', () => {
  it('finds nothing in honest answers, sliders, measurements and a strong leak', () => {
    const stream = derive(2, 'honest');
    const draw = Array.from({ length: PEOPLE }, () => stream.normal());
    expect(
      found({
        slider: (n) => Math.round(Math.min(100, Math.max(0, 50 + 25 * draw[n]!))),
        measured: (n) => draw[n]!,
        leak: (n) => Math.round(3 + draw[n]! + (gender[n] === 'F' ? 1 : -1)),
      }),
    ).toEqual([]);
  });

  it('finds a row number, and what it tells of a sorted file', () => {
    const [row] = found({ row: (n) => n + 1 });
    expect(row).toMatchObject({ code: 'ITEM_IS_ID', place: 'row' });
    expect(row!.done).toBe('it counts as an answer; alone it tells gender with an AUC of 1.00');
    const [id] = found({ id: (n) => 1000 + ((n * 77) % PEOPLE) });
    expect(id).toMatchObject({ code: 'ITEM_IS_ID', place: 'id', done: 'it counts as an answer' });
  });

  it('finds a copy of the attribute, in any order of its codes, with a few errors, or as a question for one group', () => {
    const sex = (n: number) => (gender[n] === 'F' ? 2 : 1);
    expect(found({ sex2: sex })).toMatchObject([{ code: 'ITEM_COPIES_ATTRIBUTE', place: 'sex2' }]);
    expect(found({ sex2: (n) => (n % 100 === 0 ? 3 - sex(n) : sex(n)) })[0]?.place).toBe('sex2');
    expect(found({ sex2: (n) => (n % 10 === 0 ? 3 - sex(n) : sex(n)) })).toEqual([]);
    expect(found({ pregnancies: (n) => (gender[n] === 'F' ? n % 4 : undefined) })[0]?.said).toContain(
      'alone tells gender with an AUC of 1.00',
    );
    const three = createAttribute(
      'age',
      gender.map((_, n) => ['old', 'young', 'middle'][n % 3]!),
    );
    expect(suspectItems(dataOf({ class: (n) => [2, 1, 3][n % 3]! }, [three]), ['age'])).toMatchObject([
      { found: '"class" alone tells age with an AUC of 1.00: it is probably a copy of the attribute' },
    ]);
  });

  it('finds a copy of a number', () => {
    const age = createNumericAttribute(
      'age',
      gender.map((_, n) => 18 + ((n * 7) % 60)),
    );
    const data = dataOf({ birth: (n) => 2020 - (18 + ((n * 7) % 60)) }, [age]);
    expect(suspectItems(data, ['age'])).toMatchObject([{ code: 'ITEM_COPIES_ATTRIBUTE', place: 'birth' }]);
  });
});
