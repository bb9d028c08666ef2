/** What to audit where several attributes are inferred at once, as plain JSON: everything that decides the result. */
import { outOfRange } from '../../errors/index.ts';
import {
  type ChannelParameters,
  channelDefaults,
  channelSchema,
  checkedChannelParameters,
} from '../../factorization/index.ts';
import { filledIn, requireFit, schema } from '../../schema/index.ts';
import { strategies } from '../../selection/index.ts';
import { type CommonSpec, commonDefaults, commonFields, refuseRepeated } from './commonSpec.ts';

/** What a leak matrix is to measure. */
export interface LeakMatrixSpec extends CommonSpec {
  /** Each is aimed at once, while all are watched. */
  readonly attributes: readonly string[];
  /** Any item may be asked; "haven't seen it" is an answer and costs a question. */
  readonly protocol: 'open';
  /** Ways of asking that aim at nothing. */
  readonly baselines: readonly string[];
  readonly training: ChannelParameters;
  /**
   * What is believed before the first question: that all combinations are equally likely, or as likely as among all people
   * (the same for every fold, so that people of different folds are ranked by their answers alone).
   */
  readonly prior: 'uniform' | 'population';
  /** Whether the questions that aim at something are also asked of people with shuffled attributes. */
  readonly shuffled: boolean;
}

export const leakMatrixDefaults: Omit<LeakMatrixSpec, 'attributes'> = Object.freeze({
  protocol: 'open',
  ...commonDefaults,
  maxQuestions: 20,
  compareAt: Object.freeze([5, 10, 20]),
  baselines: Object.freeze(['popularity', 'random']),
  training: channelDefaults,
  prior: 'population',
  shuffled: true,
});

const { listOf, oneOf } = schema;
export const leakMatrixSchema = schema.fieldsOf<LeakMatrixSpec>(
  {
    attributes: listOf(schema.text, 1),
    protocol: oneOf(['open']),
    ...commonFields,
    baselines: schema.about(
      'Strategies that aim at nothing.',
      listOf(oneOf(() => strategies.map(({ name }) => name), 'STRATEGY_UNKNOWN')),
    ),
    training: channelSchema,
    prior: oneOf(['uniform', 'population']),
    shuffled: schema.flag,
  },
  ['attributes'],
);

/** Checks every value and fills in the defaults. */
export function leakMatrixSpec(partial: Partial<LeakMatrixSpec> & Pick<LeakMatrixSpec, 'attributes'>): LeakMatrixSpec {
  requireFit(leakMatrixSchema, partial);
  const spec: LeakMatrixSpec = filledIn({ attributes: partial.attributes, ...leakMatrixDefaults }, partial);
  const { compareAt, maxQuestions } = spec;
  refuseRepeated('attributes', spec.attributes, 'a list of different names');
  if (!compareAt.some((questions) => questions <= maxQuestions)) {
    throw outOfRange('compareAt', compareAt.join(', ') || 'empty', `a list with a number up to ${maxQuestions}`);
  }
  if (spec.baselines.includes('targeted')) {
    throw outOfRange('baselines', 'targeted', 'strategies that aim at nothing');
  }
  refuseRepeated('baselines', spec.baselines, 'a list of different names');
  return { ...spec, training: checkedChannelParameters(spec.training) };
}
