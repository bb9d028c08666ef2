import { describe, expect, it } from 'vitest';
import { failure } from '../../../test/support/failure.ts';
import { attributeOf } from '../../ratings/index.ts';
import { cleanText } from '../cells/cleanText.ts';
import { createTable } from '../cells/table.ts';
import { titlesFromHeaders } from '../columns/itemTitles.ts';
import { wideTable } from './wideTable.ts';

const column = (...values: (string | undefined)[]) => ({ kind: 'texts', values }) as const;
const survey = createTable(
  'survey.csv',
  [
    ['RespondentID', column('7', '8', '9', '10')],
    ['How do you like soup?', column('1', 'N/A', '', '3')],
    ['How do you like cake?', column('5', '4', undefined, 'x')],
    ['How do you like nothing?', column('', '', '', '')],
    ['Gender', column('F', 'M', 'M', '')],
  ],
  (row) => row + 2,
);

describe('a wide table', () => {
  it('takes cells that are no numbers for not rated', () => {
    const { dataset, summary } = wideTable(survey, { items: { pattern: 'do you LIKE' }, attributes: ['gender'] });
    expect([...dataset.ratings.byUser.values]).toEqual([1, 5, 4]);
    expect([0, 1].map((item) => dataset.items.title(item as never))).toEqual(['Soup', 'Cake']);
    expect([0, 1].map((user) => dataset.users.id(user as never))).toEqual(['7', '8']);
    expect(dataset.items.id(0 as never)).toBe('How do you like soup?');
    expect(summary).toMatchObject({ rowsRead: 4, ratingsRead: 4, users: 2, items: 2, ratings: 3 });
    expect(summary.guessedColumns).toEqual([{ file: 'survey.csv', role: 'user', column: 'RespondentID' }]);
    expect(summary.dropped).toEqual([
      { reason: 'no ratings', users: 1, items: 1, ratings: 0 },
      { reason: 'no "gender"', users: 1, items: 0, ratings: 1 },
    ]);
  });

  it('counts what was taken for missing by word, and takes what is named', () => {
    const { dataset, summary } = wideTable(survey, {
      items: { pattern: 'do you LIKE' },
      attributes: ['gender'],
      missing: ['5.0'],
    });
    expect([...dataset.ratings.byUser.values]).toEqual([1, 4]);
    expect(summary.missing).toEqual([
      { word: '', cells: 6 },
      { word: '5.0', cells: 1 },
      { word: 'N/A', cells: 1 },
      { word: 'x', cells: 1 },
      { attribute: 'gender', word: '', cells: 1 },
    ]);
  });

  it('numbers people who have no ids', () => {
    const anonymous = createTable('s.csv', [...survey.columns].slice(1));
    const { dataset } = wideTable(anonymous, { items: ['How do you like soup?'] });
    expect([0, 1].map((user) => dataset.users.id(user as never))).toEqual(['1', '4']);
  });

  it('refuses columns that are not there, patterns that match nothing or are none, and columns without numbers', () => {
    const open = (items: string[] | { pattern: string }) => failure(() => wideTable(survey, { items }));
    expect(open(['tea'])).toMatch(
      'COLUMN_MISSING: "survey.csv" has no column "tea" for an item; its 5 columns are "Resp',
    );
    expect(open({ pattern: 'tea' })).toMatch(
      'COLUMN_MISSING: "survey.csv" has no column that matches /tea/ for the items',
    );
    expect(open(['tea', 'How do you like soups?', 'wine'])).toMatch(
      'no column "tea" for an item, no column "How do you like soups?" for an item (did you mean "How do you like soup?"?), no column "wine" for an item; its 5',
    );
    expect(open({ pattern: '(' })).toMatch('PARAMETER_OUT_OF_RANGE: the item pattern "(" is not a regular expression');
    expect(open(['Gender'])).toMatch(
      'DATASET_EMPTY: "survey.csv" has no number in its 1 item columns; the first is "Gender"',
    );
    const thousands = createTable('steps.csv', [['x', column('1,000', '2,000')]]);
    expect(failure(() => wideTable(thousands, { items: ['x'] }))).toMatch(
      /-> choose other columns for the items; or set lenientNumbers in a data file, which reads "1,000" as 1000$/,
    );
  });

  it('refuses a person who appears twice', () => {
    const twice = createTable(
      's.csv',
      [
        ['id', column('a', 'b', 'a')],
        ['x', column('1', '2', '3')],
      ],
      (row) => row + 2,
    );
    expect(failure(() => wideTable(twice, { items: ['x'], user: 'id' }))).toMatch(
      'VOCABULARY_INVALID: "s.csv" has 1 rows whose user appears in an earlier row; the first is line 4: "a"',
    );
  });
});

