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
import type { DetectorRecords, LedgerRecords } from '../../defence/index.ts';
import type { AnyRecords } from '../common/anyRecords.ts';
import type { Estimate, NumericRecords } from '../common/input.ts';
import type { Finding, Judged } from '../findings/finding.ts';
import { findingsOf } from '../kinds/reportOf.ts';

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
  /** The smallest AUC that would have been told from chance with 80% probability. */
  readonly detectable?: number;
  /** Implied: by models alone. Such a figure has no interval. */
  readonly basis: 'measured' | 'implied';
  /** In each resample of the people. */
  readonly replicates?: readonly number[];
}

/** Records that speak of leaks by AUC. */
export type GatedRecords = Exclude<AnyRecords, NumericRecords | DetectorRecords | LedgerRecords>;

export function isGated(records: AnyRecords): records is GatedRecords {
  return leaksOf(records).length > 0;
}

/** Every leak that the records speak of. */
export function leaksOf(records: AnyRecords): Leak[] {
  const byKey = new Map<string, Attack[]>();
  for (const finding of findingsOf(records)) {
    const { judged, target } = finding;
    if (judged === undefined) continue;
    const key = `${target}, ${judged.where}`;
    byKey.set(key, [...(byKey.get(key) ?? []), attackOf(finding, judged)]);
  }
  return [...byKey].map(([key, attacks]) => leakFrom(key, attacks));
}

/** One attacker in one place, and whether its guesses were turned round. */
interface Attack extends Judged {
  readonly finding: Finding;
  readonly bounds: { readonly low: number; readonly high: number };
}

function attackOf(finding: Finding, judged: Judged): Attack {
  const { low, high, situation, metric } = finding;
  const bounds = metric === 'impliedAuc' ? judged.auc : { low: low ?? Number.NaN, high: high ?? Number.NaN };
  const attack = { ...judged, finding, bounds };
  // Whoever knows of a defence turns round what it reversed.
  if (situation !== null) return { ...noticed(attack), replicates: undefined };
  const turned = flipped(attack);
  // Replicates are of guesses as they were: no pairs for those that were turned round.
  return turned === attack ? attack : { ...turned, who: `${judged.who}, turned round`, replicates: undefined };
}

function leakFrom(key: string, attacks: readonly Attack[]): Leak {
  const strongest = attacks.reduce((best, attack) => (attack.auc.value > best.auc.value ? attack : best));
  const { finding, who: attacker, where, auc, replicates } = strongest;
  const detectable = attacks.flatMap((attack) => attack.detectable ?? []);
  const largest = (end: (attack: Attack) => number) => Math.max(...attacks.map(end));
  const implied = finding.metric === 'impliedAuc';
  return {
    key,
    attribute: finding.target,
    where,
    attacker,
    auc,
    ends: {
      lower: largest(({ bounds }) => bounds.low),
      estimate: auc.value,
      upper: largest(({ bounds }) => bounds.high),
    },
    basis: implied ? 'implied' : 'measured',
    ...(implied ? {} : { people: finding.people }),
    ...(detectable.length === 0 ? {} : { detectable: Math.max(...detectable) }),
    replicates,
  };
}
