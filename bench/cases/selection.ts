/** What a question costs. */
import {
  type Answered,
  type Belief,
  Candidates,
  createStrategy,
  type FactorModel,
  loadKernels,
  rowOf,
  type Strategy,
  startBelief,
  twinRuntime,
} from 'ulterior';
import { type Comparison, median } from '../harness.ts';
import { syntheticModel } from '../models.ts';
import { DIMENSION, type NativeReference } from '../native.ts';

const ITEMS = 1_000_000;

/** An interview that can be timed question by question: each absorbs the last answer and chooses the next item. */
class TimedInterview {
  readonly #model: FactorModel;
  readonly #strategy: Strategy;
  #belief: Belief;
  #candidates: Candidates;
  #answers: Answered[] = [];

  constructor(model: FactorModel, strategy: Strategy, candidates = Candidates.all(model.items.size)) {
    this.#model = model;
    this.#strategy = strategy;
    this.#belief = startBelief(model, { ridge: 10 });
    this.#candidates = candidates;
  }

  /** Milliseconds of one question. */
  ask(): number {
    const start = performance.now();
    const { item } = this.#strategy.next(this.#belief, this.#candidates, this.#answers)!;
    const time = performance.now() - start;
    const rating = 1 + (this.#answers.length % 5);
    this.#candidates = this.#candidates.without(item);
    this.#belief = this.#belief.after({ row: rowOf(this.#model, item), value: rating });
    this.#answers = [...this.#answers, { item, answer: rating }];
    return time;
  }

  askTimes(count: number): number[] {
    return Array.from({ length: count }, () => this.ask());
  }
}

export function catalogueScan(native: NativeReference | undefined): Comparison {
  const model = syntheticModel(ITEMS, DIMENSION);
  const interviewOn = (kernels: ReturnType<typeof loadKernels>) => {
    const interview = new TimedInterview(model, createStrategy({ model, seed: 1, kernels }, 'separation'));
    interview.askTimes(3);
    return interview;
  };
  const subject = interviewOn(loadKernels());
  const twin = native ? undefined : interviewOn(twinRuntime({ shared: false }));
  const bytes = ITEMS * (4 * DIMENSION + 4 + 4 + 1 + 8);
  const readTime = native ? Math.min(...native.run('read', ITEMS * (4 * DIMENSION + 9), 10)) : undefined;
  return {
    name: 'question over 1,000,000 items, d = 20',
    measure: native ? 'time over that of C' : 'time over that of the twin',
    kind: 'time',
    bar: 1.3,
    rounds: 7,
    subject: () => subject.askTimes(10),
    reference: () => (native ? native.run('catalogue', ITEMS, 10) : twin!.askTimes(3)),
    limit: (time) =>
      `moves ${(bytes / 1e6).toFixed(0)} MB, ${(bytes / time / 1e6).toFixed(1)} GB/s${readTime ? `; merely reading that much takes ${readTime.toFixed(1)} ms` : ''}`,
  };
}

export function lateQuestion(): Comparison {
  const model = syntheticModel(200_000, DIMENSION);
  const kernels = loadKernels();
  let late: number[] = [];
  return {
    name: 'question 100 against question 1, 200,000 items',
    measure: 'time over that of question 1',
    kind: 'time',
    bar: 1.2,
    rounds: 7,
    // One interview a round: the reference runs first and leaves the times of its late questions for the subject.
    reference: () => {
      const strategy = createStrategy({ model, seed: 1, kernels }, 'separation');
      // The first question of an interview also lays out the profiles; a second interview on the same strategy does not.
      const candidates = Candidates.all(model.items.size);
      new TimedInterview(model, strategy, candidates).askTimes(2);
      const times = new TimedInterview(model, strategy, candidates).askTimes(105);
      late = times.slice(95);
      return [median(times.slice(1, 11))];
    },
    subject: () => [median(late)],
  };
}

export function againstIncFbc(): Comparison {
  const model = syntheticModel(3000, DIMENSION);
  const timesAt50 = (name: string, questions: number) => {
    // A fresh interview each time, so that every measured question has about 50 answers behind it.
    const interview = new TimedInterview(model, createStrategy({ model, seed: 1 }, name));
    interview.askTimes(50);
    return interview.askTimes(questions);
  };
  return {
    name: 'question at 50 answers, 3,000 items',
    measure: 'speed over that of the literal IncFBC',
    kind: 'speed',
    bar: 200,
    rounds: 3,
    subject: () => timesAt50('separation', 5),
    reference: () => timesAt50('incFbc', 2),
  };
}
