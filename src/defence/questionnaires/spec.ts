/** What to study about questionnaires, as plain JSON: everything that decides the result. */
import { outOfRange, requirePositive, requireWithin } from '../../errors/index.ts';
import {
  type ChannelParameters,
  channelDefaults,
  checkedChannelParameters,
  checkedParameters,
  presets,
  type TrainingParameters,
} from '../../factorization/index.ts';

export interface StudySpec {
  /** `check`: a list is given. `design`: one is proposed. */
  readonly task: 'check' | 'design';
  /** Where a list is given: its items by id or title, and what it is called. */
  readonly list: readonly string[];
  readonly name: string;
  /**
   * Of a list to check that was designed on these very people: the AUC it was designed for, null for no limit. Left out
   * for any other list.
   */
  readonly designedFor?: number | null | undefined;
  readonly attributes: readonly string[];
  readonly questions: number;
  /** What the list may leak; null for no limit. */
  readonly maxAuc: number | null;
  /** The AUCs for which lists are designed, besides `maxAuc` and no budget at all. */
  readonly budgets: readonly number[];
  /** Most rounds of exchanges in a design. */
  readonly exchanges: number;
  /** The attackers' ridge; 'model' takes noise over profile variance of each model. */
  readonly ridge: number | 'model';
  /** Ridge of the profile from which ratings are predicted. */
  readonly predictionRidge: number | 'model';
  /** Where models are trained: of ratings, and of channels. */
  readonly training: TrainingParameters;
  readonly channels: ChannelParameters;
  /** Lists drawn from each benign policy for the p-values of an agenda; 0 leaves them out. */
  readonly agendaSamples: number;
  readonly folds: number;
  /** Ratings of each user that are never asked, to predict. */
  readonly heldOut: number;
  /** Ridge of the logistic regression that is fitted to a list. */
  readonly logisticRidge: number;
  /** Whether everything is repeated on shuffled labels. */
  readonly control: boolean;
  readonly resamples: number;
  /** Coverage of all intervals. */
  readonly level: number;
  readonly seed: number;
}

export const studyDefaults: Omit<StudySpec, 'task' | 'attributes'> = {
  list: [],
  name: 'the list',
  questions: 10,
  maxAuc: null,
  budgets: [0.53, 0.55, 0.57, 0.6, 0.63, 0.66, 0.7],
  exchanges: 20,
  ridge: 'model',
  predictionRidge: 'model',
  training: presets.als,
  channels: channelDefaults,
  agendaSamples: 2000,
  folds: 10,
  heldOut: 10,
  logisticRidge: 5,
  control: true,
  resamples: 500,
  level: 0.95,
  seed: 1,
};

/** Fills in the defaults and checks every value. */
export function studySpec(partial: Partial<StudySpec> & Pick<StudySpec, 'task' | 'attributes'>): StudySpec {
  const spec: StudySpec = { ...studyDefaults, ...partial };
  const { task, list, attributes, questions, maxAuc, budgets, ridge, predictionRidge } = spec;
  if (task !== 'check' && task !== 'design') throw outOfRange('task', task, 'check or design');
  if ((task === 'check') !== list.length > 0) {
    throw outOfRange('list', `${list.length} items`, task === 'check' ? 'at least one item' : 'left out in a design');
  }
  if (attributes.length === 0 || new Set(attributes).size !== attributes.length) {
    throw outOfRange('attributes', attributes.join(', ') || 'empty', 'different attributes, at least one');
  }
  requireWithin('questions', questions, { min: 1, max: 1000, whole: true });
  if (maxAuc !== null) requireWithin('maxAuc', maxAuc, { min: 0.5, max: 1 });
  const { designedFor } = spec;
  if (designedFor !== undefined && designedFor !== null)
    requireWithin('designedFor', designedFor, { min: 0.5, max: 1 });
  for (const budget of budgets) requireWithin('budgets', budget, { min: 0.5, max: 1 });
  if (ridge !== 'model') requirePositive('ridge', ridge);
  if (predictionRidge !== 'model') requirePositive('predictionRidge', predictionRidge);
  requireWithin('exchanges', spec.exchanges, { min: 0, max: 1000, whole: true });
  if (spec.agendaSamples !== 0) requireWithin('agendaSamples', spec.agendaSamples, { min: 100, max: 1e6, whole: true });
  requireWithin('folds', spec.folds, { min: 2, max: 1000, whole: true });
  requireWithin('heldOut', spec.heldOut, { min: 1, max: 1000, whole: true });
  requirePositive('logisticRidge', spec.logisticRidge);
  requireWithin('resamples', spec.resamples, { min: 50, max: 100_000, whole: true });
  requireWithin('level', spec.level, { min: 0.5, max: 0.9999 });
  requireWithin('seed', spec.seed, { min: 0, max: Number.MAX_SAFE_INTEGER, whole: true });
  return {
    ...spec,
    questions: task === 'check' ? list.length : questions,
    budgets: designedFor == null ? budgets : [...new Set([...budgets, designedFor])],
    training: checkedParameters(spec.training),
    channels: checkedChannelParameters(spec.channels),
  };
}

/** Ridges as the beliefs take them. */
export function ridgesOf({ ridge, predictionRidge }: Pick<StudySpec, 'ridge' | 'predictionRidge'>) {
  return {
    ridge: ridge === 'model' ? undefined : ridge,
    predictionRidge: predictionRidge === 'model' ? undefined : predictionRidge,
  };
}
