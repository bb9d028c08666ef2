/**
 * What units find about people: flat arrays with as many numbers for each person. They are kept as bytes, and those of
 * all folds are put in their places among everybody.
 */
import { decodeTensors, encodeTensors, type TensorArray } from '../../factorization/index.ts';

export type NamedArrays = Readonly<Record<string, TensorArray>>;

export interface KeptArrays {
  readonly arrays: NamedArrays;
  readonly metadata: Readonly<Record<string, string>>;
}

export function encodeArrays(arrays: NamedArrays, metadata: KeptArrays['metadata'] = {}): Uint8Array {
  const tensors = Object.entries(arrays).map(([name, values]) => [name, { shape: [values.length], values }] as const);
  return encodeTensors({ metadata, tensors: Object.fromEntries(tensors) });
}

/** undefined for bytes that are not whole, or that lack one of the names: an earlier version wrote them. */
export function decodeArrays(bytes: Uint8Array, names: readonly string[] = []): KeptArrays | undefined {
  const decoded = decodeTensors(bytes);
  if (!decoded.ok || names.some((name) => decoded.file.tensors[name] === undefined)) return undefined;
  const { tensors, metadata } = decoded.file;
  return { arrays: Object.fromEntries(Object.entries(tensors).map(([name, { values }]) => [name, values])), metadata };
}

/** Copies the rows of every array of `part` to the rows `people` of the same array of `whole`. */
export function placeRows<Rows extends { readonly [Name in keyof Rows]: TensorArray }>(
  whole: Rows,
  part: Rows,
  people: ArrayLike<number>,
): void {
  for (const [name, from] of Object.entries(part) as [keyof Rows, TensorArray][]) {
    const width = from.length / people.length;
    for (let n = 0; n < people.length; n++) {
      whole[name].set(from.subarray(n * width, (n + 1) * width), people[n]! * width);
    }
  }
}
