/**
 * Codes among the answers that are no answers: -99 or 999 for "no answer" in a survey from 1 to 5. Read as a number,
 * one per cent of them drowns what the others say, and a leak looks smaller than it is. So they stop whoever measures,
 * until somebody says what they are.
 *
 * A rule that is too eager would stop honest data, so it knows two signs, and both ask for a gap:
 *
 *   a habitual code (99, 998, -9 ...) that is as far from all other answers as those are from one another;
 *   a few negative numbers where all other answers are positive, unless the whole looks like a scale around 0.
 *
 * Sliders, half stars, scales from -10 to 10 and counts show neither. A 0 among answers from 1 to 5 looks the same as
 * a scale that starts at 0, nor a 9 above a scale to 7 from one to 9.
 */
import { type Dataset, type Finding, itemIndex } from '../../ratings/index.ts';
import { counted, namedList, percentOf } from './findingWords.ts';

/** A code, and how many answers are that. */
interface FarCode {
  readonly value: number;
  readonly answers: number;
}

/** What looks like a code for "no answer", and the answers without it. */
interface FarCodes {
  readonly codes: readonly FarCode[];
  /** The range of the others. */
  readonly from: number;
  readonly to: number;
  /** All answers, the codes among them. */
  readonly of: number;
}

/** What surveys write for "no answer", "do not know", "does not apply". */
const HABITUAL = new Set([9, 77, 88, 97, 98, 99, 777, 888, 997, 998, 999, 7777, 8888, 9997, 9998, 9999, 99999]);

/** One digit is a code only where it is written more often than by mistake. */
const OFTEN = 20;

/** Negative codes are at most this share of the answers, and this many numbers; one or two may be more where 0 is missing. */
const SHARE = 0.2;
const SHARE_OF_FEW = 0.5;
const MOST_NEGATIVE = 6;

/** Fewer levels are not a scale: -1, 1 and 2 may be what people were asked. */
const FEWEST_LEVELS = 3;

/** In one pass, without a list of all values: there may be hundreds of millions. A 9 is a code where it is there `often`. */
export function farCodes(values: ArrayLike<number>, often = OFTEN): FarCodes | undefined {
  const positive = new Range();
  const negative = new Range();
  const habitual = new Map<number, number>();
  const negatives = new Map<number, number>();
  for (let at = 0; at < values.length; at++) {
    const value = values[at]!;
    const isHabit = (value >= 9 || value <= -9) && HABITUAL.has(Math.abs(value));
    if (isHabit) habitual.set(value, (habitual.get(value) ?? 0) + 1);
    else if (value >= 0) positive.add(value);
    else negative.add(value);
    // One more than are looked at is enough to know that there are more.
    if (value < 0 && (negatives.size <= MOST_NEGATIVE || negatives.has(value))) {
      negatives.set(value, (negatives.get(value) ?? 0) + 1);
    }
  }
  const below = areCodes(negatives, positive, values.length) ? negatives : new Map<number, number>();
  const [from, to] = [below.size > 0 ? positive.min : Math.min(negative.min, positive.min), positive.max];
  if (!(from < to)) return undefined;
  const far = [...habitual].filter(([value, answers]) => !below.has(value) && isFar(value, answers >= often, from, to));
  const codes = [...below, ...far].map(([value, answers]) => ({ value, answers })).sort((a, b) => a.value - b.value);
  const answers = codes.reduce((sum, code) => sum + code.answers, 0);
  // More than half may be -99, and still be no answers. A 9 that is most of them is what people said.
  const mayBeMost = codes.every(({ value }) => Math.abs(value) > 9);
  if (codes.length === 0 || (2 * answers > values.length && !mayBeMost)) return undefined;
  return { codes, from, to, of: values.length };
}

/** Codes in some of the items, where others have a wider scale: 99 among answers from 1 to 5 hides beside a slider to 100. */
interface ItemCodes {
  /** With the answers that are one of the codes, in the items that have codes. */
  readonly codes: FarCodes;
  readonly items: readonly string[];
  /** Answers of other items that are the same numbers. */
  readonly elsewhere: number;
}

/** A slider may have hardly an answer but low ones; items with as few levels as these are scales. */
const SHORT_SCALE = 12;
/** Fewer answers to an item, or from fewer of the people, show no scale. */
const FEWEST_ANSWERS = 20;
const LEAST_SHARE = 0.1;

