/** A survey is described once; then every command takes its data file, or says why not. Build first. */
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { ulterior } from '../../../test/support/program/index.ts';
import type { AuditRecords } from '../../audit/index.ts';
import { derive } from '../../maths/index.ts';

const folder = mkdtempSync(join(tmpdir(), 'ulterior-describe-'));
afterAll(() => rmSync(folder, { recursive: true }));
const run = (...words: string[]) => {
  const { status, stdout, stderr } = ulterior(words, { cwd: folder });
  return { status, stdout, said: `${status} ${stderr}` };
};
const put = (name: string, content: string | object) =>
  writeFileSync(join(folder, name), typeof content === 'string' ? content : JSON.stringify(content));
const read = (name: string) => readFileSync(join(folder, name), 'utf8');

const people = Array.from({ length: 40 }, (_, n) => n);
const answers = (n: number) => Array.from({ length: 6 }, (_, item) => 1 + ((n * 7 + item * 5 + (n % 2) * item) % 5));
const table = [
  ['who', 'sex', 'age', 'q1', 'q2', 'q3', 'q4', 'q5', 'q6'],
  ...people.map((n) => [`p${n}`, (n % 2) + 1, 20 + n, ...answers(n)]),
]
  .map((row) => `${row.join(';')}\n`)
  .join('');
put('survey.csv', table);
const SMALL =
  '--questions 2 --set folds=2 --set training.dimension=2 --set training.iterations=3 --set resamples=50 --set controls=1 --set permutations=0 --threads 1'.split(
    ' ',
  );

