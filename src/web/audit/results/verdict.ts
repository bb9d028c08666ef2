/**
 * The first sentence about an audit, in the language of the page. English says what the report says (a test compares),
 * and no language says more: a leak is named by the lower bound of the strongest attacker, and none is no proof.
 */
import type { AuditRecords, NumericRecords } from '../../../audit/index.ts';
import { leakSize, numericLeak } from '../../../report/index.ts';
import type { ViewWords, Words } from '../../words/catalogue.ts';

export function verdictText(
  { headlines, verdict, data }: AuditRecords,
  words: ViewWords['audit']['result']['verdicts'],
  leaks: Words['data']['leaks'],
): string {
  if (headlines.length === 0) return words.nothing;
  if (!verdict.leak) return words.none(data.attribute);
  const low = Math.max(...headlines.flatMap(({ attackers }) => attackers.map(({ bounds }) => bounds.low)));
  const size = leakSize(low);
  return size === 'none' ? words.unmeasured(data.attribute) : words.leak(leaks[size], data.attribute);
}

/** The same of a number, by the lower bound of the share explained; without a control nothing is claimed. */
export function numberVerdictText(
  records: NumericRecords,
  words: ViewWords['audit']['result']['verdicts'],
  leaks: Words['data']['leaks'],
): string {
  const leak = numericLeak(records);
  const { attribute } = records.data;
  if (leak === undefined) return words.nothing;
  if (leak === 'unchecked') return words.unchecked(attribute);
  return leak === 'none' ? words.none(attribute) : words.leak(leaks[leak], attribute);
}
