/**
 * One interview, as a value: every action returns a new interview and leaves the old one alone. The same machine serves
 * the command line, the service, the page and the audit.
 *
 *     start -> asking -> answer | skip -> asking | stopped(budget, confident, decided, littleGain, exhausted)
 *              asking -> end -> stopped(ended)          anything but the start -> undo -> asking
 */
import { UlteriorError } from '../errors/index.ts';
import type { FactorModel } from '../factorization/index.ts';
import {
  type Belief,
  type BeliefOptions,
  observe,
  startBelief,
  statedLogWeights,
  surerThan,
} from '../inference/belief/index.ts';
import type { ClassifierState, IncrementalClassifier } from '../inference/index.ts';
import { largestAt, type Probabilities, requireShares, softmax } from '../maths/index.ts';
import type { Answer, Answered, ItemIndex } from '../ratings/index.ts';
import type { Candidates, Choice, Strategy } from '../selection/index.ts';
import { expectedGain } from './expectedGain.ts';
import { alreadyStopped, answeredTwice, checkAnswer, notAsked, nothingToUndo } from './misuse.ts';
import { candidatesFor, type Protocol } from './protocol.ts';
import { checkStoppingRule, reasonToStop, type StoppingRule, type StopReason } from './stopping.ts';
import { TRANSCRIPT_FORMAT, TRANSCRIPT_VERSION, type Transcript, type TranscriptEvent } from './transcript.ts';

/** What an interview is held with. */
export interface InterviewSetup {
  readonly model: FactorModel;
  /** A strategy of its own: strategies keep a cache that follows one interview. */
  readonly strategy: Strategy;
  readonly protocol: Protocol;
  readonly stopping: StoppingRule;
  readonly beliefOptions?: BeliefOptions | undefined;
  /** Who says what the person's type is; the factor-based classifier (the belief) if left out. */
  readonly classifier?: IncrementalClassifier | undefined;
  /** Answers known before the first question. They are not asked again. */
  readonly known?: readonly Answered[] | undefined;
}

/** The open question, or why the interview has stopped. */
type Status =
  | { readonly kind: 'asking'; readonly question: ItemIndex }
  | { readonly kind: 'stopped'; readonly reason: Exclude<StopReason, 'decided'> }
  /** The type that the answers point to; a strong prior may still favour another. */
  | { readonly kind: 'stopped'; readonly reason: 'decided'; readonly type: number };

/** An answer, and the belief after it. */
interface Step extends Answered {
  /** The belief once the answer was known. */
  readonly belief: Belief;
}

/** Everything that a step changes. */
interface State {
  readonly belief: Belief;
  readonly verdict: ClassifierState | undefined;
  readonly candidates: Candidates;
  readonly answers: readonly Answered[];
  readonly steps: readonly Step[];
  readonly stopped: StopReason | undefined;
  /** The question that is open; undefined once stopped. */
  readonly choice: Choice | undefined;
  readonly before: State | undefined;
}

/**
 * One interview, as a value: every answer, skip or undo returns a new one.
 *
 * @example
 * ```ts
 * import { loadKernels } from 'ulterior';
 * import { createStrategy, createWorld, Interview, parametersFrom, train, trained } from 'ulterior/core';
 *
 * const { dataset } = createWorld({ users: 200, items: 50, leak: 0.5 }, 1);
 * const model = trained(await train(dataset, 'type', parametersFrom('als'), { kernels: loadKernels() }));
 * let interview = Interview.start({
 *   model,
 *   strategy: createStrategy({ model, seed: 1 }),
 *   protocol: { kind: 'open' },
 *   stopping: { maxQuestions: 5 },
 * });
 * while (interview.status.kind === 'asking') interview = interview.answer(interview.status.question, 4);
 * console.log(interview.posterior());
 * ```
 */
export class Interview {
  readonly setup: InterviewSetup;
  readonly events: readonly TranscriptEvent[];
  readonly #state: State;

  private constructor(setup: InterviewSetup, state: State, events: readonly TranscriptEvent[]) {
    this.setup = setup;
    this.#state = state;
    this.events = events;
    Object.freeze(this);
  }

  static start(setup: InterviewSetup): Interview {
    const { model, known = [] } = setup;
    checkStoppingRule(setup.stopping, model.typeLabels.length);
    let belief = startBelief(model, setup.beliefOptions);
    let verdict = setup.classifier?.begin();
    let candidates = candidatesFor(setup.protocol, model);
    const seen = new Set<ItemIndex>();
    for (const { item, answer } of known) {
      checkAnswer(model, item, answer);
      if (seen.has(item)) throw answeredTwice(model, item);
      seen.add(item);
      belief = belief.afterAll(observe(model, item, answer));
      verdict = verdict?.after(item, answer);
      if (candidates.positionOf(item) >= 0) candidates = candidates.without(item);
    }
    const state = { belief, verdict, candidates, answers: [...known], steps: [], before: undefined };
    return new Interview(setup, decided(setup, state, undefined), []);
  }