/** Those that are far from the other answers to the same item, and none in `known`. */
export function itemCodes({ items, ratings, scale }: Dataset, known: FarCodes | undefined): ItemCodes | undefined {
  // Nothing that is a habit fits into a scale from 1 to 5.
  if (scale.min >= 0 && scale.max < 9) return undefined;
  const { starts, values } = ratings.byItem;
  const valuesOf = (item: number) => values.subarray(starts[item]!, starts[item + 1]!);
  const least = Math.max(FEWEST_ANSWERS, LEAST_SHARE * ratings.users);
  const isNew = ({ value }: FarCode, { from, to }: FarCodes) =>
    HABITUAL.has(Math.abs(value)) &&
    known?.codes.some((one) => one.value === value) !== true &&
    (to - from <= SHORT_SCALE || Math.max(from - value, value - to) >= 4 * (to - from));
  const found = Array.from({ length: ratings.items }, (_, item) => item).flatMap((item) => {
    const own = valuesOf(item);
    const far = own.length < least ? undefined : farCodes(own);
    const codes = far?.codes.filter((code) => isNew(code, far)) ?? [];
    return codes.length === 0 ? [] : [{ ...far!, item, codes }];
  });
  if (found.length === 0) return undefined;
  const numbers = [...new Set(found.flatMap(({ codes }) => codes.map(({ value }) => value)))].sort((a, b) => a - b);
  const codes = numbers.map((value) => ({
    value,
    answers: found.flatMap((one) => one.codes).reduce((sum, one) => sum + (one.value === value ? one.answers : 0), 0),
  }));
  const same = values.reduce((sum, value) => sum + Number(numbers.includes(value)), 0);
  return {
    codes: {
      codes,
      from: Math.min(...found.map(({ from }) => from)),
      to: Math.max(...found.map(({ to }) => to)),
      of: found.reduce((sum, { of }) => sum + of, 0),
    },
    items: found.map(({ item }) => items.id(itemIndex(item))),
    elsewhere: same - codes.reduce((sum, { answers }) => sum + answers, 0),
  };
}

/** The ends of some values, and the first few of them. */
class Range {
  min = Number.POSITIVE_INFINITY;
  max = Number.NEGATIVE_INFINITY;
  readonly some = new Set<number>();
  hasZero = false;

  add(value: number): void {
    if (value < this.min) this.min = value;
    if (value > this.max) this.max = value;
    if (value === 0) this.hasZero = true;
    if (this.some.size < FEWEST_LEVELS) this.some.add(value);
  }
}

/** At least as far outside as the others are from one another. */
function isFar(value: number, isOften: boolean, from: number, to: number): boolean {
  const gap = value < from ? from - value : value - to;
  return gap >= to - from && (Math.abs(value) > 9 || (gap >= 4 && isOften));
}

/** A few negative whole numbers below a scale that is positive, and no scale around 0 together with it. */
function areCodes(negatives: ReadonlyMap<number, number>, positive: Range, answers: number): boolean {
  const own = [...negatives.values()].reduce((sum, count) => sum + count, 0);
  // From -3 to 3 without a 0, the negative ones are as many as the others.
  const share = !positive.hasZero && negatives.size < FEWEST_LEVELS ? SHARE_OF_FEW : SHARE;
  if (own === 0 || negatives.size > MOST_NEGATIVE || own > share * answers) return false;
  if (positive.some.size < FEWEST_LEVELS || [...negatives.keys()].some((value) => !Number.isInteger(value)))
    return false;
  const lowest = Math.min(...negatives.keys());
  const isWithoutHole = positive.hasZero && negatives.size === -lowest;
  return !isWithoutHole || positive.max > -4 * lowest;
}

/** The finding where there are codes; nothing where there are none. */
export function codesFinding(found: FarCodes | undefined): Finding[] {
  return found === undefined ? [] : [findingOf(found, 'ratings', 'the answers', '')];
}

/** The same, of some of the items. */
export function itemCodesFinding(found: ItemCodes | undefined): Finding[] {
  if (found === undefined) return [];
  const { codes, items, elsewhere } = found;
  const also =
    elsewhere === 0
      ? ''
      : `; ${counted(elsewhere, 'answer to another item is', 'answers to other items are')} the same, and would be left out too`;
  return [findingOf(codes, items[0]!, `the answers to ${namedList(items)}`, also)];
}

function findingOf({ codes, from, to, of }: FarCodes, place: string, which: string, also: string): Finding {
  const answers = codes.reduce((sum, code) => sum + code.answers, 0);
  const values = codes.map(({ value }) => value);
  const [they, them] = values.length === 1 ? [`${values[0]} means`, 'it'] : ['they mean', 'them'];
  return {
    code: 'RATING_CODES',
    serious: true,
    place,
    found: `${percentOf(answers, of)} of ${which} (${answers} of ${of}) are ${values.join(' or ')}, far outside the others, which go from ${from} to ${to}`,
    done: 'they count as answers; left in by mistake, leaks look smaller than they are',
    advice: `if ${they} "no answer", add --missing=${values.join(',')} (missing in a data file or on the page)${also}; keep ${them} if people really answered that`,
    repair: { missing: values.map(String) },
  };
}