describe('described once', () => {
  it('the file says what was given, and how the table looked', () => {
    const { status, stdout } = run(
      ...['describe', 'survey.csv', '--item-columns', 'q1..q6', '--attribute', 'sex{1=female; 2=male}'],
      ...['--set', 'userColumn=who', '--set', 'dropItems=q6', '--missing', '-9,x'],
    );
    expect(status).toBe(0);
    expect(stdout).toContain('40 users, 5 items, 200 ratings');
    expect(stdout).toMatch(
      /\nsurvey\.ulterior\.json says how to read the data\..*:\n {2}ulterior audit survey\.ulterior\.json --output report\n$/,
    );
    expect(read('survey.ulterior.json')).toMatch(
      /^\{\n {2}"data": "survey\.csv",\n {2}"attribute": "sex\{1=female; 2=male\}",\n {2}"itemColumns": "q1\.\.q6",\n {2}"userColumn": "who",\n {2}"missing": \[\n {4}"-9",\n {4}"x"\n {2}\],\n {2}"dropItems": \[\n {4}"q6"\n {2}\],\n {2}"tables": \{\n {4}"survey\.csv": \{\n {6}"bytes": \d+,\n {6}"sha256": "[0-9a-f]{64}"\n {4}\}\n {2}\}\n\}\n$/,
    );
  });

  it('it is enough for an audit, and for the commands that the report prints', () => {
    const { said, stdout } = run('audit', 'survey.ulterior.json', ...SMALL, '--attackers', 'logistic', '--output', 'a');
    expect(said).toBe('0 ');
    const records = JSON.parse(read('a/records.json')) as AuditRecords;
    expect(records.data).toMatchObject({ users: 40, items: 5 });
    expect(records.provenance.named).toEqual({ data: 'survey.ulterior.json', attributes: [], flags: [] });
    const commands = stdout.split('\n').filter((line) => line.includes('survey.ulterior.json'));
    expect(commands.length).toBeGreaterThan(1);
    for (const line of commands) expect(line.length).toBeLessThan(140);
  });

  it.each([
    ['defended', 'audit survey.ulterior.json --defence blinding:0.5 --attackers logistic', 'ulterior-defence'],
    ['designed', 'design survey.ulterior.json --questions 2 --set agendaSamples=0', 'ulterior-questionnaire-study'],
    ['judged', 'audit survey.ulterior.json --list list.txt --set agendaSamples=0', 'ulterior-questionnaire-study'],
  ])('it is enough to be %s', (output, words, format) => {
    put('list.txt', 'q1\nq3\n');
    const small = ['--set', 'folds=2', '--set', 'resamples=50', '--set', 'training.dimension=2', '--threads', '1'];
    const { said } = run(...words.split(' '), ...small, '--output', output);
    // Whether a limit is kept decides the status of a design.
    expect(said).toMatch(/^[04] $/);
    const records = JSON.parse(read(`${output}/records.json`));
    expect(records).toMatchObject({ format, provenance: { named: { data: 'survey.ulterior.json', flags: [] } } });
  });

  it('a flag counts in place of its key, and a name stands for what the file describes', () => {
    const words = ['describe', 'survey.ulterior.json', '--json'];
    const before = read('survey.ulterior.json');
    const groups = (...more: string[]) => JSON.parse(run(...words, ...more).stdout).attributes[0];
    expect(groups().labels).toMatchObject([{ label: 'female' }, { label: 'male' }]);
    expect(groups('--attribute', 'age>=40')).toMatchObject({ expression: 'age>=40' });
    expect(groups('--attribute', 'sex').labels).toMatchObject([{ label: 'female' }, { label: 'male' }]);
    expect(JSON.parse(run(...words, '--item-columns', 'q1..q3,q6..q6').stdout).items).toBe(3);
    expect(read('survey.ulterior.json')).toBe(before);
  });

  it('several attributes: a command that infers one asks which', () => {
    put('two.ulterior.json', { data: 'survey.csv', itemColumns: 'q1..q6', attribute: ['sex', 'age>=40'] });
    expect(run('train', 'two.ulterior.json', '--output', 'm').said).toMatch(
      /^2 error "two.ulterior.json" describes 2 attributes \[ATTRIBUTE_UNKNOWN\]\n.*say which is meant: --attribute sex, or --attribute age\n/,
    );
    expect(
      run('train', 'two.ulterior.json', '--attribute', 'sex', '--iterations', '3', '--quiet', '--output', 'm').said,
    ).toBe('0 ');
  });

  it('several attributes: an audit takes those that are named', () => {
    const wide = ['describe', 'survey.csv', '--item-columns', 'q1..q6', '--output', 'both.ulterior.json'];
    const made = run(...wide, '--attribute', 'sex{1=female; 2=male}', '--attribute', 'age>=40');
    expect(made.stdout).toContain('6.0 ratings per user, everyone rated every item');
    expect(made.stdout).toContain('ulterior audit both.ulterior.json --attribute sex --output report');
    expect(JSON.parse(read('both.ulterior.json')).attribute).toEqual(['sex{1=female; 2=male}', 'age>=40']);
    const small =
      '--questions 2 --set folds=2 --set training.dimension=2 --set resamples=50 --threads 1 --quiet --output both'.split(
        ' ',
      );
    const audit = ['audit', 'both.ulterior.json', ...small];
    expect(run(...audit).said).toMatch(/describes 2 attributes \[ATTRIBUTE_UNKNOWN\]/);
    expect(run(...audit, '--attribute', 'sex', '--attribute', 'age').said).toBe('0 ');
    const { spec, provenance } = JSON.parse(read('both/records.json'));
    expect(spec.attributes).toEqual(['sex', 'age']);
    expect(provenance.named).toMatchObject({ data: 'both.ulterior.json', attributes: ['sex', 'age'] });
  });

  it('paths are relative to the file; people and titles come along', () => {
    put('r.csv', 'user,item,rating\na,x,1\na,y,2\nb,x,5\nb,y,4\n');
    put('p.csv', 'pid,sex\na,f\nb,m\n');
    const made = run('describe', 'r.csv', '--users-table', 'p.csv', '--set', 'usersIdColumn=pid', '--attribute', 'sex');
    expect(made.status).toBe(0);
    const file = JSON.parse(read('r.ulterior.json'));
    expect(file).toMatchObject({ userColumn: 'user', itemColumn: 'item', ratingColumn: 'rating', usersTable: 'p.csv' });
    expect(Object.keys(file.tables)).toEqual(['p.csv', 'r.csv']);
    const elsewhere = ulterior(['describe', join(folder, 'r.ulterior.json'), '--json'], { cwd: tmpdir() });
    expect(JSON.parse(elsewhere.stdout)).toMatchObject({ users: 2, attributes: [{ name: 'sex' }] });
  });
});

