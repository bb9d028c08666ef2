import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { derive } from '../../maths/index.ts';
import { type GuessedRole, guessColumns, type TableGuess } from '../index.ts';

/** The same for the same row and column. */
const pick = (row: number, column: number, count: number) => derive(column, 'cell', row).below(count);

const ROWS = 200;

type Cell = (row: number) => string | undefined;

function guessOf(columns: Readonly<Record<string, Cell>>, rows = ROWS): TableGuess {
  const cells = Object.values(columns);
  return guessColumns(
    Object.keys(columns),
    Array.from({ length: rows }, (_, row) => cells.map((cell) => cell(row))),
  );
}

function rolesOf({ columns }: TableGuess): Record<string, GuessedRole> {
  return Object.fromEntries(columns.map(({ column, role }) => [column, role]));
}

const namesOf = ({ columns }: TableGuess, role: GuessedRole) =>
  columns.filter((guess) => guess.role === role).map(({ column }) => column);

const levels =
  (column: number, ...texts: readonly string[]): Cell =>
  (row) =>
    texts[pick(row, column, texts.length)];

/** Given with a share of blanks, in hundredths. */
const sparse =
  (cell: Cell, column: number, blanks: number): Cell =>
  (row) =>
    pick(row, 7919 + column, 100) < blanks ? '' : cell(row);

const STATEMENTS = ['Am a worrier.', 'Get angry easily.', 'Keep things tidy.', 'Laugh a lot.', 'Do not like art.'];

function survey(count: number, header: (n: number) => string, ...scale: readonly string[]): Record<string, Cell> {
  return Object.fromEntries(Array.from({ length: count }, (_, n) => [header(n), levels(n + 50, ...scale)]));
}

const statements = (count: number) => survey(count, (n) => `${STATEMENTS[n % 5]} (${n})`, '1', '2', '3', '4', '5', '6');

describe('a long table', () => {
  it('is known by its headers, with the attribute inside', () => {
    const user = (row: number) => Math.floor(row / 8);
    const guess = guessOf({
      userId: (row) => String(user(row)),
      movieId: (row) => String(pick(row, 1, 900)),
      rating: levels(2, '0.5', '1.0', '3.0', '4.5', '5.0'),
      timestamp: (row) => String(964982703 + 977 * row),
      title: (row) => `A film of ${1900 + pick(row, 1, 900)}`,
      gender: (row) => ['F', 'M'][user(row) % 2],
      mood: levels(3, 'good', 'bad', 'none'),
    });
    expect(guess.shape).toBe('long');
    expect(rolesOf(guess)).toEqual({
      userId: 'user',
      movieId: 'itemId',
      rating: 'rating',
      timestamp: 'time',
      title: 'title',
      gender: 'attribute',
      mood: 'ignore',
    });
    expect(guess.columns[5]!.reason).toBe('the header names an attribute, the same in all rows of a person');
    expect(guess.columns[6]!.reason).toBe('changes between the ratings of one person');
  });

  it('is known by its order where there is no header', () => {
    const guess = guessOf({
      column1: (row) => String(1 + Math.floor(row / 60)),
      column2: (row) => String(1 + ((row * 37) % 3900)),
      column3: levels(1, '1', '2', '3', '4', '5'),
      column4: (row) => String(978300019 + row),
    });
    expect([guess.shape, ...Object.values(rolesOf(guess))]).toEqual(['long', 'user', 'itemId', 'rating', 'time']);
  });

  it('is not seen where the same pair of the first columns comes twice', () => {
    const guess = guessOf({
      column1: (row) => String(row % 50),
      column2: (row) => String(row % 50),
      column3: levels(1, '1', '2', '3', '4', '5'),
    });
    expect(guess.shape).not.toBe('long');
  });

  it('leaves out the index of a data frame', () => {
    const guess = guessOf({
      '': (row) => String(row),
      user: (row) => `u${row % 20}`,
      item: (row) => `i${pick(row, 1, 90)}`,
      rating: levels(1, '1', '2', '3', '4', '5'),
    });
    expect([guess.shape, rolesOf(guess)['']]).toEqual(['long', 'ignore']);
  });
});

