/** What a gate found, in sentences: the same in a terminal, in a comment and in the files of a pipeline. */
import { capital, count, counted, decimal, listed, percent, pValue } from '../common/format.ts';
import { type CheckedAudit, hasFailed } from './checked.ts';
import { type GateResult, type Judgement, type Outcome, type Trend, worstOutcome } from './gate.ts';
import type { GateEnd, Leak } from './leaks.ts';

/** Limits are compared in full; three digits tell which side a figure is on but at the very edge. */
const figure = (value: number) => decimal(value, 3);

/** "0.612 [0.588, 0.640]": the estimate between the largest ends of all attackers. */
export function aucText({ ends, basis }: Leak): string {
  const value = figure(ends.estimate);
  return basis === 'implied' ? value : `${value} [${figure(ends.lower)}, ${figure(ends.upper)}]`;
}

export const endWords: Readonly<Record<GateEnd, string>> = {
  lower: 'the lower end of the interval',
  estimate: 'the estimate itself',
  upper: 'the upper end of the interval',
};

export const outcomeWords: Readonly<Record<Outcome, string>> = {
  kept: 'within the limit',
  notShown: 'cannot be shown to be within the limit',
  tooFewPeople: 'too few people to tell',
  broken: 'above the limit',
  unlimited: 'no limit',
};

/** One leak: beside its limit, and how it changed where that fails. */
export function judgementText(judgement: Judgement, failOn: GateEnd): string {
  const { trend } = judgement;
  return `${limitsText(judgement, failOn)}${trend?.grew === true ? ` ${trendText(trend)}` : ''}`;
}

/** One sentence on the AUC, unless people who are named alone have a limit, and one on them. */
function limitsText(judgement: Judgement, failOn: GateEnd): string {
  const { leak, named, limit } = judgement;
  if (named === undefined) return limitText(judgement, failOn);
  const people = `${capital(leak.key)}: ${namedText(named, failOn)}`;
  return limit === undefined ? people : `${limitText(judgement, failOn)} ${people}`;
}

/** "0.0% [0.0%, 0.4%] of the people are named with 90% certainty; that is within the limit of 1.0%." */
function namedText({ limit, ends, outcome }: NonNullable<Judgement['named']>, failOn: GateEnd): string {
  const share = (value: number) => percent(value, 1);
  const found = `${share(ends.estimate)} [${share(ends.lower)}, ${share(ends.upper)}]`;
  const reach = outcome === 'notShown' ? `: the interval reaches ${share(ends[failOn])}` : '';
  const verb =
    outcome === 'notShown' ? 'cannot be shown to be within' : `is ${outcome === 'kept' ? 'within' : 'above'}`;
  return `${found} of the people are named with 90% certainty; that ${verb} the limit of ${share(limit)}${reach}.`;
}

/** One sentence on one leak and its limit. */
function limitText({ leak, limit, outcome }: Judgement, failOn: GateEnd): string {
  return `${capital(leak.key)}: AUC ${aucText(leak)} ${reasonText(leak, limit, outcome, failOn)}`;
}

function reasonText(leak: Leak, limit: number | undefined, outcome: Outcome, failOn: GateEnd): string {
  const { ends, detectable, people, basis } = leak;
  const nobody = basis === 'implied' ? ' Models imply this figure; no one was asked.' : '';
  const asked = people === undefined ? '' : ` with ${counted(people, 'person', 'people')}`;
  switch (outcome) {
    case 'unlimited':
      return `has no limit.${nobody}`;
    case 'kept':
      return `is within the limit of ${limit}.${nobody}`;
    case 'broken':
      return `is above the limit of ${limit}.${nobody}`;
    case 'notShown':
      return `cannot be shown to be within the limit of ${limit}${asked}: the interval reaches ${figure(ends[failOn])}.`;
    case 'tooFewPeople':
      return `is within the limit of ${limit}, but ${people === undefined ? 'the audit' : counted(people, 'person', 'people')} could not show a leak below ${figure(detectable ?? 1)}: there are too few people to tell.`;
  }
}

/** "It grew by 0.041 [0.012, 0.070] since the baseline (0.571)." */
function trendText({ difference, before, grew, corrected, paired }: Trend): string {
  const by = `${figure(Math.abs(difference.value))} [${figure(difference.low)}, ${figure(difference.high)}]`;
  const how = paired ? 'the same people' : 'not paired';
  const since = `since the baseline (${figure(before.value)}; ${how})`;
  if (grew) return `It grew ${since} by ${by}, more than chance explains (p = ${pValue(corrected, 1000)}).`;
  return `It changed by ${figure(difference.value)} [${figure(difference.low)}, ${figure(difference.high)}] ${since}, which chance may explain.`;
}

/** What else fails a gate: what is not there. */
export function absenceTexts({ notMeasured, limitsUnused, judgements, namedUnknown }: GateResult): string[] {
  return [
    ...(namedUnknown ? ['There is a limit for people who are named, but these records do not count them.'] : []),
    ...notMeasured.map((key) => `The baseline has "${key}", which was not measured this time.`),
    ...limitsUnused.map((attribute) => `There is a limit for "${attribute}", but nothing was measured about it.`),
    ...(judgements.length === 0 ? ['Nothing was measured that could be judged.'] : []),
  ];
}

/** The gate of one audit for a terminal. */
export function gateLines(gate: GateResult): string[] {
  const limited = gate.judgements.filter(({ limit, named }) => limit !== undefined || named !== undefined);
  const trends = gate.judgements.filter(({ trend }) => trend !== undefined);
  return [
    `Gate: ${gate.passed ? 'passed' : 'FAILED'}. It judges by ${endWords[gate.failOn]}, over all attackers.`,
    ...limited.map((judgement) => `  ${mark(judgement)} ${limitsText(judgement, gate.failOn)}`),
    ...trends.map(({ leak, trend }) => `  ${trend!.grew ? '✗' : '✓'} ${capital(leak.key)}: ${trendText(trend!)}`),
    ...absenceTexts(gate).map((text) => `  ✗ ${text}`),
  ];
}

const mark = (judgement: Judgement) => (worstOutcome(judgement) === 'kept' ? '✓' : '✗');

/** One sentence on everything that ran. */
export function runText(audits: readonly CheckedAudit[]): string {
  const failed = audits.filter(hasFailed);
  if (failed.length === 0) return `${counted(audits.length, 'audit')} passed.`;
  return `${count(failed.length)} of ${counted(audits.length, 'audit')} failed: ${listed(failed.map(({ name }) => name))}.`;
}
