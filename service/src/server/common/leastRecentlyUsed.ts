/** A bounded memory: what was used longest ago goes first. Entries weigh what they say. */

interface Entry<Value> {
  readonly value: Value;
  readonly weight: number;
  usedAt: number;
}

export class LeastRecentlyUsed<Value> {
  /** In the order of use, oldest first. */
  readonly #entries = new Map<string, Entry<Value>>();
  readonly #capacity: number;
  readonly #now: () => Date;
  #weight = 0;

  constructor(capacity: number, now: () => Date) {
    this.#capacity = capacity;
    this.#now = now;
  }

  get(key: string): Value | undefined {
    const entry = this.#entries.get(key);
    if (entry === undefined) return undefined;
    this.#entries.delete(key);
    this.#entries.set(key, entry);
    entry.usedAt = this.#now().getTime();
    return entry.value;
  }

  /** What is heavier than everything together may be is not kept. */
  set(key: string, value: Value, weight: number): void {
    this.delete(key);
    if (weight > this.#capacity) return;
    this.#entries.set(key, { value, weight, usedAt: this.#now().getTime() });
    this.#weight += weight;
    for (const oldest of this.#entries.keys()) {
      if (this.#weight <= this.#capacity) break;
      this.delete(oldest);
    }
  }

  delete(key: string): void {
    const entry = this.#entries.get(key);
    if (entry === undefined) return;
    this.#entries.delete(key);
    this.#weight -= entry.weight;
  }

  /** Lets go of what was not used for so long. */
  dropIdle(seconds: number): void {
    const limit = this.#now().getTime() - 1000 * seconds;
    for (const [key, { usedAt }] of this.#entries) if (usedAt <= limit) this.delete(key);
  }

  get size(): number {
    return this.#entries.size;
  }
}