describe('a wide table', () => {
  it('tells 135 statements from what is known about the people', () => {
    const guess = guessOf({
      age: (row) => String(18 + pick(row, 1, 60)),
      sex: levels(2, '1', '2'),
      health: levels(3, '1', '2', '3', '4', '5'),
      education: levels(4, '1', '2', '3', '4', '5', '6'),
      smoke: levels(5, '1', '2', '3', '4', '5', '6', '7', '8', '9'),
      ER: levels(6, '1', '2', '3', '4'),
      ...statements(135),
    });
    expect(guess.shape).toBe('wide');
    expect(namesOf(guess, 'attribute')).toEqual(['age', 'sex', 'health', 'education', 'smoke', 'ER']);
    expect(namesOf(guess, 'item')).toHaveLength(135);
    expect(guess.columns[10]!.reason).toBe('135 columns share the scale 1 to 6');
    expect(guess.columns[5]!.reason).toBe('the header is unlike those of the items');
  });

  it('finds 400 films among 477 columns, though 70 others share a scale too', () => {
    const halves = ['0', '0.5', '1', '1.5', '2', '2.5', '3', '3.5', '4'];
    const films = Array.from({ length: 400 }, (_, n): [string, Cell] => [
      `${['Ice Age', 'Sex Drive', 'The Party', 'Race'][n % 4]} ${n} (${1950 + (n % 60)})`,
      // Nobody among the first rows saw the film in the middle.
      sparse(levels(n, ...halves), n, n === 200 ? 100 : 85),
    ]);
    const guess = guessOf({
      ...Object.fromEntries(films),
      ...survey(70, (n) => `I am person ${n}`, '1', '2', '3', '4', '5'),
      'Gender identity (1 = female; 2 = male; 3 = self-described)': levels(1, '1', '2', '3'),
      'Are you an only child? (1: Yes; 0: No; -1: Did not respond)': levels(2, '1', '0', '-1'),
      'Movies are best enjoyed alone': levels(3, '1', '0'),
      'How is your day?': (row) => `Well, it is day number ${row} and there is a lot to say about all of it`,
      Age: (row) => String(18 + pick(row, 5, 40)),
      'Start Date': (row) => `2021-03-${10 + (row % 20)} 10:00`,
      ResponseId: (row) => `R_${pick(row, 9, 1e9)}_${row}`,
    });
    expect(namesOf(guess, 'item')).toEqual(films.map(([name]) => name));
    expect(guess.columns[200]!.reason).toBe('blank in the first rows, but stands among the items');
    expect(guess.columns[400]).toMatchObject({ role: 'ignore', reason: '70 columns share another scale, 1 to 5' });
    expect(Object.values(rolesOf(guess)).slice(470)).toEqual([
      'attribute',
      'attribute',
      'attribute',
      'ignore',
      'attribute',
      'time',
      'user',
    ]);
  });

  it('takes the items of headerless numbers, and nothing that has two values only', () => {
    const columns = survey(30, (n) => `column${n + 2}`, '1', '2', '3', '4', '5');
    const guess = guessOf({ column1: (row) => String(4000 + 3 * row), ...columns, column32: levels(1, '1', '2') });
    expect([guess.shape, rolesOf(guess)['column1'], rolesOf(guess)['column32']]).toEqual(['wide', 'user', 'attribute']);
    expect(namesOf(guess, 'item')).toHaveLength(30);
  });

  it('keeps an item that holds a code for "no answer", and says the scale without it', () => {
    const withCodes = survey(12, (n) => `Statement ${n}`, '1', '2', '3', '4', '5');
    for (const [n, code] of ['99', '9', '-99', '998'].entries()) {
      const own = withCodes[`Statement ${n}`]!;
      withCodes[`Statement ${n}`] = (row) => (row === 7 + n ? code : own(row));
    }
    const guess = guessOf({ gender: levels(1, 'F', 'M'), ...withCodes });
    expect(namesOf(guess, 'item')).toHaveLength(12);
    expect(guess.reason).toBe('one row per person: 12 columns share the scale 1 to 5');
  });

  it('keeps an item for which somebody has no answer, whatever the word', () => {
    const numbers = survey(12, (n) => `Statement ${n}`, '1', '2', '3', '4', '5');
    const agreement = survey(12, (n) => `Statement ${n}`, 'Disagree', 'Neutral', 'Agree');
    for (const items of [numbers, agreement]) {
      for (const [n, word] of ["Don't know", '#N/A', 'keine Angabe', 'NULL', '.'].entries()) {
        const own = items[`Statement ${n}`]!;
        items[`Statement ${n}`] = (row) => (row === 7 + n ? word : own(row));
      }
      expect(namesOf(guessOf({ gender: levels(1, 'F', 'M'), ...items }), 'item')).toHaveLength(12);
    }
  });

  it('takes no number of a household, weight, total or day for an attribute', () => {
    const guess = guessOf({
      ...statements(20),
      Household: (row) => String(1 + Math.floor(row / 3)),
      code: (row) => String(1000 + pick(row % 60, 9, 9000)),
      form: (row) => String(500 + Math.floor(row / 4)),
      weight: (row) => (0.6 + pick(row, 3, 80) / 100).toFixed(2),
      total: (row) => String(20 + pick(row, 4, 60)),
      day: (row) => String(20240301 + pick(row, 5, 28)),
      always: () => '2',
      // These are attributes, though they look a little like the others.
      'weight in kg': (row) => (50 + pick(row, 6, 500) / 10).toFixed(1),
      Team: levels(10, 'red', 'blue'),
      children: levels(7, '0', '1', '2', '3'),
      income: (row) => String(1000 + 10 * pick(row, 8, 60)),
    });
    expect(namesOf(guess, 'attribute')).toEqual(['Team', 'children', 'income']);
    expect(rolesOf(guess)['day']).toBe('time');
    expect(guess.columns[20]!.reason).toBe('the header names who belongs together (groupColumn)');
    expect(guess.columns[21]!.reason).toBe('the header names people');
    expect(guess.columns[22]!.reason).toBe('numbers that rise from row to row, as those of households do');
  });

  it('takes the index of a data frame for the id only where there is no other', () => {
    const index: Cell = (row) => String(row);
    const items = survey(12, (n) => `Film number ${n}`, '1', '2', '3', '4', '5');
    const other = guessOf({ '': index, ...items, respondent: (row) => `p${(row * 7) % 1000}` });
    expect([rolesOf(other)[''], rolesOf(other)['respondent']]).toEqual(['ignore', 'user']);
    expect(rolesOf(guessOf({ 'Unnamed: 0': index, ...items }))['Unnamed: 0']).toBe('user');
  });

  it('leaves out who stands in several rows, fractions among whole ratings, and long text of few kinds', () => {
    const guess = guessOf({
      person: (row) => String(Math.floor(row / 2)),
      ...survey(12, (n) => `Film number ${n}`, '1', '2', '3', '4', '5'),
      'Mean so far': (row) => (1.5 + pick(row, 3, 30) / 10).toFixed(1),
      Consent: levels(
        4,
        'I have read all of it and agree to everything that is written there',
        `No${' thanks'.repeat(9)}`,
      ),
    });
    expect(namesOf(guess, 'item')).toHaveLength(12);
    expect([guess.columns[0]!.role, guess.columns[0]!.reason]).toEqual([
      'ignore',
      'names people, but some are in several rows',
    ]);
    expect(rolesOf(guess)['Consent']).toBe('ignore');
  });

  it('keeps what is rated like its neighbours, though its header could name an attribute', () => {
    const scale = ['1', '2', '3', '4', '5'];
    const guess = guessOf({
      History: levels(1, ...scale),
      Politics: levels(2, ...scale),
      Physics: levels(3, ...scale),
      Religion: levels(4, ...scale),
      Reading: levels(5, ...scale),
      Cars: levels(6, ...scale),
      Dancing: levels(7, ...scale),
      Education: levels(8, '1', '2', '3'),
      Gender: levels(9, ...scale),
      Pets: levels(10, ...scale),
    });
    expect(namesOf(guess, 'attribute')).toEqual(['Education', 'Gender']);
  });

  it('takes answers in words for items where they are in a usual scale', () => {
    const words = ['Strongly disagree', 'Disagree', 'Agree', 'Strongly agree'];
    const guess = guessOf({ ...survey(20, (n) => `Statement ${n}`, ...words), gender: levels(1, 'F', 'M') });
    expect(namesOf(guess, 'item')).toHaveLength(20);
    expect(namesOf(guess, 'attribute')).toEqual(['gender']);
  });

  it('does not take words of no scale for items or attributes', () => {
    const words = ['tea', 'coffee', 'water', 'milk'];
    const guess = guessOf({ ...statements(20), ...survey(8, (n) => `How often ${n}?`, ...words) });
    expect(guess.columns[22]).toMatchObject({
      role: 'ignore',
      reason: '8 columns share these words, which are in no known scale',
    });
  });

  it('takes likes of 0 and 1 for items where nothing else is shared', () => {
    const guess = guessOf({ gender: levels(1, '0', '1'), ...survey(40, (n) => `Page number ${n}`, '0', '1') });
    expect(namesOf(guess, 'item')).toHaveLength(40);
    expect(namesOf(guess, 'attribute')).toEqual(['gender']);
  });

  it.each([
    'Geschlecht',
    'sexe',
    'SEXO',
    'Género',
    'What is your gender?',
    'Q3: Gender',
    'genderIdentity',
    'Âge',
    'user_age',
  ])('knows the attribute "%s" by its header, wherever it stands and whatever the scale is', (header) => {
    fc.assert(
      fc.property(fc.nat(12), fc.integer({ min: 2, max: 9 }), (at, top) => {
        const scale = Array.from({ length: top }, (_, n) => String(n + 1));
        const columns = Object.entries(survey(12, (n) => `Item ${n}`, ...scale));
        columns.splice(at, 0, [header, levels(1, '1', '2', '3')]);
        const guess = guessOf(Object.fromEntries(columns), 40);
        expect(rolesOf(guess)[header]).toBe('attribute');
      }),
      { numRuns: 20 },
    );
  });
});

