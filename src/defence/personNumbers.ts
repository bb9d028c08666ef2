/**
 * What a fold finds about its people: by name, as many numbers for each of them. Flat, so that folds can be put together,
 * and kept between runs, without knowing what they hold.
 */
import { decodeTensors, encodeTensors } from '../factorization/index.ts';

export type PersonNumbers = ReadonlyMap<string, Float64Array>;

/** Copies the numbers of the people of a fold to their places among everybody. */
export function scatterNumbers(
  whole: Map<string, Float64Array>,
  found: PersonNumbers,
  people: Uint32Array,
  everyone: number,
): void {
  for (const [name, numbers] of found) {
    const width = numbers.length / people.length;
    const all = whole.get(name) ?? new Float64Array(everyone * width);
    for (const [n, person] of people.entries()) all.set(numbers.subarray(n * width, (n + 1) * width), person * width);
    whole.set(name, all);
  }
}

export function encodeNumbers(found: PersonNumbers): Uint8Array {
  const tensors = [...found].map(([name, values]) => [name, { shape: [values.length], values }] as const);
  return encodeTensors({ metadata: {}, tensors: Object.fromEntries(tensors) });
}

/** undefined for bytes that are not whole: such a checkpoint counts as none. */
export function decodeNumbers(bytes: Uint8Array): PersonNumbers | undefined {
  const decoded = decodeTensors(bytes);
  if (!decoded.ok) return undefined;
  return new Map(Object.entries(decoded.file.tensors).map(([name, { values }]) => [name, values as Float64Array]));
}
