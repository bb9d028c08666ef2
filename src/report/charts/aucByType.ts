/** How well each group is recognised among all, where there are more than two. */
import type { Chart } from '../common/chart.ts';
import { counted, withInterval } from '../common/format.ts';
import { type AuditRecords, findingsWith } from '../common/input.ts';
import { placeOn } from '../common/layout.ts';
import { confusionOf, leadOf, nameOf } from '../common/lookup.ts';
import { axisDomain } from './lines.ts';
import { rowsChart } from './rows.ts';

export function aucByTypeChart(records: AuditRecords): Chart | undefined {
  const confusion = confusionOf(records, leadOf(records).id);
  if (confusion === undefined) return undefined;
  const { attacker, length } = confusion;
  const labels = records.data.labels.map(({ label }) => label);
  const told = findingsWith(records.findings, 'auc', { attacker, length, variant: 'real', cohort: 'survivors' });
  const rows = labels.flatMap((label, row) =>
    told.filter(({ group }) => group === label).map(({ auc: { value, low, high } }) => ({ row, value, low, high })),
  );
  const ranked = [...rows].filter(({ value }) => Number.isFinite(value)).sort((a, b) => b.value - a.value);
  const [best, worst] = [ranked[0], ranked.at(-1)];
  if (best === undefined || worst === undefined) return undefined;
  const reading =
    `After ${counted(length, 'question')} ${nameOf(records, attacker)} tells “${labels[best.row]}” best from all ` +
    `others, with an AUC of ${withInterval(best)}, and “${labels[worst.row]}” worst, with ${withInterval(worst)}.`;
  const words = {
    id: 'auc-by-type',
    title: 'Which group is easiest to recognise',
    reading,
    description: `Dot plot with intervals. Horizontal: AUC of each group against the rest. One row per group. ${reading}`,
  };
  const domain = axisDomain([0.5, ...rows.flatMap(({ low, high }) => [low, high]).filter(Number.isFinite)], 0.1);
  const x = placeOn(domain, { title: 'AUC against the rest', grid: false, tickCount: 6 });
  const data = { values: rows };
  return rowsChart(words, labels, { right: 20 }, (y) => [
    { data: { values: [{ at: 0.5 }] }, mark: { type: 'rule', style: 'reference' }, encoding: { x: x('at') } },
    { data, mark: { type: 'rule', style: 'inkRule' }, encoding: { y, x: x('low'), x2: { field: 'high' } } },
    { data, mark: { type: 'point', filled: true, size: 75, style: 'inkDot' }, encoding: { y, x: x('value') } },
  ]);
}
