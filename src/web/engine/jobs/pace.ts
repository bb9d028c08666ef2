/** Two small measurements on this machine with these data: training on a few people, and a few interviews. */

/** In seconds. */
export interface Pace {
  /** Training, for each rating. */
  readonly rating: number;
  /** Choosing and taking in an answer, for each question. */
  readonly question: number;
}

/** How many people are trained on, at most, and questions asked of each who is interviewed. */
export const PEOPLE = 100;
export const QUESTIONS = 20;
const TIMES = 10;

/** `now` in milliseconds. */
export async function paceOf<Model>(
  ratings: number,
  trainOnce: () => Promise<Model>,
  askSome: (model: Model) => void,
  now: () => number,
): Promise<Pace> {
  // Once without looking at the clock: code is slow the first time it runs.
  const model = await trainOnce();
  for (let time = 0; time < TIMES; time++) askSome(model);
  const before = now();
  await trainOnce();
  const between = now();
  for (let time = 0; time < TIMES; time++) askSome(model);
  return {
    rating: (between - before) / 1000 / ratings,
    question: (now() - between) / 1000 / (TIMES * QUESTIONS),
  };
}
