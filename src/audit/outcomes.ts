/**
 * What interviews leave behind for the statistics, one row per person and as flat arrays, so that thousands of
 * interviews travel between threads and into checkpoints cheaply.
 *
 *   logits         people x (maxQuestions + 1) x K: log odds of each type against the rest after q answers; NaN beyond
 *                  the person's last answer
 *   heard          people x (maxQuestions + 1): how many answers the belief rests on after q answers
 *   lengths        how many questions each person answered
 *   squaredErrors  people x points: summed squared error of the held-out ratings after 0, e, 2e, ... answers
 *   heldOut        people x points: how many ratings of each person are still held out at that point
 *   early          people x EARLY: the first items asked, plus one; 0 for none
 */

/** How many of the first questions are remembered by name. */
export const EARLY = 10;

export interface Outcomes {
  readonly logits: Float32Array;
  readonly heard: Float32Array;
  readonly lengths: Uint32Array;
  readonly squaredErrors: Float32Array;
  readonly heldOut: Uint32Array;
  readonly early: Uint32Array;
}

export interface OutcomeShape {
  readonly types: number;
  readonly maxQuestions: number;
  readonly ratingErrorEvery: number;
}

export const pointsOf = ({ maxQuestions, ratingErrorEvery }: OutcomeShape) =>
  1 + Math.floor(maxQuestions / ratingErrorEvery);

export function emptyOutcomes(people: number, shape: OutcomeShape): Outcomes {
  return {
    logits: new Float32Array(people * (shape.maxQuestions + 1) * shape.types).fill(Number.NaN),
    heard: new Float32Array(people * (shape.maxQuestions + 1)),
    lengths: new Uint32Array(people),
    squaredErrors: new Float32Array(people * pointsOf(shape)).fill(Number.NaN),
    heldOut: new Uint32Array(people * pointsOf(shape)),
    early: new Uint32Array(people * EARLY),
  };
}

/** Copies the rows of `part` to the rows `people` of `whole`. */
export function scatter(whole: Outcomes, part: Outcomes, people: ArrayLike<number>): void {
  for (const name of ['logits', 'heard', 'lengths', 'squaredErrors', 'heldOut', 'early'] as const) {
    const width = part[name].length / people.length;
    for (let n = 0; n < people.length; n++) {
      whole[name].set(part[name].subarray(n * width, (n + 1) * width), people[n]! * width);
    }
  }
}

/** log(p / (1 - p)) of each type, exact also where p rounds to 1: from log weights known up to a constant. */
export function logitsFromWeights(logWeights: ArrayLike<number>): Float64Array {
  const types = logWeights.length;
  return Float64Array.from({ length: types }, (_, t) => {
    let largest = Number.NEGATIVE_INFINITY;
    for (let s = 0; s < types; s++) if (s !== t) largest = Math.max(largest, logWeights[s]!);
    let rest = 0;
    for (let s = 0; s < types; s++) if (s !== t) rest += Math.exp(logWeights[s]! - largest);
    return logWeights[t]! - largest - Math.log(rest);
  });
}
