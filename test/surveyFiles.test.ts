/**
 * The same invented people in files of the shape in which tools write them: each is audited by one line, which says how the
 * file was read, and finds what it finds in the clean table. Build first.
 */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { figureOf } from '../scripts/planted/oddSurveys.mjs';
import { derive } from '../src/maths/index.ts';
import { dtaBytes } from './support/dtaWriter.ts';
import { ulterior } from './support/program/index.ts';
import { savBytes } from './support/savWriter.ts';
import { xlsxBytes } from './support/xlsxWriter.ts';

const folder = mkdtempSync(join(tmpdir(), 'ulterior-surveys-'));
afterAll(() => rmSync(folder, { recursive: true }));

const PEOPLE = 240;
const QUESTIONS = Array.from({ length: 8 }, (_, n) => `q${n + 1}`);
const HEADER = ['id', 'gender', ...QUESTIONS];

interface Person {
  readonly id: number;
  readonly gender: 'female' | 'male';
  /** From 1 to 5. */
  readonly answers: readonly number[];
}

/** Women agree with the first three statements more often. */
const stream = derive(7, 'people of survey files');
const people = Array.from({ length: PEOPLE }, (_, n): Person => {
  const gender = n % 2 === 0 ? 'female' : 'male';
  const answers = QUESTIONS.map((_question, at) => {
    const answer = 1 + stream.below(5);
    return at < 3 && gender === 'female' ? Math.min(5, answer + stream.below(3)) : answer;
  });
  return { id: n + 1, gender, answers };
});

const rowsOf = (
  answer: (value: number) => string | number,
  gender: (name: Person['gender']) => string | number = (name) => name,
) => people.map((person) => [person.id, gender(person.gender), ...person.answers.map(answer)]);
const csv = (rows: readonly (readonly (string | number)[])[], sign = ',') =>
  `${rows.map((cells) => cells.join(sign)).join('\n')}\n`;
const wordsIn = (words: string) => (value: number) => words.split('|')[value - 1]!;
const code = (name: Person['gender']) => (name === 'female' ? 1 : 2);
const GENDERS = { 1: 'female', 2: 'male' };

const ENGLISH = 'Strongly disagree|Disagree|Neither agree nor disagree|Agree|Strongly agree';
const GERMAN = 'Stimme überhaupt nicht zu|Stimme nicht zu|Teils/teils|Stimme zu|Stimme voll und ganz zu';
const NUMBERED = '1 - not at all|2|3|4|5 - very much';

interface Case {
  readonly file: string;
  readonly contents: string | Uint8Array;
  /** Files beside it. */
  readonly beside?: Readonly<Record<string, string>>;
  /** In place of the columns of the items. */
  readonly flags?: readonly string[];
  /** What is said before anything is measured; nothing where the file says it all. */
  readonly says?: RegExp;
}

const ids = (name: string) => `"{""ImportId"":""${name}""}"`;
const CASES: Readonly<Record<string, Case>> = {
  'answers in words': {
    file: 'words.csv',
    contents: csv([HEADER, ...rowsOf(wordsIn(ENGLISH))]),
    says: /Answers are words.*"Strongly disagree" as 1, .*"Strongly agree" as 5/,
  },
  'answers in German, as Windows writes them': {
    file: 'deutsch.csv',
    contents: Buffer.from(csv([HEADER, ...rowsOf(wordsIn(GERMAN))], ';'), 'latin1'),
    says: /is not in utf-8 \(line \d\). We read it as windows-1252.*\n.*"Stimme überhaupt nicht zu" as 1, .*"Stimme voll und ganz zu" as 5/,
  },
  'answers with words at both ends': {
    file: 'ends.csv',
    contents: csv([HEADER, ...rowsOf(wordsIn(NUMBERED))]),
    says: /"1 - not at all" as 1, "5 - very much" as 5/,
  },
  'decimal commas': {
    file: 'commas.csv',
    contents: csv([HEADER, ...rowsOf((value) => (value / 2).toFixed(1).replace('.', ','))], ';'),
    says: /have a decimal comma. We read "0,5" as 0.5/,
  },
  'a file of SPSS': {
    file: 'survey.sav',
    contents: savBytes(
      [
        { name: 'id' },
        { name: 'gender', valueLabels: GENDERS },
        ...QUESTIONS.map((name) => ({ name, label: `Question ${name}`, missing: { values: [9] } })),
      ],
      rowsOf((value) => value, code),
      { packed: true },
    ),
    says: /names codes for missing values in "q1", "q2", "q3" and 5 more columns. We leave them out: 9/,
  },
  'a file of Stata': {
    file: 'survey.dta',
    contents: dtaBytes(
      [{ name: 'id' }, { name: 'gender', valueLabels: GENDERS }, ...QUESTIONS.map((name) => ({ name }))],
      rowsOf((value) => value, code),
      118,
    ),
  },
  'a workbook': {
    file: 'survey.xlsx',
    contents: xlsxBytes({ Answers: [HEADER, ...rowsOf((value) => value)], Notes: [['draft']] }),
    says: /has 2 sheets: "Answers", "Notes". We read "Answers"/,
  },
  'an export of Qualtrics': {
    file: 'qualtrics.csv',
    contents: `${csv([HEADER, ['Id', 'What are you?', ...QUESTIONS.map((name) => `"Do you agree, ${name}?"`)], HEADER.map(ids)])}${csv(rowsOf(wordsIn(ENGLISH)))}`,
    says: /is an export of Qualtrics, with three rows above the people/,
  },
  'results of SurveyJS': {
    file: 'results.json',
    contents: JSON.stringify(
      people.map(({ id, gender, answers }) => ({
        id,
        gender,
        ...Object.fromEntries(answers.map((value, at) => [QUESTIONS[at], value])),
      })),
    ),
    says: /is one list in JSON/,
  },
  'an export of LimeSurvey': {
    file: 'limesurvey.csv',
    contents: `\uFEFF${csv([HEADER, ...rowsOf((value) => `"A${value}"`)], ';')}`,
    says: /"A1" as 1, "A2" as 2/,
  },
  'an export of REDCap and its dictionary': {
    file: 'redcap.ulterior.json',
    contents: JSON.stringify({ data: 'redcap.csv', itemColumns: '^q', itemsTable: 'dictionary.csv' }),
    beside: {
      'redcap.csv': csv([HEADER, ...rowsOf((value) => value, code)]),
      'dictionary.csv': `"Variable / Field Name","Form Name","Field Type","Field Label","Choices, Calculations, OR Slider Labels"\ngender,base,radio,Gender,"1, female | 2, male"\n${QUESTIONS.map((name) => `${name},base,radio,"Question ${name}","1, never | 5, always"\n`).join('')}`,
    },
    flags: [],
  },
  'ratings under odd headers': {
    file: 'BX-Ratings.csv',
    contents: csv(
      [
        ['"User-ID"', '"ISBN"', '"Book-Rating"'],
        ...people.flatMap(({ id, answers }) =>
          answers.map((value, at) => [`"${id}"`, `"${QUESTIONS[at]}"`, `"${value}"`]),
        ),
      ],
      ';',
    ),
    beside: { 'people.csv': csv([['User-ID', 'gender'], ...people.map(({ id, gender }) => [id, gender])], ';') },
    flags: ['--users-table', join(folder, 'people.csv')],
  },
};

