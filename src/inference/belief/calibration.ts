/**
 * Calibration: of the people whom the attacker is 90% sure of, 90% should be as it says. A trained model is too sure,
 * because its biases were fitted to noise and its ratings are not independent given the type. What the answers say is
 * therefore weighed by a slope, and corrected by an offset for each type, both after each number of questions:
 *
 *     log weight_t  <-  log prior_t + offset_t + slope (log weight_t - log prior_t)                    [eq:calibration]
 *
 * A slope b is what a noise variance 1 / b times as large would give; a slope of 0 leaves the prior. Slope and offsets
 * minimise the log loss of people whose type is known and of whom the model has not learned:
 *
 *     sum over people of -log softmax(...)_type  +  (slope - 1)^2 / 2  +  sum_t offset_t^2 / 2,         slope >= 0
 *
 * "Questions" are answers that told the model something, counted once each (answersHeard): what makes a belief too bold
 * is what it has absorbed, not what was asked.
 *
 * Each penalty is worth a handful of people; they keep the solution finite where nobody is mistaken, and make the
 * offsets add up to 0. The problem is convex: Newton's method with backtracking, O(people K^2) per iteration.
 *
 * Of two types the line may bend (bends.ts): half of what a bend adds goes to the second type, half is taken from the first.
 */
import { requireWithin, UlteriorError } from '../../errors/index.ts';
import type { Calibration, CalibrationPoint, FactorModel } from '../../factorization/index.ts';
import { choleskyFactor, choleskySolve, softmax } from '../../maths/index.ts';
import type { Belief } from './belief.ts';
import { type Bend, bentBy, fitBends } from './bends.ts';

export type { Calibration, CalibrationPoint };

/** People of known type, and what was believed of them after this many questions. */
export interface CalibrationSample {
  readonly questions: number;
  /** Log weights of a belief, person after person (people x K). */
  readonly logWeights: ArrayLike<number>;
  /** True type of each person. */
  readonly types: ArrayLike<number>;
}

/** What is fitted. */
interface CalibrationOptions {
  /** Whether to fit an offset for each type besides the slope. */
  readonly offsets?: boolean | undefined;
  /** How many bends the line may have, of two types: 0 unless said. They need thousands of people. */
  readonly bends?: number | undefined;
}

/** A slope and offsets for each sample, and how sure of people it is with them. `prior` is the one that the beliefs started from. */
export function fitCalibration(
  samples: readonly CalibrationSample[],
  prior: ArrayLike<number>,
  { offsets = true, bends = 0 }: CalibrationOptions = {},
): Calibration {
  requireWithin('bends', bends, { min: 0, max: prior.length === 2 && offsets ? 20 : 0, whole: true });
  const points = samples.map((sample) => {
    checkSample(sample, prior.length);
    const straight = fitPoint(sample, prior, offsets);
    const fit = { questions: sample.questions, ...(bends === 0 ? straight : fitBent(sample, prior, bends, straight)) };
    return { ...fit, sureness: surenessWith(fit, sample, prior) };
  });
  points.sort((a, b) => a.questions - b.questions);
  const twice = points.find(({ questions }, at) => points[at + 1]?.questions === questions);
  if (points.length === 0 || twice !== undefined) {
    throw new UlteriorError(
      'PARAMETER_OUT_OF_RANGE',
      twice ? `two samples are of ${twice.questions} questions` : 'there is no sample to calibrate by',
      'pass one sample for each number of questions, and at least one',
      { parameter: 'samples' },
    );
  }
  return { points };
}

/**
 * How many answers a belief rests on: the one count that calibrations are fitted by and applied by. Ratings known before
 * the first question count, because the belief has absorbed them. A skip counts where the model observes it; a model of
 * ratings learns nothing from one, and states the same before and after. Of an answer that not all channels observe, the
 * share that do.
 */
export function answersHeard({ rows }: Pick<FactorModel, 'rows'>, { count }: Pick<Belief, 'count'>): number {
  return count / rows.channels.length;
}

/** Log weights of the types as the attacker states them: the belief's own, calibrated if the model says how. */
export function statedLogWeights(model: FactorModel, belief: Belief): Float64Array {
  if (model.calibration === undefined) return belief.logWeights;
  return calibrated(model.calibration, belief.logWeights, belief.parameters.prior, answersHeard(model, belief));
}

/**
 * Log weights as they would be if the belief were calibrated. Slope and offsets are interpolated between the numbers of
 * questions they were fitted at, and stay as they are beyond the last; before the first, offsets and bends shrink to
 * nothing, because nothing was said yet.
 */
