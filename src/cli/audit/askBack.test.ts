import { describe, expect, it } from 'vitest';
import { derive } from '../../maths/index.ts';
import { type AskedFlags, askBack, type Looking } from './askBack.ts';

type Table = { readonly names: readonly string[]; readonly rows: readonly (readonly string[])[] };

const stream = derive(1, 'ask-back');
const stars = () => String(1 + stream.below(5));
const people = Array.from({ length: 60 }, (_, n) => n);
const GENDER = 'What is your gender?: 1=f 2=m';

const wide: Table = {
  names: ['id', GENDER, 'age', 'film 1', 'film 2', 'film 3', 'comment', 'film 4', 'film 5'],
  rows: people.map((n) => {
    const [a, b, c, d, e] = [stars(), stars(), stars(), stars(), stars()];
    return [
      `p${n}`,
      String(1 + (n % 2)),
      String(20 + n),
      a,
      b,
      c,
      `what I always wanted to say about films, no. ${n}`,
      d,
      e,
    ];
  }),
};
const long: Table = {
  names: ['userId', 'movieId', 'rating'],
  rows: people.flatMap((n) => [1, 2, 3].map((item) => [`p${n}`, `m${item}`, stars()])),
};
const users: Table = { names: ['userId', 'party'], rows: people.map((n) => [`p${n}`, n % 3 === 0 ? 'red' : 'blue']) };
/** As restaurant and book sites export ratings: the first rows show neither the oldest person nor the rare city. */
const places: Table = {
  names: ['userID', 'placeID', 'rating', 'age', 'smoker', 'zip_id'],
  rows: people.flatMap((n) =>
    [1, 2, 3].map((item) => {
      const age = n === 59 ? '91' : n % 3 === 0 ? 'NA' : String(20 + (n % 20));
      return [
        `U${1000 + n}`,
        String(130000 + item),
        stars(),
        age,
        n % 2 === 0 ? 'true' : 'false',
        String(9000 + (n % 9)),
      ];
    }),
  ),
};
const books: Table = {
  names: ['User-ID', 'ISBN', 'Book-Rating', 'income'],
  rows: people.flatMap((n) => [1, 2, 3].map((item) => [`${n}`, `03${item}5`, stars(), n < 40 ? '0' : String(n)])),
};
const files: Readonly<Record<string, Table>> = {
  'in/wide.csv.gz': wide,
  'long.csv': long,
  'users.csv': users,
  'places.csv': places,
  'books.csv': books,
};

/** Previews show the first rows only. */
const looking: Looking = {
  preview: async (path) => ({ names: files[path]!.names, rows: files[path]!.rows.slice(0, 120) }),
  counts: async (path, columns) => {
    const { names, rows } = files[path]!;
    return new Map(
      columns.map((column) => {
        const cells = new Map<string, number>();
        for (const row of rows)
          cells.set(row[names.indexOf(column)]!, (cells.get(row[names.indexOf(column)]!) ?? 0) + 1);
        return [column, Array.from(cells, ([text, count]) => ({ text, rows: count }))] as const;
      }),
    );
  },
};

/** What was found and said when somebody gives these answers, and then ends the input. */
async function talk(path: string, answers: readonly string[], given: AskedFlags = {}) {
  const said: string[] = [];
  const rest = [...answers];
  const flags = await askBack(path, given, looking, {
    say: (...lines) => said.push(...lines),
    ask: async (prompt) => {
      said.push(prompt);
      return rest.shift();
    },
  });
  return { flags, text: said.join('\n'), unused: rest };
}

