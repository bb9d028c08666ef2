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

/** Horizontal the values, vertical the share of all that do not exceed them. */
export function cumulativeAxes(
  { log, domain, y, ...plot }: Omit<CumulativePlot, 'points'> & { readonly domain: readonly number[] },
  frame: Frame,
): [x: Spec, y: Spec] {
  const scale = log ? { type: 'log', domain, nice: false } : { domain, nice: false, zero: false };
  const axis = { title: plot.xTitle, grid: false, format: plot.xFormat, tickCount: 6, labelOverlap: true };
  const share = { ...aboveAxis(plot.yTitle, frame), format: '.0%', tickCount: 5 };
  return [
    { field: 'x', type: 'quantitative', scale, axis },
    { field: 'share', type: 'quantitative', scale: { domain: y, nice: false, zero: false }, axis: share },
  ];
}

export function cumulativeLayers(plot: CumulativePlot, frame: Frame): Spec[] {
  const xs = plot.points.map(({ x }) => x);
  const [least, most] = [Math.min(...xs), Math.max(...xs)];
  const from = plot.log ? Math.max(1, least) : plot.y[0] > 0 ? least : 0;
  const domain = [from, most > from ? most : from + 1];
  const values = plot.points.map(({ x, share }) => ({ x: Math.max(from, x), share, floor: plot.y[0] }));
  const [x, y] = cumulativeAxes({ ...plot, domain }, frame);
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
