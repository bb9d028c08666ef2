/**
 * What a gate judges: every leak that records of an audit speak of, in one form. A leak is an attribute, where it shows
 * (after ten questions, in top-10 lists), and what the strongest attacker finds there.
 *
 * "The strongest" depends on the end of the interval that is looked at: the largest upper end need not be that of the
 * attacker with the largest estimate. So each end is the largest over all attackers. For the upper end that is safe
 * without a correction for their number: whoever is truly strongest stays below their own upper end, and so below the
 * largest, as often as a single interval holds.
 */
import { flipped, noticed } from '../../audit/index.ts';
import type { AnyRecords, GatedRecords } from '../common/anyRecords.ts';
import type { Estimate, Figure, Finding } from '../common/input.ts';
import { whereFound, whoFound } from './placeWords.ts';

/** Which end of the interval a limit is compared with. */
export type GateEnd = 'lower' | 'estimate' | 'upper';

export const gateEnds: readonly GateEnd[] = ['lower', 'estimate', 'upper'];

/** What is given away about one attribute in one place. */
export interface Leak {
  /** What it is about, the same from run to run: a baseline is found by it. */
  readonly key: string;
  readonly attribute: string;
  /** "after 10 questions", "in top-10 lists" */
  readonly where: string;
  /** Who finds most. */
  readonly attacker: string;
  /** Of that attacker alone. */
  readonly auc: Estimate;
  /** The largest over all attackers. */
  readonly ends: Readonly<Record<GateEnd, number>>;
  /** How many people are behind it; none where nobody was asked. */
  readonly people?: number;
  /** The smallest AUC that would have been found with 80% probability. */
  readonly detectable?: number;
  /** Implied: by models alone. Such a figure has no interval. */
  readonly basis: 'measured' | 'implied';
  /** The share of the people who are named with 90% certainty, likewise over all attackers; none where that was not counted. */
  readonly named?: Readonly<Record<GateEnd, number>>;
  /** In each resample of the people. */
  readonly replicates?: readonly number[] | undefined;
}

export function isGated(records: AnyRecords): records is GatedRecords {
  return leaksOf(records).length > 0;
}

/** Every leak that the records speak of. */
export function leaksOf(records: AnyRecords): Leak[] {
  const byKey = new Map<string, Attack[]>();
  for (const finding of records.findings) {
    if (!finding.judged) continue;
    // Only records of measurements have findings that a gate judges.
    const attack = attackOf(records as GatedRecords, finding);
    const key = `${finding.target}, ${attack.where}`;
    byKey.set(key, [...(byKey.get(key) ?? []), attack]);
  }
  return [...byKey].map(([key, attacks]) => leakFrom(key, attacks));
}

/** One attacker in one place, and whether its guesses were turned round. */
interface Attack extends Pick<Finding, 'people' | 'target' | 'detectable' | 'named' | 'replicates'> {
  readonly where: string;
  readonly who: string;
  readonly auc: Figure;
  readonly implied: boolean;
}

function attackOf(records: GatedRecords, finding: Finding): Attack {
  const { impliedAuc, auc = exactly(impliedAuc ?? Number.NaN), situation } = finding;
  // Before the headline, what holds is the band around a whole curve.
  const { bounds = auc.band ?? { low: auc.low, high: auc.high } } = auc;
  const who = whoFound(records, finding);
  const where = whereFound(records, finding);
  const attack = { ...finding, auc: { ...auc, bounds }, who, where, implied: finding.auc === undefined };
  // Whoever knows of a defence turns round what it reversed.
  if (situation !== undefined) return { ...noticed(attack), replicates: undefined };
  const turned = flipped(attack);
  // Replicates are of guesses as they were: no pairs for those that were turned round.
  return turned === attack ? attack : { ...turned, who: `${who}, turned round`, replicates: undefined };
}

const exactly = (value: number): Figure => ({ value, low: value, high: value });

function leakFrom(key: string, attacks: readonly Attack[]): Leak {
  const strongest = attacks.reduce((best, attack) => (attack.auc.value > best.auc.value ? attack : best));
  const { target: attribute, who: attacker, where, auc, replicates, implied, people } = strongest;
  const detectable = attacks.flatMap((attack) => attack.detectable ?? []);
  const named = attacks.flatMap((attack) => attack.named ?? []);
  const largest = (end: 'low' | 'high') => Math.max(...attacks.map((attack) => known(attack.auc.bounds![end])));
  return {
    key,
    attribute,
    where,
    attacker,
    auc,
    ends: { lower: largest('low'), estimate: auc.value, upper: largest('high') },
    basis: implied ? 'implied' : 'measured',
    ...(implied ? {} : { people }),
    ...(detectable.length === 0 ? {} : { detectable: Math.max(...detectable) }),
    ...(named.length === 0 ? {} : { named: largestOf(named) }),
    replicates,
  };
}

function largestOf(shares: readonly Figure[]): Record<GateEnd, number> {
  const largest = (of: (share: Figure) => number | null) => Math.max(...shares.map((share) => known(of(share))));
  return {
    lower: largest(({ low, bounds }) => (bounds ?? { low }).low),
    estimate: largest(({ value }) => value),
    upper: largest(({ high, bounds }) => (bounds ?? { high }).high),
  };
}

/** JSON keeps what is not a number as null. */
const known = (end: number | null) => end ?? Number.NaN;
