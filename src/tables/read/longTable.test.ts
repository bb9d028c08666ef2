import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { failure } from '../../../test/support/failure.ts';
import { fingerprint } from '../../ratings/index.ts';
import { type Column, createTable } from '../cells/table.ts';
import { findingText } from '../checks/findingWords.ts';
import { longTable } from './longTable.ts';

type Cell = string | number | undefined;
const texts = (values: readonly Cell[]): Column => ({
  kind: 'texts',
  values: values.map((value) => (value === undefined ? undefined : String(value))),
});
/** From rows; the header is the first. */
const table = (name: string, header: readonly string[], ...rows: (readonly Cell[])[]) =>
  createTable(
    name,
    header.map((column, n) => [column, texts(rows.map((row) => row[n]))]),
    (row) => row + 2,
  );

const ratings = table(
  'ratings.csv',
  ['userId', 'movieId', 'rating', 'timestamp'],
  ['b', 10, 3, 5],
  ['a', 2, 4, 5],
  ['b', 2, 5, 5],
  ['c', 30, 1, 5],
);
const users = table('users.csv', ['uid', 'gender'], ['a', 'F'], ['b', 'M'], ['z', 'M']);

describe('a long table', () => {
  it('becomes a dataset with sorted ids, titles and an attribute', () => {
    const items = table('movies.csv', ['movieId', 'title'], [2, 'Two'], [10, undefined], [99, 'Never rated']);
    const { dataset, summary } = longTable({ ratings, users, items }, { attributes: ['gender'] });
    const ids = [0, 1].map((index) => [dataset.users.id(index as never), dataset.items.id(index as never)]);
    expect(ids).toEqual([
      ['a', '2'],
      ['b', '10'],
    ]);
    expect([0, 1].map((index) => dataset.items.title(index as never))).toEqual(['Two', '10']);
    expect([...dataset.ratings.byUser.values]).toEqual([4, 5, 3]);
    expect(dataset.attributes.get('gender')).toMatchObject({ labels: ['F', 'M'] });
    expect(summary).toEqual({
      source: 'ratings.csv',
      rowsRead: 4,
      ratingsRead: 4,
      missing: [],
      guessedColumns: [
        { file: 'ratings.csv', role: 'user', column: 'userId' },
        { file: 'ratings.csv', role: 'item', column: 'movieId' },
        { file: 'ratings.csv', role: 'rating', column: 'rating' },
        { file: 'ratings.csv', role: 'time', column: 'timestamp' },
        { file: 'movies.csv', role: 'item', column: 'movieId' },
        { file: 'movies.csv', role: 'title', column: 'title' },
        { file: 'users.csv', role: 'user', column: 'uid' },
      ],
      duplicates: { found: 0, rule: 'error' },
      dropped: [{ reason: 'no "gender"', users: 1, items: 1, ratings: 1 }],
      users: 2,
      items: 2,
      ratings: 3,
      scale: { min: 1, max: 5, step: 1 },
      attributes: [
        {
          name: 'gender',
          expression: 'gender',
          labels: [
            { label: 'F', users: 1, ratings: 1 },
            { label: 'M', users: 1, ratings: 2 },
          ],
          missing: 0,
        },
      ],
      findings: ['people', 'gender'].map((place) => expect.objectContaining({ code: 'PEOPLE_TOO_FEW', place })),
      histogram: [1, 2, 3, 4, 5].map((level) => ({ from: level, to: level, count: level > 2 ? 1 : 0 })),
      ratingsPerUser: { min: 1, lowerQuartile: 1, median: 1, upperQuartile: 2, max: 2, mean: 1.5 },
    });
  });

  it('gives the same dataset for the same rows in another order', () => {
    const pairs = fc.uniqueArray(fc.tuple(fc.nat(30), fc.nat(12), fc.integer({ min: 1, max: 5 })), {
      minLength: 2,
      selector: ([user, item]) => `${user} ${item}`,
    });
    const header = ['user', 'item', 'rating'];
    fc.assert(
      fc.property(
        pairs.chain((rows) => fc.tuple(fc.constant(rows), fc.shuffledSubarray(rows, { minLength: rows.length }))),
        ([rows, shuffled]) => {
          const [one, other] = [rows, shuffled].map(
            (list) => longTable({ ratings: table('r', header, ...list) }).dataset,
          );
          expect(fingerprint(other!)).toBe(fingerprint(one!));
        },
      ),
    );
  });

  it('filters by counts and says what went', () => {
    const { summary } = longTable({ ratings }, { minPerUser: 2 });
    expect(summary).toMatchObject({ users: 1, items: 2, ratings: 2 });
    expect(summary.dropped).toEqual([
      { reason: 'fewer than 2 ratings per user or 1 per item', users: 2, items: 1, ratings: 2 },
    ]);
  });

  it('takes columns by name, in upper or lower case', () => {
    const other = table('r.csv', ['Who', 'What', 'How'], ['a', 'x', 1], ['b', 'x', 2]);
    const { summary } = longTable({ ratings: other }, { columns: { user: 'who', item: 'What', rating: 'HOW' } });
    expect(summary).toMatchObject({ users: 2, items: 1, guessedColumns: [] });
    expect(failure(() => longTable({ ratings: other }))).toBe(
      'COLUMN_MISSING: "r.csv" has no column called user, userid, uid or the like for the user, no column called item, itemid, iid or the like for the item, no column called rating, ratings, score or the like for the rating; its 3 columns are "Who", "What", "How" -> name one of these columns (userColumn, itemColumn, ratingColumn in a data file); if they look wrong, set the delimiter, or say whether the file has a header (header, usersHeader, itemsHeader in a data file)',
    );
    expect(failure(() => longTable({ ratings: other }, { columns: { user: 'nobody' } }))).toMatch(
      'COLUMN_MISSING: "r.csv" has no column "nobody" for the user',
    );
  });
});

