/**
 * Minimises a smooth function of many variables by the limited-memory BFGS method: the last few changes of point and
 * gradient stand in for the second derivatives.
 *
 *   x  point, g  gradient, d  direction      dimension each
 *   s  moves, y  bends                       the last `MEMORY` changes of x and of g
 *   D  curvature                             dimension; a guess of the diagonal of the Hessian, as the unit of length
 *
 * With D, variables of very different scale (popular and rare items) cost no extra iterations.
 * Cost per iteration: one or two evaluations, and O(MEMORY * dimension).
 */

import { dot } from '../../../maths/index.ts';
import { type Sample, searchStep } from './lineSearch.ts';

/** Returns the value at `point` and overwrites `gradient`. */
export type SmoothFunction = (point: Float64Array, gradient: Float64Array) => number;

interface MinimiseOptions {
  /** Stop when the largest component of the gradient has shrunk to this fraction of what it was at the start. */
  readonly tolerance: number;
  readonly maxIterations: number;
  readonly curvature: Float64Array;
  /** The largest component to compare with instead, for a start that is already close to the minimum. */
  readonly steepest?: number;
}

interface Minimum {
  readonly converged: boolean;
  readonly point: Float64Array;
  readonly value: number;
  readonly iterations: number;
  /** Largest gradient component over that at the start. */
  readonly remaining: number;
}

const MEMORY = 10;

export function minimise(f: SmoothFunction, start: Float64Array, options: MinimiseOptions): Minimum {
  let point = Float64Array.from(start);
  let gradient = new Float64Array(start.length);
  let trialPoint = new Float64Array(start.length);
  let trialGradient = new Float64Array(start.length);
  let memory: Change[] = [];
  let value = f(point, gradient);
  const steepest = options.steepest ?? largest(gradient);
  let iterations = 0;

  const result = (converged: boolean): Minimum => {
    return { converged, point, value, iterations, remaining: steepest === 0 ? 0 : largest(gradient) / steepest };
  };

  while (!(largest(gradient) <= options.tolerance * steepest)) {
    if (iterations === options.maxIterations || !Number.isFinite(value)) return result(false);
    iterations++;
    const direction = descent(gradient, memory, options.curvature);
    const sampleAt = (step: number): Sample => {
      for (let i = 0; i < point.length; i++) trialPoint[i] = point[i]! + step * direction[i]!;
      const trialValue = f(trialPoint, trialGradient);
      return { step, value: trialValue, slope: dot(trialGradient, direction) };
    };
    const found = searchStep(sampleAt, { step: 0, value, slope: dot(gradient, direction) }, 1);
    if (found === undefined) {
      // The remembered changes no longer describe the function here: forget them once, then give up.
      if (memory.length === 0) return result(false);
      memory = [];
      continue;
    }
    const move = trialPoint.map((x, i) => x - point[i]!);
    const bend = trialGradient.map((g, i) => g - gradient[i]!);
    const curving = dot(move, bend);
    if (curving > 0) memory = [...memory.slice(1 - MEMORY), { move, bend, curving }];
    [point, trialPoint] = [trialPoint, point];
    [gradient, trialGradient] = [trialGradient, gradient];
    value = found.value;
  }
  return result(true);
}

interface Change {
  readonly move: Float64Array;
  readonly bend: Float64Array;
  /** move . bend, positive by the Wolfe conditions. */
  readonly curving: number;
}

/** d = -H g, with H the inverse Hessian that the remembered changes suggest (two-loop recursion). */
function descent(gradient: Float64Array, memory: readonly Change[], curvature: Float64Array): Float64Array {
  const direction = gradient.map((g) => -g);
  const shares: number[] = [];
  for (const { move, bend, curving } of memory.toReversed()) {
    const share = dot(move, direction) / curving;
    add(direction, bend, -share);
    shares.push(share);
  }
  const newest = memory.at(-1);
  let scale = 1;
  if (newest !== undefined) {
    let bending = 0;
    for (let i = 0; i < curvature.length; i++) bending += newest.bend[i]! ** 2 / curvature[i]!;
    scale = newest.curving / bending;
  }
  for (let i = 0; i < direction.length; i++) direction[i] = (scale * direction[i]!) / curvature[i]!;
  for (const { move, bend, curving } of memory) {
    add(direction, move, shares.pop()! - dot(bend, direction) / curving);
  }
  return direction;
}

/** a += factor * b. */
function add(a: Float64Array, b: Float64Array, factor: number): void {
  for (let i = 0; i < a.length; i++) a[i]! += factor * b[i]!;
}

function largest(a: Float64Array): number {
  let most = 0;
  for (let i = 0; i < a.length; i++) {
    // The negated comparison lets a component that is not a number through, so it cannot pass for convergence.
    if (!(Math.abs(a[i]!) <= most)) most = Math.abs(a[i]!);
  }
  return most;
}
