import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { minimise, type SmoothFunction } from './lbfgs.ts';
import { searchStep } from './lineSearch.ts';

const ones = (length: number) => new Float64Array(length).fill(1);

/** A valley with its minimum 0 at (1, 1). */
const rosenbrock: SmoothFunction = (x, gradient) => {
  const bend = x[1]! - x[0]! ** 2;
  gradient[0] = -400 * x[0]! * bend - 2 * (1 - x[0]!);
  gradient[1] = 200 * bend;
  return 100 * bend ** 2 + (1 - x[0]!) ** 2;
};

describe('minimise', () => {
  it('follows a bent valley to its minimum', () => {
    const minimum = minimise(rosenbrock, Float64Array.of(-1.2, 1), {
      tolerance: 1e-12,
      maxIterations: 200,
      curvature: ones(2),
    });
    expect(minimum.converged).toBe(true);
    expect(minimum.point[0]).toBeCloseTo(1, 9);
    expect(minimum.point[1]).toBeCloseTo(1, 9);
    expect(minimum.iterations).toBeLessThan(60);
  });

  it('does nothing from a start that is close enough by a given measure', () => {
    const options = { tolerance: 1e-3, maxIterations: 200, curvature: ones(2) };
    const near = Float64Array.of(1 + 1e-6, 1);
    expect(minimise(rosenbrock, near, options).iterations).toBeGreaterThan(0);
    expect(minimise(rosenbrock, near, { ...options, steepest: 200 })).toMatchObject({ converged: true, iterations: 0 });
  });

  it('solves quadratics of any scale, at once when it knows their curvature', () => {
    fc.assert(
      fc.property(
        fc.array(fc.tuple(fc.double({ min: -6, max: 6, noNaN: true }), fc.integer({ min: -9, max: 9 }))),
        (axes) => {
          const curvature = Float64Array.from(axes, ([exponent]) => 10 ** exponent);
          const quadratic: SmoothFunction = (x, gradient) => {
            let value = 0;
            for (let i = 0; i < x.length; i++) {
              gradient[i] = curvature[i]! * (x[i]! - axes[i]![1]);
              value += (gradient[i]! * (x[i]! - axes[i]![1])) / 2;
            }
            return value;
          };
          const minimum = minimise(quadratic, new Float64Array(axes.length), {
            tolerance: 1e-12,
            maxIterations: 100,
            curvature,
          });
          expect(minimum.converged).toBe(true);
          expect(minimum.iterations).toBeLessThanOrEqual(1);
        },
      ),
    );
  });

  it('stays where it is when the gradient is 0', () => {
    const minimum = minimise(rosenbrock, Float64Array.of(1, 1), {
      tolerance: 1e-6,
      maxIterations: 1,
      curvature: ones(2),
    });
    expect(minimum).toMatchObject({ converged: true, iterations: 0, remaining: 0 });
  });

  it('reports that the iterations ran out', () => {
    const minimum = minimise(rosenbrock, Float64Array.of(-1.2, 1), {
      tolerance: 1e-12,
      maxIterations: 3,
      curvature: ones(2),
    });
    expect(minimum).toMatchObject({ converged: false, iterations: 3 });
    expect(minimum.remaining).toBeGreaterThan(0);
  });

  it('reports a function without minimum', () => {
    const falling: SmoothFunction = (x, gradient) => {
      gradient[0] = -1;
      return -x[0]!;
    };
    const options = { tolerance: 1e-6, maxIterations: 100, curvature: ones(1) };
    expect(minimise(falling, new Float64Array(1), options).converged).toBe(false);
  });

  it('reports values and gradients that are not numbers', () => {
    const options = { tolerance: 1e-6, maxIterations: 100, curvature: ones(2) };
    const nowhere: SmoothFunction = (_, gradient) => {
      gradient.fill(Number.NaN);
      return Number.NaN;
    };
    expect(minimise(nowhere, new Float64Array(2), options).converged).toBe(false);
    const broken: SmoothFunction = (x, gradient) => {
      gradient.set([x[0]!, Number.NaN]);
      return x[0]! ** 2 / 2;
    };
    expect(minimise(broken, ones(2), options).converged).toBe(false);
  });
});

describe('searchStep', () => {
  it.each([
    ['far too short', 1e-6],
    ['about right', 1],
    ['far too long', 1e6],
  ])('finds a step that satisfies the Wolfe conditions from a first step %s', (_, first) => {
    const sampleAt = (step: number) => ({ step, value: (step - 3) ** 4 + step, slope: 4 * (step - 3) ** 3 + 1 });
    const start = sampleAt(0);
    const found = searchStep(sampleAt, start, first)!;
    expect(found.value).toBeLessThanOrEqual(start.value + 1e-4 * found.step * start.slope);
    expect(Math.abs(found.slope)).toBeLessThanOrEqual(0.9 * Math.abs(start.slope));
  });

  it('comes back from where the function overflows', () => {
    const sampleAt = (step: number) => ({ step, value: Math.exp(step) - 3 * step, slope: Math.exp(step) - 3 });
    expect(searchStep(sampleAt, sampleAt(0), 5000)).toBeDefined();
  });

  it('trusts the slope where the values differ by rounding only', () => {
    const sampleAt = (step: number) => ({ step, value: step === 0 ? 1e6 : 1e6 + 1e-10, slope: 1e-7 * (step - 1) });
    expect(searchStep(sampleAt, sampleAt(0), 1)?.step).toBe(1);
  });
});
