/** What a compiled questionnaire believes: its own description read literally, a dot product per question. */
import type { Questionnaire } from '../../src/interview/index.ts';
import { softmax } from '../../src/maths/index.ts';
import type { Answer } from '../../src/ratings/index.ts';

/** The probability of each label after these answers, in the order of the questions. */
export function compiledPosterior({ questions, channels, prior }: Questionnaire, answers: readonly Answer[]) {
  const last = questions[answers.length - 1];
  if (last === undefined) return softmax([0, Math.log(prior[1] / prior[0])]);
  const observed = answers.flatMap((answer, n) =>
    channels.map((channel) => {
      if (answer === 'skip') return 0;
      return channel === 'presence' ? 1 : answer - questions[n]!.mean;
    }),
  );
  return softmax([0, last.weights.reduce((sum, weight, at) => sum + weight * observed[at]!, last.constant)]);
}
