/**
 * Kernel ridge regression in the Nystroem form, for more people than a matrix between all of them has room for: of the
 * functions that the kernel spans, those over some landmark people.
 *
 *   K_mm + JITTER I = M M',   features of x: phi = M^-1 k(landmarks, x),   Phi' Phi + ridge I = G G',
 *   psi = G^-1 phi,           prediction for x:  psi . sum over i of psi_i y_i
 *
 * What the others predict for training person i: (prediction - h y_i) / (1 - h) with h = |psi_i|^2.
 * With all people as landmarks this is the exact form up to JITTER.
 * Cost 2 people x landmarks^2 operations for each of two substitutions and half of that for Phi' Phi. Memory 4 people x
 * landmarks bytes.
 */
import { blocksOf, choleskyLengths, factorise, fillGaussian, substituteRows } from '../../../factorization/index.ts';
import { strideOf } from '../../../kernels/index.ts';
import {
  BATCH,
  batchesOf,
  fillPoints,
  firstRows,
  type KernelPredictions,
  type KernelProblem,
  type KernelSettings,
  notPositive,
  pointsOf,
} from './solution.ts';

/** Keeps single precision positive definite where landmarks nearly coincide. */
const JITTER = 1e-3;

export async function nystroemKernelRidge(
  problem: KernelProblem,
  { gamma, ridge }: KernelSettings,
  landmarks: ArrayLike<number>,
): Promise<KernelPredictions> {
  const { coordinates, training, tested, targets, judged, tools } = problem;
  const people = training.length;
  const size = strideOf(landmarks.length);
  const { width } = coordinates;
  const columns = targets.length;
  const padded = strideOf(columns);
  const second = choleskyLengths(size, Math.max(people, BATCH));
  const memory = tools.kernels.allocate({
    ...choleskyLengths(size, Math.max(people, BATCH)),
    matrix2: second.matrix,
    inverses2: second.inverses,
    landmarks: { type: 'f32', length: landmarks.length * strideOf(width) },
    landmarkNorms: { type: 'f64', length: landmarks.length },
    points: { type: 'f32', length: BATCH * strideOf(width) },
    norms: { type: 'f64', length: BATCH },
    features: { type: 'f32', length: people * size },
    others: { type: 'f32', length: BATCH * size },
    transposed: { type: 'f32', length: size * BATCH },
    targets: { type: 'f32', length: columns * BATCH },
    weights: { type: 'f32', length: columns * size },
    predictions: { type: 'f32', length: BATCH * padded },
  });
  const { arrays, kernels } = memory;
  const dense = { memory, tools };
  fillPoints(problem, landmarks, arrays.landmarks, arrays.landmarkNorms);
  const right = pointsOf(arrays.landmarks, arrays.landmarkNorms, width, 0, landmarks.length);
  await fillGaussian(dense, {
    left: right,
    right,
    target: firstRows(arrays.matrix, size, landmarks.length),
    gamma,
    lower: true,
  });
  for (let k = 0; k < size; k++) arrays.matrix[k * size + k] = k < landmarks.length ? 1 + JITTER : 1;
  const inner = await factorise(dense, arrays, size);
  if (!inner.ok) throw notPositive(inner.pivot, ridge);

  /** The rows of the kernel between some people and the landmarks. */
  const kernelRows = async (some: ArrayLike<number>, at: number) => {
    fillPoints(problem, some, arrays.points, arrays.norms);
    const left = pointsOf(arrays.points, arrays.norms, width, 0, some.length);
    const target = { at, rows: some.length, stride: size };
    await fillGaussian(dense, { left, right, target, gamma, lower: false });
    await substituteRows(dense, inner.factor, target);
    return target;
  };
  /** People of a batch side by side: its features turned over, the rest of the batch zero. */
  const turnOver = (from: number, count: number) => {
    arrays.transposed.fill(0);
    for (let n = 0; n < count; n++) {
      for (let k = 0; k < size; k++) arrays.transposed[k * BATCH + n] = arrays.features[(from + n) * size + k]!;
    }
    return arrays.transposed.byteOffset;
  };

  for (const { from, some } of batchesOf(training)) {
    await kernelRows(some, arrays.features.byteOffset + 4 * from * size);
    const turned = turnOver(from, some.length);
    for (const { first, last } of blocksOf(size)) {
      const rows = turned + 4 * first * BATCH;
      const to = arrays.matrix2.byteOffset + 4 * first * size;
      kernels.dotTiles(last - first, last, BATCH, rows, BATCH, turned, BATCH, to, size, 1);
    }
  }
  for (let k = 0; k < size; k++) arrays.matrix2[k * size + k]! += ridge;
  const outerArrays = { matrix: arrays.matrix2, inverses: arrays.inverses2, scratch: arrays.scratch };
  const outer = await factorise(dense, outerArrays, size);
  if (!outer.ok) throw notPositive(outer.pivot, ridge);
  await substituteRows(dense, outer.factor, firstRows(arrays.features, size, people));

  for (const { from, some } of batchesOf(training)) {
    arrays.targets.fill(0);
    for (const [c, target] of targets.entries()) {
      arrays.targets.set(target.subarray(from, from + some.length), c * BATCH);
    }
    const turned = turnOver(from, some.length);
    kernels.dotTiles(
      columns,
      size,
      BATCH,
      arrays.targets.byteOffset,
      BATCH,
      turned,
      BATCH,
      arrays.weights.byteOffset,
      size,
      1,
    );
  }
  /** Adds what the features of `count` rows predict to each target's list. */
  const predict = (rows: number, count: number, from: number, into: readonly Float64Array[]) => {
    arrays.predictions.fill(0);
    const to = arrays.predictions.byteOffset;
    kernels.dotTiles(count, columns, size, rows, size, arrays.weights.byteOffset, size, to, padded, 1);
    for (let n = 0; n < count; n++) {
      for (let c = 0; c < columns; c++) into[c]![from + n] = arrays.predictions[n * padded + c]!;
    }
  };
  const heldOut = targets.map(() => new Float64Array(people));
  for (const { from, some } of batchesOf(training)) {
    predict(arrays.features.byteOffset + 4 * from * size, some.length, from, heldOut);
  }
  for (let i = 0; i < people; i++) {
    let own = 0;
    for (let at = i * size; at < (i + 1) * size; at++) own += arrays.features[at]! * arrays.features[at]!;
    for (const [c, target] of targets.entries()) heldOut[c]![i] = (heldOut[c]![i]! - own * target[i]!) / (1 - own);
  }
  const predictions = targets.map(() => new Float64Array(tested.length));
  for (const { from, some } of batchesOf(tested)) {
    await substituteRows(dense, outer.factor, await kernelRows(some, arrays.others.byteOffset));
    predict(arrays.others.byteOffset, some.length, from, predictions);
  }
  return { heldOut: heldOut.map((all) => all.subarray(people - judged)), tested: predictions };
}
