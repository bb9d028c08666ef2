/**
 * One suite over every implementation of the kernels: WebAssembly with shared memory, WebAssembly with plain memory, and
 * the twin. Each must agree with a literal double-precision computation, and all must leave the same bytes behind.
 */
import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { derive } from '../../maths/index.ts';
import {
  type KernelMemory,
  type KernelRuntime,
  openMemory,
  openMemoryOnce,
  receiveKernels,
  startKernels,
  twinRuntime,
} from '../runtime.ts';
import { alsScratchBytes, DOT_SLICE, strideOf } from './kernels.ts';

const bytesOf = (build: string) => readFileSync(new URL(`../../../wasm/kernels.${build}.wasm`, import.meta.url));
const implementations: [string, KernelRuntime][] = [
  ['WebAssembly, shared memory', startKernels(bytesOf('shared'), { shared: true })],
  ['WebAssembly, plain memory', startKernels(bytesOf('plain'), { shared: false })],
  ['twin', twinRuntime({ shared: false })],
];

/** Single precision has 24 bits: sums of some hundred terms of size one are good to about this. */
const SINGLE_PRECISION = 2e-5;

interface Shape {
  dimension: number;
  types: number;
  count: number;
  seed: number;
}
const shapes = fc.record({
  dimension: fc.integer({ min: 1, max: 33 }),
  types: fc.integer({ min: 2, max: 7 }),
  count: fc.integer({ min: 1, max: 40 }),
  seed: fc.nat(),
});

/** Runs `scenario` on every implementation, checks each result, and that all results are the same. */
function onEach<R>(shape: Shape, scenario: (runtime: KernelRuntime, shape: Shape) => R, check: (result: R) => void) {
  const results = implementations.map(([, runtime]) => scenario(runtime, shape));
  for (const result of results) check(result);
  for (const result of results.slice(1)) expect(result).toEqual(results[0]);
}

/** Fills the first `dimension` of every `stride` floats. */
function fillRows(rows: Float32Array, dimension: number, stride: number, next: () => number) {
  for (let n = 0; n < rows.length; n++) if (n % stride < dimension) rows[n] = next();
}

