import { describe, expect, it } from 'vitest';
import { failure } from '../../../test/support/failure.ts';
import { createTable, longTable, wideTable } from '../index.ts';

const texts = (values: readonly (string | undefined)[]) => ({ kind: 'texts', values }) as const;

const wide = createTable('survey.csv', [
  ['home', texts(['a', 'b', 'a', '', 'NA'])],
  ['q1', texts(['1', '2', '3', '4', '5'])],
  ['q2', texts(['1', '2', '3', '4', '5'])],
  ['row', texts(['1', '2', '3', '4', '500'])],
  ['gender', texts(['F', 'M', 'F', 'M', 'F'])],
]);

describe('a column that says who belongs together', () => {
  it('is read from a wide table, and is no item; whoever has no value is alone', () => {
    const { dataset } = wideTable(wide, { items: ['home', 'q1', 'q2'], attributes: ['gender'], groupColumn: 'home' });
    expect(dataset.together).toEqual({ column: 'home', clusters: Uint32Array.of(0, 1, 0, 2, 3) });
    expect(dataset.items.size).toBe(2);
  });

  it('is read from a table of people beside ratings, and from the ratings', () => {
    const ratings = createTable('ratings.csv', [
      ['user', texts(['u', 'v', 'w', 'u'])],
      ['item', texts(['x', 'x', 'x', 'y'])],
      ['rating', texts(['1', '2', '3', '4'])],
      ['home', texts(['k', 'l', 'k', 'k'])],
    ]);
    const users = createTable('users.csv', [
      ['user', texts(['w', 'v', 'u'])],
      ['house', texts(['1', '1', '2'])],
      ['gender', texts(['F', 'M', 'F'])],
    ]);
    const read = (groupColumn: string) =>
      longTable({ ratings, users }, { attributes: ['gender'], groupColumn }).dataset.together?.clusters;
    expect(read('house')).toEqual(Uint32Array.of(0, 1, 1));
    expect(read('home')).toEqual(Uint32Array.of(0, 1, 0));
  });

  it('is asked for by its flag where no table has it', () => {
    const text = failure(() => wideTable(wide, { items: ['q1'], attributes: ['gender'], groupColumn: 'flat' }));
    expect(text).toMatch(/^COLUMN_MISSING: .*"flat" for who belongs together.*groupColumn in a data file/);
  });
});

describe('items to leave out', () => {
  it('go by name, and the scale is that of the others', () => {
    const options = { items: ['q1', 'q2', 'row'], attributes: ['gender'] };
    expect(wideTable(wide, options).dataset.scale.max).toBe(500);
    const { dataset, summary } = wideTable(wide, { ...options, dropItems: ['row'] });
    expect(dataset.items.size).toBe(2);
    expect(dataset.scale.max).toBe(5);
    expect(summary.dropped).toContainEqual({ reason: 'items to leave out', users: 0, items: 1, ratings: 5 });
    expect(failure(() => wideTable(wide, { ...options, dropItems: ['rows'] }))).toMatch(/^ITEM_UNKNOWN: .*"rows"/);
  });
});
