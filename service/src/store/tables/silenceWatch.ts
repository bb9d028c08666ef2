/**
 * Who has shown the same sign for too long, by a clock of this process that only goes forward. The clocks of hosts are
 * set, and jump: a lease that ended at a time of day would be over too early, or hours too late. Whoever watches must have seen
 * the sign stand still for the whole time itself, so a watcher that has just started takes nobody for dead. Nor does one that was
 * itself stopped for a while, with everybody on its machine: one look adds at most half of the time.
 */
export interface Watched {
  readonly id: string;
  /** Changes while it lives. */
  readonly sign: string;
  /** How long the sign may stand still; 0 for one that says itself that it has ended. */
  readonly seconds: number;
}

export type SteadyClock = () => number;

/** Seconds that go by, whatever the time of day does. */
export const steadySeconds: SteadyClock = () => performance.now() / 1000;

interface Seen {
  readonly sign: string;
  readonly silentFor: number;
}

export class SilenceWatch {
  readonly #now: SteadyClock;
  #lookedAt: number;
  #seen = new Map<string, Seen>();

  constructor(now: SteadyClock) {
    this.#now = now;
    this.#lookedAt = now();
  }

  /** Those who were silent for as long as they may be. Whoever is not among `present` is forgotten. */
  silent<One extends Watched>(present: readonly One[]): One[] {
    const now = this.#now();
    const since = now - this.#lookedAt;
    this.#lookedAt = now;
    const before = this.#seen;
    this.#seen = new Map();
    return present.filter(({ id, sign, seconds }) => {
      const last = before.get(id);
      const silentFor = last?.sign === sign ? last.silentFor + Math.min(since, seconds / 2) : 0;
      this.#seen.set(id, { sign, silentFor });
      return silentFor >= seconds;
    });
  }
}
