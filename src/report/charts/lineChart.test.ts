/** Few lines in a picture, all of them to look up. */
import { expect, it } from 'vitest';
import { sampleRecords } from '../../../test/support/sampleRecords.ts';
import { curveTable } from '../page/curveTable.ts';
import { aucChart } from './auc.ts';
import { confidenceChart } from './confidence.ts';

it('draws five lines at most, the leading one and the control among them; the table has all', () => {
  const records = sampleRecords({ maxQuestions: 20 });
  const copies = ['a', 'b', 'c'];
  const entropy = records.findings.filter(
    ({ attacker, exposure }) => attacker === 'entropy' && exposure === 'questions',
  );
  const more = {
    ...records,
    attackers: [
      ...records.attackers,
      ...copies.map((id) => ({ ...records.attackers.find((one) => one.id === 'entropy')!, id, label: id })),
    ],
    findings: [...records.findings, ...copies.flatMap((attacker) => entropy.map((one) => ({ ...one, attacker })))],
  };
  const chart = aucChart(more)!;
  const labels = chart.legend.map(({ label }) => label);
  expect(labels).toHaveLength(5);
  expect(labels).toEqual(expect.arrayContaining(['Exact (IncFBC)', 'Shuffled (control)']));
  expect(chart.reading).toContain('3 more lines are left out of the picture.');
  expect(curveTable(chart)[0]!.parts.groups[0]!.rows).toHaveLength(8);
  expect(aucChart(records)!.reading).not.toContain('left out');
  expect(confidenceChart(records)!.legend.map(({ label }) => label)).toEqual(['80% sure', '90% sure', '95% sure']);
});
