/** How long an audit of a number will take, from what was measured (numberPace.ts). */

import type { Pace } from '../../engine/jobs/pace.ts';
import type { numberSpecOf } from './auditPlan.ts';

/** One resample of one person's figures after one question, as measured on an ordinary machine. */
const RESAMPLE_SECONDS = 6e-8;
/** Three ways of judging whole histories, two of which choose a ridge: for each rating. */
const HISTORY_SECONDS = 1e-5;

/** The attacker who knows groups only has a model and interviews of its own. */
const BANDS = 1;

export function secondsForNumber(
  { rating, question }: Pace,
  spec: ReturnType<typeof numberSpecOf>,
  data: { readonly users: number; readonly ratings: number; readonly ratingsPerUser: number },
  workers: number,
): number {
  const { folds, strategies, maxQuestions, shuffled, resamples } = spec;
  const control = shuffled ? 1 : 0;
  const training = (1 + control + BANDS) * (folds - 1) * data.ratings * rating;
  const asked = Math.min(maxQuestions, data.ratingsPerUser);
  const runs = strategies.length + control;
  const interviews = (runs + BANDS) * data.users * asked * question;
  const histories = folds * data.ratings * HISTORY_SECONDS;
  const resampling = 2 * runs * resamples * data.users * (asked + 1) * RESAMPLE_SECONDS;
  return training + (interviews + histories + resampling) / workers;
}
