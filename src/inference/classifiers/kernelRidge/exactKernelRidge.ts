/**
 * Kernel ridge regression by one Cholesky factorization of the matrix between all training people:
 *
 *   A = K + ridge I = L L',   a = A^-1 y,   prediction for x:  sum over i of a_i k(x_i, x)
 *
 * What the others predict for training person i follows from the same factorization (leave one out):
 * y_i - a_i / (A^-1)_ii. With A^-1 = U U', U = L'^-1, all of it is products of rows with rows: z = L^-1 y, a = U z,
 * (A^-1)_ii = |row i of U|^2.
 * Cost 2/3 people^3 operations, shared by all targets. Memory 4 people^2 bytes.
 */
import {
  blocksOf,
  choleskyLengths,
  factorise,
  fillGaussian,
  invert,
  substituteRows,
} from '../../../factorization/index.ts';
import { strideOf } from '../../../kernels/index.ts';
import {
  BATCH,
  batchesOf,
  fillPoints,
  firstRows,
  type KernelPredictions,
  type KernelProblem,
  notPositive,
  pointsOf,
} from './solution.ts';

export async function exactKernelRidge(problem: KernelProblem): Promise<KernelPredictions> {
  const { coordinates, training, tested, targets, gamma, ridge, tools } = problem;
  const people = training.length;
  const size = strideOf(people);
  const { width } = coordinates;
  const stride = strideOf(width);
  const columns = targets.length;
  const memory = tools.kernels.allocate({
    ...choleskyLengths(size, columns),
    points: { type: 'f32', length: people * stride },
    norms: { type: 'f64', length: people },
    others: { type: 'f32', length: Math.min(BATCH, tested.length) * stride },
    otherNorms: { type: 'f64', length: Math.min(BATCH, tested.length) },
    rightSides: { type: 'f32', length: columns * size },
    solutions: { type: 'f32', length: columns * size },
    cross: { type: 'f32', length: Math.min(BATCH, tested.length) * size },
    predictions: { type: 'f32', length: Math.min(BATCH, tested.length) * strideOf(columns) },
  });
  const { arrays, kernels } = memory;
  const dense = { memory, tools };
  fillPoints(problem, training, arrays.points, arrays.norms);
  const points = pointsOf(arrays.points, arrays.norms, width, 0, people);
  await fillGaussian(dense, {
    left: points,
    right: points,
    target: firstRows(arrays.matrix, size, people),
    gamma,
    lower: true,
  });
  for (let row = 0; row < size; row++) arrays.matrix[row * size + row] = row < people ? 1 + ridge : 1;
  const result = await factorise(dense, arrays, size);
  if (!result.ok) throw notPositive(result.pivot, ridge);

  for (const [column, target] of targets.entries()) arrays.rightSides.set(target, column * size);
  await substituteRows(dense, result.factor, firstRows(arrays.rightSides, size, columns));
  await invert(dense, result.factor);
  for (const { first, last } of blocksOf(size)) {
    kernels.dotTiles(
      columns,
      last - first,
      size - first,
      arrays.rightSides.byteOffset + 4 * first,
      size,
      arrays.matrix.byteOffset + 4 * (first * size + first),
      size,
      arrays.solutions.byteOffset + 4 * first,
      size,
      1,
    );
  }
  const inverseDiagonal = rowSquares(arrays.matrix, size, people);
  const heldOut = targets.map((target, column) =>
    Float64Array.from(target, (y, i) => y - arrays.solutions[column * size + i]! / inverseDiagonal[i]!),
  );

  const predictions = targets.map(() => new Float64Array(tested.length));
  for (const { from, some } of batchesOf(tested)) {
    fillPoints(problem, some, arrays.others, arrays.otherNorms);
    const left = pointsOf(arrays.others, arrays.otherNorms, width, 0, some.length);
    await fillGaussian(dense, {
      left,
      right: points,
      target: firstRows(arrays.cross, size, some.length),
      gamma,
      lower: false,
    });
    arrays.predictions.fill(0);
    kernels.dotTiles(
      some.length,
      columns,
      size,
      arrays.cross.byteOffset,
      size,
      arrays.solutions.byteOffset,
      size,
      arrays.predictions.byteOffset,
      strideOf(columns),
      1,
    );
    for (let n = 0; n < some.length; n++) {
      for (let c = 0; c < columns; c++) predictions[c]![from + n] = arrays.predictions[n * strideOf(columns) + c]!;
    }
  }
  return { heldOut, tested: predictions };
}

/** |row of U|^2: a row of U begins with its block. */
function rowSquares(matrix: Float32Array, size: number, rows: number): Float64Array {
  const squares = new Float64Array(rows);
  for (const { first, last } of blocksOf(rows)) {
    for (let row = first; row < last; row++) {
      let square = 0;
      for (let at = row * size + first; at < (row + 1) * size; at++) square += matrix[at]! * matrix[at]!;
      squares[row] = square;
    }
  }
  return squares;
}
