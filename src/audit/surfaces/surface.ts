/** What a finished recommender shows or keeps, and about whom it may be asked. */
import type {
  CategoricalAttribute,
  Dataset,
  RecommendationLists,
  UserIndex,
  Vectors,
  Vocabulary,
} from '../../ratings/index.ts';
import { attributeOf } from '../../ratings/index.ts';

/**
 * `userVectors`: what the recommender keeps about each person. `itemVectors`: what it keeps about items; people's vectors
 * follow from their ratings. `lists`: what it shows, best first. `scores`: what it gives every item for a person, as a row
 * per person or as a long table. `ratings`: the whole histories themselves.
 */
export type Surface =
  | { readonly kind: 'userVectors'; readonly file: string; readonly vectors: Vectors }
  | { readonly kind: 'itemVectors'; readonly file: string; readonly vectors: Vectors }
  | { readonly kind: 'lists'; readonly file: string; readonly lists: RecommendationLists }
  | { readonly kind: 'scores'; readonly file: string; readonly scores: Vectors | RecommendationLists }
  | { readonly kind: 'ratings' };

/** The name of a kind of surface. */
export type SurfaceKind = Surface['kind'];

/** Those whose attribute is known, and their ratings where there are any. */
export interface AuditedPeople {
  readonly users: Vocabulary<UserIndex>;
  /** One value per user. */
  readonly attribute: CategoricalAttribute;
  /** Of the same users, in the same order. */
  readonly dataset?: Dataset | undefined;
}

/** A recommender, and the people whose attribute is known. */
export interface ModelAuditInput {
  readonly people: AuditedPeople;
  /** At least one; at most one of each kind. */
  readonly surfaces: readonly Surface[];
  /** Ratings that the recommender did not see: what good lists hold. */
  readonly setAside?: RecommendationLists | undefined;
}

/** The people of data with ratings. */
export function peopleWithRatings(dataset: Dataset, attribute: string): AuditedPeople {
  return { users: dataset.users, attribute: attributeOf(dataset, attribute), dataset };
}
