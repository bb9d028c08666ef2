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

/** What a leak matrix is to measure. */
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

const { either, listOf, oneOf, whole } = schema;
const leakMatrixSchema = schema.fieldsOf<LeakMatrixSpec>(
  {
    attributes: listOf(schema.text, 2),
    protocol: oneOf(['open']),
    questions: whole(1, 10_000),
    compareAt: listOf(whole(1, 10_000)),
    baselines: listOf(oneOf(() => strategies.map(({ name }) => name), 'STRATEGY_UNKNOWN')),
    training: channelSchema,
    ridge: either(schema.positive, oneOf(['model'])),
    prior: oneOf(['uniform', 'population']),
    shuffled: schema.flag,
    folds: whole(2, 1000),
    resamples: whole(50, 100_000),
    level: schema.between(0.5, 0.9999),
    seed: schema.seed,
  },
  ['attributes'],
);

/** Checks every value and fills in the defaults. */
export function leakMatrixSpec(partial: Partial<LeakMatrixSpec> & Pick<LeakMatrixSpec, 'attributes'>): LeakMatrixSpec {
  requireFit(leakMatrixSchema, partial);
  const spec: LeakMatrixSpec = filledIn({ attributes: partial.attributes, ...leakMatrixDefaults }, partial);
  refuseRepeated('attributes', spec.attributes);
  if (!spec.compareAt.some((questions) => questions <= spec.questions)) {
    throw outOfRange('compareAt', spec.compareAt.join(', ') || 'empty', `a list with a number up to ${spec.questions}`);
  }
  if (spec.baselines.includes('targeted')) {
    throw outOfRange('baselines', 'targeted', 'strategies that aim at nothing');
  }
  refuseRepeated('baselines', spec.baselines);
  return { ...spec, training: checkedChannelParameters(spec.training) };
}

function refuseRepeated(parameter: string, names: readonly string[]): void {
  const repeated = names.find((name, at) => names.indexOf(name) !== at);
  if (repeated !== undefined) throw outOfRange(parameter, `"${repeated}" twice`, 'a list of different names');
}