describe('repeated ratings', () => {
  const repeated = table(
    'r.csv',
    ['user', 'item', 'rating', 'time'],
    ['a', 'x', 1, 20],
    ['b', 'x', 3, 1],
    ['a', 'y', 2, 1],
    ['a', 'x', 4, 30],
    ['a', 'x', 5, 10],
  );
  const values = (duplicates: 'last' | 'mean', time?: string) => {
    const columns = [...repeated.columns].filter(([name]) => name !== 'time' || time !== undefined);
    const { dataset, summary } = longTable({ ratings: createTable('r.csv', columns) }, { duplicates });
    expect(summary.duplicates).toEqual({ found: 2, rule: duplicates });
    return [...dataset.ratings.byUser.values];
  };

  it('are an error with both lines and the count', () => {
    expect(failure(() => longTable({ ratings: repeated }))).toBe(
      'RATING_DUPLICATE: "r.csv" has 2 ratings that repeat a user and an item; the first is line 5: user "a" rates item "x" again after line 2 -> remove the repeated rows, or say in a data file which rating counts: ulterior describe DATA --set duplicates=last, or mean',
    );
  });

  it('the last counts by time, or by row where there is no time; or the mean', () => {
    expect(values('last', 'time')).toEqual([4, 2, 3]);
    expect(values('last')).toEqual([5, 2, 3]);
    expect(values('mean')).toEqual([Math.fround(10 / 3), 2, 3]);
  });
});