it('what a Croissant description beside the table says is shown, and one that is broken is an error', () => {
  put('shop.csv', 'user,item,rating\na,x,1\nb,x,5\n');
  const source = { fileObject: { '@id': 'shop.csv' }, extract: { column: 'rating' } };
  const field = { dataType: 'sc:Integer', description: 'Stars, one to five', source };
  put('shop.croissant.json', { '@type': 'sc:Dataset', recordSet: [{ field: [field] }] });
  expect(run('describe', 'shop.csv').stdout).toContain(
    'What shop.croissant.json says of the columns\n  rating  Integer: Stars, one to five\n',
  );
  put('shop.croissant.json', '{');
  expect(run('describe', 'shop.csv').said).toMatch(
    /^3 error "shop.croissant.json" is not a Croissant .*\[FILE_MALFORMED\]/,
  );
});

describe('nothing is overwritten in silence', () => {
  it('another data file beside the table stays; one that is named is an error; the file itself can be changed', () => {
    put('o.csv', 'user,item,rating\na,x,1\nb,x,5\n');
    expect(run('describe', 'o.csv').said).toBe('0 ');
    const before = read('o.ulterior.json');
    expect(run('describe', 'o.csv').said).toBe('0 ');
    expect(run('describe', 'o.csv', '--set', 'minUser=1').said).toMatch(
      /^0 warning no data file was written: "o.ulterior.json" is there already/,
    );
    expect(run('describe', 'o.csv', '--set', 'minUser=1', '--output', 'o.ulterior.json').said).toMatch(
      /^2 .*\[DATA_FILE_EXISTS\]/,
    );
    expect(read('o.ulterior.json')).toBe(before);
    expect(run('describe', 'o.csv', '--json').said).toBe('0 ');
    expect(run('describe', 'o.ulterior.json', '--set', 'minUser=1').said).toBe('0 ');
    expect(JSON.parse(read('o.ulterior.json'))).toMatchObject({ minUser: 1, userColumn: 'user' });
  });

  it('a world has no place for one; a name that says nothing is refused', () => {
    expect(run('describe', 'world:tv').stdout).not.toContain('ulterior.json');
    expect(run('describe', 'world:tv', '--output', 'tv.ulterior.json').said).toBe('0 ');
    expect(JSON.parse(read('tv.ulterior.json'))).toEqual({ data: 'world:tv' });
    expect(run('describe', 'survey.csv', '--output', 'x.json').said).toMatch(
      /^2 .*ends in \.ulterior\.json, such as x\.ulterior\.json/,
    );
  });
});

