/** Charts of one row per thing: its name beside the row, or above it where there is no room beside. */
import { type Chart, layeredChart } from '../common/chart.ts';
import { shortened } from '../common/format.ts';
import { type Frame, type Layout, LETTER, type Spec } from '../common/layout.ts';

/** Room for names beside the rows; above them they leave room for a figure at the right. */
const BESIDE = 258;
const ABOVE = 282;

const rowHeight = (layout: Layout) => (layout.name === 'phone' ? 42 : 26);

/** `y` is the vertical place of a row. */
export function rowsChart(
  words: Parameters<typeof layeredChart>[0],
  names: readonly string[],
  { right = 60, above = () => 0 }: { readonly right?: number; readonly above?: (layout: Layout) => number },
  layers: (y: Spec, layout: Layout, frame: Frame) => readonly Spec[],
): Chart {
  return layeredChart(
    words,
    (layout) => {
      const height = names.length * rowHeight(layout);
      const left = layout.name === 'phone' ? 14 : BESIDE;
      return { height, phoneHeight: height, left, right, above: above(layout) };
    },
    (layout, frame) => {
      const y = rowY(layout, names.length);
      return [...rowNames(layout, names, y), ...layers(y, layout, frame)];
    },
  );
}

/** Of the field `row` (0 is the first): in the middle, or low enough to leave room for the name. */
function rowY(layout: Layout, rows: number): Spec {
  const shift = layout.name === 'phone' ? 0.2 : 0;
  return {
    field: 'row',
    type: 'quantitative',
    scale: { domain: [rows - 0.5 - shift, -0.5 - shift], nice: false, zero: false },
    axis: null,
  };
}

function rowNames(layout: Layout, names: readonly string[], y: Spec): Spec[] {
  const phone = layout.name === 'phone';
  const letters = Math.floor((phone ? ABOVE : BESIDE - 18) / LETTER);
  const data = { values: names.map((name, row) => ({ row, name: shortened(name, letters) })) };
  return [
    { data, mark: { type: 'rule', style: 'rowRule' }, encoding: { y } },
    {
      data,
      mark: phone
        ? { type: 'text', style: 'labelText', align: 'left', baseline: 'bottom', dy: -8, limit: 0 }
        : { type: 'text', style: 'labelText', align: 'right', baseline: 'middle', limit: 0 },
      encoding: { x: { value: phone ? 0 : -14 }, y, text: { field: 'name' } },
    },
  ];
}

/** Broad intervals with a dot in each, in the colour of the field `colour`. */
export function barLayers(data: Spec, y: Spec, x: (field: string) => Spec, color: Spec, more: Spec = {}): Spec[] {
  return [
    {
      data,
      mark: { type: 'rule', strokeWidth: 6, opacity: 0.35 },
      encoding: { y, x: x('low'), x2: { field: 'high' }, color },
    },
    {
      data,
      mark: { type: 'point', filled: true, size: 70, style: 'dot' },
      encoding: { y, x: x('value'), fill: color, ...more },
    },
  ];
}

/** The field `text` at the right end of each row. */
export function figureLayer(data: Spec, y: Spec, { named }: Layout, { width }: Frame): Spec {
  const place = { baseline: named ? 'middle' : 'bottom', dy: named ? 0 : -8 };
  return {
    data,
    mark: { type: 'text', style: 'labelText', align: 'right', ...place },
    encoding: { y, x: { value: width + (named ? 48 : 0) }, text: { field: 'text' } },
  };
}