describe('tables beside a wide one', () => {
  const table = (name: string, header: readonly string[], ...rows: (readonly string[])[]) =>
    createTable(
      name,
      header.map((title, n) => [title, column(...rows.map((row) => row[n]))]),
      (row) => row + 2,
    );
  const matrix = table(
    'm.csv',
    ['id', 'f1', 'f2', 'age'],
    ['7', '1', '5', '30'],
    ['8', '', '', '40'],
    ['9', '4', '2', '50'],
  );
  const anonymous = createTable('m.csv', [...matrix.columns].slice(1));
  const people = table('p.csv', ['id', 'Sex'], ['9.0', 'M'], ['7', 'F'], ['8', 'F']);
  const items = ['f1', 'f2'];
  const sexes = ({ dataset }: ReturnType<typeof wideTable>) => {
    const { labels, values } = attributeOf(dataset, 'sex');
    return Array.from(values, (code) => labels[code]);
  };
  const titles = ({ dataset }: ReturnType<typeof wideTable>) =>
    [0, 1].map((item) => dataset.items.title(item as never));

  it('people are found by id, in any order; what their table lacks, the wide table tells', () => {
    const options = { items, attributes: ['sex', 'age>=35'] };
    const read = wideTable(matrix, options, { users: people });
    expect(sexes(read)).toEqual(['F', 'M']);
    expect(read.summary.attributes[1]!.labels.map(({ users }) => users)).toEqual([1, 1]);
  });

  it('people are found by position where that is said, also past a person without ratings', () => {
    const users = table('p.csv', ['sex'], ['F'], ['F'], ['M']);
    const options = { items, attributes: ['sex'] };
    expect(sexes(wideTable(anonymous, { ...options, userColumns: { match: 'position' } }, { users }))).toEqual([
      'F',
      'M',
    ]);
    expect(failure(() => wideTable(anonymous, options, { users }))).toBe(
      'ROWS_NOT_MATCHED: the rows of "m.csv" and "p.csv" cannot be matched: "m.csv" and "p.csv" have no column that is known to hold ids -> if both files list the same people in the same order, match them by position (usersMatch in a data file); otherwise name the columns with the ids (userColumn, usersIdColumn in a data file)',
    );
    expect(failure(() => wideTable(matrix, options, { users }))).toMatch(
      'cannot be matched: "p.csv" has no column that is known to hold ids',
    );
    const fewer = table('p.csv', ['sex'], ['F'], ['M']);
    const byPosition = { ...options, userColumns: { match: 'position' } } as const;
    expect(failure(() => wideTable(anonymous, byPosition, { users: fewer }))).toMatch(
      'ROWS_NOT_MATCHED: "m.csv" has 3 rows and "p.csv" has 2 rows: they cannot be matched by position',
    );
    const wrong = { ...options, userColumns: { match: 'order' as never } };
    expect(failure(() => wideTable(anonymous, wrong, { users }))).toMatch(
      'PARAMETER_OUT_OF_RANGE: users.match is order; it must be id or position',
    );
  });

  it('rows by position whose ids are in another order are refused: they would hide every leak', () => {
    const options = { items, attributes: ['sex'], userColumns: { match: 'position' } } as const;
    expect(failure(() => wideTable(matrix, options, { users: people }))).toBe(
      'ROWS_NOT_MATCHED: the rows of "m.csv" and "p.csv" are in another order: "7" is line 2 of the first and line 3 of the second -> match them by id (leave usersMatch out of the data file)',
    );
    const ordered = table('p.csv', ['id', 'sex'], ['7.0', 'F'], ['8', 'F'], ['9', 'M']);
    expect(sexes(wideTable(matrix, options, { users: ordered }))).toEqual(['F', 'M']);
    const strangers = table('p.csv', ['id', 'sex'], ['a', 'F'], ['b', 'F'], ['c', 'M']);
    expect(sexes(wideTable(matrix, options, { users: strangers }))).toEqual(['F', 'M']);
    const households = table('p.csv', ['id', 'sex'], ['7', 'F'], ['8', 'F'], ['7', 'M']);
    expect(sexes(wideTable(matrix, options, { users: households }))).toEqual(['F', 'M']);
  });

  it('ids that are not shared are refused, with the way out', () => {
    const strangers = table('p.csv', ['user', 'sex'], ['a', 'F'], ['b', 'F'], ['c', 'M']);
    expect(failure(() => wideTable(matrix, { items, attributes: ['sex'] }, { users: strangers }))).toMatch(
      /IDS_NOT_SHARED: .* like "7", "8", "9", the second like "a", "b", "c" .*, or match the rows by position \(usersMatch in a data file\)/,
    );
  });

  it('what is inferred is no question, and with a table of the people no question is inferred', () => {
    const all = { pattern: '.' };
    expect(wideTable(matrix, { items: all, user: 'id', attributes: ['f2'] }).summary).toMatchObject({ items: 2 });
    expect(failure(() => wideTable(matrix, { items, attributes: ['f2'] }, { users: people }))).toMatch(
      'COLUMN_MISSING: none of the 2 tables has a column "f2" for the attribute. "p.csv": its 2 columns are "id", "Sex". "m.csv": its 2 columns are "id", "age"',
    );
  });

  it('an index without a name tells people apart', () => {
    const indexed = table('m.csv', ['column1', 'f1', 'f2'], ['0', '1', '5'], ['1', '4', '2']);
    const users = table('p.csv', ['column1', 'sex'], ['1', 'M'], ['0', 'F']);
    const read = wideTable(indexed, { items, attributes: ['sex'] }, { users });
    expect(sexes(read)).toEqual(['F', 'M']);
    expect(read.summary.guessedColumns).toEqual([
      { file: 'm.csv', role: 'user', column: 'column1' },
      { file: 'p.csv', role: 'user', column: 'column1' },
    ]);
  });

  it('titles are found by the names of the item columns, or by position where there are no ids', () => {
    const named = table('t.csv', ['id', 'title'], ['f2', 'Heat'], ['f1', 'Alien'], ['f3', 'Jaws']);
    expect(titles(wideTable(matrix, { items }, { items: named }))).toEqual(['Alien', 'Heat']);
    const listed = table('t.csv', ['title', 'year'], ['Alien', '1979'], ['Heat', '1995']);
    expect(titles(wideTable(matrix, { items }, { items: listed }))).toEqual(['Alien', 'Heat']);
    const single = table('t.csv', ['1'], ['Alien'], ['Heat']);
    expect(titles(wideTable(matrix, { items }, { items: single }))).toEqual(['Alien', 'Heat']);
    const some = table('t.csv', ['item', 'title'], ['f2', 'Heat'], ['f1', '']);
    expect(titles(wideTable(matrix, { items }, { items: some }))).toEqual(['F1', 'Heat']);
  });

  it('titles that do not fit are refused', () => {
    const open = (items_: ReturnType<typeof table>, itemColumns: object = {}) =>
      failure(() => wideTable(matrix, { items, itemColumns }, { items: items_ }));
    const other = table('t.csv', ['item', 'title'], ['tt1', 'Alien'], ['tt2', 'Heat']);
    expect(open(other)).toMatch(
      /IDS_NOT_SHARED: of the 2 items of "m.csv", 0 are among .* like "f1", "f2", the second like "tt1", "tt2" .*itemsMatch in a data file/,
    );
    expect(titles(wideTable(matrix, { items, itemColumns: { match: 'position' } }, { items: other }))).toEqual([
      'Alien',
      'Heat',
    ]);
    expect(open(table('t.csv', ['title'], ['Alien']))).toMatch(
      'ROWS_NOT_MATCHED: "m.csv" has 2 item columns and "t.csv" has 1 row: they cannot be matched by position',
    );
    expect(open(table('t.csv', ['1', '2'], ['a', 'b']))).toMatch(
      /COLUMN_MISSING: "t.csv" has no column called title, .* for the title; it has no header, so its 2 columns are named 1 to 2 -> .*itemsTitleColumn in a data file/,
    );
  });
});

