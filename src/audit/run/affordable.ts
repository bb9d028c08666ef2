/**
 * Attackers that look at everybody at once cost more than in proportion to the people. Up to `exactPeople` training people
 * the matrix between all of them is factored; up to `mostPeople` they are compared with landmarks; beyond, the attacker
 * is left out. Which of it happened is part of the records: a figure without the strongest attacker says less.
 */
import { classifierNamed } from '../../inference/index.ts';
import type { AttackerNote } from '../records/records.ts';
import type { AuditSpec } from '../spec/auditSchema.ts';

interface Affordable {
  readonly fullHistory: AuditSpec['fullHistory'];
  readonly notes: readonly AttackerNote[];
}

/** `folds`: the fold of everybody. */
export function affordableAttackers(
  { fullHistory, transductive, folds: count }: Pick<AuditSpec, 'fullHistory' | 'transductive' | 'folds'>,
  folds: ArrayLike<number>,
): Affordable {
  const tested = new Uint32Array(count);
  for (let person = 0; person < folds.length; person++) tested[folds[person]!]!++;
  const people = folds.length - Math.min(...tested);
  const { exactPeople, landmarks, mostPeople } = transductive;
  const notes = fullHistory
    .map(classifierNamed)
    .filter(({ judge }) => judge !== undefined && people > Math.min(exactPeople, mostPeople))
    .map(({ name, label }): AttackerNote => {
      const one = { kind: 'history', id: name, label, people } as const;
      return people > mostPeople
        ? { ...one, form: 'leftOut', limit: mostPeople }
        : { ...one, form: 'landmarks', limit: exactPeople, landmarks };
    });
  const leftOut = notes.filter(({ form }) => form === 'leftOut').map(({ id }) => id);
  return { fullHistory: fullHistory.filter((name) => !leftOut.includes(name)), notes };
}
