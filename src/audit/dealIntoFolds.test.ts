import { describe, expect, it } from 'vitest';
import { failure } from '../../test/support/failure.ts';
import { createTable, longTable } from '../tables/index.ts';
import { dealIntoFolds } from './dealIntoFolds.ts';

describe('people dealt into folds', () => {
  const people = ['ann', 'bob', 'cy', 'dee', 'eve'];
  const column = (values: string[]) => ({ kind: 'texts', values }) as const;
  const ratings = createTable('r.csv', [
    ['user', column(people.flatMap((name) => [name, name]))],
    ['item', column(people.flatMap(() => ['x', 'y']))],
    ['rating', column(people.flatMap((_, n) => [String(1 + n), '3']))],
    ['club', column(people.flatMap((_, n) => (n % 2 === 0 ? ['red', 'red'] : ['blue', 'blue'])))],
  ]);
  const { dataset } = longTable({ ratings }, { attributes: ['club'] });

  it('must be as many as the folds, and are counted where they are not', () => {
    expect(dealIntoFolds(dataset, 'club', 5, 1, 'audit-folds').folds).toHaveLength(5);
    expect(failure(() => dealIntoFolds(dataset, 'club', 6, 1, 'audit-folds'))).toBe(
      'PEOPLE_TOO_FEW: "club" is known of 5 people: 6 folds need at least as many (--folds) -> load more people, or leave out fewer of them (--min-user, --min-item)',
    );
  });
});
