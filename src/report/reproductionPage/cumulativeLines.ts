/** Layers of several cumulative distributions, named beside the plot: all lines end at its top, where names would collide. */
import { cumulativeAxes } from '../charts/cumulative.ts';
import type { Series } from '../common/chart.ts';
import { shortened } from '../common/format.ts';
import { type Frame, type Layout, LETTER, type Spec } from '../common/layout.ts';

interface CumulativeLines {
  readonly legend: readonly Series[];
  /** Of each line, in the order of the legend. */
  readonly points: readonly (readonly { readonly x: number; readonly share: number }[])[];
  /** The least share shown. */
  readonly from: number;
  readonly log: boolean;
  readonly xTitle: string;
  readonly yTitle: string;
}

/** Letters of a name beside the plot. */
const LETTERS = 27;
/** Between names, in pixels. */
const LINE = 20;

/** No text can be measured here, so by the width of wide letters. */
export function namesRoom(legend: readonly Series[]): number {
  return 60 + LETTER * Math.min(LETTERS, Math.max(...legend.map(({ label }) => label.length)));
}

export function cumulativeLines(plot: CumulativeLines, layout: Layout, frame: Frame): Spec[] {
  const { legend, from, log } = plot;
  const values = plot.points.flatMap((points, at) => points.map((point) => ({ ...point, colour: `#${at}` })));
  const xs = values.map(({ x }) => x);
  const domain = [from === 0 && !log ? 0 : Math.min(...xs), Math.max(...xs)];
  const axes = { ...plot, domain, y: [from, 1] as const, xFormat: log ? ',d' : '.2~f' };
  const [x, y] = cumulativeAxes(axes, frame);
  const category = { domain: legend.map((_, at) => `#${at}`), range: 'category' };
  const color = { field: 'colour', type: 'nominal', scale: category, legend: null };
  const lines = {
    data: { values },
    mark: { type: 'line', strokeWidth: 2 },
    encoding: { x, y, color, order: { field: 'share', type: 'quantitative' } },
  };
  if (!layout.named) return [lines];
  const names = legend.map(({ label }, at) => ({
    text: shortened(label, LETTERS),
    colour: `#${at}`,
    share: 1 - (1 - from) * ((LINE * (at + 0.5)) / frame.height),
  }));
  return [
    lines,
    {
      data: { values: names },
      mark: { type: 'rule', strokeWidth: 3 },
      encoding: { x: { value: frame.width + 16 }, x2: { value: frame.width + 34 }, y, color },
    },
    {
      data: { values: names },
      mark: { type: 'text', style: 'labelText', align: 'left', baseline: 'middle', limit: 0 },
      encoding: { x: { value: frame.width + 42 }, y, text: { field: 'text' } },
    },
  ];
}
