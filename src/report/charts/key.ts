/** The meaning of colours as layers, for charts whose marks cannot be named one by one. */
import type { Series, Spec } from '../chart.ts';

/** Shapes tell types apart where colours cannot, in print and for those who do not see them. */
export const shapes = ['circle', 'square', 'diamond', 'triangle-up', 'cross', 'triangle-down', 'triangle-right'];

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
    const data = { values: [{ label }] };
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
        mark: { type: 'text', style: 'labelText', align: 'left', baseline: 'middle' },
        encoding: { x: { value: x + 11 }, y: { value: y }, text: { field: 'label' } },
      },
    ];
  });
}
