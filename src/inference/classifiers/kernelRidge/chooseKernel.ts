/**
 * How far the kernel reaches and how strong the ridge is, chosen by what the others predict for each of at most 1,500
 * training people (leave one out, mean squared error of the centred 0/1 labels). Some thousand people more change the
 * best values little: seen as a Gaussian process, the ridge is the noise over the signal, whatever the number of people.
 *
 *   gamma = reach / columns, so that two people at random (columns are standardised) are at distance 2 x reach
 *
 * Cost: one small factorization per pair, a tenth of a large one for all of them together.
 */
import { derive } from '../../../numeric/index.ts';
import { exactKernelRidge } from './exactKernelRidge.ts';
import type { KernelProblem } from './solution.ts';

export interface KernelChoice {
  readonly reach: number;
  readonly ridge: number;
}

const REACHES = [0.5, 1, 2];
const RIDGES = [0.3, 1, 3];
const MOST_PEOPLE = 1500;

/** What is given is kept; what is left out is chosen. */
export async function chooseKernel(
  problem: Omit<KernelProblem, 'gamma' | 'ridge' | 'tested'>,
  given: { readonly reach?: number | undefined; readonly ridge?: number | undefined },
  seed: number,
): Promise<KernelChoice> {
  if (given.reach !== undefined && given.ridge !== undefined) return { reach: given.reach, ridge: given.ridge };
  const order = derive(seed, 'kernel-choice').shuffle(
    Uint32Array.from({ length: problem.training.length }, (_, n) => n),
  );
  const some = order.subarray(0, MOST_PEOPLE).toSorted();
  const training = Uint32Array.from(some, (n) => problem.training[n]!);
  const targets = problem.targets.map((target) => Float64Array.from(some, (n) => target[n]!));
  let best: KernelChoice & { error: number } = { reach: 1, ridge: 1, error: Number.POSITIVE_INFINITY };
  for (const reach of given.reach === undefined ? REACHES : [given.reach]) {
    for (const ridge of given.ridge === undefined ? RIDGES : [given.ridge]) {
      const gamma = reach / problem.coordinates.width;
      const { heldOut } = await exactKernelRidge({ ...problem, training, targets, tested: [], gamma, ridge });
      let error = 0;
      for (const [c, target] of targets.entries()) {
        for (let n = 0; n < target.length; n++) error += (target[n]! - heldOut[c]![n]!) ** 2;
      }
      if (error < best.error) best = { reach, ridge, error };
    }
  }
  return { reach: best.reach, ridge: best.ridge };
}
