/** Models that are ready to use. Their bytes were checked in a thread of their own when they were handed in. */
import { decodeModel, type FactorModel } from '../../factorization/index.ts';
import type { Store } from '../../store/index.ts';
import { notFound } from '../http/problem.ts';
import { LeastRecentlyUsed } from '../process/leastRecentlyUsed.ts';

/** Id, title and place of an item, as they are kept for being looked up. */
const NAME_BYTES = 250;

export class ModelCache {
  readonly #store: Store;
  readonly #ready: LeastRecentlyUsed<FactorModel>;
  /** Two requests at once decode a model once. */
  readonly #coming = new Map<string, Promise<FactorModel>>();

  constructor(store: Store, bytes: number, now: () => Date) {
    this.#store = store;
    this.#ready = new LeastRecentlyUsed(bytes, now);
  }

  async get(id: string): Promise<FactorModel> {
    const ready = this.#ready.get(id);
    if (ready !== undefined) return ready;
    const coming = this.#coming.get(id) ?? this.#decode(id).finally(() => this.#coming.delete(id));
    this.#coming.set(id, coming);
    return coming;
  }

  drop(id: string): void {
    this.#ready.delete(id);
  }

  async #decode(id: string): Promise<FactorModel> {
    const bytes = await this.#store.models.bytes(id);
    if (bytes === undefined) throw notFound('model');
    const model = decodeModel(bytes);
    this.#ready.set(id, model, bytes.length + NAME_BYTES * model.items.size);
    return model;
  }
}
