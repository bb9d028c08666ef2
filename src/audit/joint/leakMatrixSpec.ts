/** What to audit where several attributes are inferred at once, as plain JSON: everything that decides the result. */
import { outOfRange, requirePositive, requireWithin } from '../../errors/index.ts';
import { type ChannelParameters, channelDefaults, checkedChannelParameters } from '../../factorization/index.ts';
import { strategyNamed } from '../../selection/index.ts';

export interface LeakMatrixSpec {
  /** At least two. Each is aimed at once, while all are watched. */
  readonly attributes: readonly string[];
  /** Any item may be asked; "haven't seen it" is an answer and costs a question. */
  readonly protocol: 'open';
  /** Asked of everybody. */
  readonly questions: number;
  /** At which numbers of questions the matrix is drawn. */
  readonly compareAt: readonly number[];
  /** Ways of asking that aim at nothing. */
  readonly baselines: readonly string[];
  readonly training: ChannelParameters;
  /** The belief's ridge; 'model' takes noise over profile variance of each model. */
  readonly ridge: number | 'model';
  /**
   * What is believed before the first question: that all combinations are equally likely, or as likely as among all people
   * (the same for every fold, so that people of different folds are ranked by their answers alone).
   */
  readonly prior: 'uniform' | 'population';
  /** Whether the questions that aim at something are also asked of people with shuffled attributes. */
  readonly shuffled: boolean;
  readonly folds: number;
  readonly resamples: number;
  /** Coverage of all intervals. */
  readonly level: number;
  readonly seed: number;
}

export const leakMatrixDefaults: Omit<LeakMatrixSpec, 'attributes'> = Object.freeze({
  protocol: 'open',
  questions: 20,
  compareAt: Object.freeze([5, 10, 20]),
  baselines: Object.freeze(['popularity', 'random']),
  training: channelDefaults,
  ridge: 'model',
  prior: 'population',
  shuffled: true,
  folds: 10,
  resamples: 500,
  level: 0.95,
  seed: 1,
});

/** Fills in the defaults and checks every value. */
export function leakMatrixSpec(partial: Partial<LeakMatrixSpec> & Pick<LeakMatrixSpec, 'attributes'>): LeakMatrixSpec {
  const unknown = Object.keys(partial).find((name) => name !== 'attributes' && !(name in leakMatrixDefaults));
  if (unknown !== undefined) {
    throw outOfRange('spec', `one with "${unknown}"`, `made of ${Object.keys(leakMatrixDefaults).join(', ')}`);
  }
  const spec: LeakMatrixSpec = { ...leakMatrixDefaults, ...partial };
  if (spec.attributes.length < 2) {
    throw outOfRange('attributes', spec.attributes.join(', ') || 'empty', 'a list of at least two attributes');
  }
  refuseRepeated('attributes', spec.attributes);
  if (spec.protocol !== 'open') throw outOfRange('protocol', spec.protocol, 'open');
  requireWithin('questions', spec.questions, { min: 1, max: 10_000, whole: true });
  for (const questions of spec.compareAt) {
    requireWithin('compareAt', questions, { min: 1, max: 10_000, whole: true });
  }
  if (!spec.compareAt.some((questions) => questions <= spec.questions)) {
    throw outOfRange('compareAt', spec.compareAt.join(', ') || 'empty', `a list with a number up to ${spec.questions}`);
  }
  for (const name of spec.baselines) {
    strategyNamed(name);
    if (name === 'targeted') throw outOfRange('baselines', name, 'strategies that aim at nothing');
  }
  refuseRepeated('baselines', spec.baselines);
  if (spec.ridge !== 'model') requirePositive('ridge', spec.ridge);
  if (spec.prior !== 'uniform' && spec.prior !== 'population')
    throw outOfRange('prior', spec.prior, 'uniform or population');
  requireWithin('folds', spec.folds, { min: 2, max: 1000, whole: true });
  requireWithin('resamples', spec.resamples, { min: 50, max: 100_000, whole: true });
  requireWithin('level', spec.level, { min: 0.5, max: 0.9999 });
  requireWithin('seed', spec.seed, { min: 0, max: Number.MAX_SAFE_INTEGER, whole: true });
  return { ...spec, training: checkedChannelParameters(spec.training) };
}

function refuseRepeated(parameter: string, names: readonly string[]): void {
  const repeated = names.find((name, at) => names.indexOf(name) !== at);
  if (repeated !== undefined) throw outOfRange(parameter, `"${repeated}" twice`, 'a list of different names');
}
