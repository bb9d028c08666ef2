/**
 * The gate: whether every leak stays within its limit, and whether one grew since a baseline.
 *
 * When in doubt, it fails. By default the upper end of the interval must be within the limit: an audit of few
 * people has a wide interval, and does not pass. Whoever judges by another end still does not pass where the audit was too
 * small to see a leak of the limit's size (with 80% probability). A figure that is not a number never passes.
 */
import { holm } from '../../maths/index.ts';
import type { GatedRecords } from '../common/anyRecords.ts';
import { type Growth, growthOf } from '../common/input.ts';
import { type GateEnd, type Leak, leaksOf } from './leaks.ts';

/** What is allowed. */
interface LeakLimits {
  /** For attributes without a limit of their own. */
  readonly maxAuc?: number | undefined;
  readonly byAttribute?: Readonly<Record<string, number>> | undefined;
  /** Of the people whom an attacker names with 90% certainty, as a share of all. */
  readonly maxNamed?: number | undefined;
  readonly failOn: GateEnd;
  /** An earlier audit: no leak may have grown since. */
  readonly baseline?: GatedRecords | undefined;
}

/**
 *   kept            within the limit
 *   notShown        the estimate is within, the interval reaches above
 *   tooFewPeople    the end that counts is within, but a leak of the limit's size could not have been seen
 *   broken          the end that counts and the estimate are above
 *   unlimited       there is no limit for the attribute
 */
export type Outcome = 'kept' | 'notShown' | 'tooFewPeople' | 'broken' | 'unlimited';

/** How a leak changed since the baseline; `corrected` for the number of leaks that were compared. */
export interface Trend extends Growth {
  readonly before: Leak['auc'];
  readonly corrected: number;
  readonly grew: boolean;
}

/** What a gate says of one leak. */
export interface Judgement {
  readonly leak: Leak;
  readonly limit?: number;
  readonly outcome: Outcome;
  /** The same of the people who are named, where there is a limit for them and they were counted. */
  readonly named?: {
    readonly limit: number;
    readonly ends: Readonly<Record<GateEnd, number>>;
    readonly outcome: Outcome;
  };
  /** Since the baseline, where it has this leak. */
  readonly trend?: Trend;
  readonly failed: boolean;
}

/** What a gate found in the records of one audit. */
export interface GateResult {
  readonly failOn: GateEnd;
  readonly judgements: readonly Judgement[];
  /** Leaks of the baseline that were not measured any more: silence is no improvement. */
  readonly notMeasured: readonly string[];
  /** There is a limit for people who are named, but nobody counted them. */
  readonly namedUnknown?: boolean;
  /** Attributes that have a limit, but were not measured. */
  readonly limitsUnused: readonly string[];
  readonly passed: boolean;
}

/** Judges records by limits and by a baseline. */
export function judgeLeaks(records: GatedRecords, limits: LeakLimits): GateResult {
  const leaks = leaksOf(records);
  const before = limits.baseline === undefined ? [] : leaksOf(limits.baseline);
  const trends = trendsOf(leaks, before, records, limits.baseline);
  const judgements = leaks.map((leak): Judgement => {
    const limit = limitFor(leak.attribute, limits);
    const outcome = outcomeOf(leak, limit, limits.failOn);
    const named = namedOutcome(leak, limits);
    const trend = trends.get(leak.key);
    return {
      leak,
      limit,
      outcome,
      ...(named && { named }),
      trend,
      failed: [outcome, named?.outcome ?? 'kept'].some(isBroken) || trend?.grew === true,
    };
  });
  const keys = new Set(leaks.map(({ key }) => key));
  const attributes = new Set(leaks.map(({ attribute }) => attribute));
  const notMeasured = before.map(({ key }) => key).filter((key) => !keys.has(key));
  const limitsUnused = Object.keys(limits.byAttribute ?? {}).filter((attribute) => !attributes.has(attribute));
  const namedUnknown = limits.maxNamed !== undefined && !judgements.some(({ named }) => named !== undefined);
  return {
    failOn: limits.failOn,
    judgements,
    notMeasured,
    ...(namedUnknown && { namedUnknown }),
    limitsUnused,
    passed:
      judgements.length > 0 &&
      !judgements.some(({ failed }) => failed) &&
      notMeasured.length === 0 &&
      !namedUnknown &&
      limitsUnused.length === 0,
  };
}

/** What is not known keeps no limit: NaN is within none. */
const within = (value: number, limit: number) => value <= limit;

const isBroken = (outcome: Outcome) => outcome !== 'kept' && outcome !== 'unlimited';

/** The one that fails, or else that of the AUC. */
export const worstOutcome = ({ outcome, named }: Judgement): Outcome =>
  !isBroken(outcome) && named !== undefined ? named.outcome : outcome;

/** Few people leave room for many who are named: the upper end says so. */
function namedOutcome({ named: ends }: Leak, { maxNamed: limit, failOn }: LeakLimits): Judgement['named'] {
  if (limit === undefined || ends === undefined) return undefined;
  const outcome = within(ends[failOn], limit) ? 'kept' : within(ends.estimate, limit) ? 'notShown' : 'broken';
  return { limit, ends, outcome };
}

function limitFor(attribute: string, { maxAuc, byAttribute = {} }: LeakLimits): number | undefined {
  return Object.hasOwn(byAttribute, attribute) ? byAttribute[attribute] : maxAuc;
}

function outcomeOf({ ends, detectable, basis }: Leak, limit: number | undefined, failOn: GateEnd): Outcome {
  if (limit === undefined) return 'unlimited';
  if (!within(ends[failOn], limit)) return within(ends.estimate, limit) ? 'notShown' : 'broken';
  if (failOn === 'upper' || basis === 'implied') return 'kept';
  // An upper end within the limit shows more than the power of the audit does.
  return within(ends.upper, limit) || within(detectable ?? Number.NaN, limit) ? 'kept' : 'tooFewPeople';
}

function trendsOf(
  leaks: readonly Leak[],
  before: readonly Leak[],
  records: GatedRecords,
  baseline: GatedRecords | undefined,
): Map<string, Trend> {
  if (baseline === undefined) return new Map();
  const { level } = records.spec;
  const paired = canBePaired(records, baseline);
  const compared = leaks.flatMap((leak) => {
    const old = before.find(({ key }) => key === leak.key);
    return old === undefined ? [] : [{ leak, old, growth: growthOf(leak, old, level, paired) }];
  });
  // What cannot be compared counts as grown.
  const corrected = holm(compared.map(({ growth }) => (Number.isNaN(growth.pValue) ? 0 : growth.pValue)));
  return new Map(
    compared.map(({ leak, old, growth }, at) => [
      leak.key,
      { ...growth, before: old.auc, corrected: corrected[at]!, grew: corrected[at]! <= 1 - level },
    ]),
  );
}

/** The same people in the same order, drawn in the same resamples. */
function canBePaired(records: GatedRecords, baseline: GatedRecords): boolean {
  const drawn = ({ data, spec }: GatedRecords) => {
    const people = data !== undefined && 'people' in data ? data.people : undefined;
    return people === undefined ? undefined : [people, spec.seed, spec.resamples].join();
  };
  const own = drawn(records);
  return own !== undefined && own === drawn(baseline);
}
