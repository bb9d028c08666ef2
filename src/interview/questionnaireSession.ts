/** Serves a compiled questionnaire to one person, as a value: every answer returns a new session. Needs no model. */
import { UlteriorError } from '../errors/index.ts';
import { type Probabilities, softmax } from '../numeric/index.ts';
import { type Answer, onScale } from '../ratings/index.ts';
import type { CompiledQuestion, Questionnaire, QuestionnaireChannel } from './questionnaire.ts';

export class QuestionnaireSession {
  readonly questionnaire: Questionnaire;
  /** What was answered, in the order of the questions. */
  readonly answers: readonly Answer[];

  constructor(questionnaire: Questionnaire, answers: readonly Answer[]) {
    this.questionnaire = questionnaire;
    this.answers = Object.freeze([...answers]);
    Object.freeze(this);
  }

  /** The open question; undefined when all are answered. */
  get question(): CompiledQuestion | undefined {
    return this.questionnaire.questions[this.answers.length];
  }

  /** A rating of the open question, or 'skip'. */
  answer(answer: Answer): QuestionnaireSession {
    if (this.question === undefined) throw allAnswered(this.questionnaire);
    checkScale(this.questionnaire, this.question, answer);
    return new QuestionnaireSession(this.questionnaire, [...this.answers, answer]);
  }

  /** The log odds of the second label against the first. */
  logOdds(): number {
    const { questions, channels, prior } = this.questionnaire;
    const last = questions[this.answers.length - 1];
    if (last === undefined) return Math.log(prior[1] / prior[0]);
    let sum = last.constant;
    for (const [n, answer] of this.answers.entries()) {
      for (const [at, channel] of channels.entries()) {
        sum += last.weights[n * channels.length + at]! * observed(channel, answer, questions[n]!.mean);
      }
    }
    return sum;
  }

  /** Probability of each label. */
  posterior(): Probabilities {
    return softmax([0, this.logOdds()]);
  }
}

/** A session in which nothing is answered yet. */
export function serveQuestionnaire(questionnaire: Questionnaire): QuestionnaireSession {
  return new QuestionnaireSession(questionnaire, []);
}

function observed(channel: QuestionnaireChannel, answer: Answer, mean: number): number {
  if (answer === 'skip') return 0;
  return channel === 'presence' ? 1 : answer - mean;
}

function checkScale({ scale }: Questionnaire, { title }: CompiledQuestion, answer: Answer): void {
  if (answer === 'skip' || onScale(scale, answer)) return;
  const steps = scale.step === 0 ? '' : ` in steps of ${scale.step}`;
  throw new UlteriorError(
    'ANSWER_OFF_SCALE',
    `the answer ${answer} to "${title}" is outside the scale from ${scale.min} to ${scale.max}${steps}`,
    'give a rating of the scale, or skip the question',
    { answer, scale },
  );
}

function allAnswered({ questions }: Questionnaire): UlteriorError {
  return new UlteriorError(
    'INTERVIEW_STOPPED',
    'every question is answered',
    'start the questionnaire again, or go on from an earlier session',
    { questions: questions.length },
  );
}
