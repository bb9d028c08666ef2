/** What a study of the detector runs, as plain JSON: everything that decides the result. */
import { outOfRange, requirePositive, requireWithin } from '../../../errors/index.ts';
import { strategyNamed } from '../../../selection/index.ts';

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

/** Fills in the defaults and checks every value. */
export function detectorSpec(partial: Partial<DetectorSpec> = {}): DetectorSpec {
  const questions = partial.questions ?? detectorStudyDefaults.questions;
  const usual = detectorStudyDefaults.compareAt.filter((at) => at <= questions);
  const spec = { ...detectorStudyDefaults, compareAt: usual.length > 0 ? usual : [questions], ...partial };
  requireWithin('questions', questions, { min: 1, max: 1000, whole: true });
  requireWithin('samples', spec.samples, { min: 100, max: 10_000_000, whole: true });
  requireWithin('interviews', spec.interviews, { min: 1, max: 10_000_000, whole: true });
  requireWithin('attacks', spec.attacks, { min: 20, max: 10_000_000, whole: true });
  requireWithin('resamples', spec.resamples, { min: 50, max: 100_000, whole: true });
  requireWithin('level', spec.level, { min: 0.0001, max: 0.5 });
  // Fewer could never give a p-value at that level, least of all to who looks after every question.
  const fewest = Math.ceil(2 / spec.level);
  if (spec.samples < fewest)
    throw outOfRange('samples', spec.samples, `at least ${fewest} for the level ${spec.level}`);
  requireWithin('coverage', spec.coverage, { min: 0.5, max: 0.9999 });
  requireWithin('seed', spec.seed, { min: 0, max: Number.MAX_SAFE_INTEGER, whole: true });
  if (spec.ridge !== 'model') requirePositive('ridge', spec.ridge);
  if (spec.compareAt.length === 0) throw outOfRange('compareAt', 'empty', 'at least one number of questions');
  for (const at of spec.compareAt) requireWithin('compareAt', at, { min: 1, max: questions, whole: true });
  for (const share of spec.shares) requireWithin('shares', share, { min: Number.MIN_VALUE, max: 1 });
  for (const name of spec.lists) {
    if (!LISTS.includes(strategyNamed(name).name)) throw outOfRange('lists', name, `some of ${LISTS.join(', ')}`);
  }
  const ascending = (numbers: readonly number[]) => [...new Set(numbers)].sort((a, b) => a - b);
  return { ...spec, compareAt: ascending(spec.compareAt), shares: ascending(spec.shares) };
}
