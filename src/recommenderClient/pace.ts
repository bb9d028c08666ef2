/** Requests begin at equal distances, however many are under way; a server that says "not now" stops all of them. */
import { setTimeout as pause } from 'node:timers/promises';

export class Pace {
  readonly #gap: number;
  #next = 0;
  #pausedUntil = 0;

  constructor(perSecond: number) {
    this.#gap = 1000 / perSecond;
  }

  /** Resolves when the next request may begin. */
  async turn(stop: AbortSignal): Promise<void> {
    for (;;) {
      const now = performance.now();
      const begin = Math.max(now, this.#next);
      this.#next = begin + this.#gap;
      if (begin > now) await pause(begin - now, undefined, { signal: stop });
      // A pause that began meanwhile: line up again behind it.
      if (performance.now() >= this.#pausedUntil) return;
    }
  }

  pauseFor(milliseconds: number): void {
    this.#pausedUntil = Math.max(this.#pausedUntil, performance.now() + milliseconds);
    this.#next = Math.max(this.#next, this.#pausedUntil);
  }
}