describe('advanceGaps', () => {
  const scenario = (runtime: KernelRuntime, { dimension, count, seed }: Shape) => {
    const stride = strideOf(dimension);
    const padded = Math.ceil(count / 4) * 4;
    const capacity = 8;
    const stream = derive(seed, 'catalogue');
    const { arrays, kernels } = runtime.allocate({
      profiles: { type: 'f32', length: padded * stride },
      spreads: { type: 'f32', length: padded },
      gaps: { type: 'f32', length: padded },
      open: { type: 'u8', length: padded },
      w: { type: 'f32', length: stride },
      shortlist: { type: 'u32', length: capacity + 4 },
    });
    fillRows(arrays.profiles.subarray(0, count * stride), dimension, stride, stream.normal);
    for (let j = 0; j < count; j++) {
      arrays.spreads[j] = 1 + stream.uniform();
      arrays.gaps[j] = stream.normal();
      arrays.open[j] = stream.uniform() < 0.8 ? 255 : 0;
    }
    for (let k = 0; k < dimension; k++) arrays.w[k] = 0.2 * stream.normal();
    const before = { spreads: arrays.spreads.slice(), gaps: arrays.gaps.slice() };
    const slack = 0.9;
    const listed = kernels.advanceGaps(
      padded,
      stride,
      arrays.profiles.byteOffset,
      arrays.spreads.byteOffset,
      arrays.gaps.byteOffset,
      arrays.open.byteOffset,
      arrays.w.byteOffset,
      0.7,
      -0.4,
      slack,
      arrays.shortlist.byteOffset,
      capacity,
    );
    return {
      shape: { dimension, count, stride },
      slack,
      listed,
      before,
      profiles: arrays.profiles.slice(),
      w: arrays.w.slice(),
      open: arrays.open.slice(),
      spreads: arrays.spreads.slice(),
      gaps: arrays.gaps.slice(),
      shortlist: arrays.shortlist.slice(0, Math.min(listed, capacity)),
    };
  };

  it('updates spreads and gaps, and lists every open item close to the best', () => {
    fc.assert(
      fc.property(shapes, (shape) => {
        onEach(shape, scenario, (result) => {
          const { count, stride } = result.shape;
          const scores: number[] = [];
          for (let j = 0; j < count; j++) {
            let c = 0;
            for (let k = 0; k < stride; k++) c += result.profiles[j * stride + k]! * result.w[k]!;
            const spread = result.before.spreads[j]! - c * c * 0.7;
            const gap = result.before.gaps[j]! - 0.4 * c;
            expect(Math.abs(result.spreads[j]! - spread)).toBeLessThan(SINGLE_PRECISION * (1 + c * c));
            expect(Math.abs(result.gaps[j]! - gap)).toBeLessThan(SINGLE_PRECISION * (1 + Math.abs(c)));
            scores.push(result.open[j] === 0 ? -1 : result.gaps[j]! ** 2 / (1 + result.spreads[j]!));
          }
          const best = Math.max(...scores);
          if (result.listed > result.shortlist.length) return;
          const listed = new Set(result.shortlist);
          for (const [j, score] of scores.entries()) {
            if (score >= 0 && score >= best * (result.slack + 1e-4)) expect(listed.has(j)).toBe(true);
            if (score < 0) expect(listed.has(j)).toBe(false);
          }
        });
      }),
      { numRuns: 60 },
    );
  });

  it('says how many it would have listed when there is no room: all gaps equal', () => {
    for (const [, runtime] of implementations) {
      const { arrays, kernels } = runtime.allocate({
        profiles: { type: 'f32', length: 400 },
        zeros: { type: 'f32', length: 100 },
        gaps: { type: 'f32', length: 100 },
        open: { type: 'u8', length: 100 },
        w: { type: 'f32', length: 4 },
        shortlist: { type: 'u32', length: 8 },
      });
      arrays.open.fill(255);
      arrays.gaps.fill(1);
      const { profiles, zeros, gaps, open, w, shortlist } = arrays;
      const addresses = [profiles, zeros, gaps, open, w].map((array) => array.byteOffset);
      const [a, b, c, d, e] = addresses as [number, number, number, number, number];
      expect(kernels.advanceGaps(100, 4, a, b, c, d, e, 0, 0, 0.999, shortlist.byteOffset, 4)).toBe(100);
      expect([...shortlist.slice(0, 4)]).toEqual([0, 1, 2, 3]);
    }
  });
});

