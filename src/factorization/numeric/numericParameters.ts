/** What can be set in training on a number. The classifier's ridge is not here: it belongs to the belief. */
import { filledIn, requireFit, schema } from '../../schema/index.ts';

/** How a model of a number is trained. */
export interface NumericParameters {
  /** Length d of the profiles. */
  readonly dimension: number;
  /** Sweeps of alternating least squares. */
  readonly iterations: number;
  /** Ridge on user and item profiles, towards 0. */
  readonly profileRidge: number;
  /** Ridge on the intercepts, towards the item's mean. */
  readonly interceptRidge: number;
  /** Ridge on the slopes over the standardised number, towards 0. */
  readonly slopeRidge: number;
  /**
   * `empiricalBayes`: once trained, slopes are held as far as all items together say they should be. `none`: they stay
   * as the slope ridge leaves them, and the steepest of them are mostly noise.
   */
  readonly slopeShrinkage: 'empiricalBayes' | 'none';
  /** Standard deviation of the profiles' random start. */
  readonly initialScale: number;
  /** Share of ratings left out of training to estimate the noise variance from; 0 takes the training residuals. */
  readonly noiseHoldOut: number;
  readonly seed: number;
}

export const numericDefaults: NumericParameters = Object.freeze({
  dimension: 10,
  iterations: 15,
  profileRidge: 10,
  interceptRidge: 0.1,
  slopeRidge: 0.1,
  slopeShrinkage: 'empiricalBayes',
  initialScale: 0.1,
  noiseHoldOut: 0.02,
  seed: 1,
});

const { oneOf, whole, between, positive } = schema;
export const numericTrainingSchema = schema.fieldsOf<NumericParameters>({
  dimension: whole(1, 512),
  iterations: whole(1, 10_000),
  profileRidge: between(0, 1e9),
  interceptRidge: between(0, 1e9),
  slopeRidge: between(0, 1e9),
  slopeShrinkage: oneOf(['empiricalBayes', 'none']),
  initialScale: positive,
  noiseHoldOut: between(0, 0.5),
  seed: schema.seed,
});

/** Fills in the defaults and checks every value. */
export function numericParameters(changes: Partial<NumericParameters> = {}): NumericParameters {
  requireFit(numericTrainingSchema, changes);
  return Object.freeze(filledIn(numericDefaults, changes));
}
