/** The charts of an audit of a recommender: what each surface tells, lists by length, and leak against use. */
import { axisDomain, type Line, type LinePlot, lineLayers, nameRoom } from '../charts/lines.ts';
import { rowNames, rowsFrame, rowY } from '../charts/rows.ts';
import type { Chart } from '../common/chart.ts';
import { decimal, withInterval } from '../common/format.ts';
import type { Estimate, ModelAuditRecords, SurfaceAttacker } from '../common/input.ts';
import { framed, frameFor, type Layout } from '../common/layout.ts';
import { leakUseChart } from './leakUseChart.ts';
import { anchorName, headlineLists, headlineViews, listViews, strongestOf, viewName } from './surfaceWords.ts';

export function modelCharts(records: ModelAuditRecords): readonly Chart[] {
  return [surfacesChart(records), topChart(records), leakUseChart(records)].filter((chart) => chart !== undefined);
}

interface Row extends Estimate {
  readonly name: string;
  readonly kind: 'surface' | 'anchor' | 'control';
}

/** The strongest attacker on each surface, with bounds that hold for all; other recommenders; the control. */
function surfacesChart(records: ModelAuditRecords): Chart {
  const rows = rowsOf(records);
  const title = `What each surface tells about ${records.data.attribute}`;
  const [first] = rows;
  const reading = `From ${first!.name} the strongest attacker reaches an AUC of ${withInterval(first!)}. 0.5 is guessing, 1 is certainty. Bounds hold for all attackers and surfaces at once; those of other recommenders are intervals.`;
  const frame = (layout: Layout) => rowsFrame(layout, reading, rows.length, 60);
  return {
    id: 'surfaces',
    title,
    reading,
    description: `Dots with bounds, one row each. Horizontal: AUC. ${rows.map((row) => `${row.name}: ${withInterval(row)}`).join('; ')}.`,
    legend: [],
    frame,
    spec: (layout) => {
      const space = frame(layout);
      const values = rows.flatMap(({ low, high }) => [low, high]);
      const scale = { domain: axisDomain(values, 0.1, [0.45, 0.9]), nice: false, zero: false };
      const axis = { title: 'AUC: 0.5 is guessing, 1 is certainty', grid: false, format: '.1f', tickCount: 6 };
      const x = (field: string) => ({ field, type: 'quantitative', scale, axis });
      const y = rowY(layout, rows.length);
      const numbered = rows.map((row, at) => ({ ...row, row: at, colour: '#0', text: decimal(row.value) }));
      const color = { field: 'colour', type: 'nominal', scale: { domain: ['#0'], range: 'category' }, legend: null };
      const layersOf = (kind: Row['kind'], rule: object, dot: object, rules: object, dots: object) => {
        const data = { values: numbered.filter((row) => row.kind === kind) };
        if (data.values.length === 0) return [];
        return [
          { data, mark: { type: 'rule', ...rule }, encoding: { y, x: x('low'), x2: { field: 'high' }, ...rules } },
          { data, mark: { type: 'point', filled: true, size: 70, ...dot }, encoding: { y, x: x('value'), ...dots } },
        ];
      };
      const names = rows.map(({ name }) => name);
      return framed({ title, reading }, layout, space, [
        ...rowNames(layout, names),
        { data: { values: [{ at: 0.5 }] }, mark: { type: 'rule', style: 'reference' }, encoding: { x: x('at') } },
        ...layersOf('surface', { strokeWidth: 6, opacity: 0.35 }, { style: 'dot' }, { color }, { fill: color }),
        ...layersOf('anchor', { style: 'inkRule' }, { style: 'inkDot' }, {}, {}),
        ...layersOf('control', { style: 'controlRule' }, { style: 'controlDot' }, {}, {}),
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

function rowsOf(records: ModelAuditRecords): Row[] {
  const views = headlineViews(records);
  const surfaces = views.map((view): Row => {
    const { auc, bounds } = strongestOf(view);
    return { name: viewName(view), kind: 'surface', value: auc.value, ...bounds };
  });
  const anchors = records.anchors
    .map((anchor): Row => ({ name: anchorName(anchor), kind: 'anchor', ...anchor.attackers[0]!.auc }))
    .sort((a, b) => b.value - a.value);
  return [...surfaces, ...anchors, { name: 'shuffled labels (control)', kind: 'control', ...views[0]!.control }];
}

const ATTACKERS: readonly SurfaceAttacker[] = ['stack', 'kernelRidge', 'linear', 'boosted'];

/** How much lists tell by their length. */
function topChart(records: ModelAuditRecords): Chart | undefined {
  const views = listViews(records);
  const headline = headlineLists(records);
  if (views.length < 2 || headline === undefined) return undefined;
  const lead = strongestOf(headline).id;
  const lines = ATTACKERS.flatMap((id, colour): Line[] => {
    const points = views.flatMap(({ top, attackers }) =>
      attackers
        .filter((attacker) => attacker.id === id)
        .map(({ auc, bounds }) => ({ questions: top, value: auc.value, ...bounds })),
    );
    const label = headline.attackers.find((attacker) => attacker.id === id)?.label;
    if (label === undefined) return [];
    return [
      {
        label,
        colour,
        palette: 'contenders',
        points,
        ...(id === lead ? { lead: true } : { band: false }),
      },
    ];
  });
  const control = views.map(({ top, control: { value, low, high } }) => ({ questions: top, value, low, high }));
  lines.push({ label: 'Shuffled (control)', colour: 'control', palette: 'contenders', points: control });
  const last = views.at(-1)!;
  const title = 'What lists tell, by their length';
  const figure = (view: typeof last) => {
    const { auc, bounds } = strongestOf(view);
    return withInterval({ value: auc.value, ...bounds });
  };
  const reading = `The strongest attacker reaches an AUC of ${figure(headline)} from the first ${headline.top} items of each list, and ${figure(last)} from the first ${last.top}. Bounds hold for all attackers, lengths and surfaces at once.`;
  const plot: LinePlot = {
    lines,
    y: axisDomain(
      lines
        .filter(({ band }) => band !== false)
        .flatMap(({ points }) => points.flatMap(({ low, high }) => [low, high])),
      0.05,
      [0.45, 0.6],
    ),
    yTitle: `AUC of ${records.data.attribute}`,
    yFormat: '.2f',
    reference: { at: 0.5, text: 'guessing' },
    xTitle: 'items of each list',
    powers: views.map(({ top }) => top),
  };
  const frame = (layout: Layout) =>
    frameFor(layout, reading, { height: 340, phoneHeight: 290, right: nameRoom(lines) });
  return {
    id: 'lists-by-length',
    title,
    reading,
    description:
      `Line chart. Horizontal: how many items of each list are read, 1 to ${last.top}, in powers. Vertical: area under the ROC curve. ` +
      `One line for each attacker, the strongest with its bounds, and a grey band for the control. The table of attackers has all figures. ${reading}`,
    legend: lines,
    frame,
    spec: (layout) => framed({ title, reading }, layout, frame(layout), lineLayers(plot, layout, frame(layout))),
  };
}
