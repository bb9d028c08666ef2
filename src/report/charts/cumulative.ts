/** Layers of a cumulative distribution. */
import { aboveAxis, type Frame, type Spec } from '../common/layout.ts';

export interface CumulativePlot {
  readonly points: readonly { readonly x: number; readonly share: number }[];
  readonly y: readonly [number, number];
  readonly xTitle: string;
  readonly yTitle: string;
  readonly log: boolean;
  readonly xFormat: string;
}

export function cumulativeLayers(plot: CumulativePlot, frame: Frame): Spec[] {
  const xs = plot.points.map(({ x }) => x);
  const [least, most] = [Math.min(...xs), Math.max(...xs)];
  const from = plot.log ? Math.max(1, least) : plot.y[0] > 0 ? least : 0;
  const domain = [from, most > from ? most : from + 1];
  const values = plot.points.map(({ x, share }) => ({ x: Math.max(from, x), share, floor: plot.y[0] }));
  const scale = { domain: plot.y, nice: false, zero: false };
  const x = {
    field: 'x',
    type: 'quantitative',
    scale: plot.log ? { type: 'log', domain, nice: false } : { domain, nice: false, zero: false },
    axis: { title: plot.xTitle, grid: false, format: plot.xFormat, tickCount: 6, labelOverlap: true },
  };
  const y = {
    field: 'share',
    type: 'quantitative',
    scale,
    axis: { ...aboveAxis(plot.yTitle, frame), format: '.0%', tickCount: 5 },
  };
  const encoding = { x, y, order: { field: 'share', type: 'quantitative' } };
  const color = { datum: '#0', type: 'nominal', scale: { domain: ['#0'], range: 'category' }, legend: null };
  return [
    {
      data: { values },
      mark: { type: 'area', style: 'band' },
      encoding: { x, y, y2: { field: 'floor' }, color },
    },
    { data: { values }, mark: { type: 'line', strokeWidth: 2.25 }, encoding: { ...encoding, color } },
  ];
}
