/**
 * The first sentence about an audit, in the language of the page. English says what the report says (a test compares),
 * and no language says more: a leak is named by the lower bound of the strongest attacker, and none is no proof.
 */
import type { AuditRecords, NumericRecords } from '../../../audit/index.ts';
import { leakOfAudit, numericLeak } from '../../../report/index.ts';
import type { ViewWords, Words } from '../../words/catalogue.ts';

export function verdictText(
  records: AuditRecords,
  words: ViewWords['audit']['result']['verdicts'],
  leaks: Words['data']['leaks'],
): string {
  const { attribute } = records.data;
  if (records.headlines.length === 0) return words.nothing;
  const leak = leakOfAudit(records);
  if (leak === 'none' || leak === 'possible') return words[leak](attribute);
  return words.leak(leaks[leak], attribute);
}

/** The same of a number, by the lower bound of the share explained or of a band; without control and test nothing is claimed. */
export function numberVerdictText(
  records: NumericRecords,
  words: ViewWords['audit']['result']['verdicts'],
  leaks: Words['data']['leaks'],
): string {
  const leak = numericLeak(records);
  const { attribute } = records.data;
  if (leak === undefined) return words.nothing;
  if (leak === 'unchecked') return words.unchecked(attribute);
  return leak === 'none' || leak === 'possible' ? words[leak](attribute) : words.leak(leaks[leak], attribute);
}
