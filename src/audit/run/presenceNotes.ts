/**
 * Where everybody answered everything, which items people answered tells nothing. Attackers that read latent factors of
 * it go without them, and the records say so.
 */
import { classifierNamed, presenceOf } from '../../inference/index.ts';
import type { Dataset } from '../../ratings/index.ts';
import { sparse } from '../attackers/sparseData.ts';
import type { AttackerNote } from '../records/records.ts';
import type { AuditSpec } from '../spec/auditSchema.ts';

export function presenceNotes({ ratings }: Dataset, { fullHistory }: Pick<AuditSpec, 'fullHistory'>): AttackerNote[] {
  const histories = sparse(ratings.byUser, ratings.items);
  const { missing, varies } = presenceOf(histories);
  if (varies) return [];
  const { rows: people, columns: items } = histories;
  return fullHistory
    .map(classifierNamed)
    .filter(({ judge }) => judge !== undefined)
    .map(({ name, label }) => ({ kind: 'history', id: name, label, form: 'withoutPresence', missing, people, items }));
}
