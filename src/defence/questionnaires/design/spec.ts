/** What to study about questionnaires, as plain JSON: everything that decides the result. */
import { measuredFields } from '../../../audit/index.ts';
import { outOfRange } from '../../../errors/index.ts';
import {
  type ChannelParameters,
  channelDefaults,
  channelSchema,
  checkedChannelParameters,
  checkedParameters,
  presets,
  type TrainingParameters,
  trainingSchema,
} from '../../../factorization/index.ts';
import { filledIn, requireFit, schema } from '../../../schema/index.ts';

/** What a study of a questionnaire is to measure. */
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
  /** Most ratings of each user that are never asked, to predict. */
  readonly heldOut: number;
  /** The share of each user's ratings that is set aside, up to `heldOut` of them. */
  readonly heldOutShare: number;
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
  heldOutShare: 0.2,
  control: true,
  resamples: 500,
  level: 0.95,
  seed: 1,
};

const { about, between, either, listOf, oneOf, positive, whole } = schema;
export const studySchema = schema.fieldsOf<StudySpec>(
  {
    task: oneOf(['check', 'design']),
    list: listOf(schema.text),
    name: schema.text,
    designedFor: either(between(0.5, 1), schema.nothing),
    attributes: listOf(schema.text, 1),
    questions: whole(1, 1000),
    maxAuc: either(between(0.5, 1), schema.nothing),
    budgets: about('Limits (AUC) to design lists for.', listOf(between(0.5, 1))),
    exchanges: whole(0, 1000),
    ridge: about('Ridge of an attacker who reads ratings.', either(positive, oneOf(['model']))),
    predictionRidge: about('Ridge of predicted ratings.', either(positive, oneOf(['model']))),
    training: trainingSchema,
    channels: channelSchema,
    agendaSamples: about('Harmless lists to compare with; 0 for none.', either(whole(0, 0), whole(100, 1e6))),
    heldOut: whole(1, 1000),
    heldOutShare: schema.between(0.01, 0.5),
    control: schema.flag,
    ...measuredFields,
  },
  ['task', 'attributes'],
);

/** Checks every value and fills in the defaults. */
export function studySpec(partial: Partial<StudySpec> & Pick<StudySpec, 'task' | 'attributes'>): StudySpec {
  requireFit(studySchema, partial);
  const { task, attributes } = partial;
  const spec: StudySpec = filledIn({ task, attributes, ...studyDefaults }, partial);
  const { list, questions, budgets, designedFor } = spec;
  if ((task === 'check') !== list.length > 0) {
    throw outOfRange('list', `${list.length} items`, task === 'check' ? 'at least one item' : 'left out in a design');
  }
  if (new Set(attributes).size !== attributes.length) {
    throw outOfRange('attributes', attributes.join(', '), 'different attributes, at least one');
  }
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
