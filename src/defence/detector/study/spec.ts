/** What a study of the detector runs, as plain JSON: everything that decides the result. */
import { outOfRange, requireWithin } from '../../../errors/index.ts';
import { filledIn, requireFit, schema } from '../../../schema/index.ts';

/** What a study of a detector is to measure. */
export interface DetectorSpec {
  /** Questions of every interview, and the horizon of the detector. */
  readonly questions: number;
  /** Numbers of questions at which figures are given. */
  readonly compareAt: readonly number[];
  /** Questionnaires drawn from each benign policy to compare with. */
  readonly samples: number;
  /** Benign interviews of each policy, in which every alarm is false. */
  readonly interviews: number;
  /** Interviews of each attacker, each with a person of their own. */
  readonly attacks: number;
  /** Shares of popular questions that a stealthy attacker mixes in. */
  readonly shares: readonly number[];
  /** Strategies with an order of their own, as they are in the registry of strategies. */
  readonly lists: readonly string[];
  /** Share of false alarms that is allowed. */
  readonly level: number;
  /** Ridge of the suspected attacker; 'model' takes that of the model. */
  readonly ridge: number | 'model';
  /** Resamples of the people, and coverage, for the intervals. */
  readonly resamples: number;
  readonly coverage: number;
  readonly seed: number;
}

export const detectorStudyDefaults: DetectorSpec = Object.freeze({
  questions: 20,
  compareAt: Object.freeze([5, 10, 20]),
  samples: 10_000,
  interviews: 10_000,
  attacks: 1_000,
  shares: Object.freeze([0.5, 0.75, 0.9]),
  lists: Object.freeze(['maxGap', 'entropy', 'popularity']),
  level: 0.05,
  ridge: 'model',
  resamples: 300,
  coverage: 0.95,
  seed: 1,
});

/** Strategies whose order no answer changes. */
const LISTS = ['maxGap', 'entropy', 'popularity'];

const { about, between, either, listOf, oneOf, whole } = schema;
export const detectorSchema = schema.fieldsOf<DetectorSpec>({
  questions: whole(1, 1000),
  compareAt: about('Of a study: numbers of questions to report.', listOf(whole(1, 1000), 1)),
  samples: about('Questionnaires to compare with, per harmless strategy.', whole(100, 10_000_000)),
  interviews: about('Of a study: interviews per harmless strategy.', whole(1, 10_000_000)),
  attacks: about('Of a study: interviews per attacker.', whole(20, 10_000_000)),
  shares: about('Of a study: shares of popular questions mixed in.', listOf({ kind: 'number', above: 0, max: 1 })),
  lists: about('Of a study: fixed orders to look at.', listOf(oneOf(LISTS))),
  level: about('Share of false alarms to allow.', between(0.0001, 0.5)),
  ridge: about('Ridge of the suspected attacker.', either(schema.positive, oneOf(['model']))),
  resamples: whole(50, 100_000),
  coverage: between(0.5, 0.9999),
  seed: about('Seed of everything random.', schema.seed),
});

/** Checks every value and fills in the defaults. */
export function detectorSpec(partial: Partial<DetectorSpec> = {}): DetectorSpec {
  requireFit(detectorSchema, partial);
  const questions = partial.questions ?? detectorStudyDefaults.questions;
  const usual = detectorStudyDefaults.compareAt.filter((at) => at <= questions);
  const compareAt = usual.length > 0 ? usual : [questions];
  const spec = filledIn<DetectorSpec>({ ...detectorStudyDefaults, compareAt }, partial);
  // Fewer could never give a p-value at that level, least of all to somebody who looks after every question.
  const fewest = Math.ceil(2 / spec.level);
  if (spec.samples < fewest)
    throw outOfRange('samples', spec.samples, `at least ${fewest} for the level ${spec.level}`);
  for (const at of spec.compareAt) requireWithin('compareAt', at, { min: 1, max: questions, whole: true });
  const ascending = (numbers: readonly number[]) => [...new Set(numbers)].sort((a, b) => a - b);
  return { ...spec, compareAt: ascending(spec.compareAt), shares: ascending(spec.shares) };
}
