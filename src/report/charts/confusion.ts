/** Who is taken for whom: of the people of each group, the share that the attacker takes for each group. */
import { type Chart, layeredChart } from '../common/chart.ts';
import { counted, percent, shortened } from '../common/format.ts';
import type { AuditRecords } from '../common/input.ts';
import { type Layout, LETTER } from '../common/layout.ts';
import { confusionOf, leadOf, nameOf } from '../common/lookup.ts';

/** More cells cannot be read: a table then says for each group what it is most often taken for. */
export const MOST_CONFUSED = 12;

const letters = (layout: Layout) => (layout.named ? 18 : 10);

export function confusionChart(records: AuditRecords): Chart | undefined {
  const figures = confusionOf(records, leadOf(records).id);
  const labels = records.data.labels.map(({ label }) => label);
  if (figures === undefined || labels.length > MOST_CONFUSED) return undefined;
  const total = figures.counts.flat().reduce((sum, count) => sum + count, 0);
  const right = figures.counts.reduce((sum, row, type) => sum + row[type]!, 0);
  const commonest = Math.max(...figures.counts.map((row) => row.reduce((sum, count) => sum + count, 0)));
  const cells = figures.counts.flatMap((row, truth) => {
    const people = row.reduce((sum, count) => sum + count, 0);
    return row.map((count, named) => {
      const share = people === 0 ? 0 : count / people;
      return { truth: labels[truth]!, named: labels[named]!, share, text: String(Math.round(100 * share)) };
    });
  });
  const reading =
    `After ${counted(figures.length, 'question')} ${nameOf(records, figures.attacker)} names the group of ` +
    `${percent(right / total)} of ${counted(total, 'person', 'people')} correctly; guessing the largest group for everyone is ` +
    `right for ${percent(commonest / total)}. Rows: the groups that people are in. Columns: the groups the attacker puts them in, in percent of the row.`;
  const longest = Math.max(...labels.map((label) => label.length));
  const words = {
    id: 'confusion',
    title: 'Who is mistaken for whom',
    reading,
    description: `Grid of shares in percent; each row adds up to 100. The groups, in this order: ${labels.join(', ')}. ${reading}`,
  };
  const room = (layout: Layout) => ({
    height: 34 * labels.length + 10,
    phoneHeight: 30 * labels.length,
    left: 22 + LETTER * Math.min(longest, letters(layout)),
    bottom: 16 + (layout.named ? 5 : 4) * Math.min(longest, 14),
  });
  const scale = { domain: labels, paddingInner: 0.06, paddingOuter: 0 };
  const shade = { domain: [0, 1], range: [0, 0.75] };
  const opacity = { field: 'share', type: 'quantitative', scale: shade, legend: null };
  const data = { values: cells };
  return layeredChart(words, room, (layout) => {
    const named = Object.fromEntries(labels.map((label) => [label, shortened(label, letters(layout))]));
    const axis = { labelExpr: `${JSON.stringify(named)}[datum.label]`, domain: false, ticks: false, title: null };
    const x = { field: 'named', type: 'nominal', scale, axis: { ...axis, orient: 'bottom', labelAngle: -35 } };
    const y = { field: 'truth', type: 'nominal', scale, axis };
    return [
      { data, mark: { type: 'rect', style: 'cellGround' }, encoding: { x, y } },
      { data, mark: { type: 'rect', style: 'cell' }, encoding: { x, y, opacity } },
      { data, mark: { type: 'text', style: 'labelText' }, encoding: { x, y, text: { field: 'text' } } },
    ];
  });
}