describe('advanceGapsOfTwo', () => {
  const slack = 0.9;
  const gapSteps = [-0.4, 0.3] as const;
  const scenario = (runtime: KernelRuntime, { dimension, count, seed }: Shape) => {
    const padded = Math.ceil(count / 4) * 4;
    const capacity = 8;
    const stream = derive(seed, 'catalogue-of-two');
    const { arrays, kernels } = runtime.allocate({
      profiles: { type: 'f32', length: 2 * padded * dimension },
      state: { type: 'f32', length: 5 * padded },
      open: { type: 'u8', length: padded },
      steps: { type: 'f32', length: 2 * dimension },
      shortlist: { type: 'u32', length: capacity + 4 },
    });
    for (let n = 0; n < arrays.profiles.length; n++) arrays.profiles[n] = stream.normal() / Math.sqrt(dimension);
    for (let j = 0; j < count; j++) {
      const at = stateOf(j);
      arrays.state[at] = 2 + stream.uniform();
      arrays.state[at + 4] = 2 + stream.uniform();
      arrays.state[at + 8] = stream.uniform() - 0.5;
      arrays.state[at + 12] = stream.normal();
      arrays.state[at + 16] = stream.normal();
      arrays.open[j] = stream.uniform() < 0.8 ? 255 : 0;
    }
    for (let k = 0; k < arrays.steps.length; k++) arrays.steps[k] = 0.3 * stream.normal();
    const before = arrays.state.slice();
    const listed = kernels.advanceGapsOfTwo(
      padded,
      dimension,
      arrays.profiles.byteOffset,
      arrays.state.byteOffset,
      arrays.open.byteOffset,
      arrays.steps.byteOffset,
      ...gapSteps,
      slack,
      arrays.shortlist.byteOffset,
      capacity,
    );
    return {
      shape: { dimension, count },
      listed,
      before,
      profiles: arrays.profiles.slice(),
      steps: arrays.steps.slice(),
      open: arrays.open.slice(),
      state: arrays.state.slice(),
      shortlist: arrays.shortlist.slice(0, Math.min(listed, capacity)),
    };
  };
  const stateOf = (j: number) => 20 * Math.floor(j / 4) + (j % 4);

  it('absorbs both steps over both rows, and lists every open item close to the best', () => {
    fc.assert(
      fc.property(shapes, (shape) => {
        onEach(shape, scenario, ({ shape: { dimension, count }, before, state, profiles, steps, open, ...result }) => {
          const scores: number[] = [];
          for (let j = 0; j < count; j++) {
            // products[row][step]
            const products = [0, 1].map((row) =>
              [0, 1].map((step) => {
                let sum = 0;
                for (let k = 0; k < dimension; k++) {
                  const at = 8 * dimension * Math.floor(j / 4) + 8 * k + 4 * row + (j % 4);
                  sum += profiles[at]! * steps[step * dimension + k]!;
                }
                return sum;
              }),
            ) as [[number, number], [number, number]];
            const [[a1, a2], [b1, b2]] = products;
            const changes = [
              -(a1 * a1 + a2 * a2),
              -(b1 * b1 + b2 * b2),
              -(a1 * b1 + a2 * b2),
              a1 * gapSteps[0] + a2 * gapSteps[1],
              b1 * gapSteps[0] + b2 * gapSteps[1],
            ];
            const [sa, sb, sab, ga, gb] = changes.map((change, n) => {
              const expected = before[stateOf(j) + 4 * n]! + change;
              expect(Math.abs(state[stateOf(j) + 4 * n]! - expected)).toBeLessThan(
                SINGLE_PRECISION * (1 + Math.abs(change)),
              );
              return state[stateOf(j) + 4 * n]!;
            }) as [number, number, number, number, number];
            // g' (I + S)^-1 g, by the inverse of a 2 x 2 matrix.
            const determinant = (1 + sa) * (1 + sb) - sab * sab;
            const gain = (ga * ga * (1 + sb) - 2 * ga * gb * sab + gb * gb * (1 + sa)) / determinant;
            scores.push(open[j] === 0 ? -1 : gain);
          }
          const best = Math.max(...scores);
          if (result.listed > result.shortlist.length) return;
          const listed = new Set(result.shortlist);
          for (const [j, score] of scores.entries()) {
            if (score >= 0 && score >= best * (slack + 1e-4)) expect(listed.has(j)).toBe(true);
            if (score < 0) expect(listed.has(j)).toBe(false);
          }
        });
      }),
      { numRuns: 60 },
    );
  });

  it('says how many it would have listed when there is no room, and a step of zero changes nothing', () => {
    for (const [, runtime] of implementations) {
      const { arrays, kernels } = runtime.allocate({
        profiles: { type: 'f32', length: 2 * 100 * 3 },
        state: { type: 'f32', length: 5 * 100 },
        open: { type: 'u8', length: 100 },
        steps: { type: 'f32', length: 6 },
        shortlist: { type: 'u32', length: 8 },
      });
      arrays.open.fill(255);
      arrays.profiles.fill(0.7);
      arrays.state.fill(0.25);
      const { profiles, state, open, steps, shortlist } = arrays;
      const at = (array: { byteOffset: number }) => array.byteOffset;
      expect(
        kernels.advanceGapsOfTwo(100, 3, at(profiles), at(state), at(open), at(steps), 0, 0, 0.999, at(shortlist), 4),
      ).toBe(100);
      expect([...shortlist.slice(0, 4)]).toEqual([0, 1, 2, 3]);
      expect(state.every((value) => value === 0.25)).toBe(true);
    }
  });
});