describe('refused, with nothing written', () => {
  const train = (name: string) => run('train', name, '--output', 'never').said;
  afterAll(() => expect(existsSync(join(folder, 'never'))).toBe(false));
  const reading = { data: 'survey.csv', itemColumns: 'q1..q6', attribute: 'sex' };

  it.each([
    [
      'a key that does not exist',
      { ...reading, userColum: 'who' },
      /^2 .*userColum is not a key of a data file: did you mean userColumn\? \[DATA_FILE\]/,
    ],
    [
      'a column that is gone',
      { ...reading, attribute: 'gender' },
      /^3 .*no column "gender" for the attribute.*\[COLUMN_MISSING\]/,
    ],
    [
      'a table that is not there',
      { ...reading, data: 'gone.csv' },
      /^3 error "gone.csv" is not there, and "bad.ulterior.json" names it \(data\) \[FILE_NOT_READABLE\]\n.*relative to the file/,
    ],
    ['people who are not there', { ...reading, usersTable: 'gone.csv' }, /^3 .*\(usersTable\) \[FILE_NOT_READABLE\]/],
    ['JSON that does not parse', '{"data": "survey.csv",', /^2 error "bad.ulterior.json" is not JSON.*\[DATA_FILE\]/],
    [
      'a data file inside a data file',
      { ...reading, data: 'survey.ulterior.json' },
      /^2 .*data is a data file, not a table \[DATA_FILE\]/,
    ],
    [
      'people without ratings',
      { usersTable: 'survey.csv', attribute: 'sex' },
      /^2 .*names people and no ratings \[DATA_FILE\]/,
    ],
    [
      'a key without effect',
      { ...reading, usersHeader: true },
      /^2 error usersHeader has no effect where there is no usersTable/,
    ],
  ])('%s', (_, content, expected) => {
    put('bad.ulterior.json', content);
    expect(train('bad.ulterior.json')).toMatch(expected);
  });

  it('no data file at all', () => expect(train('none.ulterior.json')).toMatch(/^3 .*\[FILE_NOT_READABLE\]/));

  it('other bytes than were described, until they are described again', () => {
    put('t.csv', table);
    run('describe', 't.csv', '--item-columns', 'q1..q6', '--attribute', 'sex');
    put('t.csv', table.replace('p0;1', 'p0;2'));
    expect(train('t.ulterior.json')).toMatch(
      /^3 error "t.csv" is not the table that "t.ulterior.json" describes: it has other contents \[DATA_CHANGED\]\n.*describe it again: ulterior describe t\.ulterior\.json/,
    );
    put('t.csv', table.replace('p0;1', 'person0;1'));
    expect(train('t.ulterior.json')).toMatch(/it has \d+ bytes where there were \d+/);
    expect(run('describe', 't.ulterior.json').said).toBe('0 ');
    expect(run('train', 't.ulterior.json', '--iterations', '3', '--quiet', '--output', 'trained').said).toBe('0 ');
  });

  it.each([
    ['minUsr=3', /minUsr is not a known field: did you mean minUser\?/],
    ['minUser=few', /minUser is "few"; it must be a whole number/],
    ['accept=RATING_CODES,x', /accept\[1\] is x; it must be on/],
    ['encoding', /--set is encoding; it must be a key and its value/],
  ])('--set %s', (text, expected) => {
    expect(run('describe', 'survey.csv', '--set', text, '--output', 'never').said).toMatch(expected);
  });
});

it('people alone are enough where vectors are audited', () => {
  put('who.csv', `pid,sex\n${people.map((n) => `p${n},${n % 2 ? 'f' : 'm'}`).join('\n')}\n`);
  put('who.ulterior.json', { usersTable: 'who.csv', usersIdColumn: 'pid', attribute: 'sex' });
  put('vectors.csv', `user,a,b\n${people.map((n) => `p${n},${n % 2},${n % 5}`).join('\n')}\n`);
  const words = '--set folds=2 --set resamples=50 --set controls=1 --threads 1 --quiet --output vectors'.split(' ');
  expect(run('audit', 'who.ulterior.json', '--vectors', 'vectors.csv', ...words).said).toBe('0 ');
});

