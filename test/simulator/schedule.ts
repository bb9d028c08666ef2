/**
 * Decides what happens next, and nothing else does. Whoever is about to touch the database, or to take the next step, waits at a
 * point. When everything waits, one of the points is drawn by the seed and let go. Time is simulated: it moves when nobody can do
 * anything but wait for it. So one seed gives one history, whatever the machine is doing besides.
 */
import { createRequire, syncBuiltinESMExports } from 'node:module';
import { derive } from '../../src/maths/index.ts';

interface Point {
  readonly pass: () => void;
  /** Of a transaction: while one is open, nobody else gets on, because there is one connection. */
  readonly transaction: symbol | undefined;
}

interface Timer {
  readonly due: number;
  readonly number: number;
  readonly ring: () => void;
}

const realImmediate = setImmediate;
/** Turns of the event loop after which nothing moves by itself any more: streams and groups of calls need some. */
const TURNS = 12;
/** And before time moves, or nothing is left to wait for. */
const LONG = 60;
/** Nothing takes longer: what is still waiting then waits for ever. */
const LONGEST = 400 * 86_400_000;

/** Ten times as many as any history needs. */
const MOST_STEPS = 20_000;

/** Of timers. No two have the same, also of different histories: what an earlier one clears late is not taken for another. */
let numbers = 0;

export class Schedule {
  readonly #random;
  #points: Point[] = [];
  #timers: Timer[] = [];
  #busy = 0;
  /** Milliseconds that have gone by. */
  now = 0;
  /** The transaction that is open. */
  transaction: symbol | undefined;
  /** How many points were passed. */
  steps = 0;

  constructor(seed: number, history: number) {
    this.#random = derive(seed, 'simulated history', history);
  }

  chance(share: number): boolean {
    return this.#random.uniform() < share;
  }

  below(count: number): number {
    return Math.floor(this.#random.uniform() * count);
  }

  one<Item>(items: readonly Item[]): Item {
    return items[this.below(items.length)]!;
  }

  /** Waits until it is this one's turn. */
  point(transaction?: symbol): Promise<void> {
    return new Promise((pass) => {
      this.#points.push({ pass, transaction });
    });
  }

  /** Work that the schedule waits for: the database at one statement. */
  async busy<Result>(work: () => Promise<Result>): Promise<Result> {
    this.#busy++;
    try {
      return await work();
    } finally {
      this.#busy--;
    }
  }

  pause(milliseconds: number): Promise<void> {
    return new Promise((ring) => {
      this.setTimer(ring, milliseconds);
    });
  }

  setTimer(ring: () => void, milliseconds: number): number {
    const number = ++numbers;
    this.#timers.push({ due: this.now + Math.max(0, milliseconds || 0), number, ring });
    return number;
  }

  clearTimer(number: number): void {
    this.#timers = this.#timers.filter((timer) => timer.number !== number);
  }

  /** Until the promise is settled. */
  async runUntil<Result>(promise: Promise<Result>): Promise<Result> {
    let over = false;
    const outcome = promise.finally(() => {
      over = true;
    });
    outcome.catch(() => {});
    for (;;) {
      await this.#settled();
      if (over) return outcome;
      const open = this.#points.filter(
        ({ transaction }) => this.transaction === undefined || this.transaction === transaction,
      );
      // Now and then time goes by though there is something to do: a machine may stand still.
      if (open.length > 0 && !this.chance(0.01)) {
        const [chosen] = this.#points.splice(this.#points.indexOf(this.one(open)), 1);
        if (++this.steps > MOST_STEPS) throw new Error(`a history of more than ${MOST_STEPS} steps does not end`);
        chosen!.pass();
      } else {
        const before = this.#points.length;
        await this.#settled(LONG);
        if (!over && this.#points.length === before) this.#ringNext(open.length > 0);
      }
    }
  }

  #ringNext(besides: boolean): void {
    const [next] = this.#timers.toSorted((a, b) => a.due - b.due || a.number - b.number);
    if (next === undefined || next.due > LONGEST) {
      if (besides) return;
      throw new Error('everyone waits, and nothing will happen any more');
    }
    this.clearTimer(next.number);
    this.now = Math.max(this.now, next.due);
    next.ring();
  }

  async #settled(turns = TURNS): Promise<void> {
    for (let quiet = 0; quiet < turns; quiet++) {
      await new Promise<void>((resolve) => {
        realImmediate(resolve);
      });
      if (this.#busy > 0 || (quiet === turns - 1 && readsFiles())) quiet = -1;
    }
  }
}

/** Whether somebody waits for the disk of this machine, which is not simulated. */
const readsFiles = () => process.getActiveResourcesInfo().some((name) => name.startsWith('FSReq'));

/** From now on timers and steady clocks of this process are those of the schedule that `current` gives. */
export function simulateTime(current: () => Schedule): void {
  const handle = (number: number) => {
    const timer = { unref: () => timer, ref: () => timer, hasRef: () => false, [Symbol.toPrimitive]: () => number };
    return timer;
  };
  const set = (ring: (...words: unknown[]) => void, milliseconds = 0, ...words: unknown[]) =>
    handle(current().setTimer(() => ring(...words), milliseconds));
  const clear = (timer: unknown) => {
    if (timer !== undefined && timer !== null) current().clearTimer(Number(timer));
  };
  const repeat = (ring: (...words: unknown[]) => void, milliseconds: number, ...words: unknown[]) => {
    const schedule = current();
    let number = 0;
    const turn = () => {
      ring(...words);
      number = schedule.setTimer(turn, milliseconds);
    };
    number = schedule.setTimer(turn, milliseconds);
    const timer = { ...handle(0), [Symbol.toPrimitive]: () => number };
    return timer;
  };
  Object.assign(globalThis, { setTimeout: set, clearTimeout: clear, setInterval: repeat, clearInterval: clear });
  Object.assign(performance, { now: () => current().now });
  const promised = createRequire(import.meta.url)('node:timers/promises') as { setTimeout: unknown };
  promised.setTimeout = (milliseconds: number, value: unknown) =>
    current()
      .pause(milliseconds)
      .then(() => value);
  syncBuiltinESMExports();
}
