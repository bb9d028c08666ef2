/**
 * Whether the database takes writes, found out by one. Anybody may ask, so the
 * outcome is kept: five seconds where it went well, one where it did not, so that a recovery is soon seen. However many
 * ask, the database has one probe at a time.
 */
import type { Store } from '../../store/index.ts';

const KEPT_MILLISECONDS = { passed: 5000, failed: 1000 };

export class WriteProbe {
  readonly #store: Store;
  readonly #now: () => Date;
  #outcome: Promise<void> | undefined;
  /** When the outcome is worth nothing any more; never while the probe is under way. */
  #until = Number.POSITIVE_INFINITY;

  constructor(store: Store, now: () => Date) {
    this.#store = store;
    this.#now = now;
  }

  /** Rejects where the database did not take the last probe. */
  async passes(): Promise<void> {
    if (this.#outcome === undefined || this.#now().getTime() >= this.#until) {
      this.#until = Number.POSITIVE_INFINITY;
      this.#outcome = this.#store.takesWrites();
      const keep = (how: keyof typeof KEPT_MILLISECONDS) => () => {
        this.#until = this.#now().getTime() + KEPT_MILLISECONDS[how];
      };
      this.#outcome.then(keep('passed'), keep('failed'));
    }
    return this.#outcome;
  }
}