describe('sgdRuns', () => {
  const ratingsPerRun = 5;
  const scenario = (runtime: KernelRuntime, { dimension, types, count: users, seed }: Shape) => {
    const stride = strideOf(dimension);
    const items = 7;
    const stream = derive(seed, 'sgd');
    const memory = runtime.allocate({
      runs: { type: 'u32', length: 3 * users },
      entries: { type: 'u32', length: 2 * users * ratingsPerRun },
      u: { type: 'f32', length: users * stride },
      v: { type: 'f32', length: items * stride },
      z: { type: 'f32', length: items * types },
      userDecays: { type: 'f32', length: users },
      itemDecays: { type: 'f32', length: items },
      biasDecays: { type: 'f32', length: items * types },
    });
    const { arrays, kernels } = memory;
    const ratings = new Float32Array(
      arrays.entries.buffer as ArrayBuffer,
      arrays.entries.byteOffset,
      arrays.entries.length,
    );
    for (let user = 0; user < users; user++) {
      arrays.runs.set([user, stream.below(types), ratingsPerRun], 3 * user);
      arrays.userDecays[user] = 0.9 + 0.1 * stream.uniform();
    }
    for (let n = 0; n < users * ratingsPerRun; n++) {
      arrays.entries[2 * n] = stream.below(items);
      ratings[2 * n + 1] = 1 + stream.below(5);
    }
    fillRows(arrays.u, dimension, stride, () => 0.3 * stream.normal());
    fillRows(arrays.v, dimension, stride, () => 0.3 * stream.normal());
    for (let n = 0; n < items; n++) arrays.itemDecays[n] = 0.9 + 0.1 * stream.uniform();
    for (let n = 0; n < items * types; n++) arrays.biasDecays[n] = 0.9 + 0.1 * stream.uniform();
    const start = { u: Float64Array.from(arrays.u), v: Float64Array.from(arrays.v), z: Float64Array.from(arrays.z) };
    const error = kernels.sgdRuns(
      arrays.runs.byteOffset,
      users,
      arrays.entries.byteOffset,
      arrays.u.byteOffset,
      arrays.v.byteOffset,
      arrays.z.byteOffset,
      stride,
      types,
      0.05,
      arrays.userDecays.byteOffset,
      arrays.itemDecays.byteOffset,
      arrays.biasDecays.byteOffset,
    );
    const copies = Object.fromEntries(Object.entries(arrays).map(([name, array]) => [name, array.slice()]));
    return { start, error, stride, types, users, ratings: ratings.slice(), copies };
  };

  it('steps like the update rule in double precision', () => {
    fc.assert(
      fc.property(shapes, (shape) => {
        onEach(shape, scenario, ({ start: { u, v, z }, error, stride, types, users, ratings, copies }) => {
          const { runs, entries, userDecays, itemDecays, biasDecays } = copies as Record<string, Float32Array>;
          let squared = 0;
          let n = 0;
          for (let run = 0; run < users; run++) {
            const [user, type, count] = [runs![3 * run]!, runs![3 * run + 1]!, runs![3 * run + 2]!];
            for (let k = 0; k < count; k++, n++) {
              const item = entries![2 * n]!;
              const bias = item * types + type;
              let e = ratings[2 * n + 1]! - z[bias]!;
              for (let a = 0; a < stride; a++) e -= u[user * stride + a]! * v[item * stride + a]!;
              squared += e * e;
              z[bias] = z[bias]! * biasDecays![bias]! + 0.05 * e;
              for (let a = 0; a < stride; a++) {
                const [oldU, oldV] = [u[user * stride + a]!, v[item * stride + a]!];
                u[user * stride + a] = oldU * userDecays![user]! + 0.05 * e * oldV;
                v[item * stride + a] = oldV * itemDecays![item]! + 0.05 * e * oldU;
              }
            }
          }
          const near = (actual: Float32Array, expected: Float64Array) => {
            for (const [at, value] of expected.entries()) {
              expect(Math.abs(actual[at]! - value)).toBeLessThan(50 * SINGLE_PRECISION * (1 + Math.abs(value)));
            }
          };
          near(copies['u'] as Float32Array, u);
          near(copies['v'] as Float32Array, v);
          near(copies['z'] as Float32Array, z);
          expect(error / squared).toBeCloseTo(1, 3);
        });
      }),
      { numRuns: 40 },
    );
  });
});

