/** Every check: planted, it is found; without the fault, nothing is said. */
import { describe, expect, it } from 'vitest';
import { failure } from '../../../test/support/failure.ts';
import { derive } from '../../maths/index.ts';
import { type FindingCode, findingCodes } from '../../ratings/index.ts';
import { createWorld } from '../../worlds/index.ts';
import { checkDataset, createTable, type DatasetOptions, findingText, wideTable, withRepair } from '../index.ts';

const PEOPLE = 240;
const QUESTIONS = 12;
type Row = Record<string, string | number | undefined>;
type Options = DatasetOptions & { readonly user?: string; readonly duplicates?: 'last' | 'mean' };

/** A survey without a fault: answers from 1 to 5, a group, an age, an income. */
function cleanRows(people = PEOPLE): Row[] {
  const stream = derive(1, 'clean');
  return Array.from({ length: people }, (_, n) => ({
    gender: n % 2 === 0 ? 'male' : 'female',
    age: 18 + stream.below(60),
    ...Object.fromEntries(
      Array.from({ length: QUESTIONS }, (_, item) => [`q${item + 1}`, 1 + stream.below(5)] as const),
    ),
  }));
}

const questions = Array.from({ length: QUESTIONS }, (_, item) => `q${item + 1}`);

/** Columns of the rows that are not in `notItems` are items. */
function read(rows: readonly Row[], options: Options = {}, notItems: readonly string[] = []) {
  const names = [...new Set(rows.flatMap((row) => Object.keys(row)))];
  const table = createTable(
    'survey.csv',
    names.map((name) => [name, { kind: 'texts', values: rows.map((row) => row[name]?.toString()) }] as const),
  );
  const items = names.filter((name) => !['gender', 'age', ...notItems].includes(name));
  return wideTable(table, { items, attributes: ['gender'], ...options });
}

/** What is found where nothing stops the reading. */
const findingsIn = (rows: readonly Row[], options: Options = {}, notItems: readonly string[] = []) =>
  read(rows, { accept: 'all', ...options }, notItems).summary.findings!;

interface Planted {
  readonly code: FindingCode;
  readonly serious: boolean;
  readonly plant: (row: Row, n: number) => Row;
  readonly options?: Options;
  readonly notItems?: readonly string[];
  readonly says: RegExp;
}

