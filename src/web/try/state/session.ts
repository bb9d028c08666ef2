/**
 * One visit, as a value: what was chosen, and what was answered. Everything shown follows from it. The next question is
 * that of an interview in which all answers so far are known, so that the way of choosing can change in the middle.
 */
import type { GivenAnswer } from '../../../defence/index.ts';
import type { FactorModel } from '../../../factorization/index.ts';
import { Interview, type Transcript } from '../../../interview/index.ts';
import type { Answer } from '../../../ratings/index.ts';
import { createStrategy, fixedList } from '../../../selection/index.ts';
import { answeredIn } from '../../models/insight.ts';
import type { ShippedModel } from '../../models/shippedModel.ts';
import type { Trail } from '../../models/trail.ts';
import type { ViewWords } from '../../words/catalogue.ts';
import { type ChooserName, strategies } from './choosers.ts';

export const QUESTIONS = 10;

export interface Given extends GivenAnswer {
  /** How the question was chosen. */
  readonly chooser: ChooserName;
}

export interface Session {
  readonly collection: string;
  /** Id of the model that looks for something. */
  readonly target: string;
  /** The visitor is told at the end only. */
  readonly secret: boolean;
  readonly chooser: ChooserName;
  /** Of random questions, and of the answers of an invented person. */
  readonly seed: number;
  /** An invented person answers. */
  readonly invented: boolean;
  readonly given: readonly Given[];
  /** The visitor has seen enough. */
  readonly ended: boolean;
}

/** Whose attribute it is, for sentences: "your gender". */
export function whose(
  { invented }: Pick<Session, 'invented'>,
  attribute: string,
  { your, theirs }: ViewWords['other']['finding'],
): string {
  return invented ? theirs(attribute) : your(attribute);
}

export type Setup = Pick<Session, 'collection' | 'target' | 'secret' | 'chooser' | 'seed' | 'invented'>;

export function startSession(setup: Setup): Session {
  return { ...setup, given: [], ended: false };
}

/** Id of the question that is open; undefined once the interview is over. */
export function questionOf(session: Session, model: FactorModel): string | undefined {
  const left = QUESTIONS - session.given.length;
  if (session.ended || left <= 0) return undefined;
  const { status } = Interview.start({
    model,
    strategy: createStrategy({ model, seed: session.seed }, strategies[session.chooser](model)),
    protocol: { kind: 'open' },
    stopping: { maxQuestions: left },
    known: answeredIn(session.given, model),
  });
  return status.kind === 'asking' ? model.items.id(status.question) : undefined;
}

/** A question that was answered already stays as it is: a key pressed twice is meant once. */
export function answered(session: Session, item: string, answer: Answer): Session {
  if (session.given.some((one) => one.item === item)) return session;
  return { ...session, given: [...session.given, { item, answer, chooser: session.chooser }] };
}

/** Takes the last answer back, and asks its question again: by the way of choosing that asked it. */
export function undone(session: Session): Session {
  if (session.ended) return { ...session, ended: false };
  const last = session.given.at(-1);
  return last === undefined ? session : { ...session, given: session.given.slice(0, -1), chooser: last.chooser };
}

/** Of how many people in 100 it was less sure: of visitors, who were asked as these people were. */
export function surerThanIn({ given, invented }: Session, target: ShippedModel, trail: Trail): number | undefined {
  if (invented || given.some(({ chooser }) => chooser !== 'sneaky')) return undefined;
  return trail.surerThan(target, { strategy: strategies.sneaky(target.model), protocol: 'open' });
}

/**
 * For `ulterior ask advise --transcript`. The way of choosing may have changed on the way, so that the questions are kept
 * as the list they were.
 */
export function transcriptOf(session: Session, model: FactorModel): Transcript {
  const given = answeredIn(session.given, model);
  let interview = Interview.start({
    model,
    strategy: fixedList(given.map(({ item }) => item)),
    protocol: { kind: 'open' },
    stopping: { maxQuestions: QUESTIONS },
  });
  for (const { item, answer } of given) {
    interview = answer === 'skip' ? interview.skip(item) : interview.answer(item, answer);
  }
  return interview.transcript();
}
