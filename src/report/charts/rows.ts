/** Charts of one row per thing: its name beside the row, or above it where there is no room beside. */
import { shortened } from '../common/format.ts';
import { type Frame, frameFor, type Layout, LETTER, type Spec } from '../common/layout.ts';

/** Room for names beside the rows; above them they leave room for a figure at the right. */
const BESIDE = 258;
const ABOVE = 282;

const rowHeight = (layout: Layout) => (layout.name === 'phone' ? 42 : 26);

export function rowsFrame(layout: Layout, reading: string, rows: number, right = 60, above = 0): Frame {
  const height = rows * rowHeight(layout);
  return frameFor(layout, reading, {
    height,
    phoneHeight: height,
    left: layout.name === 'phone' ? 14 : BESIDE,
    right,
    above,
  });
}

/** Vertical place of row `field` (0 is the first): in the middle, or low enough to leave room for the name. */
export function rowY(layout: Layout, rows: number, field = 'row'): Spec {
  const shift = layout.name === 'phone' ? 0.2 : 0;
  return {
    field,
    type: 'quantitative',
    scale: { domain: [rows - 0.5 - shift, -0.5 - shift], nice: false, zero: false },
    axis: null,
  };
}

export function rowNames(layout: Layout, names: readonly string[]): Spec[] {
  const phone = layout.name === 'phone';
  const letters = Math.floor((phone ? ABOVE : BESIDE - 18) / LETTER);
  const data = { values: names.map((name, row) => ({ row, name: shortened(name, letters) })) };
  const y = rowY(layout, names.length);
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
