/** Items in rows, on each a dot for every group of people: how each of them rates it. */
import type { Chart, Series } from '../common/chart.ts';
import { percent } from '../common/format.ts';
import { framed, type Layout } from '../common/layout.ts';
import { keyAbove, keyLayers, shapesOf } from './key.ts';
import { axisDomain } from './lines.ts';
import { rowNames, rowsFrame, rowY } from './rows.ts';

export interface ItemDots extends Pick<Chart, 'id' | 'title' | 'reading' | 'description'> {
  /** What the dots of a row are, in their order. */
  readonly labels: readonly string[];
  readonly items: readonly {
    readonly title: string;
    /** A place on the axis for each label; undefined where there is none. */
    readonly places: readonly (number | undefined)[];
    /** Share of interviews in which it was asked early. */
    readonly askedEarly: number;
  }[];
  readonly axisTitle: string;
}

/** Room at the right, for how often an item was asked. */
const ASKED = 70;

export function itemDotsChart({ id, title, reading, description, labels, items, axisTitle }: ItemDots): Chart {
  const frame = (layout: Layout) => rowsFrame(layout, reading, items.length, ASKED, keyOf(layout).above);
  // Many groups need more room than the plot is wide: their names then start at the left edge of the picture.
  const keyOf = (layout: Layout) => keyAbove(layout.named ? labels : [], layout.width - ASKED - 30);
  const kinds = shapesOf(labels.length);
  const legend = labels.map((label, colour): Series => ({ label, colour, palette: 'types', shape: kinds[colour]! }));
  const dots = items.flatMap(({ places }, row) =>
    places.flatMap((place, type) =>
      place === undefined ? [] : [{ row, place, type: labels[type] ?? `type ${type + 1}` }],
    ),
  );
  const spans = items.map(({ places, askedEarly }, row) => {
    const known = places.filter((place) => place !== undefined);
    return {
      row,
      asked: percent(askedEarly),
      ...(known.length === 0 ? {} : { low: Math.min(...known), high: Math.max(...known) }),
    };
  });
  const all = dots.map(({ place }) => place);
  return {
    id,
    title,
    reading,
    description,
    legend,
    frame,
    spec: (layout) => {
      const space = frame(layout);
      const y = rowY(layout, items.length);
      const range = Math.max(...all) - Math.min(...all);
      const domain = axisDomain(all, range > 3 ? 1 : range > 1 ? 0.5 : 0.2);
      const scale = { domain, nice: false, zero: false };
      const axis = { title: axisTitle, grid: false, tickCount: 6 };
      const x = { field: 'place', type: 'quantitative', scale, axis };
      const key = { field: 'type', type: 'nominal' };
      const fill = { ...key, scale: { domain: labels, range: 'types' }, legend: null };
      const shape = {
        ...key,
        scale: { domain: labels, range: kinds },
        legend: null,
      };
      const { places, width } = keyOf(layout);
      const keyStart = width < space.width - 20 ? 6 : 10 - space.left;
      const asked = { type: 'text', style: 'quietText', align: 'right', baseline: 'middle' };
      return framed({ title, reading }, layout, space, [
        ...rowNames(
          layout,
          items.map((item) => item.title),
        ),
        {
          data: { values: spans },
          mark: { type: 'rule', style: 'spanRule' },
          encoding: { y, x: { ...x, field: 'low' }, x2: { field: 'high' } },
        },
        {
          data: { values: dots },
          mark: { type: 'point', filled: true, size: 75, style: 'dot' },
          encoding: { y, x, fill, shape },
        },
        ...(layout.named
          ? [
              {
                data: { values: spans },
                mark: asked,
                encoding: { y, x: { value: space.width + ASKED - 8 }, text: { field: 'asked' } },
              },
              {
                data: { values: [{ text: 'asked early' }] },
                mark: { ...asked, baseline: 'bottom' },
                encoding: { x: { value: space.width + ASKED - 8 }, y: { value: -8 }, text: { field: 'text' } },
              },
              ...keyLayers(legend, (at) => [keyStart + places[at]![0], places[at]![1]], shape.scale),
            ]
          : []),
      ]);
    },
  };
}
