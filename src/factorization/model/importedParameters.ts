/** What can be set where a model is fitted to somebody else's item vectors. */
import { filledIn, requireFit, schema } from '../../schema/index.ts';

export interface ImportedParameters {
  /** The item vectors are given; all else is fitted to them. */
  readonly solver: 'imported';
  /** Length d of the vectors, as they came. */
  readonly dimension: number;
  /** How many times people and type biases are fitted in turn. */
  readonly iterations: number;
  /** Share of ratings left out of fitting to estimate the noise variance from. */
  readonly noiseHoldOut: number;
  readonly seed: number;
}

export type ImportedChanges = Partial<Pick<ImportedParameters, 'iterations' | 'noiseHoldOut' | 'seed'>>;

const DEFAULTS = Object.freeze({ iterations: 8, noiseHoldOut: 0.02, seed: 1 });

const { whole, between } = schema;
const fields = schema.fieldsOf<Required<ImportedChanges>>({
  iterations: whole(1, 1000),
  noiseHoldOut: between(0, 0.5),
  seed: schema.seed,
});

export function checkedImportedParameters(dimension: number, changes: ImportedChanges): ImportedParameters {
  requireFit(fields, changes);
  return Object.freeze({ solver: 'imported', dimension, ...filledIn(DEFAULTS, changes) });
}
