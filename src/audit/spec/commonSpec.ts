/** What every audit by interviews is told, whatever it infers: groups, a number, several attributes. */
import { outOfRange } from '../../errors/index.ts';
import { type FieldsSchema, schema } from '../../schema/index.ts';

export interface CommonSpec {
  readonly folds: number;
  /** The belief's ridge; 'model' takes noise over profile variance of each model. */
  readonly ridge: number | 'model';
  readonly maxQuestions: number;
  /** At which numbers of questions ways of asking are compared. */
  readonly compareAt: readonly number[];
  readonly resamples: number;
  /** Coverage of all intervals. */
  readonly level: number;
  readonly seed: number;
}

export const commonDefaults = {
  folds: 10,
  ridge: 'model',
  resamples: 500,
  level: 0.95,
  seed: 1,
} as const satisfies Partial<CommonSpec>;

const { about, between, either, listOf, oneOf, positive, whole } = schema;

export const commonFields: Readonly<Record<keyof CommonSpec, FieldsSchema['fields'][string]>> = {
  folds: whole(2, 1000),
  ridge: about(
    'Ridge of the factor-based classifier; "model" takes noise over profile variance.',
    either(positive, oneOf(['model'])),
  ),
  maxQuestions: whole(1, 10_000),
  compareAt: listOf(whole(1, 10_000)),
  resamples: whole(50, 100_000),
  level: between(0.5, 0.9999),
  seed: schema.seed,
};

/** Of a permutation test. */
export const permutationField = about(
  'Shuffles of the permutation test; 0 for none.',
  either(whole(0, 0), whole(200, 100_000)),
);

export function refuseRepeated(parameter: string, names: readonly string[], wanted: string): void {
  const repeated = names.find((name, at) => names.indexOf(name) !== at);
  if (repeated !== undefined) throw outOfRange(parameter, `"${repeated}" twice`, wanted);
}
