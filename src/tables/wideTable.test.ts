import { describe, expect, it } from 'vitest';
import { failure } from '../../test/support/failure.ts';
import { cleanText } from './cleanText.ts';
import { titlesFromHeaders } from './itemTitles.ts';
import { createTable } from './table.ts';
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
    expect(open({ pattern: '(' })).toMatch('PARAMETER_OUT_OF_RANGE: the item pattern "(" is not a regular expression');
    expect(open(['Gender'])).toMatch(
      'DATASET_EMPTY: "survey.csv" has no number in its 1 item columns; the first is "Gender"',
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
});
