/**
 * Answers in words as numbers: "Strongly agree", yes and no, "5 - very much". What each word is worth comes from the data
 * file, or is recognised: a number in front, or the usual scales of several languages. What is recognised is said, and a
 * word that belongs to no scale is an error. Decimal commas are recognised here too, column by column.
 */
import { UlteriorError } from '../../errors/index.ts';
import { cleanText } from '../cells/cleanText.ts';
import { columnsText, marksUnderstood, type NumberMarks, numberMarks } from '../cells/numberMarks.ts';
import { numberFrom, type Understood } from '../cells/table.ts';
import { inScale, usualScales } from './usualScales.ts';

/** Words and what each is worth. */
export type AnswerScale = Readonly<Record<string, number>>;

/** A column of which not all texts are plain numbers. */
export interface WordedColumn {
  readonly column: string;
  /** Distinct, without those that are missing. */
  readonly texts: ReadonlySet<string>;
  /** Where a text stands first, for messages. */
  readonly where?: ((text: string) => string) | undefined;
  /** Words of a usual scale among plain numbers are left to the caller, who refuses them. */
  readonly leavesMixed?: boolean | undefined;
}

export interface ReadAnswers {
  /** By column: NaN for what is no number and no answer. Columns that hold neither are not among them. */
  readonly numbersOf: ReadonlyMap<string, (text: string) => number>;
  readonly understood: readonly Understood[];
}

type Usual = (typeof usualScales)[number];

/** Not more are named. */
const LISTED_WORDS = 8;

export function readAnswers(
  file: string,
  columns: readonly WordedColumn[],
  given: readonly AnswerScale[] | undefined,
): ReadAnswers {
  const worded = columns.map((column) => ({ ...column, words: wordsIn(column.texts) }));
  const numbersOf = new Map<string, (text: string) => number>();
  const decimals: { readonly column: string; readonly marks: NumberMarks }[] = [];
  const numbered: (typeof worded)[number][] = [];
  const usual = new Map<Usual, (typeof worded)[number][]>();
  const unread: (typeof worded)[number][] = [];
  for (const own of worded.filter(({ words }) => words.length > 0)) {
    const { column, texts, words } = own;
    const marks = numberMarks([...texts].toSorted());
    if (marks !== undefined) {
      numbersOf.set(column, marks.numberOf);
      decimals.push({ column, marks });
      continue;
    }
    if (given !== undefined && scaleOfWords(file, own, given, numbersOf)) continue;
    if (words.every((word) => !Number.isNaN(leadingNumber(word)))) {
      numbered.push(own);
      continue;
    }
    const scale = usualScale(file, own, worded);
    if (scale === undefined) unread.push(own);
    else if (given !== undefined) throw unknownAnswers(file, own, words, 'are in no scale of the data file');
    else usual.set(scale, [...(usual.get(scale) ?? []), own]);
  }
  const scales: AnswerScale[] = [];
  const read: string[] = [];
  const add = (own: readonly WordedColumn[], scale: AnswerScale) => {
    scales.push(scale);
    const byWord = numbersByWord(scale);
    for (const { column } of own) numbersOf.set(column, (text) => numberOfAnswer(byWord, text));
    const shown = Object.entries(scale).map(([word, number]) => `"${word}" as ${number}`);
    read.push(`${columnsText(own.map(({ column }) => column))}: ${fewOf(shown, 12)}`);
  };
  if (numbered.length > 0) {
    const words = distinctWords(numbered.flatMap((own) => own.words));
    add(numbered, scaleFrom(words.map((word) => [word, leadingNumber(word)])));
  }
  for (const [scale, own] of usual) {
    const words = distinctWords(own.flatMap((one) => one.words)).map(
      (word) => [word, inScale(scale, word)!.level] as const,
    );
    const levels = [...new Set(words.map(([, level]) => level))].toSorted((a, b) => a - b);
    // Yes is 1 and no is 0; other scales count from 1.
    const first = scale.levels === 2 ? 0 : 1;
    const numberOf = (level: number) => first + (scale.levels === 2 ? level : levels.indexOf(level));
    add(own, scaleFrom(words.map(([word, level]) => [word, numberOf(level)])));
  }
  const understood: Understood[] = [];
  if (decimals.length > 0) {
    const names = decimals.map(({ column }) => column);
    understood.push(marksUnderstood(file, names, decimals[0]!.marks));
  }
  if (scales.length > 0) {
    understood.push({
      file,
      found: 'answers are words',
      done: `we read them as numbers. ${read.join('. ')}`,
      advice:
        'check that the order is right: `ulterior describe` writes it into a data file, where you can change it (answers)',
      settings: { answers: scales },
    });
  }
  const left = unread.filter(({ texts }) => !hasNumbers(texts));
  if (left.length > 0) {
    const { column, words } = left[0]!;
    const others = left.length === 1 ? '' : `, and so do ${left.length - 1} other columns`;
    understood.push({
      file,
      found: `"${column}" holds words that are in no known scale (${fewOf(words.map(quoted), 3)})${others}`,
      done: left.length === 1 ? 'it is left out' : 'they are left out',
      advice: 'if they are answers, say in a data file what each is worth (answers)',
    });
  }
  return { numbersOf, understood };
}

