/**
 * What to audit, as plain JSON: everything that decides the result. Threads, folders and progress are not part of it.
 */
import { outOfRange, requirePositive, requireWithin } from '../errors/index.ts';
import {
  type ChannelParameters,
  channelDefaults,
  checkedChannelParameters,
  checkedParameters,
  presets,
  type TrainingParameters,
} from '../factorization/index.ts';
import { CLASSIFIERS, type ClassifierName, type Contender, checkContenders, contender } from './contender.ts';

export interface AuditSpec {
  readonly attribute: string;
  readonly folds: number;
  /**
   * `rated`: people are asked what they are known to have rated, as in the paper. `open`: anything may be asked, and
   * "haven't seen it" is an answer that costs a question.
   */
  readonly protocol: 'rated' | 'open';
  readonly training: TrainingParameters;
  /** Training of models that also read what was not rated. */
  readonly channels: ChannelParameters;
  /** Where such a model judges whole histories, it can afford more factors. */
  readonly channelHistory: { readonly dimension: number; readonly ridge: number };
  /** The factor-based classifier's ridge; 'model' takes noise over profile variance of each model. */
  readonly ridge: number | 'model';
  readonly prior: 'uniform' | 'training';
  /**
   * Ridge of the profile from which ratings are predicted: chosen for rating error, not for inference. 'tuned' chooses
   * it in each fold, on training users.
   */
  readonly predictionRidge: number | 'tuned';
  readonly contenders: readonly Contender[];
  readonly maxQuestions: number;
  /** Most ratings of each user that are set aside to predict; with 0 rating error is not measured. */
  readonly heldOut: number;
  /** The share of each user's ratings that is set aside, up to `heldOut` of them. */
  readonly heldOutShare: number;
  /** Rating error is measured after every so many questions. */
  readonly ratingErrorEvery: number;
  /** Confidence thresholds whose first crossing is recorded. */
  readonly confidences: readonly number[];
  /** At which numbers of questions contenders are compared and reliability is drawn. */
  readonly compareAt: readonly number[];
  readonly fullHistory: readonly ClassifierName[];
  /** Contenders that are also run on shuffled labels; the first if left out. */
  readonly shuffled: readonly string[];
  readonly resamples: number;
  /** Coverage of all intervals. */
  readonly level: number;
  readonly seed: number;
}

export const auditDefaults: Omit<AuditSpec, 'attribute'> = {
  folds: 10,
  protocol: 'rated',
  training: presets.als,
  channels: channelDefaults,
  channelHistory: { dimension: 60, ridge: 10 },
  ridge: 'model',
  prior: 'uniform',
  predictionRidge: 'tuned',
  contenders: [
    contender('separation', { label: 'Exact (IncFBC)' }),
    contender('maxGap', { label: 'MaxGap' }),
    contender('entropy', { label: 'Entropy' }),
    contender('random', { label: 'Random' }),
  ],
  maxQuestions: 100,
  heldOut: 10,
  heldOutShare: 0.2,
  ratingErrorEvery: 10,
  confidences: [0.8, 0.9, 0.95],
  compareAt: [1, 5, 10, 20, 50, 100],
  fullHistory: ['factor', 'logistic', 'multinomial'],
  shuffled: ['separation'],
  resamples: 500,
  level: 0.95,
  seed: 1,
};

/** Fills in the defaults and checks every value. */
export function auditSpec(partial: Partial<AuditSpec> & Pick<AuditSpec, 'attribute'>): AuditSpec {
  const first = partial.contenders?.[0];
  const shuffled = first === undefined ? auditDefaults.shuffled : [first.id];
  const spec: AuditSpec = { ...auditDefaults, shuffled, ...partial };
  requireWithin('folds', spec.folds, { min: 2, max: 1000, whole: true });
  requireWithin('maxQuestions', spec.maxQuestions, { min: 1, max: 10_000, whole: true });
  requireWithin('heldOut', spec.heldOut, { min: 0, max: 1000, whole: true });
  requireWithin('heldOutShare', spec.heldOutShare, { min: 0, max: 0.5 });
  requireWithin('ratingErrorEvery', spec.ratingErrorEvery, { min: 1, max: 10_000, whole: true });
  requireWithin('resamples', spec.resamples, { min: 50, max: 100_000, whole: true });
  requireWithin('level', spec.level, { min: 0.5, max: 0.9999 });
  requireWithin('seed', spec.seed, { min: 0, max: Number.MAX_SAFE_INTEGER, whole: true });
  if (spec.predictionRidge !== 'tuned') requirePositive('predictionRidge', spec.predictionRidge);
  if (spec.ridge !== 'model') requirePositive('ridge', spec.ridge);
  if (spec.prior !== 'uniform' && spec.prior !== 'training')
    throw outOfRange('prior', spec.prior, 'uniform or training');
  for (const confidence of spec.confidences) requireWithin('confidences', confidence, { min: 0, max: 1 });
  if (spec.protocol !== 'rated' && spec.protocol !== 'open')
    throw outOfRange('protocol', spec.protocol, 'rated or open');
  requireWithin('channelHistory.dimension', spec.channelHistory.dimension, { min: 1, max: 512, whole: true });
  requirePositive('channelHistory.ridge', spec.channelHistory.ridge);
  checkContenders(spec.contenders, spec.shuffled);
  for (const name of spec.fullHistory) {
    if (!CLASSIFIERS.includes(name)) throw outOfRange('fullHistory', name, `one of ${CLASSIFIERS.join(', ')}`);
  }
  return {
    ...spec,
    training: checkedParameters(spec.training),
    channels: checkedChannelParameters(spec.channels),
  };
}
