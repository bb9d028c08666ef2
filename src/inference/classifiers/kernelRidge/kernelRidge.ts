/**
 * Kernel ridge regression of the type on coordinates of whole histories: an attacker that sees how tastes go together,
 * which no weighing of single items shows.
 *
 *   k(x, y) = exp(-gamma |x - y|^2),   (K + ridge I) a = y,   y the 0/1 labels of each type less its share
 *
 * The labels are on the right-hand side only. One factorization serves any number of label vectors, shuffled ones for
 * instance. Where reach and ridge are not given, they are chosen by the first label vector; whoever tests by shuffling
 * gives both, or the choice would favour the true labels.
 *
 * Scores become log weights by a slope and intercepts fitted to what the others predict for each training person.
 * Up to `mostPeople` training people exactly; beyond, over landmark people drawn by the seed.
 */
import { outOfRange, requirePositive, requireWithin } from '../../../errors/index.ts';
import type { DenseTools } from '../../../factorization/index.ts';
import { derive } from '../../../maths/index.ts';
import { type TypeLabels, typeLabels } from '../common/typeLabels.ts';
import { fitScoreWeights, type ScoreWeights, weighScores } from '../logistic/scoreWeights.ts';
import { chooseKernel } from './chooseKernel.ts';
import type { Coordinates } from './coordinates.ts';
import { exactKernelRidge } from './exactKernelRidge.ts';
import { nystroemKernelRidge } from './nystroemKernelRidge.ts';
import type { KernelPredictions } from './solution.ts';

interface KernelRidgeProblem {
  /** Of everybody, made without labels. */
  readonly coordinates: Coordinates;
  /** Who is learnt from, and who is judged: numbers of rows of the coordinates. */
  readonly training: ArrayLike<number>;
  readonly tested: ArrayLike<number>;
  /** One or more label vectors; each has a type for every training person. */
  readonly labels: readonly ArrayLike<number>[];
  readonly types: number;
}

export interface KernelRidgeOptions {
  /** gamma x columns; chosen if left out. */
  readonly reach?: number | undefined;
  readonly ridge?: number | undefined;
  readonly seed?: number | undefined;
  /** Training people up to which the matrix between all of them is factored. Default 8,000: 256 MB. */
  readonly mostPeople?: number | undefined;
  /** Landmark people beyond that. Default 2,000. */
  readonly landmarks?: number | undefined;
  /** For which training people it is asked what the others predict: places in `training`. Default all; few are cheaper. */
  readonly judged?: ArrayLike<number> | undefined;
}

interface KernelRidgeScores {
  /** The types that occurred in training. */
  readonly present: Uint8Array;
  /** judged x present types: what the others predict for each judged training person. */
  readonly heldOut: Float64Array;
  /** tested x present types. */
  readonly scores: Float64Array;
  readonly weights: ScoreWeights;
  /** tested x types; -Infinity for a type that did not occur in training. */
  readonly logWeights: Float64Array;
}

interface KernelRidgeResult {
  readonly reach: number;
  readonly ridge: number;
  /** 0 where no landmarks were needed. */
  readonly landmarks: number;
  /** One per label vector. */
  readonly results: readonly KernelRidgeScores[];
}