describe('alsStep', () => {
  /** Users and items rate each other completely; the step must leave a zero gradient behind. */
  const scenario =
    (joint: 0 | 1) =>
    (runtime: KernelRuntime, { dimension, types, count, seed }: Shape) => {
      const stride = strideOf(dimension);
      const others = 70;
      const stream = derive(seed, 'als');
      const items = joint ? count : others;
      const users = joint ? others : count;
      const { arrays, kernels } = runtime.allocate({
        starts: { type: 'u32', length: count + 1 },
        others: { type: 'u32', length: count * others },
        values: { type: 'f32', length: count * others },
        userTypes: { type: 'u8', length: users },
        own: { type: 'f32', length: count * stride },
        other: { type: 'f32', length: others * stride },
        z: { type: 'f32', length: items * types },
        ridges: { type: 'f32', length: count },
        biasRidges: { type: 'f32', length: items * types },
        scratch: { type: 'u8', length: alsScratchBytes(dimension, types) },
      });
      for (let own = 0; own < count; own++) {
        arrays.starts[own + 1] = (own + 1) * others;
        arrays.ridges[own] = 0.5 + stream.uniform();
        for (let n = 0; n < others; n++) {
          arrays.others[own * others + n] = n;
          arrays.values[own * others + n] = stream.normal();
        }
      }
      for (let user = 0; user < users; user++) arrays.userTypes[user] = stream.below(types);
      fillRows(arrays.own, dimension, stride, stream.normal);
      fillRows(arrays.other, dimension, stride, stream.normal);
      for (let n = 0; n < arrays.z.length; n++) arrays.z[n] = stream.normal();
      for (let n = 0; n < arrays.z.length; n++) arrays.biasRidges[n] = 0.5 + stream.uniform();
      const result = kernels.alsStep(
        0,
        count,
        joint,
        arrays.starts.byteOffset,
        arrays.others.byteOffset,
        arrays.values.byteOffset,
        arrays.userTypes.byteOffset,
        arrays.own.byteOffset,
        arrays.other.byteOffset,
        arrays.z.byteOffset,
        dimension,
        stride,
        types,
        arrays.ridges.byteOffset,
        arrays.biasRidges.byteOffset,
        arrays.scratch.byteOffset,
      );
      const { scratch: _, ...rest } = arrays;
      const copies = Object.fromEntries(Object.entries(rest).map(([name, array]) => [name, array.slice()]));
      return { result, copies, shape: { dimension, types, count, stride, others, joint } };
    };

  it.each([
    ['users', 0],
    ['items and their type biases', 1],
  ] as const)('lands on the minimum over %s: the gradient vanishes', (_, joint) => {
    fc.assert(
      fc.property(shapes, (shape) => {
        onEach(shape, scenario(joint), ({ result, copies, shape: { dimension, types, count, stride, others } }) => {
          expect(result).toBeGreaterThan(0);
          const { values, userTypes, own, other, z, ridges, biasRidges } = copies as Record<string, Float32Array>;
          for (let entity = 0; entity < count; entity++) {
            const gradient = new Float64Array(dimension);
            const biasGradient = new Float64Array(types);
            for (let n = 0; n < others; n++) {
              const type = userTypes![joint ? n : entity]!;
              let e = values![entity * others + n]! - z![(joint ? entity : n) * types + type]!;
              for (let k = 0; k < dimension; k++) e -= own![entity * stride + k]! * other![n * stride + k]!;
              for (let k = 0; k < dimension; k++) gradient[k] = gradient[k]! + e * other![n * stride + k]!;
              biasGradient[type] = biasGradient[type]! + e;
            }
            for (let k = 0; k < dimension; k++) {
              expect(Math.abs(gradient[k]! - ridges![entity]! * own![entity * stride + k]!)).toBeLessThan(2e-3);
            }
            for (let t = 0; joint && t < types; t++) {
              const bias = entity * types + t;
              expect(Math.abs(biasGradient[t]! - biasRidges![bias]! * z![bias]!)).toBeLessThan(2e-3);
            }
          }
        });
      }),
      { numRuns: 25 },
    );
  });

  it('names the first entity whose system is singular', () => {
    for (const [, runtime] of implementations) {
      const { arrays, kernels } = runtime.allocate({
        starts: { type: 'u32', length: 4 },
        words: { type: 'u32', length: 4 },
        values: { type: 'f32', length: 4 },
        types: { type: 'u8', length: 4 },
        own: { type: 'f32', length: 12 },
        other: { type: 'f32', length: 12 },
        z: { type: 'f32', length: 12 },
        ridges: { type: 'f32', length: 4 },
        scratch: { type: 'u8', length: alsScratchBytes(2, 2) },
      });
      // Two unknowns, one rating each, and no ridge for the second user.
      arrays.starts.set([0, 1, 2, 3]);
      arrays.other.fill(1);
      arrays.ridges.set([1, 0, 1]);
      const { starts, words, values, types, own, other, z, ridges, scratch } = arrays;
      const at = (array: { byteOffset: number }) => array.byteOffset;
      expect(
        kernels.alsStep(
          0,
          3,
          0,
          at(starts),
          at(words),
          at(values),
          at(types),
          at(own),
          at(other),
          at(z),
          2,
          4,
          2,
          at(ridges),
          0,
          at(scratch),
        ),
      ).toBe(-2);
    }
  });
});

