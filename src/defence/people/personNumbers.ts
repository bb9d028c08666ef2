/**
 * What a fold finds about its people: by name, as many numbers for each of them. Flat, so that folds can be put together,
 * and kept between runs, without knowing what they hold.
 */
import { decodeArrays, encodeArrays, type FoldUnit, type FoundIn, placeRows } from '../../audit/index.ts';

export type PersonNumbers = ReadonlyMap<string, Float64Array>;

/** The numbers of the people of all folds in their places among everybody. */
export function numbersOfAll(
  units: readonly FoldUnit<PersonNumbers>[],
  foundIn: FoundIn,
  everyone: number,
): PersonNumbers {
  const whole = new Map<string, Float64Array>();
  for (const unit of units) {
    for (const [name, numbers] of foundIn(unit)) {
      const width = numbers.length / unit.people.length;
      const all = whole.get(name) ?? new Float64Array(everyone * width);
      whole.set(name, all);
      placeRows({ all }, { all: numbers }, unit.people);
    }
  }
  return whole;
}

export function encodeNumbers(found: PersonNumbers): Uint8Array {
  return encodeArrays(Object.fromEntries(found));
}

/** undefined for bytes that are not whole: such a checkpoint counts as none. */
export function decodeNumbers(bytes: Uint8Array): PersonNumbers | undefined {
  const kept = decodeArrays(bytes);
  return kept && new Map(Object.entries(kept.arrays).map(([name, values]) => [name, values as Float64Array]));
}
