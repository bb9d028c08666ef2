/**
 * Who has shown the same sign for too long, by a clock of this process that only goes forward. The clocks of hosts are
 * set, and jump: a lease that ended at a time of day would be over too early, or hours too late. Whoever watches must have seen
 * the sign stand still for the whole time itself, so a watcher that has just started takes nobody for dead.
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

export class SilenceWatch {
  readonly #now: SteadyClock;
  #seen = new Map<string, { readonly sign: string; readonly since: number }>();

  constructor(now: SteadyClock) {
    this.#now = now;
  }

  /** Those who were silent for as long as they may be. Whoever is not among `present` is forgotten. */
  silent<One extends Watched>(present: readonly One[]): One[] {
    const now = this.#now();
    const before = this.#seen;
    this.#seen = new Map();
    return present.filter(({ id, sign, seconds }) => {
      const last = before.get(id);
      const since = last?.sign === sign ? last.since : now;
      this.#seen.set(id, { sign, since });
      return now - since >= seconds;
    });
  }
}
