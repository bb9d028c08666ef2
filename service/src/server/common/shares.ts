/** Places that are few, of which no caller has more than half: one who holds on to its own does not keep out the others. */
export class Shares {
  readonly #places: () => number;
  readonly #taken = new Map<string, number>();
  #all = 0;

  /** `places`: how many there are, by limits that may change. */
  constructor(places: () => number) {
    this.#places = places;
  }

  get taken(): number {
    return this.#all;
  }

  /** What gives the place back; undefined where none is left for this caller. */
  take(caller: string): (() => void) | undefined {
    const its = this.#taken.get(caller) ?? 0;
    if (this.#all >= this.#places() || its >= Math.ceil(this.#places() / 2)) return undefined;
    this.#all++;
    this.#taken.set(caller, its + 1);
    return () => {
      this.#all--;
      const left = this.#taken.get(caller)! - 1;
      if (left > 0) this.#taken.set(caller, left);
      else this.#taken.delete(caller);
    };
  }
}
