/**
 * Interviews that were read a moment ago, with their keys: whoever answers was looked up just before, so an answer needs no
 * second look. What is held counts for the revision it was read at, because taking an answer back changes the key. Two
 * generations bound the ring in number, and `age` in time.
 */
interface Revised {
  readonly revision: number;
}

const GENERATION = 1000;

export class KeyRing<Held extends Revised> {
  #young = new Map<string, Held>();
  #old = new Map<string, Held>();

  put(id: string, held: Held): void {
    if (this.#young.size >= GENERATION) this.age();
    this.#young.set(id, held);
  }

  get(id: string, revision: number): Held | undefined {
    const held = this.#young.get(id) ?? this.#old.get(id);
    return held?.revision === revision ? held : undefined;
  }

  drop(id: string): void {
    this.#young.delete(id);
    this.#old.delete(id);
  }

  /** Forgets what was not read since it was called last. */
  age(): void {
    this.#old = this.#young;
    this.#young = new Map();
  }
}
