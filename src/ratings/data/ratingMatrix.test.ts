import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { failure } from '../../../test/support/failure.ts';
import { type CompressedRows, createRatingMatrix, ratingMatrixFromRows } from '../index.ts';

const USERS = 7;
const ITEMS = 5;
/** Distinct (user, item) cells in random order, each with a rating that single precision holds exactly. */
const cells = fc.uniqueArray(
  fc.record({
    user: fc.nat(USERS - 1),
    item: fc.nat(ITEMS - 1),
    value: fc.float({ noNaN: true, noDefaultInfinity: true }),
  }),
  { selector: ({ user, item }) => user * ITEMS + item, maxLength: USERS * ITEMS },
);
type Cell = { readonly user: number; readonly item: number; readonly value: number };

const columns = (list: readonly Cell[]) => ({
  users: Uint32Array.from(list, (cell) => cell.user),
  items: Uint32Array.from(list, (cell) => cell.item),
  values: Float64Array.from(list, (cell) => cell.value),
});

/** The rows, spelt out; the naive twin below builds the same from a Map. */
const spelt = ({ starts, indices, values }: CompressedRows) =>
  Array.from({ length: starts.length - 1 }, (_, row) =>
    Array.from(indices.subarray(starts[row], starts[row + 1]), (index, n) => [index, values[starts[row]! + n]]),
  );
const naive = (rows: number, list: readonly (readonly [number, number, number])[]) => {
  const map = new Map<number, [number, number][]>(Array.from({ length: rows }, (_, row) => [row, []]));
  for (const [row, column, value] of list) map.get(row)!.push([column, value]);
  return [...map.values()].map((row) => row.sort((a, b) => a[0] - b[0]));
};

describe('createRatingMatrix', () => {
  it('gives the rows and columns that a Map gives, whatever the order of the triples', () => {
    fc.assert(
      fc.property(cells, (list) => {
        const matrix = createRatingMatrix(USERS, ITEMS, columns(list));
        expect([matrix.users, matrix.items, matrix.count]).toEqual([USERS, ITEMS, list.length]);
        expect(spelt(matrix.byUser)).toEqual(
          naive(
            USERS,
            list.map((c) => [c.user, c.item, c.value]),
          ),
        );
        expect(spelt(matrix.byItem)).toEqual(
          naive(
            ITEMS,
            list.map((c) => [c.item, c.user, c.value]),
          ),
        );
      }),
    );
  });

  it('builds the columns once', () => {
    const matrix = createRatingMatrix(2, 2, { users: [1, 0], items: [1, 0], values: [2, 3] });
    expect(matrix.byItem).toBe(matrix.byItem);
    expect(Object.isFrozen(matrix)).toBe(true);
  });

  it('refuses a pair rated twice, naming it, wherever the two stand', () => {
    fc.assert(
      fc.property(
        cells.filter((list) => list.length > 0),
        fc.nat(),
        fc.nat(),
        (list, which, where) => {
          const twin = list[which % list.length]!;
          const list2 = list.toSpliced(where % (list.length + 1), 0, { ...twin, value: 1 });
          expect(failure(() => createRatingMatrix(USERS, ITEMS, columns(list2)))).toBe(
            `RATING_DUPLICATE: user ${twin.user} rates item ${twin.item} more than once -> keep one rating for each user and item, for example the newest or the mean`,
          );
        },
      ),
    );
  });

  it.each([Number.NaN, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY, 1e39])('refuses the rating %d', (value) => {
    const triples = { users: [0, 1], items: [0, 0], values: [3, value] };
    expect(failure(() => createRatingMatrix(2, 1, triples))).toMatch(
      new RegExp(
        `^RATING_NOT_FINITE: rating number 1 \\(counted from 0\\) is ${String(value).replace('+', '\\+')} -> leave out ratings`,
      ),
    );
  });

  it.each([2, -1, 0.5, Number.NaN])('refuses the user or item %d', (index) => {
    const about = (kind: string) =>
      new RegExp(
        `^RATING_OUT_OF_RANGE: rating number 1 .* refers to ${kind} ${index}, but there are 2 ${kind}s .*-> number the ${kind}s from 0`,
      );
    const good = [0, 1];
    const bad = [0, index];
    expect(failure(() => createRatingMatrix(2, 2, { users: bad, items: good, values: good }))).toMatch(about('user'));
    expect(failure(() => createRatingMatrix(2, 2, { users: good, items: bad, values: good }))).toMatch(about('item'));
  });

  it('refuses columns of different lengths', () => {
    expect(failure(() => createRatingMatrix(2, 2, { users: [0], items: [0, 1], values: [1, 2] }))).toMatch(
      /^PARAMETER_OUT_OF_RANGE: triples has 1 users, 2 items and 2 values -> pass three arrays of the same length/,
    );
  });
});

describe('ratingMatrixFromRows', () => {
  const rows = (starts: number[], indices: number[], values: number[]): CompressedRows => ({
    starts: Uint32Array.from(starts),
    indices: Uint32Array.from(indices),
    values: Float32Array.from(values),
  });

  it('takes the arrays over', () => {
    const given = rows([0, 2, 3], [0, 2, 1], [1, 2, 3]);
    const matrix = ratingMatrixFromRows(2, 3, given);
    expect(matrix.byUser.values).toBe(given.values);
    expect(spelt(matrix.byItem)).toEqual([[[0, 1]], [[1, 3]], [[0, 2]]]);
  });

  it.each([
    ['starts has 2 entries for 2 users', rows([0, 1], [0], [1])],
    ['starts begins with 1 instead of 0', rows([1, 1, 1], [0], [1])],
    ['there are 2 indices and 1 values', rows([0, 1, 1], [0, 1], [1])],
    ['starts ends with 1 for 2 ratings', rows([0, 1, 1], [0, 1], [1, 1])],
    [
      'starts falls at user 1',
      { starts: Uint32Array.of(0, 3, 2), indices: Uint32Array.of(0, 1), values: Float32Array.of(1, 1) },
    ],
    ['the items of user 0 do not ascend (1 is followed by 0)', rows([0, 2, 2], [1, 0], [1, 1])],
  ])('refuses rows where %s', (what, given) => {
    expect(failure(() => ratingMatrixFromRows(2, 2, given))).toBe(
      `PARAMETER_OUT_OF_RANGE: rows are not compressed sparse rows: ${what} -> build the matrix from triples with createRatingMatrix, which makes the rows itself`,
    );
  });

  it('refuses repeated items, unknown items and ratings that are not finite', () => {
    expect(failure(() => ratingMatrixFromRows(2, 2, rows([0, 0, 2], [1, 1], [1, 1])))).toMatch(
      /^RATING_DUPLICATE: user 1 rates item 1 more than once -> keep one/,
    );
    expect(failure(() => ratingMatrixFromRows(1, 2, rows([0, 1], [2], [1])))).toMatch(
      /^RATING_OUT_OF_RANGE: user 0 rates item 2, but there are 2 items \(0 to 1\) -> number the items/,
    );
    expect(failure(() => ratingMatrixFromRows(1, 2, rows([0, 2], [0, 1], [1, Number.NaN])))).toMatch(
      /^RATING_NOT_FINITE: rating number 1 .*of user 0 for item 1, is NaN -> leave out/,
    );
  });
});