const planted: Readonly<Record<string, Planted>> = {
  'a code for no answer': {
    code: 'RATING_CODES',
    serious: true,
    plant: (row, n) => (n % 25 === 0 ? { ...row, q3: -99 } : row),
    says: /are -99, far outside the others, which go from 1 to 5\. .* add --missing=-99/,
  },
  'zeros for no answer': {
    code: 'RATING_ZEROS',
    serious: false,
    plant: (row, n) => (n % 25 === 0 ? { ...row, q3: 0 } : row),
    says: /are 0, and the others go from 1 to 5\. .* add --missing=0/,
  },
  'one answer for everything': {
    code: 'RATINGS_ALL_SAME',
    serious: false,
    plant: (row, n) => ({
      ...row,
      ...Object.fromEntries(questions.map((q, i) => [q, derive(n, 'seen', i).below(2) === 1 ? 1 : undefined])),
    }),
    says: /All ratings are 1\. .* open protocol/,
  },
  'answers with a unit': {
    code: 'RATINGS_NOT_READ',
    serious: false,
    plant: (row, n) => (n < 5 ? { ...row, q3: '4 stars' } : row),
    says: /"4 stars" is not a number\. Set lenientNumbers/,
  },
  'answers with a unit, read leniently': {
    code: 'NUMBERS_CUT',
    serious: false,
    plant: (row, n) => (n < 5 ? { ...row, q3: '4 stars' } : row),
    options: { lenientNumbers: true },
    says: /We read "4 stars" as 4/,
  },
  'a number far from all others': {
    code: 'NUMBERS_FAR',
    serious: false,
    plant: (row, n) => (n === 7 ? { ...row, age: 2.3e8 } : row),
    options: { attributes: ['age:number'] },
    says: /1 person is left out/,
  },
  'an age of 999, cut in groups': {
    code: 'NUMBERS_IMPOSSIBLE',
    serious: true,
    plant: (row, n) => (n < 3 ? { ...row, age: 999 } : row),
    options: { attributes: ['age>=35'] },
    says: /"age" is 999 for 3 people, while all others are between 18 and 77\. .* Add --missing=999/,
  },
  'an age of -5': {
    code: 'NUMBERS_IMPOSSIBLE',
    serious: true,
    plant: (row, n) => (n === 3 ? { ...row, age: -5 } : row),
    options: { attributes: ['age:25,45'] },
    says: /"age" is -5 for 1 person/,
  },
  'an age of 150 as a number': {
    code: 'NUMBERS_IMPOSSIBLE',
    serious: true,
    plant: (row, n) => (n === 3 ? { ...row, age: 150 } : row),
    options: { attributes: ['age:number'] },
    says: /"age" is 150 for 1 person/,
  },
  'people twice under other ids': {
    code: 'ROWS_REPEAT',
    serious: false,
    plant: (row, n) => (n >= 200 ? { ...cleanRows()[n - 200]! } : row),
    says: /40 of 240 rows repeat another person's answers exactly/,
  },
  'people in several rows': {
    code: 'PEOPLE_REPEAT',
    serious: true,
    plant: (row, n) => ({ participant: `p${n % 80}`, ...row }),
    notItems: ['participant'],
    says: /"participant" has 80 values in 240 rows: 67% of .* For example participant "p0" is in row 1 and row 81/,
  },
  'people in several rows under a code of their own': {
    code: 'PEOPLE_REPEAT',
    serious: true,
    plant: (row, n) => ({ code: `k${n % 80}`, ...row }),
    notItems: ['code'],
    says: /"code" has 80 values in 240 rows/,
  },
  'people of one household': {
    code: 'PEOPLE_TOGETHER',
    serious: false,
    plant: (row, n) => ({ household: `h${Math.floor(n / 2)}`, ...row }),
    notItems: ['household'],
    says: /"household" has 120 values in 240 rows: people who share one may be alike\. .* --set groupColumn=household to keep them together/,
  },
  'a code among groups that are numbers': {
    code: 'NUMBERS_IMPOSSIBLE',
    serious: true,
    plant: (row, n) => ({ ...row, gender: n % 9 === 0 ? 9 : 1 + (n % 2) }),
    says: /"gender" is 9 for 27 people, far from all others, which are between 1 and 2\. .* write --attribute 'gender\{9=drop\}'/,
  },
  'people without answers': {
    code: 'PEOPLE_WITHOUT_ANSWERS',
    serious: false,
    plant: (row, n) => (n % 5 === 0 ? { gender: row['gender'], age: row['age'] } : row),
    says: /48 of 240 people answered nothing/,
  },
  'a small group': {
    code: 'PEOPLE_TOO_FEW',
    serious: false,
    plant: (row, n) => (n < 8 ? { ...row, gender: 'diverse' } : row),
    says: /"diverse" of "gender" has fewer than 20 people/,
  },
  'groups that differ by case and wording': {
    code: 'GROUPS_ALIKE',
    serious: true,
    plant: (row, n) => ({ ...row, gender: n % 2 === 0 ? ['m', 'M', 'male'][n % 3] : 'female' }),
    says: /"m", "M" and "male"|"male", "m" and "M"|seem to be one/,
  },
  'a group with a slip of the pen': {
    code: 'GROUPS_ALIKE',
    serious: true,
    plant: (row, n) => (n === 1 ? { ...row, gender: 'femlae' } : row),
    says: /"female" and "femlae"/,
  },
  'a copy of the attribute': {
    code: 'ITEM_COPIES_ATTRIBUTE',
    serious: true,
    plant: (row) => ({ ...row, sex2: row['gender'] === 'male' ? 1 : 2 }),
    says: /"sex2" alone tells gender with an AUC of 1\.00/,
  },
  'a row number': {
    code: 'ITEM_IS_ID',
    serious: true,
    plant: (row, n) => ({ row: n + 1, ...row }),
    says: /"row" is different for nearly everyone.* the first values are 1, 2, 3/,
  },
  'a year': {
    code: 'ITEM_IS_DATE',
    serious: true,
    plant: (row, n) => ({ ...row, wave: 2015 + (n % 7) }),
    says: /"wave" holds dates or years/,
  },
  'a day': {
    code: 'ITEM_IS_DATE',
    serious: true,
    plant: (row, n) => ({ ...row, day: 20210301 + (n % 9) }),
    // Single precision does not keep these numbers, so none is shown.
    says: /"day" holds dates or years: it is no answer\. It counts/,
  },
  'a survey weight': {
    code: 'ITEM_IS_WEIGHT',
    serious: true,
    plant: (row, n) => ({ ...row, w: 0.5 + ((n * 37) % 101) / 100 }),
    says: /"w" looks like a weight/,
  },
  'a total': {
    code: 'ITEM_IS_TOTAL',
    serious: false,
    plant: (row) => ({ ...row, total: questions.reduce((sum, q) => sum + Number(row[q]), 0) }),
    says: /"total" is the sum of 12 other items/,
  },
  'the mean of the four before': {
    code: 'ITEM_IS_TOTAL',
    serious: false,
    plant: (row) => ({ ...row, mean: questions.slice(-4).reduce((sum, q) => sum + Number(row[q]) / 4, 0) }),
    says: /"mean" is the mean of 4 other items/,
  },
  'answers in words': {
    code: 'READ_AS',
    serious: false,
    plant: (row) => ({ ...row, q2: ['Never', 'Rarely', 'Sometimes', 'Often', 'Always'][Number(row['q2']) - 1] }),
    says: /Answers are words\. We read them as numbers\. "q2": "Never" as 1, "Rarely" as 2, .* "Always" as 5\./,
  },
  'one answer from all': {
    code: 'ITEM_CONSTANT',
    serious: false,
    plant: (row) => ({ ...row, consent: 1 }),
    says: /1 item has the same answer from all: "consent"/,
  },
  'hardly any answer': {
    code: 'ITEM_NEARLY_EMPTY',
    serious: false,
    plant: (row, n) => ({ ...row, other: n < 3 ? 1 + n : undefined }),
    says: /answered by fewer than 2% of the people: "other"/,
  },
  'questions that one group left out': {
    code: 'MISSING_BY_GROUP',
    serious: false,
    plant: (row, n) => (n % 2 === 0 && n % 3 > 0 ? { ...row, q1: undefined, q2: undefined, q3: undefined } : row),
    says: /^Missing answers depend on "gender": "male" left out 17%, "female" 0%\./,
  },
};

