/** A model that ships with the page, and what models/index.json says of it. */
import type { FactorModel } from '../../factorization/index.ts';

/** What all models of a collection share: they speak of the same items. */
export interface CollectionEntry {
  readonly title: string;
  readonly about: string;
  readonly attribution: string;
}

export interface ModelEntry {
  readonly id: string;
  readonly file: string;
  /** Id of the collection. */
  readonly collection: string;
  readonly attribute: string;
  /** What this many questions reached on people the model was not trained on, with a 95% interval. */
  readonly measured: { readonly questions: number; readonly auc: number; readonly low: number; readonly high: number };
}

/** models/index.json */
export interface ModelIndex {
  readonly collections: Readonly<Record<string, CollectionEntry>>;
  readonly models: readonly ModelEntry[];
}

export interface ShippedModel extends ModelEntry {
  readonly from: CollectionEntry;
  readonly model: FactorModel;
}
