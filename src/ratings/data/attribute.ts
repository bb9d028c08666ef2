/**
 * A categorical attribute of the users: what the audit tries to infer. Values are codes into `labels`, -1 where the
 * attribute of a user is not known. Labels stay as they are when users are dropped, so that a code means the same in
 * every fold and subset; a label may therefore be without users.
 */

import { UlteriorError } from '../../errors/index.ts';
import { type NumericAttribute, uncheckedNumericAttribute } from './numericAttribute.ts';

/** What is known about the users: a category, or a number. */
export type Attribute = CategoricalAttribute | NumericAttribute;

/** An attribute with groups: for each user the number of the group, or -1 where it is not known. */
export interface CategoricalAttribute {
  readonly kind: 'categorical';
  readonly name: string;
  /** At least two, distinct. */
  readonly labels: readonly string[];
  /** One code per user; -1 is missing. Never write to it. */
  readonly values: Int16Array;
}

/** From one text per user (undefined and '' are missing). Labels are sorted by code units unless given in order. */
export function createAttribute(
  name: string,
  texts: readonly (string | undefined)[],
  labels?: readonly string[],
): CategoricalAttribute {
  const order = labels ?? [...new Set(texts.filter((text) => text !== undefined && text !== ''))].sort();
  const codes = new Map(order.map((label, code) => [label as string | undefined, code]));
  const values = Int16Array.from(texts, (text, user) => {
    if (text === undefined || text === '') return -1;
    const code = codes.get(text);
    if (code !== undefined) return code;
    return invalid(
      name,
      `user ${user} has the value "${text}", which is none of its labels ${listed(order)}`,
      'add the label, or treat the value as missing',
    );
  });
  return attributeFromCodes(name, order as readonly string[], values);
}

/** From codes into `labels`; takes the array over without copying. */
export function attributeFromCodes(name: string, labels: readonly string[], values: Int16Array): CategoricalAttribute {
  if (new Set(labels).size !== labels.length) {
    invalid(name, `its labels ${listed(labels)} repeat`, 'name every label once');
  }
  if (labels.length > 32_767) {
    invalid(name, `it has ${labels.length} labels`, 'group the values: at most 32767 labels are possible');
  }
  for (let user = 0; user < values.length; user++) {
    const code = values[user]!;
    if (code < -1 || code >= labels.length) {
      invalid(
        name,
        `user ${user} has the code ${code}, but there are ${labels.length} labels (0 to ${labels.length - 1}, -1 for missing)`,
        'pass codes that point into the labels',
      );
    }
  }
  return requireSeveralValues(uncheckedAttribute(name, labels, values));
}

/** How many users have each label; missing ones are not counted. */
export function countsByLabel(attribute: CategoricalAttribute): Uint32Array {
  const counts = new Uint32Array(attribute.labels.length);
  for (const code of attribute.values) if (code >= 0) counts[code]!++;
  return counts;
}

/** Returns its argument if two labels or more occur: with fewer there is nothing to tell apart. */
export function requireSeveralValues(attribute: CategoricalAttribute): CategoricalAttribute {
  const counts = countsByLabel(attribute);
  const occurring = attribute.labels.filter((_, code) => counts[code]! > 0);
  if (occurring.length >= 2) return attribute;
  const found = occurring.length === 1 ? `only the value "${occurring[0]}"` : 'no value at all';
  throw new UlteriorError(
    'ATTRIBUTE_SINGLE_VALUED',
    `the attribute "${attribute.name}" has ${found} among ${attribute.values.length} users`,
    'choose another attribute, or keep more users: lower the minimum counts, or check that both files use the same user ids',
    { attribute: attribute.name, occurring, users: attribute.values.length },
  );
}

/** The attribute of the users at `users`, in that order. May be left with a single value: see `attributeOf`. */
export function selectAttribute(attribute: Attribute, users: Uint32Array): Attribute {
  return withValues(attribute, (n) => attribute.values[users[n]!]!, users.length);
}

/** The same attribute with other values: codes of the same labels, or numbers, of `count` users. */
export function withValues(attribute: Attribute, valueAt: (user: number) => number, count: number): Attribute {
  const users = { length: count };
  if (attribute.kind === 'numeric') {
    return uncheckedNumericAttribute(
      attribute.name,
      Float64Array.from(users, (_, n) => valueAt(n)),
    );
  }
  return uncheckedAttribute(
    attribute.name,
    attribute.labels,
    Int16Array.from(users, (_, n) => valueAt(n)),
  );
}

/** Whether the attribute of a user is known. */
export function hasValue({ kind, values }: Attribute, user: number): boolean {
  return kind === 'numeric' ? !Number.isNaN(values[user]!) : values[user]! >= 0;
}

/** The same name and labels with other codes, which the caller answers for. */
export function uncheckedAttribute(name: string, labels: readonly string[], values: Int16Array): CategoricalAttribute {
  return Object.freeze({ kind: 'categorical', name, labels: Object.freeze([...labels]), values });
}

function invalid(name: string, what: string, advice: string): never {
  throw new UlteriorError('ATTRIBUTE_INVALID', `the attribute "${name}" is not valid: ${what}`, advice, {
    attribute: name,
  });
}

function listed(labels: readonly (string | undefined)[]): string {
  return labels.map((label) => `"${label}"`).join(', ');
}