describe('checks of data', () => {
  it.each(Object.entries(planted))('find %s, and say nothing without it', (_, one) => {
    const { code, serious, plant, options = {}, notItems = [], says } = one;
    const rows = cleanRows();
    const found = findingsIn(rows.map(plant), options, notItems).filter(
      (finding) => finding.code === code || finding.code !== 'PEOPLE_TOO_FEW',
    );
    expect(found.map((finding) => finding.code)).toEqual([code]);
    expect(found[0]).toMatchObject({ code, serious });
    expect(findingText(found[0]!)).toMatch(says);
    const attributes = options.attributes ?? ['gender'];
    expect(findingsIn(rows, { ...options, attributes })).toEqual([]);
  });

  it('cover every code but that of tables of people, which has a test of its own (longTable.test.ts)', () => {
    const covered = new Set<string>([...Object.values(planted).map(({ code }) => code), 'PEOPLE_UNLISTED']);
    expect(Object.keys(findingCodes).filter((code) => !covered.has(code))).toEqual([]);
  });

  it.each(Object.entries(planted).filter(([, { serious }]) => serious))(
    'stop at %s, and not once it is settled',
    (_, one) => {
      const { code, plant, options = {}, notItems = [] } = one;
      const rows = cleanRows().map(plant);
      const attributes = options.attributes ?? ['gender'];
      const text = failure(() => read(rows, options, notItems));
      expect(text).toMatch(new RegExp(`^DATA_DOUBTFUL: "survey.csv": \\[${code}\\]`));
      expect(text).toMatch(new RegExp(`--accept \\S*${code}`));
      expect(failure(() => read(rows, { ...options, accept: ['RATINGS_ALL_SAME'] }, notItems))).toMatch(
        /^DATA_DOUBTFUL/,
      );
      expect(read(rows, { ...options, accept: [code] }, notItems).summary.findings![0]).toMatchObject({ code });
      // The repair that is offered mends it.
      const [{ repair }] = findingsIn(rows, options, notItems) as [ReturnType<typeof findingsIn>[number]];
      const { attribute, missing, dropItems, groupColumn } = withRepair({ attribute: attributes }, repair!);
      const mended = { ...options, missing, dropItems, groupColumn, attributes: [attribute!].flat() };
      const after = read(rows, mended, notItems);
      expect(after.summary.findings!.filter(({ serious }) => serious)).toEqual([]);
    },
  );

  it('are silent on ten invented worlds', () => {
    for (let seed = 1; seed <= 10; seed++) {
      const leak = seed / 20;
      const { dataset } = createWorld({ users: 400, items: 80, ratingsPerUser: 10 + 5 * seed, leak }, seed);
      expect(checkDataset(dataset)).toEqual([]);
    }
  });

  it('gather many items of one kind into one finding, whose repair drops them all', () => {
    const copies = ['c1', 'c2', 'c3', 'c4'];
    const copied = (row: Row) => ({
      ...row,
      ...Object.fromEntries(copies.map((c) => [c, row['gender'] === 'male' ? 1 : 2])),
    });
    const found = findingsIn(cleanRows().map(copied));
    expect(found).toMatchObject([{ code: 'ITEM_COPIES_ATTRIBUTE', repair: { dropItems: copies } }]);
    expect(found[0]!.found).toContain('the same holds for "c2", "c3" and "c4"');
  });

  it('tell groups that are close from groups that are one', () => {
    const groups = (...labels: string[]) =>
      findingsIn(cleanRows().map((row, n) => ({ ...row, gender: labels[n % labels.length] })));
    expect(groups('under 30', 'over 30', '30+', '<30')).toEqual([]);
    expect(groups('Austria', 'Australia', 'Iran', 'Iraq')).toEqual([]);
    expect(groups('low', 'mid', 'high')).toEqual([]);
    expect(groups('yes', 'no')).toEqual([]);
    expect(groups('C', 'C+', 'C++')).toEqual([]);
    expect(groups('Grün', 'grün', 'Rot')).toMatchObject([
      { repair: { attribute: { from: 'gender', to: 'gender:{Grün=Grün|grün; Rot}' } } },
    ]);
  });

  it('tell a code of people from one of places or conditions', () => {
    const withCode = (code: (n: number) => string) =>
      findingsIn(
        cleanRows().map((row, n) => ({ code: code(n), ...row })),
        {},
        ['code'],
      );
    expect(withCode((n) => `area ${n % 12}`)).toEqual([]);
    expect(withCode((n) => (n < 40 ? `p${n % 20}` : `p${n}`))).toEqual([]);
  });

  it('leave codes of groups alone that the expression names', () => {
    const rows = cleanRows().map((row, n) => ({ ...row, gender: n % 9 === 0 ? 9 : 1 + (n % 2) }));
    const found = (attribute: string) => findingsIn(rows, { attributes: [attribute] });
    expect(found('gender{9=none}')).toEqual([]);
    expect(found('gender{9=drop}')).toEqual([]);
    expect(found('gender{1=men}')).toEqual([]);
    expect(findingsIn(rows.map((row, n) => ({ ...row, gender: 1 + (n % 9) })))).toEqual([]);
  });

  it('keep one row for each person where that is said, the last or the mean', () => {
    const rows = cleanRows(80).flatMap((row, n) => [
      { id: `p${n}`, ...row, q1: 1 },
      { id: `p${n}`, ...row, q1: 4 },
    ]);
    const told = (duplicates: 'last' | 'mean') => {
      const { dataset, summary } = read(rows, { user: 'id', duplicates });
      expect(summary).toMatchObject({ users: 80, duplicates: { found: 80, rule: duplicates } });
      return dataset.ratings.byUser.values[0];
    };
    expect(told('last')).toBe(4);
    expect(told('mean')).toBe(2.5);
    expect(failure(() => read(rows, { user: 'id' }))).toMatch(/^VOCABULARY_INVALID: .* duplicates=last/);
  });
});