describe('the files beside ratings', () => {
  it('knows people without a header', () => {
    const guess = guessOf({
      column1: (row) => String(row + 1),
      column2: (row) => String(18 + pick(row, 1, 40)),
      column3: levels(2, 'F', 'M'),
      column4: levels(3, 'writer', 'technician', 'other'),
      column5: (row) => String(10000 + ((row * 7919) % 89999)),
    });
    expect([guess.shape, ...Object.values(rolesOf(guess))]).toEqual([
      'people',
      'user',
      'attribute',
      'attribute',
      'attribute',
      'ignore',
    ]);
  });

  it('knows titles, though genres are columns of 0 and 1', () => {
    const guess = guessOf({
      column1: (row) => String(row + 1),
      column2: (row) => `Film number ${row} (1995)`,
      ...survey(19, (n) => `column${n + 3}`, '0', '1'),
    });
    expect([guess.shape, rolesOf(guess)['column1'], rolesOf(guess)['column2']]).toEqual(['titles', 'itemId', 'title']);
    expect(guessOf({ movieId: (row) => String(row * 3), title: (row) => `T${row}` }, 3).shape).toBe('titles');
  });

  it('says so where nothing fits', () => {
    const guess = guessOf({ a: levels(1, 'x', 'y'), b: () => 'z' });
    expect(guess.shape).toBe('unclear');
    expect(guess.columns[1]).toEqual({ column: 'b', role: 'ignore', reason: 'always "z" in the first rows' });
  });
});

it('guesses every column once, in order and with a reason, whatever the cells hold', () => {
  const cell = fc.oneof(fc.constantFrom(undefined, '', 'NA', '1', '2', '3', '-', '2020-01-01'), fc.string());
  fc.assert(
    fc.property(
      fc.uniqueArray(fc.oneof(fc.string(), fc.constantFrom('user', 'item', 'rating', 'gender', 'id', 'title')), {
        maxLength: 8,
      }),
      fc.array(fc.array(cell, { maxLength: 9 }), { maxLength: 12 }),
      (names, rows) => {
        const { columns } = guessColumns(names, rows);
        expect(columns.map(({ column }) => column)).toEqual(names);
        expect(columns.every(({ reason }) => reason !== '')).toBe(true);
      },
    ),
    { numRuns: 300 },
  );
});
