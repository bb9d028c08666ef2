/** Layers of points with an interval each way: what something costs against what it brings. */
import type { Estimate } from '../common/input.ts';
import type { Spec } from '../common/layout.ts';

/** A point, as the layers read it. */
export const scattered = (x: Estimate, y: Estimate) => ({
  x: x.value,
  xLow: x.low,
  xHigh: x.high,
  y: y.value,
  yLow: y.low,
  yHigh: y.high,
});

type Place = (field: string) => Spec;

const STRONG = { strokeWidth: 1.5, opacity: 0.6 };
/** Where differences are surer than the width of intervals shows: the same people stand behind all of them. */
export const FAINT = { strokeWidth: 1, opacity: 0.35 };

/** `more`: shape and size of the points. */
export function scatterLayers(
  data: Spec,
  [x, y]: readonly [Place, Place],
  color: Spec,
  { across = STRONG, size = 70, ...more }: { readonly across?: Spec; readonly size?: number; readonly shape?: Spec },
): Spec[] {
  return [
    {
      data,
      mark: { type: 'rule', ...STRONG },
      encoding: { x: x('x'), y: y('yLow'), y2: { field: 'yHigh' }, color },
    },
    {
      data,
      mark: { type: 'rule', ...across },
      encoding: { y: y('y'), x: x('xLow'), x2: { field: 'xHigh' }, color },
    },
    {
      data,
      mark: { type: 'point', filled: true, size, style: 'dot' },
      encoding: { x: x('x'), y: y('y'), fill: color, ...more },
    },
  ];
}