describe('texts for people', () => {
  it('a stray Mac space read as Latin-1 becomes a space, a real letter stays', () => {
    expect(cleanText('cuisine of\u00CAAustralia. ')).toBe('cuisine of Australia.');
    expect(cleanText('F\u00CATE \u00CAtre')).toBe('F\u00CATE \u00CAtre');
    expect(cleanText('a\u00A0\n b')).toBe('a b');
  });

  it('titles are what differs between the headers, in whole words', () => {
    expect(titlesFromHeaders(['Rate the Car.', 'Rate the Cat.', 'Rate the the Hague.'])).toEqual([
      'Car',
      'Cat',
      'The Hague',
    ]);
    expect(titlesFromHeaders(['item_a', 'item_b'])).toEqual(['A', 'B']);
    expect(titlesFromHeaders(['Do you like tea, personally?', 'Do you like coffee, personally?'])).toEqual([
      'Tea',
      'Coffee',
    ]);
    expect(titlesFromHeaders(['a', 'a b'])).toEqual(['A', 'A b']);
    expect(titlesFromHeaders(['only one'])).toEqual(['Only one']);
  });

  it.each([
    [
      ['Alien (1979)', 'Brazil (1985)'],
      ['Alien (1979)', 'Brazil (1985)'],
    ],
    [
      ['Alien [1979]', 'Brazil [1985]'],
      ['Alien [1979]', 'Brazil [1985]'],
    ],
    [
      ['Alien (1979, film)', 'Brazil (1985, film)'],
      ['Alien (1979, film)', 'Brazil (1985, film)'],
    ],
    [
      ['Alien (1979) [film]', 'Brazil (1985) [film]'],
      ['Alien (1979)', 'Brazil (1985)'],
    ],
    [
      ['Film (1979) Alien', 'Film (1985) Brazil'],
      ['(1979) Alien', '(1985) Brazil'],
    ],
    [
      ['Rate (Alien) now', 'Rate (Brazil) now'],
      ['Alien', 'Brazil'],
    ],
    [
      ['films[Alien]', 'films[Brazil]'],
      ['Alien', 'Brazil'],
    ],
    [
      ['Spider-Man', 'Iron-Man'],
      ['Spider-Man', 'Iron-Man'],
    ],
    [
      ['Rate a) soup', 'Rate b) cake'],
      ['A) soup', 'B) cake'],
    ],
  ])('titles of %j keep words and brackets whole', (headers, titles) => {
    expect(titlesFromHeaders(headers)).toEqual(titles);
  });

  it('an attribute among the item columns is no item', () => {
    const table = createTable('wide.csv', [
      ['a', column('1', '2')],
      ['sex', column('1', '2')],
      ['b', column('3', '4')],
    ]);
    for (const items of [{ range: '1-3' }, { pattern: '.' }]) {
      const { dataset } = wideTable(table, { items, attributes: ['SEX'] });
      expect([0, 1].map((item) => dataset.items.id(item as never))).toEqual(['a', 'b']);
      expect(dataset.ratings.items).toBe(2);
    }
  });
});
