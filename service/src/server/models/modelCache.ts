/** Models that are ready to use. Their bytes were checked in a thread of their own when they were handed in. */
import type { Store } from '../../store/index.ts';
import { LeastRecentlyUsed } from '../common/leastRecentlyUsed.ts';
import { notFound } from '../common/problem.ts';

/** Id, title and place of an item, as they are kept for being looked up. */
const NAME_BYTES = 250;

/** Of one kind: for interviews, or for protecting histories. */
export class ModelCache<Model extends { readonly items: { readonly size: number } }> {
  readonly #store: Store;
  readonly #decoded: (bytes: Uint8Array) => Model;
  readonly #ready: LeastRecentlyUsed<Model>;
  /** Two requests at once decode a model once. */
  readonly #coming = new Map<string, Promise<Model>>();

  constructor(store: Store, decoded: (bytes: Uint8Array) => Model, bytes: number, now: () => Date) {
    this.#store = store;
    this.#decoded = decoded;
    this.#ready = new LeastRecentlyUsed(bytes, now);
  }

  async get(id: string): Promise<Model> {
    const ready = this.#ready.get(id);
    if (ready !== undefined) return ready;
    const coming = this.#coming.get(id) ?? this.#decode(id).finally(() => this.#coming.delete(id));
    this.#coming.set(id, coming);
    return coming;
  }

  drop(id: string): void {
    this.#ready.delete(id);
  }

  async #decode(id: string): Promise<Model> {
    const bytes = await this.#store.models.bytes(id);
    if (bytes === undefined) throw notFound('model');
    const model = this.#decoded(bytes);
    this.#ready.set(id, model, bytes.length + NAME_BYTES * model.items.size);
    return model;
  }
}