describe('an audit with nothing but a file', () => {
  it('Enter three times takes what is proposed: items by position, the first attribute, a folder', async () => {
    const { flags, text, unused } = await talk('in/wide.csv.gz', ['', '', '']);
    expect(flags).toEqual({
      userColumn: 'id',
      itemColumns: '4-6,8-9',
      attribute: `"${GENDER}"`,
      output: 'wide-audit',
    });
    expect(unused).toEqual([]);
    expect(text).toContain('5 columns, from film 1 to film 5');
    expect(text).toContain(`1  ${GENDER}: 1, 2`);
    expect(text).toContain('2  age: 20 to 79; as two groups age>=50');
  });

  it('takes a number of the list, a column or an expression for the attribute', async () => {
    const attribute = async (answer: string) => (await talk('in/wide.csv.gz', ['', answer, 'out'])).flags?.attribute;
    expect(await attribute('2')).toBe('age>=50');
    expect(await attribute('age:18,40')).toBe('age:18,40');
    expect(await attribute(GENDER)).toBe(`"${GENDER}"`);
  });

  it('explains a wrong answer and asks again', async () => {
    const { flags, text } = await talk('in/wide.csv.gz', ['film 1..film 7', '4-5', 'aeg', 'age>=', 'age>=30', 'out']);
    expect(flags).toMatchObject({ itemColumns: '4-5', attribute: 'age>=30', output: 'out' });
    expect(text).toMatch(/no column "film 7"[\s\S]*try: /);
    expect(text).toContain('no column "aeg"');
    expect(text).toContain('a number is expected');
    const many = await talk('in/wide.csv.gz', ['', 'comment', 'age>=99', '', '']);
    expect(many.text).toContain('"comment" makes 60 groups');
    expect(many.text).toContain('"age>=99" makes one group only');
    expect(many.text.indexOf('one group only')).toBeLessThan(many.text.indexOf('which folder'));
    const few = await talk('in/wide.csv.gz', ['"film 1"', '', '', '']);
    expect(few.text).toContain('give at least two items');
  });

  it('a table of ratings without attributes is joined with one of people', async () => {
    const { flags, text } = await talk('long.csv', ['users.csv', '1', '']);
    expect(flags).toEqual({
      userColumn: 'userId',
      itemColumn: 'movieId',
      ratingColumn: 'rating',
      usersTable: 'users.csv',
      attribute: 'party',
      output: 'long-audit',
    });
    expect(text).toContain('one row per rating');
  });

  it('understands ratings with the headers of other sites, and offers no id', async () => {
    const { flags, text } = await talk('places.csv', ['', '']);
    expect(flags).toMatchObject({ userColumn: 'userID', itemColumn: 'placeID', ratingColumn: 'rating' });
    // All rows are looked at, and what is missing is no value.
    expect(text).toContain('1  age: 20 to 91; as two groups age>=');
    expect(text).toContain('2  smoker: false, true');
    expect(text).not.toMatch(/NaN|NA\b|3 {2}zip_id/);
    const book = await talk('books.csv', ['', '']);
    expect(book.flags).toMatchObject({ userColumn: 'User-ID', itemColumn: 'ISBN', ratingColumn: 'Book-Rating' });
  });

  it('proposes no cut with nobody on one side', async () => {
    expect((await talk('books.csv', ['', ''])).text).toContain('income: 0 to 59; as two groups income>=40');
  });

  it('tells a wrong flag before it asks', async () => {
    await expect(talk('in/wide.csv.gz', [], { itemColumns: 'film 1..film 9' })).rejects.toThrow('no column "film 9"');
  });

  it('asks for nothing that was said', async () => {
    expect((await talk('in/wide.csv.gz', ['here'], { attribute: 'age>=30' })).flags).toEqual({ output: 'here' });
    const { flags } = await talk('in/wide.csv.gz', [''], { itemColumns: '4-6', output: 'there' });
    expect(flags).toEqual({ attribute: `"${GENDER}"`, output: 'there' });
    expect((await talk('world:demo,users=5', [''], { attribute: '' })).flags).toEqual({
      output: 'world-demo-users-5-audit',
    });
  });

  it.each([
    ['before the items', 'in/wide.csv.gz', []],
    ['before the attribute', 'in/wide.csv.gz', ['']],
    ['before the folder', 'in/wide.csv.gz', ['', '']],
    ['before the people', 'long.csv', []],
    ['Enter where nothing is proposed', 'long.csv', ['']],
    ['before the attribute of the people', 'long.csv', ['users.csv']],
  ])('whoever ends the input %s gets nothing', async (_, path, answers) => {
    expect((await talk(path, answers)).flags).toBeUndefined();
  });

  it('a table of people without an attribute to infer is no answer, even if the folder is known', async () => {
    expect((await talk('long.csv', ['users.csv'], { output: 'there' })).flags).toBeUndefined();
  });
});