export async function kernelRidge(
  problem: KernelRidgeProblem,
  options: KernelRidgeOptions,
  tools: DenseTools,
): Promise<KernelRidgeResult> {
  const { coordinates, training, tested, types } = problem;
  const { seed = 1, mostPeople = 8000, landmarks = 2000 } = options;
  if (options.reach !== undefined) requirePositive('reach', options.reach);
  if (options.ridge !== undefined) requirePositive('ridge', options.ridge);
  requireWithin('mostPeople', mostPeople, { min: 1, max: 32_000, whole: true });
  requireWithin('landmarks', landmarks, { min: 1, max: 16_000, whole: true });
  checkPeople('training', training, coordinates.people);
  checkPeople('tested', tested, coordinates.people);
  const known = problem.labels.map((labels) => typeLabels(labels, training.length, types));
  const targets = known.map(targetsOf);
  const { reach, ridge } = await chooseKernel(
    { coordinates, training, targets: targets[0]!, tools },
    { reach: options.reach, ridge: options.ridge },
    seed,
  );
  const judged = options.judged ?? Uint32Array.from({ length: training.length }, (_, n) => n);
  const order = judgedLast(training.length, judged);
  const solved = {
    coordinates,
    training: order.map((n) => training[n]!),
    tested,
    targets: targets.flat().map((target) => Float64Array.from(order, (n) => target[n]!)),
    judged: judged.length,
    tools,
  };
  const settings = { gamma: reach / coordinates.width, ridge };
  const exact = training.length <= mostPeople;
  const chosen = exact ? [] : landmarkPeople(training, landmarks, seed);
  const predictions = exact
    ? await exactKernelRidge(solved)(settings)
    : await nystroemKernelRidge(solved, settings, chosen);
  let column = 0;
  const results = known.map((each, n) => {
    const from = column;
    column += targets[n]!.length;
    return scoresOf(each, judged, predictions, from, column);
  });
  return { reach, ridge, landmarks: chosen.length, results };
}

/** The places 0 .. people - 1, the judged ones last and in their order. */
function judgedLast(people: number, judged: ArrayLike<number>): Uint32Array {
  checkPeople('judged', judged, people);
  const isJudged = new Set(Array.from(judged));
  if (isJudged.size < judged.length)
    throw outOfRange('judged', 'a list with repetitions', 'a list of different people');
  const others = Uint32Array.from({ length: people }, (_, n) => n).filter((n) => !isJudged.has(n));
  return Uint32Array.from([...others, ...Array.from(judged)]);
}

/** Of two types one target is enough: the scores of the other are its negative. */
function targetsOf({ present, positions, counts }: TypeLabels): Float64Array[] {
  const wanted = present.length === 2 ? [1] : [...present.keys()];
  return wanted.map((type) => {
    const share = counts[type]! / positions.length;
    return Float64Array.from(positions, (position) => (position === type ? 1 : 0) - share);
  });
}

function scoresOf(
  known: TypeLabels,
  judged: ArrayLike<number>,
  predictions: KernelPredictions,
  from: number,
  to: number,
): KernelRidgeScores {
  const types = known.present.length;
  const table = (columns: readonly Float64Array[]): Float64Array => {
    const all = columns.length === 1 ? [columns[0]!.map((score) => -score), columns[0]!] : columns;
    return Float64Array.from({ length: all[0]!.length * types }, (_, at) => all[at % types]![Math.floor(at / types)]!);
  };
  const heldOut = table(predictions.heldOut.slice(from, to));
  const scores = table(predictions.tested.slice(from, to));
  const positions = Uint8Array.from(judged, (n) => known.positions[n]!);
  const weights = fitScoreWeights([heldOut], positions, types);
  const logWeights = ofAllTypes(weighScores(weights, [scores]), known);
  return { present: known.present, heldOut, scores, weights, logWeights };
}

/** Log weights of the present types as those of all declared types. */
export function ofAllTypes(logWeights: Float64Array, { present, types }: Pick<TypeLabels, 'present' | 'types'>) {
  const people = logWeights.length / present.length;
  const all = new Float64Array(people * types).fill(Number.NEGATIVE_INFINITY);
  for (let person = 0; person < people; person++) {
    for (const [position, type] of present.entries()) {
      all[person * types + type] = logWeights[person * present.length + position]!;
    }
  }
  return all;
}

function landmarkPeople(training: ArrayLike<number>, count: number, seed: number): Uint32Array {
  const order = derive(seed, 'kernel-landmarks').shuffle(Uint32Array.from(training));
  return order.subarray(0, count).toSorted();
}

function checkPeople(name: string, people: ArrayLike<number>, all: number): void {
  for (let n = 0; n < people.length; n++) {
    if (!(Number.isInteger(people[n]) && people[n]! >= 0 && people[n]! < all)) {
      throw outOfRange(`${name}[${n}]`, people[n]!, `a person from 0 to ${all - 1}`);
    }
  }
}