describe('dotTiles', () => {
  /** Shapes that leave edges of tiles, and depths of more than one slice. */
  const scenario = (runtime: KernelRuntime, { dimension, types, count, seed }: Shape) => {
    const [rows, columns, depth] = [count, types + (count % 9), strideOf(dimension) + (seed % 2) * DOT_SLICE];
    const [leftStride, rightStride, targetStride] = [depth + 4, depth, strideOf(columns) + 4];
    const stream = derive(seed, 'tiles');
    const { arrays, kernels } = runtime.allocate({
      left: { type: 'f32', length: rows * leftStride },
      right: { type: 'f32', length: columns * rightStride },
      target: { type: 'f32', length: rows * targetStride },
    });
    for (const array of Object.values(arrays)) for (let n = 0; n < array.length; n++) array[n] = stream.normal();
    const before = arrays.target.slice();
    const factor = -0.3;
    kernels.dotTiles(
      rows,
      columns,
      depth,
      arrays.left.byteOffset,
      leftStride,
      arrays.right.byteOffset,
      rightStride,
      arrays.target.byteOffset,
      targetStride,
      factor,
    );
    const [left, right, target] = [arrays.left.slice(), arrays.right.slice(), arrays.target.slice()];
    const shape = { rows, columns, depth, leftStride, rightStride, targetStride, factor };
    return { shape, before, left, right, target };
  };

  it('adds the products of rows with rows, and leaves the rest of the target alone', () => {
    fc.assert(
      fc.property(shapes, (shape) => {
        onEach(shape, scenario, ({ shape: sizes, before, left, right, target }) => {
          let farthest = 0;
          for (let at = 0; at < target.length; at++) {
            const [r, c] = [Math.floor(at / sizes.targetStride), at % sizes.targetStride];
            let sum = 0;
            for (let k = 0; c < sizes.columns && k < sizes.depth; k++) {
              sum += left[r * sizes.leftStride + k]! * right[c * sizes.rightStride + k]!;
            }
            const off = Math.abs(target[at]! - (before[at]! + sizes.factor * sum));
            farthest = Math.max(farthest, c < sizes.columns ? off : 1e9 * off);
          }
          expect(farthest).toBeLessThan(SINGLE_PRECISION * Math.sqrt(sizes.depth));
        });
      }),
      { numRuns: 8 },
    );
  });
});

