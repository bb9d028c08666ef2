/** The charts of an audit of a recommender: what each surface tells, lists by length, and leak against use. */
import { type AucRow, aucRowsChart } from '../charts/aucRows.ts';
import { lineChart, linesDomain } from '../charts/lineChart.ts';
import type { Line } from '../charts/lines.ts';
import type { Chart } from '../common/chart.ts';
import { withInterval } from '../common/format.ts';
import type { ModelAuditRecords, ViewFigures } from '../common/input.ts';
import { leakUseChart } from './leakUseChart.ts';
import {
  afterOf,
  anchorName,
  defenceName,
  headlineLists,
  headlineViews,
  listViews,
  strongestOf,
  viewName,
} from './surfaceWords.ts';

export function modelCharts(records: ModelAuditRecords): readonly Chart[] {
  return [surfacesChart(records), topChart(records), leakUseChart(records)].filter((chart) => chart !== undefined);
}

/** The strongest attacker on each surface, with bounds that hold for all; after a defence; other recommenders; the control. */
function surfacesChart(records: ModelAuditRecords): Chart {
  const rows = rowsOf(records);
  const [first] = rows;
  const { afterDefence } = records;
  const after =
    afterDefence === undefined
      ? ''
      : ` “Defended” is the same after people defended their ratings (${defenceName(afterDefence)}); its bounds are a family of their own.`;
  return aucRowsChart({
    id: 'surfaces',
    title: `What each surface tells about ${records.data.attribute}`,
    reading: `From ${first!.name} the strongest attacker reaches an AUC of ${withInterval(first!)}.${after} 0.5 is guessing, 1 is certainty. Bounds hold for all attackers and surfaces at once; those of other recommenders are intervals.`,
    marks: 'Dots with bounds',
    rows,
  });
}

/** A surface is followed by the same after the defence, in another colour. */
function rowsOf(records: ModelAuditRecords): AucRow[] {
  const views = headlineViews(records);
  const barOf = (view: ViewFigures, name: string, colour: number): AucRow => {
    const { auc, bounds } = strongestOf(view);
    return { name, look: 'bar', colour, value: auc.value, ...bounds };
  };
  const surfaces = views.flatMap((view) => {
    const after = afterOf(records, view);
    const name = viewName(view);
    return [barOf(view, name, 0), ...(after === undefined ? [] : [barOf(after, `${name}, defended`, 1)])];
  });
  const anchors = records.anchors
    .map((anchor): AucRow => ({ name: anchorName(anchor), look: 'ink', ...anchor.attackers[0]!.auc }))
    .sort((a, b) => b.value - a.value);
  return [
    ...surfaces,
    ...anchors,
    { ...strongestOf(views[0]!).control, name: 'shuffled labels (control)', look: 'control' },
  ];
}

/** How much lists tell by their length. */
function topChart(records: ModelAuditRecords): Chart | undefined {
  const views = listViews(records);
  const headline = headlineLists(records);
  if (views.length < 2 || headline === undefined) return undefined;
  const lead = strongestOf(headline).id;
  const lines = headline.attackers.map(({ id, label }, colour): Line => {
    const points = views.flatMap(({ top, attackers }) =>
      attackers
        .filter((attacker) => attacker.id === id)
        .map(({ auc, bounds }) => ({ questions: top, value: auc.value, ...bounds })),
    );
    return { label, colour, palette: 'contenders', points, ...(id === lead ? { lead: true } : { band: false }) };
  });
  const control = views.map((view) => {
    const { value, low, high } = strongestOf(view).control;
    return { questions: view.top, value, low, high };
  });
  lines.push({ label: 'Shuffled (control)', colour: 'control', palette: 'contenders', points: control });
  const last = views.at(-1)!;
  const title = 'What lists tell, by their length';
  const figure = (view: typeof last) => {
    const { auc, bounds } = strongestOf(view);
    return withInterval({ value: auc.value, ...bounds });
  };
  const reading = `The strongest attacker reaches an AUC of ${figure(headline)} from the first ${headline.top} items of each list, and ${figure(last)} from the first ${last.top}. Bounds hold for all attackers, lengths and surfaces at once.`;
  const words = {
    id: 'lists-by-length',
    title,
    reading,
    description:
      `Line chart. Horizontal: how many items of each list are read, 1 to ${last.top}, in powers. Vertical: area under the ROC curve. ` +
      `One line for each attacker, the strongest with its bounds, and a grey band for its control. The table of attackers has all figures. ${reading}`,
  };
  const banded = lines.filter(({ band }) => band !== false);
  return lineChart(words, {
    lines,
    y: linesDomain(banded, 0.05, [0.45, 0.6]),
    yTitle: `AUC of ${records.data.attribute}`,
    yFormat: '.2f',
    reference: { at: 0.5, text: 'guessing' },
    xTitle: 'items of each list',
    powers: views.map(({ top }) => top),
    height: 340,
    phoneHeight: 290,
  });
}
