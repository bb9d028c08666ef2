/** The blocked Cholesky factorization against the plain one in double precision, on every implementation of the kernels. */
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { startKernels, twinRuntime } from '../../kernels/index.ts';
import { choleskyFactor, choleskyInverse, derive, inlineExecutor } from '../../maths/index.ts';
import {
  choleskyLengths,
  denseRows,
  factorise,
  fillGaussian,
  invert,
  solveTransposed,
  substituteRows,
} from './index.ts';

const wasm = startKernels(readFileSync(new URL('../../../wasm/kernels.shared.wasm', import.meta.url)), {
  shared: true,
});

/** Runs the inputs of a task in reverse, in as many bundles as four threads get: what order does must not matter. */
const backwards = {
  threads: 4,
  run: async <Input, Output>(task: { run: (input: Input) => Output | Promise<Output> }, inputs: readonly Input[]) => {
    const outputs: Output[] = [];
    for (const input of inputs.toReversed()) outputs.unshift(await task.run(input));
    return outputs;
  },
};

/** B B' / size + I of a random B. */
function positiveDefinite(size: number, seed: number): Float64Array {
  const stream = derive(seed, 'matrix');
  const b = Float64Array.from({ length: size * size }, () => stream.normal());
  const a = new Float64Array(size * size);
  for (let i = 0; i < size; i++) {
    for (let j = 0; j <= i; j++) {
      let sum = i === j ? size : 0;
      for (let k = 0; k < size; k++) sum += b[i * size + k]! * b[j * size + k]!;
      a[i * size + j] = Math.fround(sum / size);
      a[j * size + i] = a[i * size + j]!;
    }
  }
  return a;
}

async function solved(kernels: ReturnType<typeof twinRuntime>, size: number, executor = inlineExecutor) {
  const a = positiveDefinite(size, 7);
  const right = 5;
  const memory = kernels.allocate({
    ...choleskyLengths(size, right),
    rows: { type: 'f32', length: right * size },
  });
  const { arrays } = memory;
  for (let i = 0; i < size; i++) for (let j = 0; j <= i; j++) arrays.matrix[i * size + j] = a[i * size + j]!;
  const stream = derive(8, 'rows');
  for (let n = 0; n < arrays.rows.length; n++) arrays.rows[n] = stream.normal();
  const before = arrays.rows.slice();
  const dense = { memory, tools: { kernels, executor } };
  const result = await factorise(dense, arrays, size);
  if (!result.ok) throw new Error(`pivot ${result.pivot}`);
  await substituteRows(dense, result.factor, denseRows(arrays.rows, size));
  await invert(dense, result.factor);
  return { a, before, rows: arrays.rows.slice(), matrix: arrays.matrix.slice(), right };
}

const bitsOf = ({ buffer }: { readonly buffer: ArrayBufferLike }) => new Uint32Array(buffer);