describe('implicitStep', () => {
  const alpha = 10;
  const others = 70;
  /** Everybody has seen another share of the others; the last has seen nothing. */
  const scenario = (runtime: KernelRuntime, { dimension, count, seed }: Shape) => {
    const stride = strideOf(dimension);
    const stream = derive(seed, 'implicit');
    const { arrays, kernels } = runtime.allocate({
      starts: { type: 'u32', length: count + 1 },
      others: { type: 'u32', length: count * others },
      own: { type: 'f32', length: count * stride },
      other: { type: 'f32', length: others * stride },
      base: { type: 'f64', length: dimension * dimension },
      scratch: { type: 'u8', length: alsScratchBytes(dimension, 0) },
    });
    fillRows(arrays.other, dimension, stride, stream.normal);
    for (let own = 0, end = 0; own < count; own++) {
      for (let n = 0; n < others && own + 1 < count; n++) if (stream.uniform() < 0.5) arrays.others[end++] = n;
      arrays.starts[own + 1] = end;
    }
    for (let a = 0; a < dimension; a++) {
      for (let b = a; b < dimension; b++) {
        let sum = a === b ? 5 : 0;
        for (let n = 0; n < others; n++) sum += arrays.other[n * stride + a]! * arrays.other[n * stride + b]!;
        arrays.base[a * dimension + b] = sum;
      }
    }
    const failed = kernels.implicitStep(
      0,
      count,
      arrays.starts.byteOffset,
      arrays.others.byteOffset,
      arrays.own.byteOffset,
      arrays.other.byteOffset,
      dimension,
      stride,
      arrays.base.byteOffset,
      alpha,
      arrays.scratch.byteOffset,
    );
    const { starts, others: seen, own, other } = arrays;
    return {
      failed,
      shape: { dimension, stride, count },
      starts: starts.slice(),
      seen: seen.slice(),
      own: own.slice(),
      other: other.slice(),
    };
  };

  it('lands on the minimum of the weighted squares over all others, seen or not', () => {
    fc.assert(
      fc.property(shapes, (shape) => {
        onEach(shape, scenario, ({ failed, shape: { dimension, stride, count }, starts, seen, own, other }) => {
          expect(failed).toBe(-1);
          for (let entity = 0; entity < count; entity++) {
            const mine = new Set(seen.subarray(starts[entity]!, starts[entity + 1]!));
            const gradient = new Float64Array(dimension);
            for (let n = 0; n < others; n++) {
              let e = mine.has(n) ? 1 : 0;
              for (let k = 0; k < dimension; k++) e -= own[entity * stride + k]! * other[n * stride + k]!;
              const weight = mine.has(n) ? 1 + alpha : 1;
              for (let k = 0; k < dimension; k++) gradient[k]! += weight * e * other[n * stride + k]!;
            }
            for (let k = 0; k < dimension; k++) {
              expect(Math.abs(gradient[k]! - 5 * own[entity * stride + k]!)).toBeLessThan(5e-3);
            }
          }
        });
      }),
      { numRuns: 25 },
    );
  });

  it('names the first entity whose system is not positive definite', () => {
    for (const [, runtime] of implementations) {
      const { arrays, kernels } = runtime.allocate({
        starts: { type: 'u32', length: 3 },
        others: { type: 'u32', length: 1 },
        own: { type: 'f32', length: 8 },
        other: { type: 'f32', length: 4 },
        base: { type: 'f64', length: 1 },
        scratch: { type: 'u8', length: alsScratchBytes(1, 0) },
      });
      // No ridge: whoever has seen nothing has no system.
      arrays.starts.set([0, 1, 1]);
      arrays.other[0] = 1;
      const { starts, others: seen, own, other, base, scratch } = arrays;
      const at = (array: { byteOffset: number }) => array.byteOffset;
      expect(
        kernels.implicitStep(0, 2, at(starts), at(seen), at(own), at(other), 1, 4, at(base), 10, at(scratch)),
      ).toBe(1);
      expect(own[0]).toBeCloseTo(1.1, 6);
    }
  });
});

