/** An array as files hold it, whatever the container: its shape and its values in C order (the last index counts fastest). */

import type { Reals } from '../maths/index.ts';

export interface NamedArray {
  readonly shape: readonly number[];
  readonly values: ArrayValues;
}

/** Whole numbers of eight bytes stay exact: ids are often such numbers. */
export type ArrayValues = Reals | BigInt64Array | BigUint64Array | readonly string[];

const isTexts = (values: ArrayValues): values is readonly string[] => Array.isArray(values);

/** Undefined for texts. */
export function realsOf({ values }: NamedArray): Reals | undefined {
  if (values instanceof Float32Array || values instanceof Float64Array) return values;
  return isTexts(values) ? undefined : Float64Array.from(values, Number);
}

/** Ids: texts as they are, whole numbers in decimal notation. */
export function textsOf({ values }: NamedArray): string[] {
  return Array.from<string | number | bigint, string>(values, String);
}
