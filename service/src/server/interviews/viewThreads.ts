/**
 * Views of interviews, worked out beside the event loop: in one thread, one after another, so that a costly one holds up
 * neither answers nor health. Each has a time limit; whoever asks for too many at once waits in vain, and nobody else does.
 * What was worked out is kept with the state of the interview it is of, and goes with it when that is erased.
 */

import type { Worker } from 'node:worker_threads';
import { UlteriorError } from 'ulterior/service-parts';
import type { Store } from '../../store/index.ts';
import type { Limits } from '../common/limits.ts';
import { notFound } from '../common/problem.ts';
import { isOutOfMemory, type Outcome, openThread, resultOf } from '../common/thread.ts';
import type { LoadedInterview } from './interviewCache.ts';
import type { ViewName, Views, ViewWork, WorkOf } from './viewWork.ts';

export interface ToViewThread {
  readonly call: number;
  readonly modelId: string;
  readonly work: ViewWork;
  /** Of the model, once it was asked for. */
  readonly bytes?: Uint8Array | undefined;
}

export type FromViewThread =
  | { readonly call: number; readonly kind: 'model wanted' }
  | { readonly call: number; readonly kind: 'end'; readonly outcome: Outcome<unknown> };

/** Views of one state of an interview that are kept: those asked for last. */
const KEPT_VIEWS = 4;
/** Views of one interview that may be under way. */
const MOST_AT_ONCE = 4;

interface Pending {
  readonly message: ToViewThread;
  resolve(outcome: Outcome<unknown>): void;
  reject(error: unknown): void;
}

export class ViewThreads {
  readonly #store: Store;
  readonly #limits: Limits;
  readonly #kept = new WeakMap<LoadedInterview, Map<string, Promise<unknown>>>();
  /** Views under way, by interview. */
  readonly #underway = new Map<string, number>();
  #thread: Worker | undefined;
  #pending: Pending | undefined;
  #last: Promise<unknown> = Promise.resolve();
  #waiting = 0;
  #calls = 0;
  #closed = false;

  constructor(store: Store, limits: Limits) {
    this.#store = store;
    this.#limits = limits;
  }

  /** How many are waiting or being worked out. */
  get waiting(): number {
    return this.#waiting;
  }

  view<View extends ViewName>(loaded: LoadedInterview, work: WorkOf<View>): Promise<Views[View]> {
    const kept = this.#kept.get(loaded) ?? new Map<string, Promise<unknown>>();
    this.#kept.set(loaded, kept);
    const { answers: _, ...asked } = work;
    const name = JSON.stringify(asked);
    const known = kept.get(name);
    if (known !== undefined) return known as Promise<Views[View]>;
    const coming = this.#enqueue(loaded, work);
    kept.set(name, coming);
    for (const oldest of kept.keys()) {
      if (kept.size <= KEPT_VIEWS) break;
      kept.delete(oldest);
    }
    coming.catch(() => kept.delete(name));
    return coming as Promise<Views[View]>;
  }

  async close(): Promise<void> {
    this.#closed = true;
    await this.#end();
  }

  async #enqueue({ stored: { id, modelId } }: LoadedInterview, work: ViewWork): Promise<unknown> {
    const own = this.#underway.get(id) ?? 0;
    if (own >= MOST_AT_ONCE) {
      throw new UlteriorError(
        'TOO_MANY_REQUESTS',
        `${own} views of the interview are being worked out already`,
        'wait for the first ones',
        { retryAfter: 1 },
      );
    }
    if (this.#waiting >= this.#limits.viewsWaiting) {
      throw new UlteriorError('SERVICE_BUSY', 'as many views are being worked out as can be', 'try again in a moment');
    }
    this.#waiting++;
    this.#underway.set(id, own + 1);
    const turn = this.#last.then(() => this.#compute(modelId, work));
    this.#last = turn.catch(() => {});
    try {
      return await turn;
    } finally {
      this.#waiting--;
      const left = this.#underway.get(id)! - 1;
      if (left === 0) this.#underway.delete(id);
      else this.#underway.set(id, left);
    }
  }

  async #compute(modelId: string, work: ViewWork): Promise<unknown> {
    if (this.#closed) throw new UlteriorError('SERVICE_BUSY', 'the service is being stopped', 'try again in a moment');
    this.#thread ??= this.#open();
    const thread = this.#thread;
    const message = { call: ++this.#calls, modelId, work };
    let timer: NodeJS.Timeout | undefined;
    try {
      const outcome = await new Promise<Outcome<unknown>>((resolve, reject) => {
        this.#pending = { message, resolve, reject };
        timer = setTimeout(() => reject(tooCostly()), 1000 * this.#limits.viewSeconds);
        thread.postMessage(message satisfies ToViewThread);
      });
      return resultOf(outcome);
    } catch (error) {
      // It may still be at it: the next view gets a new thread.
      if (!(error instanceof UlteriorError) || error.code === 'REQUEST_TOO_COSTLY') await this.#end();
      throw error;
    } finally {
      this.#pending = undefined;
      clearTimeout(timer);
    }
  }

  #open(): Worker {
    const { parseMegabytes, cacheBytes } = this.#limits;
    const thread = openThread('interviews/viewThread', cacheBytes / 4, parseMegabytes);
    thread.on('message', (message: FromViewThread) => void this.#hear(thread, message));
    thread.on('error', (error) => this.#pending?.reject(isOutOfMemory(error) ? tooCostly() : error));
    thread.on('exit', () => {
      if (this.#thread !== thread) return;
      this.#thread = undefined;
      this.#pending?.reject(new Error('the thread of views ended without a word'));
    });
    // It waits for work, and is not to keep the process alive.
    thread.unref();
    return thread;
  }

  async #hear(thread: Worker, message: FromViewThread): Promise<void> {
    const pending = this.#pending;
    if (pending === undefined || message.call !== pending.message.call) return;
    if (message.kind === 'end') return pending.resolve(message.outcome);
    try {
      const bytes = await this.#store.models.bytes(pending.message.modelId);
      if (bytes === undefined) throw notFound('model');
      thread.postMessage({ ...pending.message, bytes } satisfies ToViewThread);
    } catch (error) {
      pending.reject(error);
    }
  }

  async #end(): Promise<void> {
    const thread = this.#thread;
    this.#thread = undefined;
    await thread?.terminate();
  }
}

function tooCostly(): UlteriorError {
  return new UlteriorError(
    'REQUEST_TOO_COSTLY',
    'working this out takes more time or memory than is allowed',
    'ask with fewer answers, or work it out elsewhere from the transcript: ulterior ask advise --transcript',
  );
}
