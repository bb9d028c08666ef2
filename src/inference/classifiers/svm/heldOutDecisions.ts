/**
 * Decision values of rows by machines that did not see them in training. Values of a machine on its own training rows
 * are too good, and probabilities fitted to them too sure. Cost: one training per fold.
 */

import type { KernelMatrix } from './kernelMatrix.ts';
import { type MachineOptions, type SupportMachine, trainMachine } from './supportMachine.ts';

/** `foldOf` and `signs` go with `subset`; so does the result. */
export function heldOutDecisions(
  kernel: KernelMatrix,
  subset: Uint32Array,
  signs: Int8Array,
  foldOf: Uint32Array,
  options: MachineOptions,
): Float64Array {
  const decisions = new Float64Array(subset.length);
  for (const fold of new Set(foldOf)) {
    const outside = (_: number, i: number) => foldOf[i] !== fold;
    const training = subset.filter(outside);
    const trainingSigns = signs.filter(outside);
    const onlySign = singleSign(trainingSigns);
    // A fold may hold out the only row of a sign. Nothing can be learnt then; the sign that is left is the decision.
    const machine = onlySign === 0 ? trainMachine(kernel, training, trainingSigns, options) : undefined;
    for (let i = 0; i < subset.length; i++) {
      if (foldOf[i] !== fold) continue;
      decisions[i] = machine === undefined ? onlySign : decisionAt(kernel, training, machine, subset[i]!);
    }
  }
  return decisions;
}

/** sum_t beta_t k(x_t, x) + offset for a row x of the kernel matrix. */
function decisionAt(kernel: KernelMatrix, training: Uint32Array, machine: SupportMachine, row: number): number {
  let decision = machine.offset;
  for (let t = 0; t < training.length; t++) {
    const coefficient = machine.coefficients[t]!;
    if (coefficient !== 0) decision += coefficient * kernel.values[row * kernel.size + training[t]!]!;
  }
  return decision;
}

/** The sign that all have, or 0 if both occur. */
function singleSign(signs: Int8Array): number {
  return signs.every((sign) => sign === signs[0]) ? signs[0]! : 0;
}