describe('one row per person', () => {
  const wide = [
    ['who', 'sex', 'age', ...Array.from({ length: 12 }, (_, n) => `q${n + 1}`)],
    ...Array.from({ length: 80 }, (_, n) => [
      `p${n}`,
      n % 2 === 0 ? 'm' : 'male',
      n === 3 ? 999 : 20 + (n % 40),
      ...Array.from({ length: 12 }, (_, item) => (n === 8 && item === 4 ? -99 : 1 + derive(n, 'wide', item).below(5))),
    ]),
  ];
  put('wide.csv', wide.map((row) => `${row.join(',')}\n`).join(''));

  it('needs no flag to be described, and shows what could be inferred', () => {
    const { status, stdout } = run('describe', 'wide.csv', '--output', 'w.ulterior.json');
    expect(status).toBe(0);
    expect(stdout).toContain('wide.csv seems to be this: one row per person');
    expect(stdout).toContain('guessed: --item-columns 4-15');
    expect(stdout).toMatch(/Found in the data .*\(3\)\n! RATING_CODES {2}ratings\n {4}0.1% of the answers/);
    // What nobody chose to infer yet is looked at too.
    expect(stdout).toMatch(/\n! GROUPS_ALIKE {2}sex\n(.*\n)+! NUMBERS_IMPOSSIBLE {2}age\n/);
    expect(stdout).toMatch(/What could be inferred \(--attribute\)\n {2}sex, age>=\d+/);
    expect(stdout).toMatch(/ulterior audit w\.ulterior\.json --attribute sex --output report\n$/);
    expect(JSON.parse(read('w.ulterior.json'))).toMatchObject({ itemColumns: '4-15', userColumn: 'who' });
  });

  it('with everything in JSON, and on a screen what fits there', () => {
    const { offered, findings, histogram } = JSON.parse(run('describe', 'wide.csv', '--json').stdout);
    expect(offered).toEqual(['sex', expect.stringMatching(/^age>=\d+$/)]);
    expect(findings.map(({ code }: { code: string }) => code)).toEqual([
      'RATING_CODES',
      'GROUPS_ALIKE',
      'NUMBERS_IMPOSSIBLE',
    ]);
    expect(histogram).toHaveLength(10);
    put('to99.csv', read('wide.csv').replace(',-99,', ',99,'));
    const { stdout } = run('describe', 'to99.csv', '--output', 'w2.ulterior.json');
    expect(stdout).toMatch(/\nRatings\n +1 .*\n +2 .*\n +3 .*\n +4 .*\n +5 .*\n +6 to 98 .* 0\n +99 .* 1\n\n/);
    const slider = (n: number) => [
      `p${n}`,
      n % 2 === 0 ? 'm' : 'f',
      ...people.slice(0, 12).map((q) => derive(n, 'slider', q).below(101) / 2),
    ];
    put(
      'slider.csv',
      `who,sex,${people.slice(0, 12).map((q) => `q${q}`)}\n${people.map((n) => `${slider(n).join(',')}\n`).join('')}`,
    );
    const bars = /\nRatings\n((?: .*\n)+)/.exec(run('describe', 'slider.csv', '--item-columns', 'q0..q11').stdout)![1]!;
    expect(bars.trim().split('\n')).toHaveLength(12);
    expect(bars).toMatch(/^ +0 to 4 .*\n +4.5 to 8.5 /);
    const counts = bars.match(/[\d,]+$/gm)!.map((text) => Number(text.replace(',', '')));
    expect(counts.reduce((sum, own) => sum + own)).toBe(480);
  });

  it('does not offer what tells nothing about one person: households, weights, totals, one value, items', () => {
    const rows = Array.from({ length: 120 }, (_, n) => [
      `p${n}`,
      ...[1 + Math.floor(n / 2), 0.7 + (n % 30) / 50, 1 + (n % 3), 2, n % 2 === 0 ? 'm' : 'f'],
      ...people.slice(0, 6).map((q) => 1 + derive(n, 'offer', q).below(5)),
    ]);
    const header = 'who,household,w,region,survey_complete,sex,q1,q2,q3,q4,q5,q6';
    put('offer.csv', `${header}\n${rows.map((row) => `${row.join(',')}\n`).join('')}`);
    const offeredBy = (...more: string[]) =>
      /--attribute\)\n(.*)\n/.exec(run('describe', 'offer.csv', ...more).stdout)![1]!.trim();
    expect(offeredBy()).toBe('sex, region');
    expect(offeredBy('--item-columns', 'region..q6')).toBe('sex');
    // A number with a decimal comma is cut like any other.
    const commas = (row: (string | number)[]) => [
      ...row.slice(0, 5),
      `${20 + (Number(row[1]) % 50)},5`,
      ...row.slice(5),
    ];
    put(
      'offer.csv',
      `${header.replace('sex', 'age;sex').replaceAll(',', ';')}\n${rows.map((row) => `${commas(row).join(';')}\n`).join('')}`,
    );
    expect(offeredBy('--item-columns', 'q1..q6', '--output', 'commas.ulterior.json')).toMatch(
      /^age>=\d+\.5, sex, region$/,
    );
  });

  it('a name in the file acts on no terminal, nor does a colour in it', () => {
    put('signs.csv', table.replace('sex', 'sex\u001b[31m\u001b]0 title\u0007').replace('age', '\u001b[8mage'));
    const { stdout } = run('describe', 'signs.csv', '--item-columns', 'q1..q6');
    expect(stdout).toContain('sex\\u001b[31m\\u001b]0 title\\u0007');
    expect(stdout).not.toContain('\u001b');
  });

  it('what is neither ratings nor answers for all that can be seen: it asks for the columns', () => {
    put('few.csv', `name,sex,q1,q2\n${Array.from({ length: 9 }, (_, n) => `p${n},f,${n % 5},${n % 3}`).join('\n')}\n`);
    const { said } = run('describe', 'few.csv');
    expect(said).toMatch(
      /^3 error "few.csv" has 4 columns, "name", "sex", "q1", "q2", and which of them are ratings or answers is not clear/,
    );
    expect(said).toContain('--item-columns 3-12');
    expect(run('describe', 'few.csv', '--set', 'userColumn=who').said).toMatch(
      /^3 error "few.csv" has no column "who"/,
    );
    expect(run('describe', 'few.csv', '--item-columns', 'q1..q2').status).toBe(0);
  });

  it('is told by an audit that was not told', () => {
    const { said } = run('audit', 'wide.csv', '--attribute', 'sex', '--output', 'never');
    expect(said).toMatch(/^3 error "wide.csv" was read as one row per rating, but seems to be one row per person/);
    expect(said).toContain('try: add --item-columns 4-15');
  });

  it('what would make figures wrong stops an audit, until it is mended or accepted', () => {
    const words = ['audit', 'wide.csv', '--item-columns', '4-15', ...SMALL, '--attackers', 'logistic'];
    const refused = run(...words, '--attribute', 'sex', '--output', 'b').said;
    expect(refused).toMatch(
      /^3 error "wide.csv": \[RATING_CODES\] .*; \[GROUPS_ALIKE\] .*"m" and "male".* \[DATA_DOUBTFUL\]/,
    );
    expect(refused).toContain('--accept RATING_CODES,GROUPS_ALIKE');
    expect(existsSync(join(folder, 'b'))).toBe(false);
    const accepting = (codes: string, ...more: string[]) =>
      run(
        'describe',
        'wide.csv',
        '--attribute',
        'sex',
        '--accept',
        codes,
        '--output',
        `${codes}.ulterior.json`,
        ...more,
      );
    expect(accepting('NONE').said).toMatch(/^2 error --accept is NONE; it must be one of/);
    expect(run(...words, '--attribute', 'sex', '--accept', 'GROUPS_ALIKE', '--output', 'b').said).toMatch(
      /^3 error "wide.csv": \[RATING_CODES\]/,
    );
    const audit = (file: string) => run('audit', file, ...SMALL, '--attackers', 'logistic', '--output', 'b').said;
    expect(accepting('GROUPS_ALIKE').status).toBe(0);
    expect(audit('GROUPS_ALIKE.ulterior.json')).toMatch(/^3 error "wide.csv": \[RATING_CODES\]/);
    expect(accepting('GROUPS_ALIKE,ITEM_IS_ID', '--missing=-99').status).toBe(0);
    expect(audit('GROUPS_ALIKE,ITEM_IS_ID.ulterior.json')).toMatch(/^0 warning \[GROUPS_ALIKE\] /);
    const { cautions, ...data } = (JSON.parse(read('b/records.json')) as AuditRecords).data;
    expect([data.users, cautions!.findings!.map(({ code }) => code)]).toEqual([80, ['GROUPS_ALIKE']]);
    expect(run(...words, '--attribute', 'age>=40', '--missing=-99', '--output', 'c').said).toMatch(
      /"age" is 999 for 1 person/,
    );
  });
});
