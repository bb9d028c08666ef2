import { describe, expect, it } from 'vitest';
import { failure } from '../../../test/support/failure.ts';
import { createTable } from '../cells/table.ts';
import { findingText } from '../checks/findingWords.ts';
import { wideTable } from '../read/wideTable.ts';
import { type AnswerScale, recognisedNumbers } from './readAnswers.ts';
import { inScale, usualScales } from './usualScales.ts';

function survey(
  columns: Readonly<Record<string, readonly string[]>>,
  answers?: readonly AnswerScale[],
  missing?: string[],
) {
  const table = createTable(
    'survey.csv',
    Object.entries(columns).map(([name, values]) => [name, { kind: 'texts', values }] as const),
    (row) => row + 2,
  );
  const { dataset, summary } = wideTable(table, { items: Object.keys(columns), answers, missing });
  const { values, starts } = dataset.ratings.byUser;
  const rows = Array.from({ length: dataset.users.size }, (_, user) => [
    ...values.slice(starts[user], starts[user + 1]),
  ]);
  const told = (summary.findings ?? []).filter(({ code }) => code === 'READ_AS');
  return { rows, summary, warnings: told.map(findingText) };
}

describe('answers in words', () => {
  it('become numbers in their order, the same in all columns of a scale', () => {
    const { rows, summary, warnings } = survey({
      q1: ['Strongly agree', 'Disagree', 'strongly disagree', 'Neither agree nor disagree'],
      q2: ['Agree', 'Disagree', '', 'Agree'],
      smokes: ['Yes', 'No', 'yes', 'No'],
      often: ['Never', 'Always', 'Sometimes', 'Never'],
    });
    expect(rows).toEqual([
      [5, 4, 1, 1],
      [2, 2, 0, 3],
      [1, 1, 2],
      [3, 4, 0, 1],
    ]);
    expect(warnings).toEqual([
      expect.stringContaining(
        'Answers are words. We read them as numbers. "q1", "q2": "strongly disagree" as 1, "Disagree" as 2, "Neither agree nor disagree" as 3, "Agree" as 4, "Strongly agree" as 5. "smokes": "No" as 0, "Yes" as 1. "often": "Never" as 1, "Sometimes" as 2, "Always" as 3.',
      ),
    ]);
    expect(summary.understood![0]!.settings!.answers).toHaveLength(3);
  });

  it('with a number in front, among plain numbers', () => {
    const { rows, warnings } = survey({
      q: ['1 - not at all', '3', '5 (very much)', '4'],
      r: ['2', 'never = 1', '3', '1'],
    });
    expect(rows).toEqual([[1, 2], [3], [5, 3], [4, 1]]);
    expect(warnings[0]).toContain('"1 - not at all" as 1, "5 (very much)" as 5');
    expect(warnings[1]).toBeUndefined();
  });

  it('are the codes of LimeSurvey', () => {
    const { rows, warnings } = survey({ q: ['A1', 'A5', 'A2'], r: ['AO01', 'AO04', 'AO01'] });
    expect(rows).toEqual([
      [1, 1],
      [5, 4],
      [2, 1],
    ]);
    expect(warnings[0]).toContain('"A1" as 1, "AO01" as 1, "A2" as 2');
  });

  it('count what the data file says, whatever the words; other words are refused', () => {
    const scale = { meh: 1, 'so so': 2, wow: 7 };
    const { rows, warnings } = survey({ q: ['WOW', 'so  so', 'meh', '5'] }, [scale]);
    expect(rows).toEqual([[7], [2], [1], [5]]);
    expect(warnings).toEqual([]);
    expect(failure(() => survey({ q: ['wow', 'woow', 'meh'] }, [scale]))).toBe(
      'ANSWER_UNKNOWN: "survey.csv": in the column "q", "woow" is not in the scale of its other answers (line 3) -> say what each word is worth: --set "answers=woow=1; another word=2" with `ulterior describe` (answers in a data file); or name it among the missing values: --missing="woow"',
    );
    expect(failure(() => survey({ q: ['wow', 'meh'], r: ['yes', 'no'] }, [scale]))).toMatch(
      /^ANSWER_UNKNOWN: .*"r", "no", "yes" are in no scale of the data file \(line 3\)/,
    );
  });

  it.each([
    [{ q: ['Agree', 'Disagree', 'Agrree'] }, /"Agrree" is not in the scale of its other answers \(line 4\)/],
    [{ q: ['Never', '2', '3', 'Always'] }, /"Always", "Never" are among numbers \(line 5\)/],
    [
      { q: ['Often', 'Usually', 'Very often'] },
      /"Usually", "Very often" may be more or less than one another \(line 3\)/,
    ],
  ])('%j are refused: nothing is guessed', (columns, expected) => {
    expect(failure(() => survey(columns))).toMatch(/^ANSWER_UNKNOWN: /);
    expect(failure(() => survey(columns))).toMatch(expected);
  });

  it('named as missing are none; words of no scale are left out, and it is said', () => {
    const { rows, warnings } = survey(
      { q: ['Agree', 'Disagree', "Don't know"], colour: ['red', 'blue', 'red'] },
      undefined,
      ["Don't know"],
    );
    expect(rows).toEqual([[2], [1]]);
    expect(warnings[1]).toContain('"colour" holds words that are in no known scale ("blue", "red"). It is left out.');
  });

  it('"Neutral" belongs to the scale that the other columns have', () => {
    const { rows } = survey({
      q: ['neutral', 'zufrieden', 'sehr zufrieden'],
      r: ['neutral', 'neutral', 'unzufrieden'],
    });
    expect(rows).toEqual([
      [2, 2],
      [3, 2],
      [4, 1],
    ]);
  });
});

