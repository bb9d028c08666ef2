/** What the first rows show of a column: how many values, whether they are numbers, and how long they are. */

import { recognisedNumbers } from '../answers/readAnswers.ts';
import { cleanText } from '../cells/cleanText.ts';
import { type MissingValues, missingValues } from '../cells/missingValues.ts';
import { numberFrom } from '../cells/table.ts';
import { farCodes } from '../checks/farCodes.ts';

export type SampleRow = readonly (string | undefined)[];

export interface ColumnProfile {
  readonly column: string;
  readonly at: number;
  /** Without those that are missing. */
  readonly texts: readonly string[];
  readonly distinct: number;
  /** No two rows hold the same. */
  readonly unique: boolean;
  /** Where all values are numbers; without codes that mean "no answer". */
  readonly numbers?: NumberProfile | undefined;
  readonly meanLength: number;
  /** The share of values with a space inside. */
  readonly spaced: number;
}

export interface NumberProfile {
  readonly min: number;
  readonly max: number;
  /** All values are multiples of it; 0 where they are of none of 1, 1/2 and 1/10. */
  readonly step: number;
  /** 0, 1, 2, ... or 1, 2, 3, ... from the first row on. */
  readonly countsRows: boolean;
}

/**
 * Signs, codes and words that stand for a gap in answers, besides those that are always missing. A question is one though
 * somebody does not know: whoever reads all rows says what to do about the word.
 */
const GAPS = [
  ...['-', '--', '?', '.', '-9', '-99', '-999', '-9999', '#NULL!', '#VALUE!', '#DIV/0!', '#NV', '#REF!'],
  ...words(
    "don't know | don’t know | dont know | do not know | dk | not sure | unsure | no opinion | no answer | no response",
  ),
  ...words('prefer not to say | prefer not to answer | refused | not applicable | not asked | skipped | missing'),
  ...words(
    'weiß nicht | weiss nicht | keine angabe | k.a. | ne sait pas | je ne sais pas | sans réponse | sans objet | nsp',
  ),
  ...words('no sabe | no sé | no contesta | ns/nc | no aplica | non so | nessuna risposta | weet niet | geen antwoord'),
  ...words('não sei | não se aplica | nie wiem | trudno powiedzieć | brak odpowiedzi'),
];

function words(line: string): string[] {
  return line.split(' | ');
}
const STEPS = [1, 0.5, 0.1];

export function columnProfiles(names: readonly string[], rows: readonly SampleRow[]): ColumnProfile[] {
  const missing = missingValues(GAPS);
  return names.map((column, at) => profile(column, at, rows, missing));
}

function profile(column: string, at: number, rows: readonly SampleRow[], { wordOf }: MissingValues): ColumnProfile {
  const texts = rows.map((cells) => cleanText(cells[at] ?? '')).filter((text) => wordOf(text) === undefined);
  const distinct = new Set(texts).size;
  const share = (sum: number) => (texts.length === 0 ? 0 : sum / texts.length);
  return {
    column,
    at,
    texts,
    distinct,
    unique: texts.length > 1 && texts.length === rows.length && distinct === texts.length,
    numbers: numberProfile(texts),
    meanLength: share(texts.reduce((sum, text) => sum + text.length, 0)),
    spaced: share(texts.filter((text) => text.includes(' ')).length),
  };
}

function numberProfile(texts: readonly string[]): NumberProfile | undefined {
  // Answers in words have numbers too.
  const all = texts.map(recognisedNumbers(texts) ?? numberFrom);
  if (all.length === 0 || all.some(Number.isNaN)) return undefined;
  // A 99 for "no answer" makes a question no other column: whoever reads all rows says what to do about it.
  const codes = farCodes(all, 1)?.codes.map(({ value }) => value) ?? [];
  const numbers = all.filter((number) => !codes.includes(number));
  const isMultiple = (step: number) =>
    numbers.every((number) => Math.abs(number / step - Math.round(number / step)) < 1e-6);
  return {
    min: numbers.reduce((least, number) => Math.min(least, number)),
    max: numbers.reduce((most, number) => Math.max(most, number)),
    step: STEPS.find(isMultiple) ?? 0,
    countsRows: (numbers[0] === 0 || numbers[0] === 1) && numbers.every((number, row) => number === numbers[0]! + row),
  };
}
