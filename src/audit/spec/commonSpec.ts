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

/** Of every measurement. */
export const measuredFields = {
  folds: about('Folds of the cross-validation.', whole(2, 1000)),
  resamples: about('Resamples for the intervals.', whole(50, 100_000)),
  level: about('Coverage of all intervals.', between(0.5, 0.9999)),
  seed: about('Seed of everything random.', schema.seed),
};

export const beliefRidge = about(
  'Ridge of the factor-based classifier; "model" takes noise over profile variance.',
  either(positive, oneOf(['model'])),
);

export const commonFields: Readonly<Record<keyof CommonSpec, FieldsSchema['fields'][string]>> = {
  ...measuredFields,
  ridge: beliefRidge,
  maxQuestions: about('Questions at most.', whole(1, 10_000)),
  compareAt: about('Numbers of questions to compare at.', listOf(whole(1, 10_000))),
};

/** What decides which groups are measured. */
export const groupFields = {
  minGroup: about('Groups with fewer people are left out, or merged into one.', whole(2, 1_000_000)),
  smallGroups: about('Smaller groups: leaveOut, or merge into one.', oneOf(['leaveOut', 'merge'])),
};

export const controlsField = about('How many times the groups are shuffled for the control.', whole(1, 1000));

/** Of a permutation test. */
export const permutationField = about(
  'Shuffles of the permutation test; 0 for none.',
  either(whole(0, 0), whole(200, 100_000)),
);

export function refuseRepeated(parameter: string, names: readonly string[], wanted: string): void {
  const repeated = names.find((name, at) => names.indexOf(name) !== at);
  if (repeated !== undefined) throw outOfRange(parameter, `"${repeated}" twice`, wanted);
}