export function calibrated(
  calibration: Calibration,
  logWeights: ArrayLike<number>,
  prior: ArrayLike<number>,
  questions: number,
): Float64Array {
  const { slope, offsets, bends } = pointAt(calibration, questions);
  const stated = Float64Array.from(logWeights, (weight, t) => {
    const logPrior = Math.log(prior[t]!);
    return logPrior + offsets[t]! + slope * (weight - logPrior);
  });
  if (bends === undefined || bends.length === 0) return stated;
  const bent = bentBy(bends, evidenceFor(logWeights, prior, 0)) / 2;
  return stated.map((weight, t) => weight + (t === 1 ? bent : -bent));
}

/** What the answers say for the second of two types: its log likelihood less that of the first. */
function evidenceFor(logWeights: ArrayLike<number>, prior: ArrayLike<number>, person: number): number {
  const of = (t: number) => logWeights[2 * person + t]! - Math.log(prior[t]!);
  return of(1) - of(0);
}

function fitBent(sample: CalibrationSample, prior: ArrayLike<number>, bends: number, straight: Fit): Fit {
  const { logWeights, types } = sample;
  const evidence = Float64Array.from(types, (_, person) => evidenceFor(logWeights, prior, person));
  return fitBends(evidence, types, Math.log(prior[1]! / prior[0]!), bends, straight);
}

function pointAt({ points }: Calibration, questions: number): CalibrationPoint {
  const after = points.findIndex((point) => point.questions >= questions);
  if (after < 0) return points.at(-1)!;
  const right = points[after]!;
  const left = points[after - 1] ?? { ...right, questions: 0, offsets: right.offsets.map(() => 0), bends: [] };
  const share = (questions - left.questions) / (right.questions - left.questions);
  const between = (from: number, to: number) => from + share * (to - from);
  return {
    questions,
    slope: between(left.slope, right.slope),
    offsets: right.offsets.map((offset, t) => between(left.offsets[t]!, offset)),
    // Broken lines between two broken lines: the bends of both, in shares.
    bends: [...weighed(left.bends, 1 - share), ...weighed(right.bends, share)],
  };
}

function weighed(bends: CalibrationPoint['bends'] = [], share: number): readonly Bend[] {
  return share === 0 ? [] : bends.map(({ at, by }) => ({ at, by: share * by }));
}

/** What each twentieth of the people does not exceed, of how sure it is of each as stated. */
function surenessWith(fit: CalibrationPoint, sample: CalibrationSample, prior: ArrayLike<number>): number[] {
  const { questions, logWeights, types } = sample;
  const surest = (person: number) => {
    const weights = Array.from(prior, (_, t) => logWeights[person * prior.length + t]!);
    return Math.max(...softmax(calibrated({ points: [fit] }, weights, prior, questions)));
  };
  const ascending = Float64Array.from(types, (_, person) => surest(person)).sort();
  const reached = (step: number) => ascending[Math.ceil((step * ascending.length) / STEPS) - 1]!;
  // Rounded, because each is the figure of some person.
  return Array.from({ length: STEPS - 1 }, (_, step) => Number(reached(step + 1).toFixed(3)));
}

type Fit = Omit<CalibrationPoint, 'questions' | 'sureness'>;

const STEPS = 20;
const MOST_ITERATIONS = 100;

/** Unknowns: the slope, then an offset for each type. Those that are not free stay at 0. */
function fitPoint(sample: CalibrationSample, prior: ArrayLike<number>, withOffsets: boolean): Fit {
  const types = prior.length;
  const free = new Array<boolean>(types + 1).fill(withOffsets);
  free[0] = true;
  const start = new Float64Array(types + 1);
  start[0] = 1;
  let solution = minimise(sample, prior, start, free);
  if (solution[0]! < 0) {
    // The answers mislead: by convexity the best slope that is not negative is 0.
    free[0] = false;
    solution = minimise(sample, prior, new Float64Array(types + 1), free);
  }
  return { slope: solution[0]!, offsets: Array.from(solution.subarray(1)) };
}

