/** The answer in one picture: how well each contender does after a few questions, beside the control and full history. */
import type { Chart } from '../common/chart.ts';
import { counted, decimal, percent, withInterval } from '../common/format.ts';
import type { AuditRecords, Estimate } from '../common/input.ts';
import { framed, type Layout } from '../common/layout.ts';
import { colourOf, controlOf, headlineQuestions, nameOf, pointAt } from '../common/lookup.ts';
import { axisDomain } from './lines.ts';
import { rowNames, rowsFrame, rowY } from './rows.ts';

interface Row extends Estimate {
  readonly name: string;
  readonly kind: 'contender' | 'control' | 'history';
  readonly colour: string;
}

export function headlineChart(records: AuditRecords): Chart | undefined {
  const questions = headlineQuestions(records);
  const rows = rowsOf(records, questions);
  if (!rows.some(({ kind }) => kind === 'contender')) return undefined;
  const title = `What ${counted(questions, 'question')} ${questions === 1 ? 'gives' : 'give'} away`;
  const reading = readingOf(rows, questions);
  const frame = (layout: Layout) => rowsFrame(layout, reading, rows.length, 60);
  return {
    id: 'headline',
    title,
    reading,
    description: `Dots with intervals, one row each. Horizontal: AUC. ${rows.map((row) => `${row.name}: ${withInterval(row)}`).join('; ')}.`,
    legend: [],
    frame,
    spec: (layout) => {
      const space = frame(layout);
      const domain = axisDomain(
        rows.flatMap(({ low, high }) => [low, high]),
        0.1,
        [0.45, 0.9],
      );
      const scale = { domain, nice: false, zero: false };
      const axis = { title: 'AUC: 0.5 is guessing, 1 is certainty', grid: false, format: '.1f', tickCount: 6 };
      const x = (field: string) => ({ field, type: 'quantitative', scale, axis });
      const y = rowY(layout, rows.length);
      const numbered = rows.map((row, at) => ({ ...row, row: at, text: decimal(row.value) }));
      const colours = { domain: records.contenders.map((_, at) => `#${at}`), range: 'category' };
      const color = { field: 'colour', type: 'nominal', scale: colours, legend: null };
      const layersOf = (kind: Row['kind'], rule: object, dot: object, rules: object, dots: object) => {
        const data = { values: numbered.filter((row) => row.kind === kind) };
        if (data.values.length === 0) return [];
        return [
          { data, mark: { type: 'rule', ...rule }, encoding: { y, x: x('low'), x2: { field: 'high' }, ...rules } },
          { data, mark: { type: 'point', filled: true, size: 70, ...dot }, encoding: { y, x: x('value'), ...dots } },
        ];
      };
      return framed({ title, reading }, layout, space, [
        ...rowNames(
          layout,
          rows.map(({ name }) => name),
        ),
        { data: { values: [{ at: 0.5 }] }, mark: { type: 'rule', style: 'reference' }, encoding: { x: x('at') } },
        ...layersOf('contender', { strokeWidth: 6, opacity: 0.35 }, { style: 'dot' }, { color }, { fill: color }),
        ...layersOf('control', { style: 'controlRule' }, { style: 'controlDot' }, {}, {}),
        ...layersOf('history', { style: 'inkRule' }, { style: 'inkDot' }, {}, {}),
        {
          data: { values: numbered },
          mark: {
            type: 'text',
            style: 'labelText',
            align: 'right',
            baseline: layout.named ? 'middle' : 'bottom',
            dy: layout.named ? 0 : -8,
          },
          encoding: { y, x: { value: space.width + (layout.named ? 48 : 0) }, text: { field: 'text' } },
        },
      ]);
    },
  };
}

/** Every attacker with the bounds that hold for all of them at once; the strongest first, the control last. */
function rowsOf(records: AuditRecords, questions: number): Row[] {
  const rows = records.headlines.flatMap(({ kind, attackers }) =>
    attackers.flatMap(({ id, label, auc, bounds }): Row[] => {
      const figures = { value: auc.value, ...bounds };
      if (kind === 'history') return [{ ...figures, name: `all ratings: ${label}`, kind, colour: '' }];
      const shown = records.contenders.some((contender) => contender.id === id);
      return shown
        ? [{ ...figures, name: nameOf(records, id), kind: 'contender', colour: `#${colourOf(records, id)}` }]
        : [];
    }),
  );
  rows.sort((a, b) => b.value - a.value);
  const control = pointAt(controlOf(records), questions);
  if (control) rows.push({ ...control.auc, name: 'shuffled labels (control)', kind: 'control', colour: '' });
  return rows;
}

/** The lead beside the most that is found in all ratings, where that is known; beside the control otherwise. */
function readingOf(rows: readonly Row[], questions: number): string {
  const lead = rows.find(({ kind }) => kind === 'contender')!;
  const asked = `${counted(questions, 'question')} chosen by ${lead.name}`;
  const bounds = 'Bounds hold for all attackers at once.';
  const history = rows.find(({ kind }) => kind === 'history');
  if (history !== undefined && history.low > 0.5 && lead.low > 0.5 && lead.value <= history.value) {
    return (
      `From guessing (0.5) to what all ratings of a person give away (${withInterval(history)}), ${asked} go ` +
      `${percent((lead.value - 0.5) / (history.value - 0.5))} of the way: ${withInterval(lead)}. ${bounds}`
    );
  }
  const control = rows.find(({ kind }) => kind === 'control');
  const beside = control ? `; on shuffled labels, where there is nothing to find, it is ${withInterval(control)}` : '';
  return `After ${asked} the AUC is ${withInterval(lead)}${beside}. 0.5 is guessing, 1 is certainty. ${bounds}`;
}
