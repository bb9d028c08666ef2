/** What a question costs. */
import { loadKernels } from 'ulterior';
import {
  type Belief,
  Candidates,
  createModel,
  createStrategy,
  type FactorModel,
  observe,
  startBelief,
  twinRuntime,
} from 'ulterior/core';
import { type Comparison, median } from '../harness.ts';
import { syntheticModel } from '../models.ts';
import { DIMENSION, type NativeReference } from '../native.ts';

const ITEMS = 1_000_000;
const FEWER_ITEMS = 200_000;

type Strategy = ReturnType<typeof createStrategy>;
type Answers = Parameters<Strategy['next']>[2];

/** An interview that can be timed question by question: each absorbs the last answer and chooses the next item. */
class TimedInterview {
  readonly #model: FactorModel;
  readonly #strategy: Strategy;
  #belief: Belief;
  #candidates: Candidates;
  #answers: Answers = [];
  /** The least processor time of a question, in milliseconds: other work on the machine does not count in it. */
  leastProcessorTime = Number.POSITIVE_INFINITY;

  constructor(model: FactorModel, strategy: Strategy, candidates = Candidates.all(model.items.size)) {
    this.#model = model;
    this.#strategy = strategy;
    this.#belief = startBelief(model, { ridge: 10 });
    this.#candidates = candidates;
  }

  /** Milliseconds of one question. */
  ask(): number {
    const processorStart = process.cpuUsage();
    const start = performance.now();
    const { item } = this.#strategy.next(this.#belief, this.#candidates, this.#answers)!;
    const time = performance.now() - start;
    const { user, system } = process.cpuUsage(processorStart);
    this.leastProcessorTime = Math.min(this.leastProcessorTime, (user + system) / 1000);
    const rating = 1 + (this.#answers.length % 5);
    this.#candidates = this.#candidates.without(item);
    this.#belief = this.#belief.afterAll(observe(this.#model, item, rating));
    this.#answers = [...this.#answers, { item, answer: rating }];
    return time;
  }

  askTimes(count: number): number[] {
    return Array.from({ length: count }, () => this.ask());
  }
}

function memoryLimit(bytes: number, time: number, readTime: number | undefined): string {
  const reading = readTime ? `; merely reading that much takes ${readTime.toFixed(1)} ms` : '';
  return `moves ${(bytes / 1e6).toFixed(0)} MB, ${(bytes / time / 1e6).toFixed(1)} GB/s${reading}`;
}

/** Fewer items than questions would end an interview too early. */
const itemsAt = (share: number, items: number) => Math.max(300, Math.ceil(share * items));

export function catalogueScan(native: NativeReference | undefined, share: number): Comparison {
  const items = itemsAt(share, ITEMS);
  const model = syntheticModel(items, DIMENSION);
  const interviewOn = (kernels: ReturnType<typeof loadKernels>) => {
    const interview = new TimedInterview(model, createStrategy({ model, seed: 1, kernels }, 'separation'));
    interview.askTimes(3);
    return interview;
  };
  const subject = interviewOn(loadKernels());
  const twin = native ? undefined : interviewOn(twinRuntime({ shared: false }));
  const bytes = items * (4 * DIMENSION + 4 + 4 + 1 + 8);
  const readTime = native ? Math.min(...native.run('read', items * (4 * DIMENSION + 9), 10)) : undefined;
  return {
    name: `question over ${items.toLocaleString('en')} items, d = ${DIMENSION}`,
    measure: native ? 'time over that of C' : 'time over that of the twin',
    kind: 'time',
    bar: 1.3,
    rounds: 7,
    subject: () => subject.askTimes(10),
    reference: () => (native ? native.run('catalogue', items, 10) : twin!.askTimes(3)),
    limit: (time) => memoryLimit(bytes, time, readTime),
  };
}

/** Items with two observation rows, out of twice as many with one. */
function twoChannelModel(items: number): FactorModel {
  const { scales, profiles, biases } = syntheticModel(2 * items, DIMENSION).rows;
  const rows = { channels: ['presence', 'centredRating'] as const, scales, profiles, biases };
  return createModel({ ...syntheticModel(items, DIMENSION), rows });
}

/**
 * Against as many rows of one channel, which is about as much memory. Of half as many rows, a cache of some hundred
 * megabytes holds most: the ratio to these would say how large the cache is.
 */
export function twoChannels(native: NativeReference | undefined, share: number): Comparison {
  const items = itemsAt(share, ITEMS);
  const kernels = loadKernels();
  const interviewWith = (model: FactorModel) => {
    const interview = new TimedInterview(model, createStrategy({ model, seed: 1, kernels }, 'separation'));
    interview.askTimes(3);
    return interview;
  };
  const subject = interviewWith(twoChannelModel(items));
  const reference = interviewWith(syntheticModel(2 * items, DIMENSION));
  const bytes = items * (8 * DIMENSION + 20 + 1 + 20);
  const readTime = native ? Math.min(...native.run('read', items * (8 * DIMENSION + 21), 10)) : undefined;
  return {
    name: `question over ${items.toLocaleString('en')} items of two channels, d = ${DIMENSION}`,
    measure: 'time over that of as many rows of one channel',
    kind: 'time',
    bar: 1.4,
    rounds: 9,
    subject: () => subject.askTimes(10),
    reference: () => reference.askTimes(10),
    limit: (time) =>
      `${memoryLimit(bytes, time, readTime)}; by processor time ${(subject.leastProcessorTime / reference.leastProcessorTime).toFixed(2)} times`,
  };
}

/** A second interview over the same model: the profiles are laid out already. */
export function nextInterview(share: number): Comparison {
  const items = itemsAt(share, FEWER_ITEMS);
  const model = syntheticModel(items, DIMENSION);
  const kernels = loadKernels();
  const firstQuestion = (laidOut: FactorModel) => [
    new TimedInterview(laidOut, createStrategy({ model: laidOut, seed: 1, kernels }, 'separation')).ask(),
  ];
  firstQuestion(model);
  return {
    name: `first question of a second interview, ${items.toLocaleString('en')} items`,
    measure: 'speed over that of the first interview',
    kind: 'speed',
    bar: 3,
    subject: () => firstQuestion(model),
    // A copy of the model is another model: its profiles have to be laid out.
    reference: () => firstQuestion({ ...model }),
  };
}

export function lateQuestion(share: number): Comparison {
  const items = itemsAt(share, FEWER_ITEMS);
  const model = syntheticModel(items, DIMENSION);
  const kernels = loadKernels();
  let late: number[] = [];
  return {
    name: `question 100 against question 1, ${items.toLocaleString('en')} items`,
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

export function againstIncFbc(share: number): Comparison {
  const items = itemsAt(share, 3000);
  const model = syntheticModel(items, DIMENSION);
  const timesAt50 = (name: string, questions: number) => {
    // A fresh interview each time, so that every measured question has about 50 answers behind it.
    const interview = new TimedInterview(model, createStrategy({ model, seed: 1 }, name));
    interview.askTimes(50);
    return interview.askTimes(questions);
  };
  return {
    name: `question at 50 answers, ${items.toLocaleString('en')} items`,
    measure: 'speed over that of the literal IncFBC',
    kind: 'speed',
    bar: 200,
    rounds: 3,
    subject: () => timesAt50('separation', 5),
    reference: () => timesAt50('incFbc', 2),
  };
}
