/** Parameters of weighted implicit least squares. */
import { requirePositive, requireWithin } from '../../errors/index.ts';
import { filledIn } from '../../schema/index.ts';

export interface ImplicitParameters {
  /** Factors per person and per item. */
  readonly dimension: number;
  /** A seen item counts 1 + alpha times as much as an unseen one. */
  readonly alpha: number;
  readonly ridge: number;
  readonly sweeps: number;
  readonly seed: number;
  /**
   * Steps of conjugate gradients for each row of a sweep, from the row as the last sweep left it: what the package
   * `implicit` does by default, with three of them. Left out, every row is solved exactly.
   */
  readonly gradientSteps?: number;
}

export const implicitDefaults: ImplicitParameters = { dimension: 64, alpha: 10, ridge: 5, sweeps: 10, seed: 1 };

export function checkedImplicitParameters(given: Partial<ImplicitParameters>): ImplicitParameters {
  const parameters = filledIn(implicitDefaults, given);
  requireWithin('dimension', parameters.dimension, { min: 1, max: 1024, whole: true });
  requireWithin('sweeps', parameters.sweeps, { min: 1, max: 1000, whole: true });
  requirePositive('alpha', parameters.alpha);
  requirePositive('ridge', parameters.ridge);
  requireWithin('gradientSteps', parameters.gradientSteps ?? 1, { min: 1, max: 1000, whole: true });
  return parameters;
}
