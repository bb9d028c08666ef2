/** Leak against use: what lists tell about people, and how good they are, one point per recommender. */
import { axisDomain, referenceLayers } from '../charts/lines.ts';
import { scattered, scatterLayers } from '../charts/scatter.ts';
import { type Chart, layeredChart } from '../common/chart.ts';
import { decimal, withInterval } from '../common/format.ts';
import type { Estimate, ModelAuditRecords } from '../common/input.ts';
import { aboveAxis, type Frame, type Layout, placeOn, type Spec } from '../common/layout.ts';
import { anchorsOf, headlineLists, type ListUse, listsUse } from './surfaceWords.ts';

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
  const { anchors, headlineTop: top } = records;
  if (placed.length < 2 || anchors.length === 0) return undefined;
  const unplaced = points.find(({ own, use }) => own && use === undefined);
  const said = placed.map(
    ({ name, auc, ndcg }) => `${name}: AUC ${withInterval(auc)} at NDCG@${top} ${withInterval(ndcg)}`,
  );
  const beside = unplaced
    ? ` The line is the audited recommender, at ${withInterval(unplaced.auc)}: how good its lists are is not known, because no ratings were set aside (setAside).`
    : '';
  const reading = `Each point is a recommender: further right its lists serve people better, further down they tell less about them.${beside}`;
  const description = `Points with intervals. Horizontal: NDCG@${top} on ratings set aside. Vertical: AUC of the strongest attacker on the first ${top} items. ${said.join('; ')}.`;
  return layeredChart(
    { id: 'leak-against-use', title: 'Leak against use', reading, description },
    { height: 340, phoneHeight: 290 },
    (layout, frame) => layersOf(placed, unplaced, top, layout, frame),
  );
}

function pointsOf(records: ModelAuditRecords): Point[] {
  const lists = headlineLists(records);
  const own: Point[] =
    lists === undefined
      ? []
      : [{ name: 'audited recommender', own: true, auc: lists.strongest.auc, use: listsUse(records) }];
  const others = anchorsOf(records).map(({ label, strongest, use }) => {
    return { name: label, own: false, auc: strongest.auc, use };
  });
  return [...own, ...others];
}

function layersOf(
  placed: readonly (Omit<Point, 'use'> & { readonly ndcg: Estimate })[],
  unplaced: Point | undefined,
  top: number,
  layout: Layout,
  frame: Frame,
): Spec[] {
  const endsOf = (estimates: readonly Estimate[]) => estimates.flatMap(({ low, high }) => [low, high]);
  const aucs = [...placed, ...(unplaced ? [unplaced] : [])].map(({ auc }) => auc);
  const yAxis = { ...aboveAxis('AUC of the strongest attacker', frame), format: '.2f', tickCount: 6 };
  const y = placeOn(axisDomain(endsOf(aucs), 0.05, [0.45, 0.6]), yAxis);
  const domain = axisDomain(endsOf(placed.map(({ ndcg }) => ndcg)), 0.05, [0]);
  const title = `NDCG@${top} on ratings set aside`;
  const x = placeOn(domain, { title, format: '.2f', grid: false, tickCount: layout.named ? 8 : 5 });
  const values = placed.map(({ name, own, auc, ndcg }) => ({
    name: `${name} ${decimal(auc.value)}`,
    colour: own ? '#0' : '#1',
    ...scattered(ndcg, auc),
    // Names at the right end stand left of their point.
    right: ndcg.value > (domain[0] + 2 * domain[1]) / 3,
  }));
  const color = { field: 'colour', type: 'nominal', scale: { domain: ['#0', '#1'], range: 'category' }, legend: null };
  const names = (right: boolean): Spec[] => {
    const own = values.filter((value) => value.right === right);
    const side = { align: right ? 'right' : 'left', dx: right ? -8 : 8 };
    const mark = { type: 'text', style: 'labelText', baseline: 'bottom', dy: -6, ...side };
    const encoding = { x: x('x'), y: y('y'), text: { field: 'name' } };
    return own.length === 0 ? [] : [{ data: { values: own }, mark, encoding }];
  };
  return [
    ...referenceLayers({ at: 0.5, text: 'guessing' }, y('at'), frame),
    ...(unplaced ? unplacedLayers(unplaced, y) : []),
    ...scatterLayers({ values }, [x, y], color, {}),
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