describe('implicitGradients', () => {
  const [alpha, others, steps] = [10, 70, 60];
  /** Everybody has seen another share of the others, from nothing to all; they start anywhere. */
  const scenario = (runtime: KernelRuntime, { dimension, count, seed }: Shape) => {
    const stride = strideOf(dimension);
    const stream = derive(seed, 'implicit-gradients');
    const { arrays, kernels } = runtime.allocate({
      starts: { type: 'u32', length: count + 1 },
      others: { type: 'u32', length: count * others },
      own: { type: 'f32', length: count * stride },
      other: { type: 'f32', length: others * stride },
      base: { type: 'f32', length: stride * stride },
      scratch: { type: 'f32', length: 3 * stride },
    });
    fillRows(arrays.other, dimension, stride, () => stream.normal() / 3);
    fillRows(arrays.own, dimension, stride, stream.normal);
    for (let own = 0, end = 0; own < count; own++) {
      for (let n = 0; n < others; n++) if (stream.uniform() < own / (count - 1 || 1)) arrays.others[end++] = n;
      arrays.starts[own + 1] = end;
    }
    for (let a = 0; a < dimension; a++) {
      for (let b = 0; b < dimension; b++) {
        let sum = a === b ? 5 : 0;
        for (let n = 0; n < others; n++) sum += arrays.other[n * stride + a]! * arrays.other[n * stride + b]!;
        arrays.base[a * stride + b] = sum;
      }
    }
    const at = (array: { byteOffset: number }) => array.byteOffset;
    const { starts, others: seen, own, other, base, scratch } = arrays;
    kernels.implicitGradients(
      0,
      count,
      at(starts),
      at(seen),
      at(own),
      at(other),
      stride,
      at(base),
      alpha,
      steps,
      at(scratch),
    );
    return {
      shape: { dimension, stride, count },
      starts: starts.slice(),
      seen: seen.slice(),
      own: own.slice(),
      other: other.slice(),
    };
  };

  it('goes to the minimum of the weighted squares over all others, seen or not', () => {
    fc.assert(
      fc.property(shapes, (shape) => {
        onEach(shape, scenario, ({ shape: { dimension, stride, count }, starts, seen, own, other }) => {
          for (let entity = 0; entity < count; entity++) {
            const mine = new Set(seen.subarray(starts[entity]!, starts[entity + 1]!));
            const gradient = new Float64Array(dimension);
            for (let n = 0; n < others; n++) {
              let e = mine.has(n) ? 1 : 0;
              for (let k = 0; k < dimension; k++) e -= own[entity * stride + k]! * other[n * stride + k]!;
              const weight = mine.has(n) ? 1 + alpha : 1;
              for (let k = 0; k < dimension; k++) gradient[k]! += weight * e * other[n * stride + k]!;
            }
            for (let k = 0; k < dimension; k++) {
              expect(Math.abs(gradient[k]! - 5 * own[entity * stride + k]!)).toBeLessThan(5e-3);
            }
          }
        });
      }),
      { numRuns: 8 },
    );
  });
});

describe('starting the kernels', () => {
  it('uses WebAssembly where it starts', () => {
    expect(implementations.map(([, runtime]) => runtime.kind)).toEqual(['wasm', 'wasm', 'twin']);
    expect(implementations[0]![1].fallbackReason).toBeUndefined();
  });

  it('falls back to the twin and says why: damaged bytes', () => {
    const runtime = startKernels(new Uint8Array([0, 97, 115, 109, 9, 9, 9, 9]), { shared: true });
    expect(runtime.kind).toBe('twin');
    expect(runtime.fallbackReason).toMatch(/version|WebAssembly/i);
    expect(runtime.allocate({ a: { type: 'f32', length: 3 } }).arrays.a).toHaveLength(3);
  });

  it('falls back to the twin when the build does not fit the memory', () => {
    expect(startKernels(bytesOf('shared'), { shared: false }).fallbackReason).toMatch(/memory/);
  });

  it('opens the same arrays again from a handle', () => {
    for (const [, runtime] of implementations) {
      const first: KernelMemory<{ a: { type: 'f64'; length: number } }> = runtime.allocate({
        a: { type: 'f64', length: 2 },
      });
      first.arrays.a[1] = 42;
      expect(openMemory(first.handle).arrays.a[1]).toBe(42);
      expect(openMemoryOnce(first.handle)).toBe(openMemoryOnce(first.handle));
    }
  });

  it('tells memories that a thread made for itself from those it is sent, which are counted by another', () => {
    const layout = { a: { type: 'f64', length: 2 } } as const;
    for (const [, runtime] of implementations) {
      const own = openMemoryOnce(receiveKernels(runtime.sent).allocate(layout).handle);
      const sent = runtime.allocate(layout).handle;
      expect([Math.sign(own.handle.id), Math.sign(sent.id)]).toEqual([-1, 1]);
      // The sender may have counted just as far.
      openMemoryOnce({ ...sent, id: Math.abs(own.handle.id) }).arrays.a[1] = 42;
      expect(own.arrays.a[1]).toBe(0);
    }
  });

  it('refuses arrays beyond the 32-bit address space', () => {
    for (const [, runtime] of implementations) {
      expect(() => runtime.allocate({ a: { type: 'f64', length: 2 ** 29 } })).toThrow(
        expect.objectContaining({ code: 'TRAINING_TOO_LARGE' }),
      );
    }
  });
});
