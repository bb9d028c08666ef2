/**
 * Asks for everybody, several at a time. The first thing that is wrong ends the run: nobody else is asked, but answers that are
 * under way are waited for and kept. A stop from outside ends those too.
 */
import { setTimeout as pause } from 'node:timers/promises';
import { UlteriorError } from '../errors/index.ts';
import type { UserIndex } from '../ratings/index.ts';
import type { Settings } from './call.ts';
import { type Recommended, readAnswer } from './contract.ts';
import type { Journal } from './journal.ts';
import { Pace } from './pace.ts';
import { checkedFor, idOf, requestFor, whoOf } from './people.ts';
import { post } from './post.ts';

/** One call: what it has sent, and why it ends early if it does. */
export class Run {
  requests = 0;
  readonly #settings: Settings;
  readonly #journal: Journal;
  readonly #budget: number;
  readonly #total: number;
  readonly #pace: Pace;
  /** Ends waiting, not what is under way: answers that are about to come are still kept. */
  readonly #halt = new AbortController();
  #done: number;
  #failure: unknown;

  constructor(settings: Settings, journal: Journal, budget: number, open: number) {
    this.#settings = settings;
    this.#journal = journal;
    this.#budget = budget;
    this.#total = settings.people.length;
    this.#pace = new Pace(settings.pacing.perSecond);
    this.#done = this.#total - open;
  }

  async askAll(open: readonly UserIndex[]): Promise<void> {
    const { signal, pacing } = this.#settings;
    const stop = () => this.#fail(undefined);
    if (signal?.aborted) stop();
    signal?.addEventListener('abort', stop, { once: true });
    this.#tell();
    const queue = open.values();
    try {
      await Promise.all(Array.from({ length: Math.min(pacing.concurrency, open.length) }, () => this.#work(queue)));
    } finally {
      signal?.removeEventListener('abort', stop);
    }
    if (this.#done === this.#total) return;
    throw signal?.aborted ? this.#interrupted() : this.#withKept(this.#failure);
  }

  /** Takes people from the queue until it is empty or something is wrong. */
  async #work(queue: IterableIterator<UserIndex>): Promise<void> {
    for (const person of queue) {
      if (this.#halt.signal.aborted) return;
      try {
        const answer = await this.#ask(person);
        if (answer === undefined) return;
        await this.#journal.add(idOf(this.#settings, person), answer);
        this.#done++;
        this.#tell();
      } catch (error) {
        return this.#fail(error);
      }
    }
  }

  /** undefined where the run has ended meanwhile. */
  async #ask(person: UserIndex): Promise<Recommended | undefined> {
    const { target, pacing, signal } = this.#settings;
    const body = JSON.stringify(requestFor(this.#settings, person));
    for (let repeated = 0; ; repeated++) {
      if (!(await this.#waited(() => this.#pace.turn(this.#halt.signal)))) return undefined;
      if (this.requests >= this.#budget) throw this.#budgetUsed();
      this.requests++;
      const reply = await post(target, body, signal ?? NEVER);
      if (reply.kind === 'answered') {
        return checkedFor(this.#settings, readAnswer(reply.text, whoOf(this.#settings, person)), person);
      }
      const wait = reply.wait ?? 1000 * pacing.firstWait * 2 ** repeated;
      if (repeated >= pacing.retries) throw afterRetries(reply.error, repeated);
      if (wait > 1000 * pacing.longestWait) throw wantsTime(reply.error, wait);
      if (reply.wait !== undefined) this.#pace.pauseFor(wait);
      else if (!(await this.#waited(() => pause(wait, undefined, { signal: this.#halt.signal })))) return undefined;
    }
  }

  /** Whether the wait came to its end. */
  async #waited(wait: () => Promise<void>): Promise<boolean> {
    try {
      await wait();
    } catch (error) {
      if (!this.#halt.signal.aborted) throw error;
    }
    return !this.#halt.signal.aborted;
  }

  /** The first reason counts. */
  #fail(error: unknown): void {
    if (this.#halt.signal.aborted) return;
    this.#failure = error;
    this.#halt.abort();
  }

  #tell(): void {
    this.#settings.onProgress?.({ done: this.#done, total: this.#total });
  }

  #keptText(): string {
    const { folder } = this.#settings;
    return folder === undefined
      ? 'nothing is kept: name a folder for the answers (journal)'
      : `the lists of ${this.#done} of ${this.#total} people are kept in "${folder}": the same call asks only for the rest`;
  }

  #withKept(error: unknown): unknown {
    if (!(error instanceof UlteriorError)) return error;
    const kept = { ...error.details, done: this.#done, total: this.#total, requests: this.requests };
    return new UlteriorError(error.code, error.message, `${error.advice}; ${this.#keptText()}`, kept);
  }

  #budgetUsed(): UlteriorError {
    return new UlteriorError(
      'RECOMMENDER_BUDGET_USED',
      `all ${this.#budget} requests are used up`,
      'allow more requests (requests)',
    );
  }

  #interrupted(): unknown {
    const what = `stopped after the lists of ${this.#done} of ${this.#total} people`;
    return this.#withKept(new UlteriorError('RECOMMENDER_INTERRUPTED', what, 'run it again'));
  }
}

const NEVER = new AbortController().signal;

function afterRetries(error: UlteriorError, repeated: number): UlteriorError {
  const times = repeated === 0 ? '' : `, also after ${repeated} repeated ${repeated === 1 ? 'request' : 'requests'}`;
  return new UlteriorError(error.code, `${error.message}${times}`, error.advice, error.details);
}

function wantsTime(error: UlteriorError, wait: number): UlteriorError {
  const seconds = Math.ceil(wait / 1000);
  return new UlteriorError(error.code, `${error.message} and asks to come back in ${seconds} s`, 'come back then', {
    ...error.details,
    seconds,
  });
}
