/**
 * What interviews leave behind for the statistics, one row per person and as flat arrays, so that thousands of
 * interviews travel between threads and into checkpoints cheaply.
 *
 *   logits         people x (maxQuestions + 1) x K: log odds of each type against the rest after q answers; NaN beyond
 *                  the person's last answer
 *   heard          people x (maxQuestions + 1): how many answers the belief rests on after q answers
 *   lengths        how many questions each person answered
 *   squaredErrors  people x points: summed squared error of the held-out ratings after 0, e, 2e, ... answers
 *   meanErrors     people x points: the same where every rating is predicted by the item's mean
 *   heldOut        people x points: how many ratings of each person are still held out at that point
 *   early          people x EARLY: the first items asked, plus one; 0 for none
 *   skips          people: bit q is set where the answer to early question q was "haven't seen it"
 */
import { logOddsAgainstRest } from '../../maths/index.ts';
import { type ScoreTable, scoresAt } from '../folds/index.ts';

/** How many of the first questions are remembered by name. */
export const EARLY = 10;

export interface Outcomes {
  readonly logits: Float32Array;
  readonly heard: Float32Array;
  readonly lengths: Uint32Array;
  readonly squaredErrors: Float32Array;
  readonly meanErrors: Float32Array;
  readonly heldOut: Uint32Array;
  readonly early: Uint32Array;
  readonly skips: Uint32Array;
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
    meanErrors: new Float32Array(people * pointsOf(shape)).fill(Number.NaN),
    heldOut: new Uint32Array(people * pointsOf(shape)),
    early: new Uint32Array(people * EARLY),
    skips: new Uint32Array(people),
  };
}

/** What a contender's interviews left in a table; undefined where it failed. */
export function outcomesOf(scores: ScoreTable, contender: string): Outcomes | undefined {
  return scoresAt<Outcomes>(scores, { exposure: 'questions', attacker: contender });
}

/** The log odds of a person's types after this many questions. */
export function logitsAt(
  { logits }: Pick<Outcomes, 'logits'>,
  questions: number,
  maxQuestions: number,
  typeCount: number,
) {
  return (person: number, type: number) => logits[(person * (maxQuestions + 1) + questions) * typeCount + type]!;
}

/** Log odds of each type against the rest, from log weights known up to a constant. */
export function logitsFromWeights(logWeights: ArrayLike<number>): Float64Array {
  return Float64Array.from({ length: logWeights.length }, (_, t) => logOddsAgainstRest(logWeights, t));
}
