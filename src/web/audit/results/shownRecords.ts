/** Records without the curves of contenders that are switched off. The contenders stay, and with them their colours. */
import type { AuditRecords } from '../../../audit/index.ts';
import { leadOf } from '../../../report/index.ts';

export function shownRecords(records: AuditRecords, hidden: readonly string[]): AuditRecords {
  const lead = leadOf(records);
  const shown = ({ contender }: { readonly contender: string }) => contender === lead.id || !hidden.includes(contender);
  return {
    ...records,
    curves: records.curves.filter(shown),
    ratingErrors: records.ratingErrors.filter(shown),
    confidences: records.confidences.filter(shown),
    reliability: records.reliability.filter(shown),
  };
}