function minimise(
  sample: CalibrationSample,
  prior: ArrayLike<number>,
  start: Float64Array,
  free: readonly boolean[],
): Float64Array {
  let at = start;
  let { loss, gradient, hessian } = lossAt(sample, prior, at, free);
  for (let iteration = 0; iteration < MOST_ITERATIONS; iteration++) {
    // The penalties make the Hessian positive definite.
    if (!choleskyFactor(hessian, at.length).ok) break;
    const step = choleskySolve(hessian, at.length, gradient.slice());
    const decrement = step.reduce((sum, value, n) => sum + value * gradient[n]!, 0);
    const moved = (share: number) => at.map((value, n) => value - share * step[n]!);
    // So close the full step squares the error, and the loss is too coarse to check it.
    if (decrement <= 1e-10 * (1 + loss)) return moved(1);
    let share = 1;
    let next = lossAt(sample, prior, moved(share), free);
    while (!(next.loss < loss - 1e-4 * share * decrement) && share > 1e-10) {
      share /= 2;
      next = lossAt(sample, prior, moved(share), free);
    }
    at = moved(share);
    ({ loss, gradient, hessian } = next);
  }
  throw new UlteriorError(
    'CLASSIFIER_DID_NOT_CONVERGE',
    `calibration after ${sample.questions} questions did not converge`,
    'check that the log weights are finite numbers',
    { questions: sample.questions, loss },
  );
}

/** The penalised log loss with its first and second derivatives; unknowns that are not free get a unit row. */
function lossAt(
  { logWeights, types: truth }: CalibrationSample,
  prior: ArrayLike<number>,
  at: Float64Array,
  free: readonly boolean[],
) {
  const types = prior.length;
  const size = types + 1;
  const gradient = at.map((value, n) => (n === 0 ? value - 1 : value));
  const hessian = new Float64Array(size * size);
  for (let n = 0; n < size; n++) hessian[n * size + n] = 1;
  let loss = gradient.reduce((sum, value) => sum + (value * value) / 2, 0);
  const evidence = new Float64Array(types);
  const weights = new Float64Array(types);
  for (let person = 0; person < truth.length; person++) {
    for (let t = 0; t < types; t++) {
      const logPrior = Math.log(prior[t]!);
      evidence[t] = logWeights[person * types + t]! - logPrior;
      weights[t] = logPrior + at[t + 1]! + at[0]! * evidence[t]!;
    }
    const p = softmax(weights);
    const own = truth[person]!;
    const largest = Math.max(...weights);
    // -log p of the true type, through the logarithm of the sum, so that it stays finite.
    loss += Math.log(weights.reduce((sum, weight) => sum + Math.exp(weight - largest), 0)) + largest - weights[own]!;
    // Evidence counts from its mean under p: second derivatives are covariances.
    let mean = 0;
    for (let t = 0; t < types; t++) mean += p[t]! * evidence[t]!;
    gradient[0] = gradient[0]! + mean - evidence[own]!;
    for (let t = 0; t < types; t++) {
      const spread = evidence[t]! - mean;
      gradient[t + 1] = gradient[t + 1]! + p[t]! - (t === own ? 1 : 0);
      hessian[0] = hessian[0]! + p[t]! * spread * spread;
      hessian[(t + 1) * size] = hessian[(t + 1) * size]! + p[t]! * spread;
      for (let s = 0; s <= t; s++) {
        const entry = (t + 1) * size + s + 1;
        hessian[entry] = hessian[entry]! + (s === t ? p[t]! : 0) - p[s]! * p[t]!;
      }
    }
  }
  for (let n = 0; n < size; n++) {
    if (free[n]) continue;
    gradient[n] = 0;
    for (let m = 0; m < size; m++) {
      if (m <= n) hessian[n * size + m] = m === n ? 1 : 0;
      else hessian[m * size + n] = 0;
    }
  }
  return { loss, gradient, hessian };
}

function checkSample({ questions, logWeights, types: truth }: CalibrationSample, types: number): void {
  requireWithin('questions', questions, { min: 1, max: Number.MAX_SAFE_INTEGER });
  const people = truth.length;
  for (let person = 0; person < people; person++) {
    requireWithin(`type of person ${person}`, truth[person]!, { min: 0, max: types - 1, whole: true });
  }
  const finite = Array.from(logWeights).every(Number.isFinite);
  if (people > 0 && logWeights.length === people * types && finite) return;
  throw new UlteriorError(
    'PARAMETER_OUT_OF_RANGE',
    finite
      ? `the sample of ${questions} questions has ${logWeights.length} log weights for ${people} people and ${types} groups`
      : `the sample of ${questions} questions has log weights that are not finite`,
    'pass the log weights of each person’s belief, and at least one person',
    { parameter: 'logWeights', people, types },
  );
}
