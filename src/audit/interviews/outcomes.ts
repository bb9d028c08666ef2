/**
 * What interviews leave behind for the statistics, one row per person and as flat arrays, so that thousands of
 * interviews travel between threads and into checkpoints cheaply. "After q" is people x (maxQuestions + 1), and NaN
 * beyond the person's last answer.
 *
 * Of every interview:
 *
 *   lengths        how many questions each person answered
 *   seen           how many of them with a rating, not with "haven't seen it"
 *   early          people x EARLY: the first items asked, plus one; 0 for none
 *   skips          people: bit q is set where the answer to early question q was "haven't seen it"
 *
 * About groups:
 *
 *   logits         after q, x K: log odds of each type against the rest. Models of several attributes have more of
 *                  them (`logitsName`)
 *   heard          after q: how many answers the belief rests on
 *   squaredErrors  people x points: summed squared error of the held-out ratings after 0, e, 2e, ... answers
 *   meanErrors     people x points: the same where every rating is predicted by the item's mean
 *   heldOut        people x points: how many ratings of each person are still held out at that point
 *   mostLikely, weighted  after q, where groups are bands of a number: the number by the most likely band, and by all
 *
 * About a number:
 *
 *   means, deviations  after q: what is believed
 */
import { type NamedArrays, type ScoreTable, scoresAt } from '../folds/index.ts';

/** How many of the first questions are remembered by name. */
export const EARLY = 10;

export interface Asked {
  readonly lengths: Uint32Array;
  readonly seen: Uint32Array;
  readonly early: Uint32Array;
  readonly skips: Uint32Array;
}

export interface Outcomes extends Asked {
  readonly logits: Float32Array;
  readonly heard: Float32Array;
  readonly squaredErrors: Float32Array;
  readonly meanErrors: Float32Array;
  readonly heldOut: Uint32Array;
}

export interface BandOutcomes {
  readonly mostLikely: Float64Array;
  readonly weighted: Float64Array;
}

export interface NumericOutcomes extends Asked {
  readonly means: Float64Array;
  readonly deviations: Float64Array;
}

interface OutcomeShape {
  readonly types: number;
  readonly maxQuestions: number;
  readonly ratingErrorEvery: number;
}

export const pointsOf = ({ maxQuestions, ratingErrorEvery }: Omit<OutcomeShape, 'types'>) =>
  1 + Math.floor(maxQuestions / ratingErrorEvery);

export function emptyAsked(people: number): Asked {
  return {
    lengths: new Uint32Array(people),
    seen: new Uint32Array(people),
    early: new Uint32Array(people * EARLY),
    skips: new Uint32Array(people),
  };
}

export function emptyOutcomes(people: number, shape: OutcomeShape): Outcomes {
  const points = people * pointsOf(shape);
  return {
    ...emptyAsked(people),
    logits: unknownLogits(people, shape.maxQuestions, shape.types),
    heard: new Float32Array(people * (shape.maxQuestions + 1)),
    squaredErrors: new Float32Array(points).fill(Number.NaN),
    meanErrors: new Float32Array(points).fill(Number.NaN),
    heldOut: new Uint32Array(points),
  };
}

export const unknownLogits = (people: number, maxQuestions: number, types: number) =>
  new Float32Array(people * (maxQuestions + 1) * types).fill(Number.NaN);

const unknownNumbers = (people: number, maxQuestions: number) =>
  new Float64Array(people * (maxQuestions + 1)).fill(Number.NaN);

export function emptyBandOutcomes(people: number, maxQuestions: number): BandOutcomes {
  return { mostLikely: unknownNumbers(people, maxQuestions), weighted: unknownNumbers(people, maxQuestions) };
}

export function emptyNumericOutcomes(people: number, maxQuestions: number): NumericOutcomes {
  const [means, deviations] = [unknownNumbers(people, maxQuestions), unknownNumbers(people, maxQuestions)];
  return { ...emptyAsked(people), means, deviations };
}

/** Of one attribute of the model, by its place there. */
export function logitsOf(outcomes: Outcomes, attribute: number): Float32Array {
  return (outcomes as Outcomes & NamedArrays)[logitsName(attribute)] as Float32Array;
}

export const logitsName = (attribute: number) => (attribute === 0 ? 'logits' : `logits${attribute}`);

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
