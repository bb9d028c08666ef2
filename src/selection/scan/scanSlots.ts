/**
 * Who uses which of a few equal places in a shared memory. A scan that comes back to its place finds what it left there;
 * one that finds it taken gets the place that was unused for longest, and begins again.
 */
export class ScanSlots {
  /** By place, the scan that used it last. */
  readonly #owners: (object | undefined)[];
  /** Places, the one used last at the end. */
  readonly #order: number[];

  constructor(count: number) {
    this.#owners = new Array<object | undefined>(count).fill(undefined);
    this.#order = Array.from({ length: count }, (_, slot) => slot);
  }

  /** A place for this scan, and whether it is still as the scan left it. */
  take(owner: object): { readonly slot: number; readonly kept: boolean } {
    const own = this.#owners.indexOf(owner);
    const slot = own < 0 ? this.#order[0]! : own;
    this.#owners[slot] = owner;
    this.#order.splice(this.#order.indexOf(slot), 1);
    this.#order.push(slot);
    return { slot, kept: own >= 0 };
  }
}
