/**
 * How far the kernel reaches and how strong the ridge is, chosen by what the others predict for each of at most 1,500
 * training people (leave one out, squared error of the centred 0/1 labels). Some thousand people more change the best
 * values little: seen as a Gaussian process, the ridge is the noise over the signal, whatever the number of people.
 *
 *   gamma = reach / columns, so that the kernel of two people at random is about exp(-2 reach), columns being standardised
 *
 * The search starts at 1 and 1 and goes one way as long as that is better (ridge times or over the root of ten, reach
 * doubled or halved), then another, until none of the four neighbours is. Better means by CLEARLY at least: labels that
 * say nothing would lead it on and on, from one ridge that predicts next to nothing to the next.
 * Cost: about ten small factorizations, less than a large one.
 */
import { derive } from '../../../maths/index.ts';
import { exactKernelRidge } from './exactKernelRidge.ts';
import type { KernelProblem } from './solution.ts';

interface KernelChoice {
  readonly reach: number;
  readonly ridge: number;
}

const MOST_PEOPLE = 1500;
/** Steps from the start in either direction. */
const FARTHEST = 6;
const CLEARLY = 2e-4;
const WAYS = [
  [0, 1],
  [0, -1],
  [-1, 0],
  [1, 0],
] as const;

/** What is given is kept; what is left out is chosen. */
export async function chooseKernel(
  problem: Omit<KernelProblem, 'tested' | 'judged'>,
  given: { readonly reach?: number | undefined; readonly ridge?: number | undefined },
  seed: number,
): Promise<KernelChoice> {
  if (given.reach !== undefined && given.ridge !== undefined) return { reach: given.reach, ridge: given.ridge };
  const some = peopleToJudge(problem.training.length, seed);
  const training = Uint32Array.from(some, (n) => problem.training[n]!);
  const targets = problem.targets.map((target) => Float64Array.from(some, (n) => target[n]!));
  const choiceAt = (a: number, b: number): KernelChoice => ({
    reach: given.reach ?? 2 ** a,
    ridge: given.ridge ?? 10 ** (b / 2),
  });
  const solve = exactKernelRidge({ ...problem, training, targets, tested: [], judged: training.length });
  const known = new Map<string, number>();
  const errorAt = async (a: number, b: number): Promise<number> => {
    if (Math.max(Math.abs(a), Math.abs(b)) > FARTHEST) return Number.POSITIVE_INFINITY;
    const { reach, ridge } = choiceAt(a, b);
    const key = `${reach} ${ridge}`;
    const before = known.get(key);
    if (before !== undefined) return before;
    const gamma = reach / problem.coordinates.width;
    const { heldOut } = await solve({ gamma, ridge });
    const error = squaredError(targets, heldOut);
    known.set(key, error);
    return error;
  };
  let [a, b] = [0, 0];
  let least = await errorAt(a, b);
  let moved = true;
  while (moved) {
    moved = false;
    for (const [da, db] of WAYS) {
      for (;;) {
        const error = await errorAt(a + da, b + db);
        if (!(error < least * (1 - CLEARLY))) break;
        [a, b, least] = [a + da, b + db, error];
        moved = true;
      }
    }
  }
  return choiceAt(a, b);
}

function peopleToJudge(people: number, seed: number): Uint32Array {
  const order = Uint32Array.from({ length: people }, (_, n) => n);
  return derive(seed, 'kernel-choice').shuffle(order).subarray(0, MOST_PEOPLE).toSorted();
}

function squaredError(targets: readonly Float64Array[], predicted: readonly Float64Array[]): number {
  let error = 0;
  for (const [c, target] of targets.entries()) {
    for (let n = 0; n < target.length; n++) error += (target[n]! - predicted[c]![n]!) ** 2;
  }
  return error;
}
