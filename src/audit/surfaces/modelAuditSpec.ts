/** What to measure about a finished recommender, as plain JSON: everything that decides the result besides the data. */
import { outOfRange } from '../../errors/index.ts';
import { recommenderNamed, recommenders } from '../../factorization/index.ts';
import { classifiers } from '../../inference/index.ts';
import { type GroupRule, groupDefaults } from '../../ratings/index.ts';
import { filledIn, requireFit, schema } from '../../schema/index.ts';
import { controlsField, groupFields, measuredFields } from '../spec/commonSpec.ts';
import type { ClassifierName } from '../spec/contender.ts';

/** What an audit of a recommender is to measure. */
export interface ModelAuditSpec extends GroupRule {
  readonly attribute: string;
  /** Names of `classifiers`. One that reads a factor model takes part where ratings are seen. */
  readonly attackers: readonly ClassifierName[];
  /** Lengths at which lists are looked at; those longer than the lists are left out. */
  readonly tops: readonly number[];
  /** The length that the headline is about; the next shorter one where lists are shorter. */
  readonly headlineTop: number;
  /** Names of `recommenders` that are trained on the same ratings and measured at the headline's length. */
  readonly anchors: readonly string[];
  /** Most ratings per person to set aside, to see how good the lists of anchors are. */
  readonly heldOut: number;
  readonly heldOutShare: number;
  readonly folds: number;
  /** How many times the labels are shuffled for the control. */
  readonly controls: number;
  readonly resamples: number;
  /** Coverage of all intervals. */
  readonly level: number;
  readonly seed: number;
}

/** What an audit of a recommender does unless told otherwise. */
export const modelAuditDefaults: Omit<ModelAuditSpec, 'attribute'> = Object.freeze({
  ...groupDefaults,
  attackers: Object.freeze(['logistic', 'boosted', 'stack']),
  tops: Object.freeze([1, 2, 5, 10, 20, 50, 100]),
  headlineTop: 10,
  anchors: [],
  heldOut: 10,
  heldOutShare: 0.2,
  folds: 10,
  controls: 5,
  resamples: 500,
  level: 0.95,
  seed: 1,
});

const { about, between, fieldsOf, listOf, oneOf, text, whole } = schema;
export const modelAuditSchema = fieldsOf<ModelAuditSpec>(
  {
    attribute: text,
    ...groupFields,
    attackers: about(
      'Attackers that read what is exposed.',
      listOf(
        oneOf(() => classifiers.map(({ name }) => name)),
        1,
      ),
    ),
    tops: about('Lengths at which lists are read.', listOf(whole(1, 100_000), 1)),
    headlineTop: about('Length of the lists that the headline is about.', whole(1, 100_000)),
    anchors: about(
      `Recommenders of our own, trained on the same ratings, to compare with: ${recommenders.map(({ name }) => name).join(', ')}.`,
      listOf(text),
    ),
    heldOut: whole(1, 1000),
    heldOutShare: between(0, 0.5),
    controls: controlsField,
    ...measuredFields,
  },
  ['attribute'],
);

/** Checks every value and fills in the defaults. */
export function modelAuditSpec(partial: Partial<ModelAuditSpec> & Pick<ModelAuditSpec, 'attribute'>): ModelAuditSpec {
  requireFit(modelAuditSchema, partial);
  const spec: ModelAuditSpec = filledIn({ attribute: partial.attribute, ...modelAuditDefaults }, partial);
  for (const field of ['attackers', 'anchors', 'tops'] as const) {
    const list: readonly (string | number)[] = spec[field];
    const repeated = list.find((value, at) => list.indexOf(value) !== at);
    if (repeated !== undefined) throw outOfRange(field, `"${repeated}" twice`, 'a list of different values');
  }
  for (const name of spec.anchors) recommenderNamed(name);
  return { ...spec, tops: [...new Set([...spec.tops, spec.headlineTop])].sort((a, b) => a - b) };
}
