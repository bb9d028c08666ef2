/** Items in rows, on each a dot for every group of people: how each of them rates it. */
import type { Chart, Series } from '../common/chart.ts';
import { percent } from '../common/format.ts';
import { type Layout, placeOn } from '../common/layout.ts';
import { keyAbove, keyLayers, shapesOf } from './key.ts';
import { axisDomain } from './lines.ts';
import { rowsChart } from './rows.ts';

interface ItemDots extends Pick<Chart, 'id' | 'title' | 'reading' | 'description'> {
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

export function itemDotsChart({ labels, items, axisTitle, ...words }: ItemDots): Chart {
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
  const range = Math.max(...all) - Math.min(...all);
  const domain = axisDomain(all, range > 3 ? 1 : range > 1 ? 0.5 : 0.2);
  const x = placeOn(domain, { title: axisTitle, grid: false, tickCount: 6 });
  const key = { field: 'type', type: 'nominal', legend: null };
  const fill = { ...key, scale: { domain: labels, range: 'types' } };
  const shape = { ...key, scale: { domain: labels, range: kinds } };
  const asked = { type: 'text', style: 'quietText', align: 'right', baseline: 'middle' };
  const titles = items.map(({ title }) => title);
  const above = (layout: Layout) => keyOf(layout).above;
  return rowsChart({ ...words, legend }, titles, { right: ASKED, above }, (y, layout, frame) => {
    const { places, width } = keyOf(layout);
    const keyStart = width < frame.width - 20 ? 6 : 10 - frame.left;
    const end = { value: frame.width + ASKED - 8 };
    return [
      {
        data: { values: spans },
        mark: { type: 'rule', style: 'spanRule' },
        encoding: { y, x: x('low'), x2: { field: 'high' } },
      },
      {
        data: { values: dots },
        mark: { type: 'point', filled: true, size: 75, style: 'dot' },
        encoding: { y, x: x('place'), fill, shape },
      },
      ...(layout.named
        ? [
            { data: { values: spans }, mark: asked, encoding: { y, x: end, text: { field: 'asked' } } },
            {
              data: { values: [{ text: 'asked early' }] },
              mark: { ...asked, baseline: 'bottom' },
              encoding: { x: end, y: { value: -8 }, text: { field: 'text' } },
            },
            ...keyLayers(legend, (at) => [keyStart + places[at]![0], places[at]![1]], shape.scale),
          ]
        : []),
    ];
  });
}
