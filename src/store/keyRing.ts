/**
 * Keys of interviews that were read a moment ago: whoever answers was looked up just before, so an answer needs no second
 * look. A key counts for the revision it was read at, because taking an answer back changes it. Two generations bound the ring in
 * number, and `age` in time.
 */
export interface HeldKey {
  readonly number: number;
  readonly revision: number;
  readonly key: Uint8Array;
}

const GENERATION = 1000;

export class KeyRing {
  #young = new Map<string, HeldKey>();
  #old = new Map<string, HeldKey>();

  put(id: string, held: HeldKey): void {
    if (this.#young.size >= GENERATION) this.age();
    this.#young.set(id, held);
  }

  get(id: string, revision: number): HeldKey | undefined {
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
