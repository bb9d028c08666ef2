/** What to audit where a number is inferred, as plain JSON: everything that decides the result. */
import { outOfRange } from '../../errors/index.ts';
import {
  type NumericParameters,
  numericDefaults,
  numericParameters,
  numericTrainingSchema,
} from '../../factorization/index.ts';
import { filledIn, requireFit, schema } from '../../schema/index.ts';
import { numericStrategies } from '../../selection/index.ts';
import { type CommonSpec, commonDefaults, commonFields, permutationField, refuseRepeated } from './commonSpec.ts';

/** What an audit of a number is to measure. */
export interface NumericAuditSpec extends CommonSpec {
  readonly attribute: string;
  /** What the number counts, such as years; for people. */
  readonly unit: string;
  readonly training: NumericParameters;
  /** How questions are chosen; the report is about the first. */
  readonly strategies: readonly string[];
  /** Probability with which the attacker's interval is said to hold the number. */
  readonly coverage: number;
  /**
   * The number cut into bands, each taken for a category: what an attacker does who knows categories only. A number of
   * bands of equal size, or where to cut; 0 leaves the comparison out.
   */
  readonly bands: number | readonly number[];
  /** Whether the first strategy is also run on shuffled numbers. */
  readonly shuffled: boolean;
  /** Shuffles of the permutation test; 0 for none. */
  readonly permutations: number;
}

export const numericAuditDefaults: Omit<NumericAuditSpec, 'attribute'> = Object.freeze({
  unit: '',
  ...commonDefaults,
  training: numericDefaults,
  strategies: Object.freeze(['varianceReduction', 'steepest', 'entropy', 'random']),
  maxQuestions: 50,
  coverage: 0.9,
  compareAt: Object.freeze([1, 5, 10, 20, 50]),
  bands: 7,
  shuffled: true,
  permutations: 400,
});

const { about, between, either, listOf, oneOf, whole } = schema;
export const numericAuditSchema = schema.fieldsOf<NumericAuditSpec>(
  {
    attribute: schema.text,
    unit: about('For a number: its unit, such as years.', schema.text),
    ...commonFields,
    training: numericTrainingSchema,
    strategies: listOf(
      oneOf(
        numericStrategies.map(({ name }) => name),
        'STRATEGY_UNKNOWN',
      ),
      1,
    ),
    coverage: about('For a number: share of people whose value the intervals should contain.', between(0.01, 0.9999)),
    bands: either(whole(0, 0), whole(2, 256), listOf({ kind: 'number' }, 1)),
    shuffled: schema.flag,
    permutations: permutationField,
  },
  ['attribute'],
);

/** Checks every value and fills in the defaults. */
export function numericAuditSpec(
  partial: Partial<NumericAuditSpec> & Pick<NumericAuditSpec, 'attribute'>,
): NumericAuditSpec {
  requireFit(numericAuditSchema, partial);
  const spec: NumericAuditSpec = filledIn({ attribute: partial.attribute, ...numericAuditDefaults }, partial);
  const { bands, strategies } = spec;
  if (typeof bands !== 'number' && bands.some((cut, at) => at > 0 && cut <= bands[at - 1]!)) {
    throw outOfRange('bands', bands.join(', '), 'a number of bands, or ascending cuts');
  }
  refuseRepeated('strategies', strategies, 'each strategy once');
  return { ...spec, training: numericParameters(spec.training) };
}
