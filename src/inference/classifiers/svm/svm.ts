/**
 * Trains the support vector classifier: one machine for two types, one against the rest per type for more, and for
 * each machine a sigmoid fitted to cross-validated decision values. All share one kernel matrix.
 * Cost: the kernel matrix, and (folds + 1) trainings per machine.
 */

import { requirePositive, requireWithin } from '../../../errors/index.ts';
import { checkRows, type SparseRows, selectRows } from '../common/sparseRows.ts';
import { stratifiedFolds } from '../common/stratifiedFolds.ts';
import { typeLabels } from '../common/typeLabels.ts';
import { heldOutDecisions } from './heldOutDecisions.ts';
import { rbfKernelMatrix, scaleGamma } from './kernelMatrix.ts';
import { fitSigmoid } from './platt.ts';
import { type MachineOptions, trainMachine } from './supportMachine.ts';
import { type SvmClassifier, svmClassifier } from './svmModel.ts';

/** How a support vector machine is fitted. */
interface SvmOptions {
  /** Bound of the coefficients: the larger, the fewer training rows may lie on the wrong side. Default 1. */
  readonly cost?: number;
  /** Width of the kernel. Default 1 / (columns * variance of the training rows). */
  readonly gamma?: number;
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
  checkRows(rows);
  const { present, positions } = typeLabels(labels, rows.rows, typeCount);
  const kernel = rbfKernelMatrix(rows, options.gamma ?? scaleGamma(rows));
  const everyRow = Uint32Array.from({ length: rows.rows }, (_, row) => row);

  const machineOptions: MachineOptions = { cost, tolerance, maxSteps };
  const foldOf = stratifiedFolds(positions, present.length, folds);
  const positives = present.length === 2 ? [1] : [...present.keys()];
  const machines = positives.map((positive) => {
    const signs = Int8Array.from(positions, (position) => (position === positive ? 1 : -1));
    const sigmoid = fitSigmoid(heldOutDecisions(kernel, everyRow, signs, foldOf, machineOptions), signs);
    return { ...trainMachine(kernel, everyRow, signs, machineOptions), sigmoid };
  });
  const supports = everyRow.filter((row) => machines.some(({ coefficients }) => coefficients[row] !== 0));
  return svmClassifier({
    types: typeCount,
    gamma: kernel.gamma,
    present,
    supports,
    vectors: selectRows(rows, supports),
    coefficients: Float64Array.from(
      machines.flatMap(({ coefficients }) => Array.from(supports, (row) => coefficients[row]!)),
    ),
    offsets: Float64Array.from(machines, (machine) => machine.offset),
    sigmoids: machines.map((machine) => machine.sigmoid),
  });
}
