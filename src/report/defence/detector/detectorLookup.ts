/** Finds in the records of a detector study what charts and text speak of. */
import type { AskerDescription, AskerFigures, DetectorRecords, FalseAlarms, Tally } from '../../../defence/index.ts';
import { percent } from '../../common/format.ts';
import { type Estimate, findingsWith, wilsonInterval } from '../../common/input.ts';
import type { Point } from '../../common/lookup.ts';

export function figuresOf({ figures }: DetectorRecords, asker: string, attribute: string): AskerFigures | undefined {
  return figures.find((one) => one.asker === asker && one.attribute === attribute);
}

/** How soon somebody is noticed, and what they learn, after every number of questions from 1. */
export function pointsOf({ findings }: DetectorRecords, attacker: string, target: string): Point<'noticed' | 'auc'>[] {
  return findingsWith(findings, 'noticed', { attacker, target }) as Point<'noticed' | 'auc'>[];
}

/** Ways of asking that have figures about the attribute: who aims first, then by stealth, then lists. */
export function askersAbout(records: DetectorRecords, attribute: string): AskerDescription[] {
  return records.askers.filter(({ id }) => figuresOf(records, id, attribute) !== undefined);
}

/** Who aims at the attribute: openly, then with ever more popular questions. */
export function aimersAt(records: DetectorRecords, attribute: string): AskerDescription[] {
  return askersAbout(records, attribute).filter(({ kind }) => kind !== 'list');
}

const LISTS: Readonly<Record<string, string>> = {
  maxGap: 'largest gaps first',
  entropy: 'most divided first',
  popularity: 'most popular first',
};

export function askerName({ kind, strategy, share }: AskerDescription): string {
  if (kind === 'list') return LISTS[strategy] ?? `${strategy} list`;
  return kind === 'aimed' ? 'aimed' : `aimed, ${percent(share)} popular`;
}

const POLICIES: Readonly<Record<string, string>> = {
  popularity: 'drawn by popularity',
  entropy: 'drawn by entropy',
  uniform: 'drawn evenly',
};

export function policyName(policy: string): string {
  return POLICIES[policy] ?? `drawn by ${policy}`;
}

/** With an interval for a share of independent interviews. */
export function shareOf({ alarms, interviews }: Tally, { spec }: DetectorRecords): Estimate {
  const value = alarms / interviews;
  return { value, ...wilsonInterval(value, interviews, spec.coverage) };
}

/** "after 5", "at any time" */
export function whenOf({ questions }: FalseAlarms): string {
  return questions === undefined ? 'at any time' : `after ${questions}`;
}

/** The most frequent false alarm of all. */
export function worstAlarm({ falseAlarms }: DetectorRecords): FalseAlarms | undefined {
  return falseAlarms.reduce<FalseAlarms | undefined>(
    (worst, one) => (worst === undefined || one.alarms > worst.alarms ? one : worst),
    undefined,
  );
}
