/**
 * The one description of an audit's spec: `auditSpec` checks by it, docs/audit-spec.schema.json is made from it and others, and the
 * service takes its settings from it. A new field has one line here.
 */

import {
  type ChannelParameters,
  channelSchema,
  type TrainingParameters,
  trainingSchema,
} from '../../factorization/index.ts';
import { classifiers, type LeakSource, leakSources, type TransductiveLimits } from '../../inference/index.ts';
import type { SmallGroups } from '../../ratings/index.ts';
import { rivals } from '../../rivals/index.ts';
import { schema } from '../../schema/index.ts';
import { type CommonSpec, commonFields, controlsField, groupFields, permutationField } from './commonSpec.ts';
import { type ClassifierName, type Contender, JUDGES, MODELS, strategyNames } from './contender.ts';

/** What an audit is to measure, and how. */
export interface AuditSpec extends CommonSpec {
  readonly attribute: string;
  /** Groups with fewer people are left out, or merged into one. */
  readonly minGroup: number;
  readonly smallGroups: SmallGroups;
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
  readonly prior: 'uniform' | 'training';
  /**
   * Ridge of the profile from which ratings are predicted: chosen for rating error, not for inference. 'tuned' chooses
   * it in each fold, on training users.
   */
  readonly predictionRidge: number | 'tuned';
  readonly contenders: readonly Contender[];
  /**
   * Rivals that ask everybody anything before the headline, beside contenders that ask what people rated: there "haven't
   * seen it" is an answer.
   */
  readonly openLists: readonly string[];
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
  readonly fullHistory: readonly ClassifierName[];
  /** Parts of whole histories that the same attacker is shown one at a time, to say where a leak is. */
  readonly sources: readonly LeakSource[];
  /** How large data may be for those of them that look at everybody at once (the stack). */
  readonly transductive: TransductiveLimits & {
    /** With more training people they are left out, and the records say so. */
    readonly mostPeople: number;
  };
  /** Modules with your own definitions, as they were named; they must be loaded before. */
  readonly plugins: readonly string[];
  /** Contenders that are also run on shuffled labels; the first if left out. */
  readonly shuffled: readonly string[];
  /** How many times the labels are shuffled for them. */
  readonly controls: number;
  /** Shuffles of the permutation test; 0 for none. */
  readonly permutations: number;
}

const { about, between, either, fieldsOf, flag, listOf, oneOf, positive, text, whole } = schema;

const contenderSchema = fieldsOf<Contender>(
  {
    id: text,
    label: text,
    strategy: about(
      'A strategy; compiledList or oneVersusRest; or a rival, which chooses and judges in its own way.',
      oneOf(strategyNames, 'STRATEGY_UNKNOWN'),
    ),
    classifier: oneOf(JUDGES),
    model: oneOf(MODELS),
    ridge: positive,
    shrunken: flag,
    calibrated: flag,
    known: whole(0, 10_000),
    batch: whole(1, 1000),
  },
  ['id', 'label', 'strategy', 'classifier'],
);

export const auditSchema = fieldsOf<AuditSpec>(
  {
    attribute: text,
    ...groupFields,
    ...commonFields,
    protocol: about(
      'rated: ask people only about items they rated. open: ask anything, and a skip is an answer.',
      oneOf(['rated', 'open']),
    ),
    training: trainingSchema,
    channels: channelSchema,
    channelHistory: about(
      'Of the model of channels that judges whole histories.',
      fieldsOf<AuditSpec['channelHistory']>({ dimension: whole(1, 512), ridge: positive }, ['dimension', 'ridge']),
    ),
    prior: oneOf(['uniform', 'training']),
    predictionRidge: about(
      'Ridge of the profile that ratings are predicted from; "tuned" chooses it on training people.',
      either(positive, oneOf(['tuned'])),
    ),
    contenders: listOf(contenderSchema, 1),
    openLists: about(
      'Attackers that may ask anyone anything, with as many questions as the headline, where contenders may only ask what people rated: a skip is an answer. The usual one chooses a fixed list in training folds. None where contenders are named.',
      listOf(oneOf(() => rivals.map(({ name }) => name))),
    ),
    heldOut: about('Most ratings per person to set aside for prediction; 0 for none.', whole(0, 1000)),
    heldOutShare: about('And at most this share of them.', between(0, 0.5)),
    ratingErrorEvery: whole(1, 10_000),
    confidences: about('Confidence thresholds whose first crossing is recorded.', listOf(between(0, 1))),
    headlineQuestions: about('Number of questions the headline is about.', whole(1, 10_000)),
    fullHistory: about(
      'Attackers that read whole histories.',
      listOf(oneOf(() => classifiers.map(({ name }) => name))),
    ),
    sources: about(
      'Parts of whole histories that one attacker is shown one at a time, to say where a leak is: which items were rated (seen), how (rating), one item alone (item), the way of answering (style), pairs of answers (pairs). All of them unless attackers are named.',
      listOf(oneOf([...leakSources])),
    ),
    transductive: about(
      'Limits of attackers that look at everyone at once (the stack), in training people. exactPeople: up to this number they are compared with each other. landmarks: beyond it, with this number of them. mostPeople: with more, these attackers are left out, and the report says so.',
      fieldsOf<AuditSpec['transductive']>(
        { exactPeople: whole(1, 32_000), landmarks: whole(1, 16_000), mostPeople: whole(1, 1_000_000) },
        ['exactPeople', 'landmarks', 'mostPeople'],
      ),
    ),
    plugins: about(
      'Modules with definitions of your own: paths, relative to the file of the spec. The service takes none from a request.',
      listOf(text),
    ),
    shuffled: about('Ids of contenders that are also run on shuffled labels.', listOf(text)),
    controls: controlsField,
    permutations: permutationField,
  },
  ['attribute'],
);