describe('blocked Cholesky', () => {
  it.each([4, 64, 100, 196])('solves and inverts like the plain one, %i unknowns', async (size) => {
    const { a, before, rows, matrix, right } = await solved(wasm, size);
    const factor = Float64Array.from(a);
    choleskyFactor(factor, size);
    const inverse = choleskyInverse(factor, size);
    let farthest = 0;
    for (let r = 0; r < right; r++) {
      for (let row = 0; row < size; row++) {
        // L times the solution is the right-hand side.
        let sum = 0;
        for (let k = 0; k <= row; k++) sum += factor[row * size + k]! * rows[r * size + k]!;
        farthest = Math.max(farthest, Math.abs(sum - before[r * size + row]!));
      }
    }
    const upper = (i: number, k: number) => (k < i - (i % 64) ? 0 : matrix[i * size + k]!);
    for (let i = 0; i < size; i++) {
      for (let j = 0; j <= i; j++) {
        let sum = 0;
        for (let k = 0; k < size; k++) sum += upper(i, k) * upper(j, k);
        farthest = Math.max(farthest, Math.abs(sum - inverse[i * size + j]!));
      }
    }
    expect(farthest).toBeLessThan(1e-5);
    expect(farthest).toBeGreaterThan(0);
  });

  it('inverts the last rows alone like all of them, and solves with the transposed triangle', async () => {
    const size = 196;
    const whole = await solved(wasm, size);
    const memory = wasm.allocate(choleskyLengths(size));
    const { arrays } = memory;
    for (let i = 0; i < size; i++) for (let j = 0; j <= i; j++) arrays.matrix[i * size + j] = whole.a[i * size + j]!;
    const dense = { memory, tools: { kernels: wasm } };
    const result = await factorise(dense, arrays, size);
    if (!result.ok) throw new Error('not factored');
    await invert(dense, result.factor, 2);
    for (let row = 128; row < size; row++) {
      const from = row * size + row - (row % 64);
      expect(arrays.matrix.slice(from, (row + 1) * size)).toEqual(whole.matrix.slice(from, (row + 1) * size));
    }
    const factor = Float64Array.from(whole.a);
    choleskyFactor(factor, size);
    const z = Array.from({ length: size }, (_, n) => Math.sin(n));
    const x = solveTransposed(dense, result.factor, z);
    for (let column = 0; column < size; column++) {
      let sum = 0;
      for (let row = column; row < size; row++) sum += factor[row * size + column]! * x[row]!;
      expect(sum).toBeCloseTo(z[column]!, 4);
    }
  });

  it('gives the same bits by the twin, and in any order', async () => {
    const plain = await solved(wasm, 196);
    for (const other of [
      await solved(twinRuntime({ shared: true }), 196),
      await solved(wasm, 196, backwards as typeof inlineExecutor),
    ]) {
      expect(bitsOf(other.matrix)).toEqual(bitsOf(plain.matrix));
      expect(bitsOf(other.rows)).toEqual(bitsOf(plain.rows));
    }
  });

  it('names the pivot that is not positive', async () => {
    const size = 132;
    const memory = wasm.allocate(choleskyLengths(size));
    for (let i = 0; i < size; i++) memory.arrays.matrix[i * size + i] = i === 101 ? -1 : 1;
    const dense = { memory, tools: { kernels: wasm } };
    expect(await factorise(dense, memory.arrays, size)).toEqual({ ok: false, pivot: 101 });
  });
});

describe('Gaussian kernel', () => {
  it('is that of the distances, in whole or up to the diagonal', async () => {
    const [left, right, depth, gamma] = [70, 90, 8, 0.1];
    const memory = wasm.allocate({
      a: { type: 'f32', length: left * depth },
      b: { type: 'f32', length: right * depth },
      norms: { type: 'f64', length: left + right },
      whole: { type: 'f32', length: left * 92 },
      lower: { type: 'f32', length: right * 92 },
    });
    const { a, b, norms, whole, lower } = memory.arrays;
    const stream = derive(3, 'points');
    for (const [array, from] of [[a, 0] as const, [b, left] as const]) {
      for (let n = 0; n < array.length; n++) {
        array[n] = stream.normal();
        norms[from + Math.floor(n / depth)]! += array[n]! ** 2;
      }
    }
    const dense = { memory, tools: { kernels: wasm } };
    const first = { ...denseRows(a, depth), norms: norms.byteOffset };
    const second = { ...denseRows(b, depth), norms: norms.byteOffset + 8 * left };
    await fillGaussian(dense, { left: first, right: second, target: denseRows(whole, 92), gamma, lower: false });
    await fillGaussian(dense, { left: second, right: second, target: denseRows(lower, 92), gamma, lower: true });
    const distance = (x: Float32Array, i: number, y: Float32Array, j: number) => {
      let sum = 0;
      for (let k = 0; k < depth; k++) sum += (x[i * depth + k]! - y[j * depth + k]!) ** 2;
      return sum;
    };
    let farthest = 0;
    for (let i = 0; i < right; i++) {
      for (let j = 0; j < right; j++) {
        if (i < left) {
          farthest = Math.max(farthest, Math.abs(whole[i * 92 + j]! - Math.exp(-gamma * distance(a, i, b, j))));
        }
        if (j <= i) {
          farthest = Math.max(farthest, Math.abs(lower[i * 92 + j]! - Math.exp(-gamma * distance(b, i, b, j))));
        }
      }
      expect(lower[i * 92 + i]).toBe(1);
    }
    expect(farthest).toBeLessThan(1e-6);
  });
});
