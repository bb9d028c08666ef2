/**
 * Whether the first record of a text table names its columns. A wrong "yes" swallows a person, a wrong "no" invents one,
 * so both need a reason. The caller can say otherwise.
 *
 *     soup,cake,club      only words: names
 *     ,soup,club          a blank above ids, as pandas writes its index: names
 *     id,1,2,3            numbers that count up, or that no answer below comes near, beside a word: names
 *     ann,red             words, of which one is a value of its column in other records: a person
 *     ann,4,,red          anything else: a person
 */

import { missingValues } from '../cells/missingValues.ts';
import { numberFrom } from '../cells/table.ts';

/** This many numbers in a row that count up from 0 or 1 are no answers by chance. */
const RUN = 5;
/** Beside a word fewer do. */
const RUN_BESIDE_WORD = 3;

type Kind = 'blank' | 'number' | 'word';

export function looksLikeHeader(first: readonly string[], below: readonly (readonly string[])[]): boolean {
  const kinds = first.map(kindOf);
  const has = (kind: Kind) => kinds.includes(kind);
  if (!has('blank') && !has('number')) return !sharesValues(first, below);
  const numbers = first.flatMap((cell, at) => (kinds[at] === 'number' ? [{ at, value: numberFrom(cell) }] : []));
  const namesLike = numbers.every(({ value }) => Number.isInteger(value) && value >= 0) && areDistinct(numbers);
  if (!namesLike) return false;
  if (kinds[0] === 'blank' && !kinds.includes('blank', 1) && holdsIds(below.map((cells) => cells[0]))) return true;
  const run = countsUp(numbers);
  if (numbers.length > 0 && !has('word')) return run && numbers.length >= RUN && !has('blank');
  const wordOverNumbers = kinds.some((kind, at) => kind === 'word' && holdsNumbers(below, at));
  if (numbers.length === 0) return wordOverNumbers;
  const outside = numbers.filter(({ at, value }) => isOutside(below, at, value)).length;
  if (wordOverNumbers) return run || 2 * outside > numbers.length;
  return (run && numbers.length >= RUN_BESIDE_WORD) || (outside === numbers.length && outside >= RUN);
}

const always = missingValues();

function kindOf(cell: string): Kind {
  if (always.wordOf(cell) !== undefined) return 'blank';
  return Number.isNaN(numberFrom(cell)) ? 'word' : 'number';
}

/** Of records that are not the same altogether: files that were put together repeat their header. */
function sharesValues(first: readonly string[], below: readonly (readonly string[])[]): boolean {
  const shared = (cells: readonly string[]) => first.filter((cell, at) => cell === cells[at]).length;
  return below.some((cells) => shared(cells) > 0 && shared(cells) < first.length);
}

function areDistinct(numbers: readonly { readonly value: number }[]): boolean {
  return new Set(numbers.map(({ value }) => value)).size === numbers.length;
}

/** 0, 1, 2 or 1, 2, 3 and so on. */
function countsUp(numbers: readonly { readonly value: number }[]): boolean {
  const [first] = numbers;
  return first !== undefined && first.value <= 1 && numbers.every(({ value }, n) => value === first.value + n);
}

/** Something in every record, and never the same. */
function holdsIds(cells: readonly (string | undefined)[]): boolean {
  return cells.length > 0 && cells.every((cell) => cell) && new Set(cells).size === cells.length;
}

function holdsNumbers(below: readonly (readonly string[])[], at: number): boolean {
  const kinds = below.map((cells) => kindOf(cells[at] ?? ''));
  return kinds.includes('number') && !kinds.includes('word');
}

/** No number below, in the same column, reaches it. */
function isOutside(below: readonly (readonly string[])[], at: number, value: number): boolean {
  const values = below.map((cells) => numberFrom(cells[at])).filter((number) => !Number.isNaN(number));
  return values.length > 0 && (values.every((other) => other < value) || values.every((other) => other > value));
}
