/** Invented records of an attribute with many groups, whose names are as long as real ones. */
import type { AuditRecords } from '../../src/audit/index.ts';
import { groupFindings } from './findings.ts';
import { sampleRecords } from './sampleRecords.ts';

export function manyGroups(groups: number): AuditRecords {
  const records = sampleRecords();
  const label = (group: number) => `Department number ${group + 1}, and some of its neighbours`;
  const people = (group: number) => 100 + 10 * group;
  const labels = Array.from({ length: groups }, (_, group) => ({
    label: label(group),
    users: people(group),
    ratings: 20 * people(group),
  }));
  const users = labels.reduce((sum, one) => sum + one.users, 0);
  // Half of each group are named correctly; the rest are taken for the next one.
  const confusion = labels.map((one, group) =>
    labels.map((_, named) => (named === group || named === (group + 1) % groups ? one.users / 2 : 0)),
  );
  const biases = (at: number) => labels.map((_, group) => 3 + Math.sin(group + at));
  return {
    ...records,
    data: { ...records.data, labels, users },
    confusions: [{ attacker: 'separation', length: 10, counts: confusion }],
    findings: [
      ...records.findings,
      ...groupFindings('separation', 10, users, labels, (group) => 0.6 + (0.3 * group) / groups),
    ],
    items: records.items.map((item, at) => ({ ...item, biases: biases(at) })),
  };
}
