/**
 * One interview about a number, as a value: every action returns a new interview and leaves the old one alone.
 *
 *     start -> asking -> answer | skip -> asking | stopped(budget, precise, exhausted)
 *              asking -> end -> stopped(ended)          anything but the start -> undo -> asking
 *
 * A skip says nothing here: the model is one of ratings. It still costs a question.
 */
import { requirePositive, requireWithin } from '../errors/index.ts';
import type { NumericModel } from '../factorization/index.ts';
import {
  type NumericBelief,
  type NumericBeliefOptions,
  numericRowOf,
  startNumericBelief,
} from '../inference/belief/index.ts';
import type { Answer, Answered, ItemIndex } from '../ratings/index.ts';
import type { Candidates, NumericStrategy } from '../selection/index.ts';
import { alreadyStopped, answeredTwice, checkAnswer, notAsked, nothingToUndo } from './misuse.ts';
import { candidatesFor, type Protocol } from './protocol.ts';
import type { TranscriptEvent } from './transcript.ts';

/** When an interview about a number stops. */
interface NumericStoppingRule {
  /** Questions at most; skipped ones count. */
  readonly maxQuestions?: number | undefined;
  /** Ends when the standard deviation of the number is at most this. */
  readonly deviation?: number | undefined;
}

/** Why an interview about a number stopped. */
type NumericStopReason = 'budget' | 'precise' | 'exhausted' | 'ended';

/** What an interview about a number is held with. */
export interface NumericInterviewSetup {
  readonly model: NumericModel;
  /** A strategy of its own: strategies keep a cache that follows one interview. */
  readonly strategy: NumericStrategy;
  readonly protocol: Protocol;
  readonly stopping: NumericStoppingRule;
  readonly beliefOptions?: NumericBeliefOptions | undefined;
}

/** The open question, or why the interview has stopped. */
type NumericStatus =
  | { readonly kind: 'asking'; readonly question: ItemIndex }
  | { readonly kind: 'stopped'; readonly reason: NumericStopReason };

/** An answer, and the belief after it. */
interface NumericStep extends Answered {
  /** The belief once the answer was known. */
  readonly belief: NumericBelief;
}

/** An interview as plain JSON: what it was about, and everything that happened, undone steps included. */
interface NumericTranscript {
  readonly format: 'ulterior-numeric-transcript';
  readonly version: 1;
  readonly attribute: string;
  /** Which data the model was trained on. */
  readonly dataFingerprint: string;
  readonly strategy: string;
  readonly protocol: Protocol['kind'];
  readonly ridge: number;
  readonly stopping: NumericStoppingRule;
  readonly events: readonly TranscriptEvent[];
  /** What was believed in the end. */
  readonly mean: number;
  readonly deviation: number;
}

interface State {
  readonly belief: NumericBelief;
  readonly candidates: Candidates;
  readonly steps: readonly NumericStep[];
  readonly status: NumericStatus;
  readonly before: State | undefined;
}

/** As `Interview`, about a number. */
export class NumericInterview {
  readonly setup: NumericInterviewSetup;
  readonly events: readonly TranscriptEvent[];
  readonly #state: State;

  private constructor(setup: NumericInterviewSetup, state: State, events: readonly TranscriptEvent[]) {
    this.setup = setup;
    this.#state = state;
    this.events = events;
    Object.freeze(this);
  }

  static start(setup: NumericInterviewSetup): NumericInterview {
    const { maxQuestions, deviation } = setup.stopping;
    if (maxQuestions !== undefined) {
      requireWithin('maxQuestions', maxQuestions, { min: 0, max: Number.MAX_SAFE_INTEGER, whole: true });
    }
    if (deviation !== undefined) requirePositive('deviation', deviation);
    const belief = startNumericBelief(setup.model, setup.beliefOptions);
    const candidates = candidatesFor(setup.protocol, setup.model);
    return new NumericInterview(setup, decided(setup, { belief, candidates, steps: [], before: undefined }), []);
  }

  get status(): NumericStatus {
    return this.#state.status;
  }

  get belief(): NumericBelief {
    return this.#state.belief;
  }

  /** What was asked and answered, oldest first; undone steps are gone. */
  get steps(): readonly NumericStep[] {
    return this.#state.steps;
  }

  /** The rating of the open question; `item` says which question is meant. */
  answer(item: ItemIndex, rating: number): NumericInterview {
    this.#checkAsked(item);
    checkAnswer(this.setup.model, item, rating);
    return this.#next(item, rating, { event: 'answer', item: this.setup.model.items.id(item), rating });
  }

  /** The person has nothing to say about the item. */
  skip(item: ItemIndex): NumericInterview {
    this.#checkAsked(item);
    return this.#next(item, 'skip', { event: 'skip', item: this.setup.model.items.id(item) });
  }

  /** Takes the last answer, skip or end back. */
  undo(): NumericInterview {
    const { before } = this.#state;
    if (before === undefined) throw nothingToUndo();
    return new NumericInterview(this.setup, before, [...this.events, { event: 'undo' }]);
  }

  /** Ends the interview before it ends by itself. */
  end(): NumericInterview {
    const { status } = this.#state;
    if (status.kind === 'stopped') throw alreadyStopped(status.reason);
    const state: State = { ...this.#state, status: { kind: 'stopped', reason: 'ended' }, before: this.#state };
    return new NumericInterview(this.setup, state, [...this.events, { event: 'end' }]);
  }

  transcript(): NumericTranscript {
    const { model, strategy, protocol, stopping } = this.setup;
    return {
      format: 'ulterior-numeric-transcript',
      version: 1,
      attribute: model.attribute.name,
      dataFingerprint: model.provenance.dataFingerprint,
      strategy: strategy.name,
      protocol: protocol.kind,
      ridge: this.belief.parameters.ridge,
      stopping,
      events: this.events,
      mean: this.belief.mean,
      deviation: this.belief.deviation,
    };
  }

  #next(item: ItemIndex, answer: Answer, event: TranscriptEvent): NumericInterview {
    const { belief: old, candidates, steps } = this.#state;
    const row = numericRowOf(this.setup.model, item);
    const belief = answer === 'skip' ? old : old.after({ row, value: answer });
    const next = {
      belief,
      candidates: candidates.without(item),
      steps: [...steps, { item, answer, belief }],
      before: this.#state,
    };
    return new NumericInterview(this.setup, decided(this.setup, next), [...this.events, event]);
  }

  #checkAsked(item: ItemIndex): void {
    const { status, steps } = this.#state;
    if (status.kind === 'asking' && status.question === item) return;
    if (steps.some((step) => step.item === item)) throw answeredTwice(this.setup.model, item);
    throw status.kind === 'stopped' ? alreadyStopped(status.reason) : notAsked(item, status.question);
  }
}

/** Whether to go on, and with which question. */
function decided({ stopping, strategy }: NumericInterviewSetup, state: Omit<State, 'status'>): State {
  const { belief, candidates, steps } = state;
  const stopped = (reason: NumericStopReason): State => ({ ...state, status: { kind: 'stopped', reason } });
  if (stopping.deviation !== undefined && belief.deviation <= stopping.deviation) return stopped('precise');
  if (stopping.maxQuestions !== undefined && steps.length >= stopping.maxQuestions) return stopped('budget');
  const choice = strategy.next(belief, candidates);
  if (choice === undefined) return stopped('exhausted');
  return { ...state, status: { kind: 'asking', question: choice.item } };
}
