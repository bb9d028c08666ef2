/** Leak against use: what lists tell about people, and how good they are, one point per recommender. */
import { axisDomain } from '../charts/lines.ts';
import type { Chart } from '../common/chart.ts';
import { decimal, withInterval } from '../common/format.ts';
import type { Estimate, ListUse, ModelAuditRecords } from '../common/input.ts';
import { aboveAxis, framed, frameFor, type Layout, type Spec } from '../common/layout.ts';
import { headlineLists, strongestOf } from './surfaceWords.ts';

interface Point {
  readonly name: string;
  readonly own: boolean;
  readonly auc: Estimate;
  /** Not known of lists for which no ratings were set aside. */
  readonly use: ListUse | undefined;
}

/** Undefined without other recommenders. */
export function leakUseChart(records: ModelAuditRecords): Chart | undefined {
  const points = pointsOf(records);
  const placed = points.flatMap(({ use, ...point }) => (use === undefined ? [] : [{ ...point, ndcg: use.ndcg }]));
  const top = records.anchors[0]?.top;
  if (placed.length < 2 || top === undefined) return undefined;
  const unplaced = points.find(({ own, use }) => own && use === undefined);
  const title = 'Leak against use';
  const said = placed.map(
    ({ name, auc, ndcg }) => `${name}: AUC ${withInterval(auc)} at NDCG@${top} ${withInterval(ndcg)}`,
  );
  const beside = unplaced
    ? ` The line is the audited recommender, at ${withInterval(unplaced.auc)}: how good its lists are is not known, because no ratings were set aside (--set-aside).`
    : '';
  const reading = `Each point is a recommender: further right its lists serve people better, further down they tell less about them.${beside}`;
  const frame = (layout: Layout) => frameFor(layout, reading, { height: 340, phoneHeight: 290 });
  return {
    id: 'leak-against-use',
    title,
    reading,
    description: `Points with intervals. Horizontal: NDCG@${top} on ratings set aside. Vertical: AUC of the strongest attacker on the first ${top} items. ${said.join('; ')}.`,
    legend: [],
    frame,
    spec: (layout) =>
      framed({ title, reading }, layout, frame(layout), layersOf(placed, unplaced, top, layout, frame(layout))),
  };
}

function pointsOf(records: ModelAuditRecords): Point[] {
  const lists = headlineLists(records);
  const own: Point[] =
    lists === undefined
      ? []
      : [{ name: 'audited recommender', own: true, auc: strongestOf(lists).auc, use: records.lists?.use }];
  const others = records.anchors.map((anchor) => {
    return { name: anchor.label, own: false, auc: anchor.attackers[0]!.auc, use: anchor.use };
  });
  return [...own, ...others];
}

function layersOf(
  placed: readonly (Omit<Point, 'use'> & { readonly ndcg: Estimate })[],
  unplaced: Point | undefined,
  top: number,
  layout: Layout,
  space: ReturnType<typeof frameFor>,
): Spec[] {
  const aucs = [...placed, ...(unplaced ? [unplaced] : [])].flatMap(({ auc }) => [auc.low, auc.high]);
  const yScale = { domain: axisDomain(aucs, 0.05, [0.45, 0.6]), nice: false, zero: false };
  const xScale = {
    domain: axisDomain(
      placed.flatMap(({ ndcg }) => [ndcg.low, ndcg.high]),
      0.05,
      [0],
    ),
    nice: false,
    zero: false,
  };
  const yAxis = { ...aboveAxis('AUC of the strongest attacker', space), format: '.2f', tickCount: 6 };
  const xAxis = {
    title: `NDCG@${top} on ratings set aside`,
    format: '.2f',
    grid: false,
    tickCount: layout.named ? 8 : 5,
  };
  const x = (field: string) => ({ field, type: 'quantitative', scale: xScale, axis: xAxis });
  const y = (field: string) => ({ field, type: 'quantitative', scale: yScale, axis: yAxis });
  const values = placed.map(({ name, own, auc, ndcg }) => ({
    name: `${name} ${decimal(auc.value)}`,
    own,
    colour: own ? '#0' : '#1',
    auc: auc.value,
    aucLow: auc.low,
    aucHigh: auc.high,
    ndcg: ndcg.value,
    ndcgLow: ndcg.low,
    ndcgHigh: ndcg.high,
    // Names at the right end stand left of their point.
    right: ndcg.value > (xScale.domain[0] + 2 * xScale.domain[1]) / 3,
  }));
  const color = { field: 'colour', type: 'nominal', scale: { domain: ['#0', '#1'], range: 'category' }, legend: null };
  const guessing = { values: [{ at: 0.5, text: 'guessing' }] };
  const names = (right: boolean): Spec[] => {
    const own = values.filter((value) => value.right === right);
    const side = { align: right ? 'right' : 'left', dx: right ? -8 : 8 };
    const mark = { type: 'text', style: 'labelText', baseline: 'bottom', dy: -6, ...side };
    const encoding = { x: x('ndcg'), y: y('auc'), text: { field: 'name' } };
    return own.length === 0 ? [] : [{ data: { values: own }, mark, encoding }];
  };
  return [
    { data: guessing, mark: { type: 'rule', style: 'reference' }, encoding: { y: y('at') } },
    {
      data: guessing,
      mark: { type: 'text', style: 'quietText', align: 'right', baseline: 'top', dy: 5 },
      encoding: { y: y('at'), x: { value: space.width }, text: { field: 'text' } },
    },
    ...(unplaced ? unplacedLayers(unplaced, y) : []),
    {
      data: { values },
      mark: { type: 'rule', strokeWidth: 1.5, opacity: 0.6 },
      encoding: { x: x('ndcg'), y: y('aucLow'), y2: { field: 'aucHigh' }, color },
    },
    {
      data: { values },
      mark: { type: 'rule', strokeWidth: 1.5, opacity: 0.6 },
      encoding: { y: y('auc'), x: x('ndcgLow'), x2: { field: 'ndcgHigh' }, color },
    },
    {
      data: { values },
      mark: { type: 'point', filled: true, size: 70, style: 'dot' },
      encoding: { x: x('ndcg'), y: y('auc'), fill: color },
    },
    ...names(false),
    ...names(true),
  ];
}

/** A line at its height: how far right it belongs is not known. */
function unplacedLayers({ name, auc }: Point, y: (field: string) => Spec): Spec[] {
  const data = { values: [{ auc: auc.value, text: `${name} ${decimal(auc.value)}` }] };
  return [
    { data, mark: { type: 'rule', style: 'inkRule', strokeWidth: 2 }, encoding: { y: y('auc') } },
    {
      data,
      mark: { type: 'text', style: 'labelText', align: 'left', baseline: 'top', dy: 6 },
      encoding: { y: y('auc'), x: { value: 4 }, text: { field: 'text' } },
    },
  ];
}
