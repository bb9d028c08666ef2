/** The prior of group effects from taste effects: what was planted is found, and less is left to single items. */
import { expect, it } from 'vitest';
import { derive } from '../../maths/index.ts';
import { groupPriorOf } from './groupPrior.ts';

const WIDTH = 2;
const information = { squares: 0, shuffled: new Float64Array(0), squaredInformation: 0 };

function planted(slope: number, noise: number) {
  const stream = derive(4, 'prior');
  return Array.from({ length: 1600 }, () => {
    const [first, second] = [stream.normal(), stream.normal()];
    const effect = 0.1 + slope * first + noise * stream.normal();
    return Float64Array.of(-1, first, second, effect, -effect);
  });
}

it('finds planted slopes, and takes what they explain off the variance', () => {
  const fits = planted(0.5, 0.2);
  // So much is known of each item that nothing was drawn to 0.
  const scores = fits.map(() => ({ ...information, information: 1e9 }));
  const { means, variance } = groupPriorOf(fits, scores, { width: WIDTH, groups: 2, variance: 0.3 });
  const [first, second] = means(Float64Array.of(7, 1, 0, 0, 0));
  expect(first).toBeCloseTo(0.6, 1);
  expect(second).toBeCloseTo(-0.6, 1);
  expect(means(Float64Array.of(7, 0, 1, 0, 0))[0]).toBeCloseTo(0.1, 1);
  expect(variance).toBeLessThan(0.1);
  expect(variance).toBeGreaterThan(0.01);
});

it('undoes that effects were drawn to 0, and leaves single items at least a part', () => {
  const fits = planted(0.5, 0);
  // variance x information / groups = 1: half of each effect was lost.
  const half = fits.map((fit) => fit.map((value, k) => (k > WIDTH ? value / 2 : value)));
  const scores = fits.map(() => ({ ...information, information: 2 / 0.26 }));
  const { means, variance } = groupPriorOf(half, scores, { width: WIDTH, groups: 2, variance: 0.26 });
  expect(means(Float64Array.of(0, 1, 0, 0, 0))[0]).toBeCloseTo(0.6, 1);
  expect(variance).toBeGreaterThanOrEqual(0.05 * 0.26);
});

it('finds nothing where taste has nothing to do with the groups', () => {
  const fits = planted(0, 0.5).map((fit) =>
    fit.map((value, k) => (k === 3 ? value - 0.1 : k === 4 ? value + 0.1 : value)),
  );
  const scores = fits.map(() => ({ ...information, information: 1e9 }));
  const { means, variance } = groupPriorOf(fits, scores, { width: WIDTH, groups: 2, variance: 0.25 });
  expect(Math.abs(means(Float64Array.of(0, 1, 1, 0, 0))[0]!)).toBeLessThan(0.1);
  expect(variance).toBeCloseTo(0.25, 1.5);
});

it('takes off what chance alone explains', () => {
  const [items, width, variance, worlds] = [60, 12, 0.25, 100];
  let squares = 0;
  for (let world = 0; world < worlds; world++) {
    const stream = derive(world, 'chance');
    const fits = Array.from({ length: items }, () => {
      const effect = Math.sqrt(variance / 2) * stream.normal();
      return Float64Array.of(-1, ...Array.from({ length: width }, () => stream.normal()), effect, -effect);
    });
    const scores = fits.map(() => ({ ...information, information: 1e9 }));
    const { means } = groupPriorOf(fits, scores, { width, groups: 2, variance });
    for (const fit of fits) squares += means(fit)[0]! ** 2;
  }
  // Least squares explain as many parts of the variance as there are slopes.
  const explained = (worlds * (1 + width) * variance) / 2;
  expect(squares / explained).toBeLessThan(0.3);
});