describe('the usual scales', () => {
  it('have each word once, and two levels or more', () => {
    expect(usualScales.length).toBeGreaterThan(50);
    expect(usualScales.every(({ levels, words }) => levels >= 2 && words.size >= levels)).toBe(true);
  });

  it.each([
    ['Stimme überhaupt nicht zu', 'Stimme nicht zu', 'teils/teils', 'Stimme zu', 'Stimme voll und ganz zu'],
    ['Nie', 'Selten', 'Manchmal', 'Häufig', 'Immer'],
    ['Pas du tout d’accord', "Plutôt pas d'accord", "Plutôt d'accord", "Tout à fait d'accord"],
    ['Très insatisfaite', 'Insatisfaite', 'Satisfaite', 'Très satisfaite'],
    [
      'Totalmente en desacuerdo',
      'En desacuerdo',
      'Ni de acuerdo ni en desacuerdo',
      'De acuerdo',
      'Totalmente de acuerdo',
    ],
    ['Muy insatisfecha', 'Insatisfecho/a', 'Satisfecha', 'Muy satisfecha'].filter((word) => !word.includes('/')),
    ['Per niente d’accordo', 'Poco d’accordo', 'Abbastanza d’accordo', 'Molto d’accordo'],
    ['Mai', 'Raramente', 'A volte', 'Spesso', 'Sempre'],
    ['Helemaal mee oneens', 'Mee oneens', 'Neutraal', 'Mee eens', 'Helemaal mee eens'],
    ['Zeer onwaarschijnlijk', 'Onwaarschijnlijk', 'Waarschijnlijk', 'Zeer waarschijnlijk'],
    ['Discordo totalmente', 'Discordo', 'Não concordo nem discordo', 'Concordo', 'Concordo totalmente'],
    ['Nunca', 'Raramente', 'Às vezes', 'Frequentemente', 'Sempre'],
    ['Zdecydowanie się nie zgadzam', 'Raczej się nie zgadzam', 'Raczej się zgadzam', 'Zdecydowanie się zgadzam'],
    ['Bardzo niezadowolona', 'Niezadowolona', 'Zadowolona', 'Bardzo zadowolona'],
    ['FAŁSZ', 'PRAWDA'],
    ['FALSE', 'TRUE'],
    ['Very unlikely', 'Unlikely', 'Likely', 'Very likely'],
    ['Not at all', 'A little', 'Somewhat', 'Quite a bit', 'Very much'],
  ])('%s ... are in one scale, in order', (...words) => {
    const numberOf = recognisedNumbers(words)!;
    const numbers = words.map(numberOf);
    expect(numbers).toEqual(numbers.toSorted((a, b) => a - b));
    expect(new Set(numbers).size).toBe(words.length);
  });

  it('of other words are none', () => {
    expect(recognisedNumbers(['red', 'blue'])).toBeUndefined();
    expect(recognisedNumbers(['18-24', '25-34'])).toBeUndefined();
    expect(usualScales.map((scale) => inScale(scale, 'no opinion')).filter(Boolean)).toEqual([]);
  });
});
