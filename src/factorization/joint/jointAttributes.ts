/**
 * Several attributes as one: a type is a combination, one value of each attribute. Types are numbered with the last
 * attribute counting fastest: for gender (F, M) and age (young, old), type 1 is (F, old).
 */
import { outOfRange, UlteriorError } from '../../errors/index.ts';
import type { FactorModel, ModelAttribute } from '../model/factorModel.ts';

/** Types are bytes in the statistics of an audit, as in training. */
const MOST_TYPES = 256;

/** Several attributes as one, whose types are the combinations of their groups. */
export interface JointAttributes {
  readonly attributes: readonly ModelAttribute[];
  /** K: how many combinations there are. */
  readonly types: number;
  /** For each attribute, its code in each type. */
  readonly codes: readonly Uint8Array[];
  /** The type with these codes, one of each attribute. */
  typeOf(codes: ArrayLike<number>): number;
  labelOf(type: number): string;
  /** Where the attribute of that name stands. */
  indexOf(name: string): number;
}

export function jointAttributes(attributes: readonly ModelAttribute[]): JointAttributes {
  const names = attributes.map(({ name }) => name);
  const repeated = names.find((name, at) => names.indexOf(name) !== at);
  if (repeated !== undefined) throw outOfRange('attributes', `"${repeated}" twice`, 'a list of different attributes');
  if (attributes.length === 0) throw outOfRange('attributes', 'an empty list', 'a list of at least one attribute');
  const types = attributes.reduce((product, { labels }) => product * labels.length, 1);
  if (types > MOST_TYPES) {
    throw new UlteriorError(
      'ATTRIBUTE_INVALID',
      `${names.map((name) => `"${name}"`).join(', ')} have ${types} combinations; at most ${MOST_TYPES} can be told apart`,
      'leave out an attribute, or merge values into groups',
      { attributes: names, types },
    );
  }
  const strides = attributes.map((_, at) =>
    attributes.slice(at + 1).reduce((product, { labels }) => product * labels.length, 1),
  );
  const codes = attributes.map(({ labels }, at) =>
    Uint8Array.from({ length: types }, (_, type) => Math.floor(type / strides[at]!) % labels.length),
  );
  return Object.freeze({
    attributes: Object.freeze(attributes.map(({ name, labels }) => Object.freeze({ name, labels }))),
    types,
    codes,
    typeOf: (wanted: ArrayLike<number>) => strides.reduce((sum, stride, at) => sum + stride * wanted[at]!, 0),
    labelOf: (type: number) => attributes.map(({ labels }, at) => labels[codes[at]![type]!]!).join(', '),
    indexOf: (name: string) => {
      const at = names.indexOf(name);
      if (at >= 0) return at;
      const known = names.map((other) => `"${other}"`).join(', ');
      throw new UlteriorError(
        'ATTRIBUTE_UNKNOWN',
        `there is no attribute "${name}" in the model; there is ${known}`,
        `name one of ${known}`,
        { attribute: name, known: names },
      );
    },
  });
}

/** What a model infers: several attributes at once, or the one it was trained on. */
export function attributesOf({ attributes, attribute, typeLabels }: FactorModel): JointAttributes {
  return jointAttributes(attributes ?? [{ name: attribute, labels: typeLabels }]);
}