  get status(): Status {
    const { stopped, choice } = this.#state;
    if (choice !== undefined) return { kind: 'asking', question: choice.item };
    if (stopped !== 'decided') return { kind: 'stopped', reason: stopped! };
    return { kind: 'stopped', reason: stopped, type: largestAt(evidenceOf(this.setup, this.#state)) };
  }

  get belief(): Belief {
    return this.#state.belief;
  }

  /** What was asked and answered, oldest first; undone steps are gone. */
  get steps(): readonly Step[] {
    return this.#state.steps;
  }

  /** All answers there are: those known before, and those given. */
  get answers(): readonly Answered[] {
    return this.#state.answers;
  }

  get candidates(): Candidates {
    return this.#state.candidates;
  }

  /**
   * Log weight of each type up to a constant, by the classifier of the setup; else by the belief, calibrated if the model
   * says how. They tell people apart where probabilities round to 0 and 1.
   */
  logWeights(): Float64Array {
    return logWeightsOf(this.setup, this.#state);
  }

  /** Probability of each type: the softmax of the log weights. */
  posterior(): Probabilities {
    return requireShares(softmax(this.logWeights()));
  }

  /**
   * Of how many people, as a share in steps of a twentieth, the attacker was less sure after as many answers. Undefined unless
   * the model was calibrated with interviews like this one.
   */
  surerThan(): number | undefined {
    const { model, strategy, protocol, classifier } = this.setup;
    if (classifier !== undefined) return undefined;
    return surerThan(model, this.belief, { strategy: strategy.name, protocol: protocol.kind });
  }

  /** The rating of the open question; `item` says which question is meant. */
  answer(item: ItemIndex, rating: number): Interview {
    this.#checkAsked(item);
    checkAnswer(this.setup.model, item, rating);
    const id = this.setup.model.items.id(item);
    return this.#next(item, rating, { event: 'answer', item: id, rating });
  }

  /** The person has nothing to say about the item: it costs a question. */
  skip(item: ItemIndex): Interview {
    this.#checkAsked(item);
    return this.#next(item, 'skip', { event: 'skip', item: this.setup.model.items.id(item) });
  }

  /** Takes the last answer, skip or end back. */
  undo(): Interview {
    const { before } = this.#state;
    if (before === undefined) throw nothingToUndo();
    return new Interview(this.setup, before, [...this.events, { event: 'undo' }]);
  }

  /** Ends the interview before it ends by itself. */
  end(): Interview {
    if (this.#state.choice === undefined) throw this.#stoppedError();
    const state: State = { ...this.#state, stopped: 'ended', choice: undefined, before: this.#state };
    return new Interview(this.setup, state, [...this.events, { event: 'end' }]);
  }

  transcript(): Transcript {
    const { model, strategy, protocol, stopping, known = [] } = this.setup;
    const { ridge, prior } = this.belief.parameters;
    return {
      format: TRANSCRIPT_FORMAT,
      version: TRANSCRIPT_VERSION,
      attribute: model.attribute,
      dataFingerprint: model.provenance.dataFingerprint,
      strategy: strategy.name,
      protocol: protocol.kind,
      ridge,
      prior: Array.from(prior),
      stopping,
      calibrated: model.calibration && true,
      known: known.map(({ item, answer }) => ({ item: model.items.id(item), answer })),
      events: this.events,
    };
  }

  #next(item: ItemIndex, answer: Answer, event: TranscriptEvent): Interview {
    const { setup } = this;
    const state = this.#state;
    const belief = state.belief.afterAll(observe(setup.model, item, answer));
    const next = {
      belief,
      verdict: state.verdict?.after(item, answer),
      candidates: state.candidates.without(item),
      answers: [...state.answers, { item, answer }],
      steps: [...state.steps, { item, answer, belief }],
      before: state,
    };
    return new Interview(setup, decided(setup, next, state.choice), [...this.events, event]);
  }

  #checkAsked(item: ItemIndex): void {
    const { choice, answers } = this.#state;
    if (choice?.item === item) return;
    if (answers.some((known) => known.item === item)) throw answeredTwice(this.setup.model, item);
    if (choice === undefined) throw this.#stoppedError();
    throw notAsked(item, choice.item);
  }

  #stoppedError(): UlteriorError {
    return alreadyStopped(this.#state.stopped!);
  }
}

function notOpen(strategy: string, item: ItemIndex): UlteriorError {
  return new UlteriorError(
    'PLUGIN_MISBEHAVED',
    `the strategy "${strategy}" chose item ${item}, which may not be asked`,
    'run its conformance suite (ulterior/testing), and mend it',
    { strategy, item },
  );
}

/** Whether to go on, and with which question. The last choice matters to strategies that stop by an estimate. */
function decided(setup: InterviewSetup, state: Omit<State, 'stopped' | 'choice'>, last: Choice | undefined): State {
  const { stopping, model } = setup;
  const stopped = reasonToStop(stopping, {
    asked: state.steps.length,
    confidence: () => last?.estimatedConfidence ?? Math.max(...softmax(logWeightsOf(setup, state))),
    evidence: () => evidenceOf(setup, state),
  });
  if (stopped !== undefined) return { ...state, stopped, choice: undefined };
  const choice = setup.strategy.next(state.belief, state.candidates, state.answers);
  if (choice === undefined) return { ...state, stopped: 'exhausted', choice };
  if (!state.candidates.isOpen(choice.item)) throw notOpen(setup.strategy.name, choice.item);
  if (stopping.smallestGain !== undefined && expectedGain(model, state.belief, choice.item) < stopping.smallestGain) {
    return { ...state, stopped: 'littleGain', choice: undefined };
  }
  return { ...state, stopped: undefined, choice };
}

type Known = Pick<State, 'verdict' | 'belief'>;

function logWeightsOf(setup: InterviewSetup, { verdict, belief }: Known): Float64Array {
  return verdict?.logWeights() ?? statedLogWeights(setup.model, belief);
}

/** What the answers alone say of each type: the log weights, less what was believed before. */
function evidenceOf(setup: InterviewSetup, state: Known): Float64Array {
  const before = setup.classifier?.begin().logWeights() ?? Float64Array.from(state.belief.parameters.prior, Math.log);
  // Nothing points to a type that the classifier knows nobody of.
  return logWeightsOf(setup, state).map((weight, t) => (Number.isFinite(weight) ? weight - before[t]! : weight));
}
