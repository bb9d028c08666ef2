/** What to audit where a number is inferred, as plain JSON: everything that decides the result. */
import { outOfRange, requirePositive, requireWithin } from '../../errors/index.ts';
import { type NumericParameters, numericDefaults, numericParameters } from '../../factorization/index.ts';
import { numericStrategyNamed } from '../../selection/index.ts';

export interface NumericAuditSpec {
  readonly attribute: string;
  /** What the number counts, such as years; for people. */
  readonly unit: string;
  readonly folds: number;
  readonly training: NumericParameters;
  /** The belief's ridge; 'model' takes noise over profile variance of each model. */
  readonly ridge: number | 'model';
  /** How questions are chosen; the report is about the first. */
  readonly strategies: readonly string[];
  readonly maxQuestions: number;
  /** Probability with which the attacker's interval is said to hold the number. */
  readonly coverage: number;
  /** At which numbers of questions strategies are compared. */
  readonly compareAt: readonly number[];
  /**
   * The number cut into bands, each taken for a category: what an attacker does who knows categories only. So many of
   * equal size, or where to cut; 0 leaves the comparison out.
   */
  readonly bands: number | readonly number[];
  /** Whether the first strategy is also run on shuffled numbers. */
  readonly shuffled: boolean;
  readonly resamples: number;
  /** Coverage of the intervals of all figures. */
  readonly level: number;
  readonly seed: number;
}

export const numericAuditDefaults: Omit<NumericAuditSpec, 'attribute'> = Object.freeze({
  unit: '',
  folds: 10,
  training: numericDefaults,
  ridge: 'model',
  strategies: Object.freeze(['varianceReduction', 'steepest', 'entropy', 'random']),
  maxQuestions: 50,
  coverage: 0.9,
  compareAt: Object.freeze([1, 5, 10, 20, 50]),
  bands: 7,
  shuffled: true,
  resamples: 500,
  level: 0.95,
  seed: 1,
});

/** Fills in the defaults and checks every value. */
export function numericAuditSpec(
  partial: Partial<NumericAuditSpec> & Pick<NumericAuditSpec, 'attribute'>,
): NumericAuditSpec {
  const unknown = Object.keys(partial).find((name) => name !== 'attribute' && !(name in numericAuditDefaults));
  if (unknown !== undefined) {
    throw outOfRange('spec', `one with "${unknown}"`, `made of ${Object.keys(numericAuditDefaults).join(', ')}`);
  }
  const spec: NumericAuditSpec = { ...numericAuditDefaults, ...partial };
  requireWithin('folds', spec.folds, { min: 2, max: 1000, whole: true });
  requireWithin('maxQuestions', spec.maxQuestions, { min: 1, max: 10_000, whole: true });
  requireWithin('coverage', spec.coverage, { min: 0.01, max: 0.9999 });
  for (const questions of spec.compareAt) {
    requireWithin('compareAt', questions, { min: 1, max: 10_000, whole: true });
  }
  requireWithin('resamples', spec.resamples, { min: 50, max: 100_000, whole: true });
  requireWithin('level', spec.level, { min: 0.5, max: 0.9999 });
  requireWithin('seed', spec.seed, { min: 0, max: Number.MAX_SAFE_INTEGER, whole: true });
  if (spec.ridge !== 'model') requirePositive('ridge', spec.ridge);
  checkBands(spec.bands);
  if (spec.strategies.length === 0) throw outOfRange('strategies', 'empty', 'at least one strategy');
  for (const [at, name] of spec.strategies.entries()) {
    numericStrategyNamed(name);
    if (spec.strategies.indexOf(name) !== at) throw outOfRange('strategies', `"${name}" twice`, 'each strategy once');
  }
  return { ...spec, training: numericParameters(spec.training) };
}

function checkBands(bands: NumericAuditSpec['bands']): void {
  if (typeof bands === 'number') {
    if (bands !== 0) requireWithin('bands', bands, { min: 2, max: 256, whole: true });
    return;
  }
  const ascending = bands.every((cut, at) => Number.isFinite(cut) && (at === 0 || cut > bands[at - 1]!));
  if (bands.length === 0 || !ascending) {
    throw outOfRange('bands', bands.join(', ') || 'empty', 'a number of bands, or ascending cuts');
  }
}
