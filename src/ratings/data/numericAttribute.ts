/**
 * A numeric attribute of the users, such as their age in years. Values are in its own unit, NaN where the attribute of a
 * user is not known. How it spreads is measured on whoever is asked about: it differs from fold to fold.
 */

import { UlteriorError } from '../../errors/index.ts';

export interface NumericAttribute {
  readonly kind: 'numeric';
  readonly name: string;
  /** One number per user; NaN is missing. Never write to it. */
  readonly values: Float64Array;
}

/** From one number per user (undefined and NaN are missing), of which two at least differ. */
export function createNumericAttribute(name: string, values: ArrayLike<number | undefined>): NumericAttribute {
  const own = Float64Array.from(values, (value, user) => {
    if (value === undefined || Number.isNaN(value)) return Number.NaN;
    if (Number.isFinite(value)) return value;
    throw new UlteriorError(
      'ATTRIBUTE_INVALID',
      `the attribute "${name}" is not valid: user ${user} has the value ${value}`,
      'pass finite numbers, and NaN where the value is not known',
      { attribute: name, user, value },
    );
  });
  return requireSeveralNumbers(uncheckedNumericAttribute(name, own));
}

/** Returns its argument if two values or more occur: with fewer there is nothing to infer. */
export function requireSeveralNumbers(attribute: NumericAttribute): NumericAttribute {
  const { name, values } = attribute;
  const first = values.find((value) => !Number.isNaN(value));
  if (values.some((value) => !Number.isNaN(value) && value !== first)) return attribute;
  throw new UlteriorError(
    'ATTRIBUTE_SINGLE_VALUED',
    `the attribute "${name}" has ${first === undefined ? 'no value at all' : `only the value ${first}`} among ${values.length} users`,
    'choose another attribute, or keep more users: lower the minimum counts, or check that both files use the same user ids',
    { attribute: name, occurring: first === undefined ? [] : [first], users: values.length },
  );
}

/** The same name with other values, which the caller answers for. */
export function uncheckedNumericAttribute(name: string, values: Float64Array): NumericAttribute {
  return Object.freeze({ kind: 'numeric', name, values });
}

/**
 * The group of every user when those whose value is known are cut, in ascending order, into `groups` of about equal
 * size; -1 where it is missing. Equal values stay together, so a group may be empty.
 */
export function quantileGroups(values: Float64Array, groups: number): Int16Array {
  const sorted = values.filter((value) => !Number.isNaN(value)).sort();
  const firstPlace = new Map<number, number>();
  for (let place = sorted.length - 1; place >= 0; place--) firstPlace.set(sorted[place]!, place);
  return Int16Array.from(values, (value) =>
    Number.isNaN(value) ? -1 : Math.floor((firstPlace.get(value)! * groups) / sorted.length),
  );
}