/** The numbers of one column on its own, for a guess at what it is; undefined where not all are plain, nor recognised. */
export function recognisedNumbers(texts: readonly string[]): ((text: string) => number) | undefined {
  const all = new Set(texts);
  const words = wordsIn(all);
  const marks = words.length === 0 ? undefined : numberMarks(all);
  if (marks !== undefined) return marks.numberOf;
  if (words.length === 0 || words.some((word) => word.length > LONGEST_WORD)) return undefined;
  if (words.every((word) => !Number.isNaN(leadingNumber(word))))
    return (text) => (Number.isNaN(numberFrom(text)) ? leadingNumber(text) : numberFrom(text));
  if (hasNumbers(all)) return undefined;
  const scale = usualScales.find((one) => words.every((word) => inScale(one, word) !== undefined));
  const first = scale?.levels === 2 ? 0 : 1;
  return scale && ((text) => first + inScale(scale, text)!.level);
}

/** Longer texts are no words of a scale. */
const LONGEST_WORD = 60;

/** The scale of the data file that has the words; an error where one has some of them. */
function scaleOfWords(
  file: string,
  own: WordedColumn & { readonly words: readonly string[] },
  given: readonly AnswerScale[],
  numbersOf: Map<string, (text: string) => number>,
): boolean {
  const unknownIn = (scale: AnswerScale) => {
    const byWord = numbersByWord(scale);
    return own.words.filter((word) => !byWord.has(exactWord(word)));
  };
  const nearest = given.toSorted((a, b) => unknownIn(a).length - unknownIn(b).length)[0];
  if (nearest === undefined) return false;
  const unknown = unknownIn(nearest);
  if (unknown.length === own.words.length) return false;
  if (unknown.length > 0) throw unknownAnswers(file, own, unknown, 'not in the scale of its other answers');
  const byWord = numbersByWord(nearest);
  numbersOf.set(own.column, (text) => numberOfAnswer(byWord, text));
  return true;
}

