/**
 * The catalogue scan for two types in single precision, on the kernels: absorbs an answer and lists every candidate
 * whose separation may be the largest, in one pass that is bound by memory. The list is then scored in double precision
 * from the belief itself, so that rounding in the scan cannot change the choice.
 *
 * Only the gap between the two means is kept. Its change, -c_j gap / q, does not contain the answer.
 *
 * Laying out the profiles of a whole catalogue takes longer than many questions. So it is done once a model: interviews
 * over all items share one layout, in which a few of them have arrays of their own at the same time.
 */
import type { FactorModel } from '../../factorization/index.ts';
import { type Belief, rowOf } from '../../inference/belief/index.ts';
import type { KernelRuntime } from '../../kernels/index.ts';
import { itemIndex } from '../../ratings/index.ts';
import { pathTo } from './beliefPath.ts';
import type { Candidates } from './candidates.ts';
import { pairScanner } from './pairScanner.ts';
import { rowScanner } from './rowScanner.ts';
import { LISTED_AT_MOST, type Scanner } from './scanner.ts';
import { ScanSlots } from './scanSlots.ts';

/** How many interviews over a whole catalogue keep their arrays; one more begins again at each turn. */
const SLOTS = 4;

interface SharedScanner {
  readonly scanner: Scanner;
  readonly slots: ScanSlots;
}

const shared = new WeakMap<FactorModel, WeakMap<KernelRuntime, SharedScanner>>();

export class GapScan {
  readonly #scanner: Scanner;
  readonly #slots: ScanSlots;
  #belief: Belief | undefined;

  /** `items` ascending and distinct; the model has one or two rows per item. */
  constructor(model: FactorModel, items: Uint32Array, kernels: KernelRuntime) {
    const { scanner, slots } = scannerFor(model, items, kernels);
    this.#scanner = scanner;
    this.#slots = slots;
  }

  /** Positions of the open candidates that may separate the types best; undefined when too many are that close. */
  shortlist(belief: Belief, candidates: Candidates): Uint32Array | undefined {
    this.#scanner.marks.set(candidates.marks);
    const { listed } = this.#moveTo(belief);
    return listed > LISTED_AT_MOST ? undefined : this.#scanner.shortlist.slice(0, listed);
  }

  /** D_j^2 times the noise variance, as the scan had it for the last shortlist. */
  squaredSeparationAt(position: number): number {
    const { slot } = this.#moveTo(this.#belief!);
    return this.#scanner.squaredSeparationAt(slot, position);
  }

  /** Brings the arrays to this belief, by passes that also list what is marked open; the last one counts. */
  #moveTo(belief: Belief): { readonly slot: number; readonly listed: number } {
    const { slot, kept } = this.#slots.take(this);
    const { restart, steps } = pathTo(belief, kept ? this.#belief : undefined);
    const { stepsAtOnce } = this.#scanner;
    if (restart) this.#scanner.begin(slot, belief.parameters.ridge);
    // Without any step, a pass over none lists what is there.
    let listed = 0;
    for (let from = 0; from === 0 || from < steps.length; from += stepsAtOnce) {
      listed = this.#scanner.absorb(slot, steps.slice(from, from + stepsAtOnce));
    }
    this.#belief = belief;
    return { slot, listed };
  }
}

function scannerFor(model: FactorModel, items: Uint32Array, kernels: KernelRuntime): SharedScanner {
  // The list ascends: a known last item means that all are. rowOf refuses an unknown one.
  if (items.length > 0) rowOf(model, itemIndex(items.at(-1)!));
  if (items.length !== model.items.size) return lay(model, items, kernels, 1);
  const byRuntime = shared.get(model) ?? new WeakMap<KernelRuntime, SharedScanner>();
  shared.set(model, byRuntime);
  const known = byRuntime.get(kernels) ?? lay(model, items, kernels, SLOTS);
  byRuntime.set(kernels, known);
  return known;
}

function lay(model: FactorModel, items: Uint32Array, kernels: KernelRuntime, slots: number): SharedScanner {
  const scanner = model.rows.channels.length === 1 ? rowScanner : pairScanner;
  return { scanner: scanner(model, items, kernels, slots), slots: new ScanSlots(slots) };
}
