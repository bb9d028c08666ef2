/**
 * Trains the support vector classifier: one machine for two types, one against the rest per type for more, and for
 * each machine a sigmoid fitted to cross-validated decision values. All share one kernel matrix, which the caller may
 * compute once for many trainings on subsets of its rows.
 * Cost: the kernel matrix, if not given, and (folds + 1) trainings per machine.
 */

import { outOfRange, requirePositive, requireWithin } from '../../../errors/index.ts';
import { checkRows, type SparseRows, selectRows } from '../common/sparseRows.ts';
import { stratifiedFolds } from '../common/stratifiedFolds.ts';
import { typeLabels } from '../common/typeLabels.ts';
import { heldOutDecisions } from './heldOutDecisions.ts';
import { type KernelMatrix, rbfKernelMatrix, scaleGamma } from './kernelMatrix.ts';
import { fitSigmoid } from './platt.ts';
import { type MachineOptions, type SupportMachine, trainMachine } from './supportMachine.ts';
import { type SvmClassifier, svmClassifier } from './svmModel.ts';

/** How a support vector machine is fitted. */
interface SvmOptions {
  /** Bound of the coefficients: the larger, the fewer training rows may lie on the wrong side. Default 1. */
  readonly cost?: number;
  /** Width of the kernel; 'scale' is 1 / (columns * variance of the training rows). Default 'scale'. */
  readonly gamma?: number | 'scale';
  /** The kernel matrix of all `rows`, instead of `gamma`. */
  readonly kernel?: KernelMatrix;
  /** The rows to train on, in case not all; `labels` still has one label per row of `rows`. */
  readonly subset?: ArrayLike<number>;
  /** Folds for the decision values behind the probabilities. Default 5. */
  readonly folds?: number;
  /** Allowed violation of the optimality conditions. Default 1e-3. */
  readonly tolerance?: number;
  readonly maxSteps?: number;
}

/**
 * Trains a support vector machine with a radial kernel on histories; its probabilities are fitted on held-out
 * people.
 */
export function trainSvm(
  rows: SparseRows,
  labels: ArrayLike<number>,
  typeCount: number,
  options: SvmOptions = {},
): SvmClassifier {
  const { cost = 1, folds = 5, tolerance = 1e-3, maxSteps = 10_000_000 } = options;
  requirePositive('cost', cost);
  requirePositive('tolerance', tolerance);
  requireWithin('folds', folds, { min: 2, max: 1000, whole: true });
  requireWithin('maxSteps', maxSteps, { min: 1, max: Number.MAX_SAFE_INTEGER, whole: true });
  // Checks the labels of all rows, those outside the subset too.
  typeLabels(labels, rows.rows, typeCount);
  checkRows(rows);
  const everyRow = Uint32Array.from({ length: rows.rows }, (_, row) => row);
  // Selected before the conversion, which would turn -1 or 0.5 into some other row.
  const training = selectRows(rows, options.subset ?? everyRow);
  const subset = Uint32Array.from(options.subset ?? everyRow);
  const { present, positions } = typeLabels(
    Array.from(subset, (row) => labels[row]!),
    subset.length,
    typeCount,
  );

  if (options.kernel !== undefined) checkShared(options.kernel, rows.rows, options.gamma);
  const kernel = options.kernel ?? rbfKernelMatrix(training, gammaOf(options.gamma, training));
  // A matrix computed here holds the subset only, in its order.
  const kernelRows = options.kernel === undefined ? everyRow.subarray(0, subset.length) : subset;

  const machineOptions: MachineOptions = { cost, tolerance, maxSteps };
  const foldOf = stratifiedFolds(positions, present.length, folds);
  const positives = present.length === 2 ? [1] : [...present.keys()];
  const machines = positives.map((positive) => {
    const signs = Int8Array.from(positions, (position) => (position === positive ? 1 : -1));
    const sigmoid = fitSigmoid(heldOutDecisions(kernel, kernelRows, signs, foldOf, machineOptions), signs);
    return { ...trainMachine(kernel, kernelRows, signs, machineOptions), sigmoid };
  });
  const { supports, coefficients } = gatherSupports(machines, subset, rows.rows);
  return svmClassifier({
    types: typeCount,
    gamma: kernel.gamma,
    present,
    trainingRows: rows.rows,
    supports,
    vectors: selectRows(rows, supports),
    coefficients,
    offsets: Float64Array.from(machines, (machine) => machine.offset),
    sigmoids: machines.map((machine) => machine.sigmoid),
  });
}

/** The rows with a coefficient in some machine, and their coefficients; a row named twice in the subset gets the sum. */
function gatherSupports(machines: readonly SupportMachine[], subset: Uint32Array, rows: number) {
  const byRow = machines.map((machine) => {
    const totals = new Float64Array(rows);
    for (let t = 0; t < subset.length; t++) totals[subset[t]!]! += machine.coefficients[t]!;
    return totals;
  });
  const supports = new Uint32Array(new Set(subset)).sort().filter((row) => byRow.some((totals) => totals[row] !== 0));
  const coefficients = new Float64Array(machines.length * supports.length);
  for (const [machine, totals] of byRow.entries()) {
    for (const [s, row] of supports.entries()) coefficients[machine * supports.length + s] = totals[row]!;
  }
  return { supports, coefficients };
}

function gammaOf(gamma: number | 'scale' | undefined, rows: SparseRows): number {
  return gamma === undefined || gamma === 'scale' ? scaleGamma(rows) : gamma;
}

function checkShared(kernel: KernelMatrix, rows: number, gamma: number | 'scale' | undefined): void {
  if (kernel.size !== rows) throw outOfRange('kernel', `of ${kernel.size} rows`, `of the ${rows} rows given`);
  if (gamma !== undefined) throw outOfRange('gamma', gamma, 'left out when a kernel matrix is given');
}
