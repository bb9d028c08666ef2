/**
 * What to audit, as plain JSON: everything that decides the result. Threads, folders and progress are not part of it.
 */
import { filledIn, requireFit } from '../errors/index.ts';
import {
  type ChannelParameters,
  channelDefaults,
  checkedChannelParameters,
  checkedParameters,
  presets,
  type TrainingParameters,
} from '../factorization/index.ts';
import { classifierNamed } from '../inference/index.ts';
import { requireLoaded } from '../plugins/index.ts';
import { groupDefaults, type SmallGroups } from '../ratings/index.ts';
import { auditSchema } from './auditSchema.ts';
import { checkContenders } from './checkContenders.ts';
import { type ClassifierName, type Contender, contender } from './contender.ts';

/** What an audit is to measure, and how. */
export interface AuditSpec {
  readonly attribute: string;
  /** Groups with fewer people are left out, or merged into one. */
  readonly minGroup: number;
  readonly smallGroups: SmallGroups;
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
  /** Rating error is measured each time this many questions were asked. */
  readonly ratingErrorEvery: number;
  /** Confidence thresholds whose first crossing is recorded. */
  readonly confidences: readonly number[];
  /** After how many questions the headline is read off; fewer where people cannot be asked that many. */
  readonly headlineQuestions: number;
  /** At which numbers of questions contenders are compared and reliability is drawn. */
  readonly compareAt: readonly number[];
  readonly fullHistory: readonly ClassifierName[];
  /** Modules with definitions of one's own, as they were named; they must be loaded before. */
  readonly plugins: readonly string[];
  /** Contenders that are also run on shuffled labels; the first if left out. */
  readonly shuffled: readonly string[];
  /** How many times the labels are shuffled for them. */
  readonly controls: number;
  /** Shuffles of the permutation test; 0 for none. */
  readonly permutations: number;
  readonly resamples: number;
  /** Coverage of all intervals. */
  readonly level: number;
  readonly seed: number;
}

/** What an audit does where its spec says nothing. */
export const auditDefaults: Omit<AuditSpec, 'attribute'> = {
  ...groupDefaults,
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
  headlineQuestions: 10,
  compareAt: [1, 5, 10, 20, 50, 100],
  fullHistory: ['factor', 'logistic', 'boosted', 'multinomial'],
  plugins: [],
  shuffled: ['separation'],
  controls: 5,
  permutations: 400,
  resamples: 500,
  level: 0.95,
  seed: 1,
};

/** Checks every value, and that they go together; fills in the defaults. Nothing is trained before. */
export function auditSpec(partial: Partial<AuditSpec> & Pick<AuditSpec, 'attribute'>): AuditSpec {
  // First: what a plug-in would define is not known without it.
  if (Array.isArray(partial.plugins)) requireLoaded(partial.plugins);
  requireFit(auditSchema, partial);
  const first = partial.contenders?.[0];
  const shuffled = first === undefined ? auditDefaults.shuffled : [first.id];
  const spec: AuditSpec = filledIn({ attribute: partial.attribute, ...auditDefaults, shuffled }, partial);
  checkContenders(spec.contenders, spec.shuffled);
  const channels = checkedChannelParameters(spec.channels);
  if (spec.fullHistory.some((name) => classifierNamed(name).model === 'channels')) {
    checkedChannelParameters({ ...channels, dimension: spec.channelHistory.dimension });
  }
  return { ...spec, training: checkedParameters(spec.training), channels };
}