describe('missing ratings', () => {
  const header = ['user', 'item', 'rating'];
  const cells = table(
    'r.csv',
    header,
    ['a', 'x', 1],
    ['b', 'y', 'NA'],
    ['a', 'z', '0.0'],
    ['c', 'x', undefined],
    ['c', 'y', ' null '],
    ['c', 'x', 2],
  );

  it('are left out and counted by word, with the users and items that have no other', () => {
    const { dataset, summary } = longTable({ ratings: cells }, { missing: ['0'] });
    expect([...dataset.ratings.byUser.values]).toEqual([1, 2]);
    expect([0, 1].map((user) => dataset.users.id(user as never))).toEqual(['a', 'c']);
    expect(dataset.items.size).toBe(1);
    expect(summary).toMatchObject({ rowsRead: 6, ratingsRead: 2 });
    expect(summary.missing).toEqual(['', '0', 'NA', 'null'].map((word) => ({ word, cells: 1 })));
    expect(longTable({ ratings: cells }).dataset.ratings.count).toBe(3);
  });

  it('in columns of numbers match in single precision, and lines stay those of the file', () => {
    const numbers = createTable(
      'r.csv',
      [
        ['user', { kind: 'texts', values: ['a', 'a', 'b', 'b'] }],
        ['item', { kind: 'texts', values: ['x', 'y', 'x', 'x'] }],
        ['rating', { kind: 'numbers', values: Float32Array.of(0.1, 2, 3, 4), noNumbers: new Map() }],
      ],
      (row) => row + 2,
    );
    expect(failure(() => longTable({ ratings: numbers }, { missing: [0.1] }))).toMatch(
      'RATING_DUPLICATE: "r.csv" has 1 rating that repeats a user and an item; the first is line 5: user "b" rates item "x" again after line 4',
    );
    const { summary } = longTable({ ratings: numbers }, { missing: [0.1], duplicates: 'mean' });
    expect(summary.missing).toEqual([{ word: '0.1', cells: 1 }]);
  });

  it('are refused where none is left', () => {
    expect(failure(() => longTable({ ratings: table('r.csv', header, ['a', 'x', 'NA']) }))).toMatch(
      /^DATASET_EMPTY: all 1 ratings of "r.csv" are missing in the column "rating"/,
    );
  });
});

describe('bad rows', () => {
  const header = ['user', 'item', 'rating'];
  it('a rating that is not a number', () => {
    expect(
      failure(() =>
        longTable({
          ratings: table('r.csv', header, ['a', 'x', 1], ['a', 'y', 'good'], ['b', 'y', undefined], ['b', 'x', '?']),
        }),
      ),
    ).toBe(
      'RATING_NOT_FINITE: 2 ratings of "r.csv" are not numbers; the first is line 3: "good" -> correct or remove these rows; if all rows are affected, name the column of the ratings or set the delimiter',
    );
  });

  it('a row without an id', () => {
    expect(failure(() => longTable({ ratings: table('r.csv', header, ['a', 'x', 1], ['a', undefined, 2]) }))).toBe(
      'ID_MISSING: 1 row of "r.csv" has no item; the first is line 3 -> fill in the id, or remove the rows',
    );
  });

  it('a user listed twice', () => {
    const twice = table('users.csv', ['user', 'gender'], ['a', 'F'], ['b', 'M'], ['a', 'M']);
    expect(failure(() => longTable({ ratings, users: twice }, { attributes: ['gender'] }))).toBe(
      'VOCABULARY_INVALID: "users.csv" lists the user "a" twice: line 2 and line 4 -> keep one row for each id',
    );
  });

  it('no user has the attribute', () => {
    const strangers = table('users.csv', ['user', 'gender'], ['u1', 'F'], ['u2', 'M']);
    expect(failure(() => longTable({ ratings, users: strangers }, { attributes: ['gender'] }))).toBe(
      'IDS_NOT_SHARED: of the 3 users of "ratings.csv", 0 are among the 2 of "users.csv": the first has ids like "a", "b", "c", the second like "u1", "u2" in the column "user" -> use files with the same user ids, or name the columns that hold them (userColumn, usersIdColumn in a data file)',
    );
  });

  it('all users have the same value', () => {
    const alike = table('users.csv', ['user', 'gender'], ['a', 'F'], ['b', 'F']);
    expect(failure(() => longTable({ ratings, users: alike }, { attributes: ['gender'] }))).toMatch(
      'ATTRIBUTE_SINGLE_VALUED: "users.csv": the attribute "gender" has only the value "F" among 3 users',
    );
  });

  it('an attribute without a table of the users', () => {
    expect(failure(() => longTable({ ratings }, { attributes: ['gender'] }))).toMatch(
      'COLUMN_MISSING: "ratings.csv" has no column "gender" for the attribute; its 4 columns are "userId", "movieId", "rating", "timestamp" -> name one of these columns (--attribute), or add the table that has it (--users-table)',
    );
  });
});