/** The scale that has all words of a column, and of most columns where several have them. */
function usualScale(
  file: string,
  own: WordedColumn & { readonly words: readonly string[] },
  all: readonly { readonly words: readonly string[] }[],
): Usual | undefined {
  const { texts, words } = own;
  const known = (scale: Usual, some: readonly string[]) => some.filter((word) => inScale(scale, word) !== undefined);
  const having = usualScales.filter((scale) => known(scale, words).length > 0);
  if (having.length === 0) return undefined;
  const mixed = hasNumbers(texts);
  if (mixed && own.leavesMixed) return undefined;
  const whole = having.filter((scale) => known(scale, words).length === words.length);
  if (whole.length === 0) {
    const nearest = having.toSorted((a, b) => known(b, words).length - known(a, words).length)[0]!;
    // Letters alone stand for anything: F beside M is not false.
    if (known(nearest, words).every((word) => word.length === 1)) return undefined;
    const unknown = words.filter((word) => inScale(nearest, word) === undefined);
    throw unknownAnswers(file, own, unknown, 'not in the scale of its other answers');
  }
  if (mixed) throw unknownAnswers(file, own, words, 'among numbers');
  const uses = (scale: Usual) =>
    all.filter((other) => other.words.length > 0 && known(scale, other.words).length === other.words.length).length;
  const found = whole.toSorted((a, b) => uses(b) - uses(a))[0]!;
  const meant = words.map((word) => inScale(found, word)!);
  const twice = words.filter((_, at) =>
    meant.some(({ level, word }) => level === meant[at]!.level && word !== meant[at]!.word),
  );
  if (twice.length > 0) throw unknownAnswers(file, own, twice, 'may be more or less than one another');
  return found;
}

function unknownAnswers(
  file: string,
  { column, where }: WordedColumn,
  words: readonly string[],
  why: string,
): UlteriorError {
  const [first] = words;
  const verb = why.startsWith('not') || why.startsWith('among') ? (words.length === 1 ? 'is ' : 'are ') : '';
  return new UlteriorError(
    'ANSWER_UNKNOWN',
    `"${file}": in the column "${column}", ${fewOf(words.map(quoted), LISTED_WORDS)} ${verb}${why}${where === undefined ? '' : ` (${where(first!)})`}`,
    `say what each word is worth: --set "answers=${first}=1; another word=2" with \`ulterior describe\` (answers in a data file); or name it among the missing values: --missing="${first}"`,
    { file, column, words },
  );
}

const hasNumbers = (texts: ReadonlySet<string>) => [...texts].some((text) => !Number.isNaN(numberFrom(text)));

function wordsIn(texts: ReadonlySet<string>): string[] {
  return distinctWords([...texts].filter((text) => Number.isNaN(numberFrom(text))).toSorted());
}

/** Of several spellings the first. */
function distinctWords(words: readonly string[]): string[] {
  return [...new Map(words.toReversed().map((word) => [exactWord(word), word])).values()].toReversed();
}

function numbersByWord(scale: AnswerScale): ReadonlyMap<string, number> {
  return new Map(Object.entries(scale).map(([word, number]) => [exactWord(word), number]));
}

function numberOfAnswer(byWord: ReadonlyMap<string, number>, text: string): number {
  return byWord.get(exactWord(text)) ?? numberFrom(text);
}

/** Lowest first, as people read it. */
function scaleFrom(words: readonly (readonly [string, number])[]): AnswerScale {
  return Object.fromEntries(words.toSorted((a, b) => a[1] - b[1] || (a[0] < b[0] ? -1 : 1)));
}

/** "5 - very much", "1 = never", "very much (5)", and the codes A1 and AO01 of LimeSurvey; NaN for anything else, such as "18-24" or "5 stars". */
function leadingNumber(text: string): number {
  const plain = text.trim();
  const [, before, behind] =
    /^(\d+)\s*(?:[-–—=:.)]|\s\()\s*\p{L}[^\d]*$|^\p{L}[^\d]*[([](\d+)[)\]]$/u.exec(plain) ?? [];
  return Number(before ?? behind ?? /^AO?(\d{1,2})$/.exec(plain)?.[1] ?? Number.NaN);
}

const exactWord = (text: string) => cleanText(text).toLowerCase();
const quoted = (text: string) => `"${text}"`;

function fewOf(texts: readonly string[], most: number): string {
  return texts.length <= most ? texts.join(', ') : `${texts.slice(0, most).join(', ')} and ${texts.length - most} more`;
}
