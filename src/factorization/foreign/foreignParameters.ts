/** What can be set where a model is fitted to somebody else's item vectors. */
import { filledIn, requireFit, schema } from '../../errors/index.ts';

export interface ForeignParameters {
  /** The item vectors are given; all else is fitted to them. */
  readonly solver: 'foreign';
  /** Length d of the vectors, as they came. */
  readonly dimension: number;
  /** How many times people and type biases are fitted in turn. */
  readonly iterations: number;
  /** Share of ratings left out of fitting to estimate the noise variance from. */
  readonly noiseHoldOut: number;
  readonly seed: number;
}

export type ForeignChanges = Partial<Pick<ForeignParameters, 'iterations' | 'noiseHoldOut' | 'seed'>>;

const DEFAULTS = Object.freeze({ iterations: 8, noiseHoldOut: 0.02, seed: 1 });

const { whole, between } = schema;
const fields = schema.fieldsOf<Required<ForeignChanges>>({
  iterations: whole(1, 1000),
  noiseHoldOut: between(0, 0.5),
  seed: schema.seed,
});

export function checkedForeignParameters(dimension: number, changes: ForeignChanges): ForeignParameters {
  requireFit(fields, changes);
  return Object.freeze({ solver: 'foreign', dimension, ...filledIn(DEFAULTS, changes) });
}
