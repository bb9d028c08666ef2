/** The charts of an audit of a recommender: what each surface tells, lists by length, and leak against use. */
import { type AucRow, aucRowsChart } from '../charts/aucRows.ts';
import { lineChart, linesDomain } from '../charts/lineChart.ts';
import type { Line } from '../charts/lines.ts';
import type { Chart } from '../common/chart.ts';
import { withInterval } from '../common/format.ts';
import type { ModelAuditRecords } from '../common/input.ts';
import { bounded } from '../common/leakShown.ts';
import { labelOf } from '../common/lookup.ts';
import { leakUseChart } from './leakUseChart.ts';
import {
  afterOf,
  anchorsOf,
  controlAt,
  defenceName,
  headlineLists,
  headlineViews,
  type View,
  viewName,
  viewsOf,
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
      : ` “Defended” is the same after the defence (${defenceName(afterDefence)}); its bounds are a family of their own.`;
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
  const barOf = ({ strongest }: View, name: string, colour: number): AucRow => {
    return { name, look: 'bar', colour, ...bounded(strongest.auc) };
  };
  const surfaces = views.flatMap((view) => {
    const after = afterOf(records, view);
    const name = viewName(view);
    return [barOf(view, name, 0), ...(after === undefined ? [] : [barOf(after, `${name}, defended`, 1)])];
  });
  const anchors = anchorsOf(records)
    .map(({ name, strongest }): AucRow => ({ name, look: 'ink', ...strongest.auc }))
    .sort((a, b) => b.value - a.value);
  const control = controlAt(records, views[0]!.strongest);
  return [...surfaces, ...anchors, { ...control.auc, name: 'shuffled labels (control)', look: 'control' }];
}

/** How much lists tell by their length. */
function topChart(records: ModelAuditRecords): Chart | undefined {
  const views = viewsOf(records).filter(({ exposure }) => exposure === 'lists');
  const headline = headlineLists(records);
  if (views.length < 2 || headline === undefined) return undefined;
  const lead = headline.strongest.attacker;
  const everybody = headline.found.filter(({ group }) => group === undefined);
  const lines = everybody.map((one, colour): Line => {
    const points = views.flatMap(({ length, found }) =>
      found
        .filter(({ attacker, group }) => attacker === one.attacker && group === undefined)
        .map(({ auc }) => ({ questions: length!, ...bounded(auc) })),
    );
    const label = labelOf(records, one);
    return {
      label,
      colour,
      palette: 'contenders',
      points,
      ...(one.attacker === lead ? { lead: true } : { band: false }),
    };
  });
  const control = views.map(({ length, strongest }) => {
    const { value, low, high } = controlAt(records, strongest).auc;
    return { questions: length!, value, low, high };
  });
  lines.push({ label: 'Shuffled (control)', colour: 'control', palette: 'contenders', points: control });
  const last = views.at(-1)!;
  const title = 'What lists tell, by their length';
  const figure = ({ strongest }: View) => withInterval(bounded(strongest.auc));
  const reading = `The strongest attacker reaches an AUC of ${figure(headline)} from the first ${headline.length} items of each list, and ${figure(last)} from the first ${last.length}. Bounds hold for all attackers, lengths and surfaces at once.`;
  const words = {
    id: 'lists-by-length',
    title,
    reading,
    description:
      `Line chart. Horizontal: how many items of each list are read, 1 to ${last.length}, in powers. Vertical: area under the ROC curve. ` +
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
    powers: views.map(({ length }) => length!),
    height: 340,
    phoneHeight: 290,
  });
}
