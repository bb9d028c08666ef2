/**
 * Kernel ridge regression by one Cholesky factorization of the matrix between all training people:
 *
 *   A = K + ridge I = L L',   a = A^-1 y,   prediction for x:  sum over i of a_i k(x_i, x)
 *
 * What the others predict for training person i follows from the same factorization (leave one out):
 * y_i - a_i / (A^-1)_ii, with A^-1 = U U', U = L'^-1, (A^-1)_ii = |row i of U|^2. The rows of the last people are cheap:
 * whoever is to be judged comes last.
 * Cost 1/3 people^3 operations, and as much again for the judged ones, shared by all targets. Memory 4 people^2 bytes,
 * taken once for any number of choices of gamma and ridge.
 */
import {
  BLOCK,
  choleskyLengths,
  factorise,
  fillGaussian,
  invert,
  solveTransposed,
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
  type KernelSettings,
  notPositive,
  pointsOf,
} from './solution.ts';

export function exactKernelRidge(problem: KernelProblem): (choice: KernelSettings) => Promise<KernelPredictions> {
  const { coordinates, training, tested, targets, judged, tools } = problem;
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

  // Whoever judges nobody compares settings, and asks for many ridges with the same gamma.
  const comparing = tested.length === 0;
  let before: { readonly gamma: number; readonly kernel: Float32Array } | undefined;
  const fillMatrix = async (gamma: number): Promise<void> => {
    if (before?.gamma === gamma) return void arrays.matrix.set(before.kernel);
    const target = firstRows(arrays.matrix, size, people);
    await fillGaussian(dense, { left: points, right: points, target, gamma, lower: true });
    if (comparing) before = { gamma, kernel: arrays.matrix.slice() };
  };

  return async ({ gamma, ridge }) => {
    await fillMatrix(gamma);
    for (let row = 0; row < size; row++) arrays.matrix[row * size + row] = row < people ? 1 + ridge : 1;
    const result = await factorise(dense, arrays, size);
    if (!result.ok) throw notPositive(result.pivot, ridge);

    for (const [column, target] of targets.entries()) arrays.rightSides.set(target, column * size);
    await substituteRows(dense, result.factor, firstRows(arrays.rightSides, size, columns));
    const solutions = targets.map((_, column) =>
      solveTransposed(dense, result.factor, arrays.rightSides.subarray(column * size, (column + 1) * size)),
    );
    const firstJudged = people - judged;
    await invert(dense, result.factor, Math.floor(firstJudged / BLOCK));
    const inverseDiagonal = rowSquares(arrays.matrix, size, firstJudged, people);
    const heldOut = targets.map((target, column) =>
      inverseDiagonal.map((own, n) => target[firstJudged + n]! - solutions[column]![firstJudged + n]! / own),
    );

    for (const [column, solution] of solutions.entries()) arrays.solutions.set(solution, column * size);
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
  };
}

/** |row of U|^2 of the rows first .. last - 1: a row of U begins with its block. */
function rowSquares(matrix: Float32Array, size: number, first: number, last: number): Float64Array {
  const squares = new Float64Array(last - first);
  for (let row = first; row < last; row++) {
    let square = 0;
    for (let at = row * size + row - (row % BLOCK); at < (row + 1) * size; at++) square += matrix[at]! * matrix[at]!;
    squares[row - first] = square;
  }
  return squares;
}