/** The figure of one line, and what it says. */
function audited(file: string, flags: readonly string[] = ['--item-columns', '^q']) {
  const output = join(folder, `${file}-report`);
  const settings =
    '--attackers logistic --questions 2 --set strategies=separation --set headlineQuestions=2 --set folds=3 --set permutations=0 --set controls=1 --set resamples=50';
  const words = [
    'audit',
    join(folder, file),
    ...flags,
    '--attribute',
    'gender',
    '--output',
    output,
    ...settings.split(' '),
  ];
  const { status, stderr } = ulterior(words);
  expect([status, stderr.replaceAll(/^(warning|reading|progress).*\n/gm, '')]).toEqual([
    0,
    expect.not.stringContaining('error'),
  ]);
  const { findings, data } = JSON.parse(readFileSync(join(output, 'records.json'), 'utf8'));
  expect(findings.length).toBeGreaterThan(5);
  return { stderr, figures: { findings, labels: data.labels }, auc: figureOf({ findings }) };
}

describe('the same people', () => {
  let clean: ReturnType<typeof audited>;
  let halves: typeof clean;
  beforeAll(() => {
    writeFileSync(join(folder, 'clean.csv'), csv([HEADER, ...rowsOf((value) => value)]));
    writeFileSync(join(folder, 'halves.csv'), csv([HEADER, ...rowsOf((value) => value / 2)]));
    clean = audited('clean.csv');
    halves = audited('halves.csv');
  }, 120_000);

  it('leak in the clean table, of which nothing is said', () => {
    const { value, low, high } = clean.auc;
    expect(low).toBeGreaterThan(0.55);
    const [as, from, to] = [value, low, high].map((figure: number) => figure.toFixed(2));
    const documented = readFileSync(new URL('../docs/checks.md', import.meta.url), 'utf8');
    expect(documented).toContain(`an AUC of ${as} (${from} to ${to})`);
    expect(clean.stderr).not.toContain('READ_AS');
  });

  it.each(Object.entries(CASES))(
    '%s: said, and the same figures',
    (name, { file, contents, beside = {}, flags, says }) => {
      writeFileSync(join(folder, file), contents);
      for (const [other, text] of Object.entries(beside)) writeFileSync(join(folder, other), text);
      const { stderr, figures } = audited(file, flags);
      expect(figures).toEqual((name === 'decimal commas' ? halves : clean).figures);
      if (says === undefined) expect(stderr).not.toContain('READ_AS');
      else expect(stderr).toMatch(says);
    },
  );

  it('with another word among the answers are refused, until a data file says what it is worth', () => {
    const contents = csv([HEADER, ...rowsOf(wordsIn(ENGLISH))]).replace(',Agree,', ',Sort of,');
    writeFileSync(join(folder, 'odd.csv'), contents);
    const describeIt = (...more: string[]) =>
      ulterior(['describe', join(folder, 'odd.csv'), '--item-columns', '^q', ...more]);
    expect(describeIt().stderr).toMatch(
      /"Sort of" is not in the scale of its other answers \(line \d+\) \[ANSWER_UNKNOWN\]/,
    );
    const scale = ENGLISH.split('|')
      .map((word, at) => `${word}=${at + 1}`)
      .join('; ');
    expect(describeIt('--attribute', 'gender', '--set', `answers=${scale}; Sort of=4`).status).toBe(0);
    const { figures, stderr } = audited('odd.ulterior.json', []);
    expect(figures).toEqual(clean.figures);
    expect(stderr).not.toContain('READ_AS');
  });
});