describe('attributes in the rows of the ratings', () => {
  const header = ['user', 'item', 'rating', 'gender', 'age'];
  const told = table(
    'r.csv',
    header,
    ['a', 'x', 1, 'F', ''],
    ['b', 'x', 2, 'M', 50],
    ['a', 'y', 3, ' F ', 20],
    ['b', 'y', 4, 'NA', 50],
  );

  it('are taken where no table of the users has them; a blank takes the value of another row', () => {
    const { dataset, summary } = longTable({ ratings: told }, { attributes: ['gender', 'age>=35'] });
    expect(dataset.attributes.get('gender')).toMatchObject({ labels: ['F', 'M'] });
    expect([...dataset.attributes.get('age')!.values]).toEqual([0, 1]);
    expect(summary.missing).toEqual([]);
  });

  it('the table of the users counts before them', () => {
    const people = table('u.csv', ['id', 'gender'], ['a', 'X'], ['b', 'Y']);
    const { summary } = longTable({ ratings: told, users: people }, { attributes: ['gender', 'age>=35'] });
    expect(summary.attributes.map(({ labels }) => labels.map(({ label }) => label))).toEqual([
      ['X', 'Y'],
      ['below 35', expect.any(String)],
    ]);
  });

  it('that disagree name the person, both values and their lines', () => {
    const torn = table(
      'r.csv',
      header,
      ['a', 'x', 1, 'F', 1],
      ['b', 'x', 2, 'M', 1],
      ['a', 'y', 3, 'M', 1],
      ['b', 'y', 3, 'F', 1],
    );
    expect(failure(() => longTable({ ratings: torn }, { attributes: ['gender'] }))).toBe(
      'ATTRIBUTE_INVALID: "r.csv": the rows of user "a" disagree about "gender": "F" (line 2) and "M" (line 4), and 1 more person disagrees -> choose a column that is the same in all rows of a person, correct the rows, or give a table with one row per person (--users-table)',
    );
  });

  it('that no table has are named together, with the tables and the names that come near', () => {
    const people = table('u.csv', ['user', 'gender'], ['a', 'X'], ['b', 'Y']);
    expect(failure(() => longTable({ ratings: told, users: people }, { attributes: ['gendre', 'height'] }))).toMatch(
      'COLUMN_MISSING: none of the 2 tables has a column "gendre" for the attribute (did you mean "gender"?), "height" for the attribute. "u.csv": its 2 columns are "user", "gender". "r.csv": its 5 columns are "user", "item", "rating", "gender", "age" -> name one of these columns (--attribute)',
    );
  });
});

describe('a table of the users that lacks most of them', () => {
  it('is warned of, with the counts', () => {
    const many = table(
      'r.csv',
      ['user', 'item', 'rating'],
      ...Array.from({ length: 9 }, (_, n) => [n, 'x', 1 + (n % 5)]),
    );
    const some = (count: number) =>
      table('u.csv', ['user', 'sex'], ...Array.from({ length: count }, (_, n) => [n, n % 2 === 0 ? 'F' : 'M']));
    const warnings = (count: number) =>
      longTable({ ratings: many, users: some(count) }, { attributes: ['sex'] })
        .summary.findings!.filter(({ code }) => code === 'PEOPLE_UNLISTED')
        .map(findingText);
    expect(warnings(4)).toEqual([
      '5 of 9 users are not in "u.csv". Nothing is said about them. Check that both tables use the same ids.',
    ]);
    expect(warnings(5)).toEqual([]);
  });
});

describe('a missing column of a large table', () => {
  it('lists a handful of columns, the likely ones first', () => {
    const names = Array.from({ length: 477 }, (_, n) => `film ${n + 1}`);
    const large = table('large.csv', [...names, 'gender of person'], names);
    const said = failure(() => longTable({ ratings: large }, { columns: { user: 'film 477x', item: 'of person' } }));
    expect(said).toMatch(
      'no column "film 477x" for the user (did you mean "film 477"?), no column "of person" for the item, no column called rating, ratings, score or the like for the rating; its 478 columns are "film 477", "gender of person", "film 1", "film 2", "film 3", "film 4", "film 5", "film 6" and 470 others',
    );
  });
});
