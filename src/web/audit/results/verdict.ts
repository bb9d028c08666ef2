/**
 * The first sentence about an audit, in the language of the page. English says what the report says (a test compares),
 * and no language says more: a leak is named by the lower bound of the strongest attacker, and none is no proof. Of a number,
 * that is the lower bound of the share explained or of a band; without control and test nothing is claimed.
 */
import { leakOfAudit, numericLeak } from '../../../report/index.ts';
import type { ViewWords, Words } from '../../words/catalogue.ts';
import type { AuditedRecords } from './chartTable.ts';

export function verdictText(
  records: AuditedRecords,
  words: ViewWords['audit']['result']['verdicts'],
  leaks: Words['data']['leaks'],
): string {
  const { attribute } = records.data;
  const leak = leakIn(records);
  if (leak === undefined) return words.nothing;
  if (leak === 'none' || leak === 'possible' || leak === 'unchecked') return words[leak](attribute);
  return words.leak(leaks[leak], attribute);
}

function leakIn(records: AuditedRecords) {
  if (records.format !== 'ulterior-audit') return numericLeak(records);
  return records.findings.some(({ judged }) => judged) ? leakOfAudit(records) : undefined;
}
