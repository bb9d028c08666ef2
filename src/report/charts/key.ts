/** The meaning of colours as layers, for charts whose marks cannot be named one by one. */
import type { Series } from '../common/chart.ts';
import { shortened } from '../common/format.ts';
import { LETTER, type Spec } from '../common/layout.ts';

/** Shapes tell groups apart where colours cannot, in print and for those who do not see them. */
export const shapes = ['circle', 'square', 'diamond', 'triangle-up', 'cross', 'triangle-down', 'triangle-right'];

/** A shape for each of many: with the seven colours, which come round too, no two of 49 look alike. */
export function shapesOf(count: number): string[] {
  return Array.from({ length: count }, (_, at) => shapes[(at + Math.floor(at / shapes.length)) % shapes.length]!);
}

/** Letters of a name in a key; longer ones are cut there, and whole in the legend of a phone and in the tables. */
const LETTERS = 30;
const LINE = 19;

/** Room that a key beside a plot needs. */
export function keyWidth(labels: readonly string[]): number {
  return 52 + LETTER * Math.min(LETTERS, Math.max(...labels.map((label) => label.length)));
}

interface KeyAbove {
  /** From where the key begins, and up from the plot. */
  readonly places: readonly (readonly [x: number, y: number])[];
  readonly width: number;
  /** Room above the plot beyond that for one row. */
  readonly above: number;
}

/** Names in rows above a plot, as many rows as the width asks for; the last is nearest to the plot. */
export function keyAbove(labels: readonly string[], width: number): KeyAbove {
  const places: { x: number; row: number; end: number }[] = [];
  for (const label of labels) {
    const wide = 34 + LETTER * Math.min(LETTERS, label.length);
    const last = places.at(-1);
    const fits = last !== undefined && last.end + wide <= width;
    const [x, row] = fits ? [last.end, last.row] : [0, last === undefined ? 0 : last.row + 1];
    places.push({ x, row, end: x + wide });
  }
  const rows = places.at(-1)?.row ?? 0;
  return {
    places: places.map(({ x, row }) => [x, -16 - LINE * (rows - row)]),
    width: Math.max(0, ...places.map(({ end }) => end)),
    above: LINE * rows,
  };
}

export function keyLayers(
  series: readonly Series[],
  place: (at: number) => readonly [x: number, y: number],
  shapeScale?: Spec,
): Spec[] {
  return series.flatMap(({ label, colour, palette }, at) => {
    const [x, y] = place(at);
    const types = palette === 'types';
    // The scales are those of the chart: by label for types, by place for contenders.
    const datum = types ? label : `#${colour}`;
    const domain = types ? series.map((other) => other.label) : series.map((other) => `#${other.colour}`);
    const scale = { domain, range: types ? 'types' : 'category' };
    const shape = shapeScale ? { shape: { datum, type: 'nominal', scale: shapeScale, legend: null } } : {};
    const data = { values: [{ label: shortened(label, LETTERS) }] };
    return [
      {
        data,
        mark: { type: 'point', filled: true, size: 75, style: 'dot' },
        encoding: {
          x: { value: x },
          y: { value: y },
          fill: { datum, type: 'nominal', scale, legend: null },
          ...shape,
        },
      },
      {
        data,
        mark: { type: 'text', style: 'labelText', align: 'left', baseline: 'middle', limit: 0 },
        encoding: { x: { value: x + 11 }, y: { value: y }, text: { field: 'label' } },
      },
    ];
  });
}
