/**
 * Ratings that stay where they are, on a disk for instance, and are read block by block: what training needs to know of all
 * of them at once, and a way to read each block. People are counted from 0; some may have no ratings.
 */
import type { ItemIndex, RatingScale, Vocabulary } from '../../ratings/index.ts';

/** The ratings of some people: person by person, items ascending within each. */
export interface RatingBlock {
  readonly users: Uint32Array;
  /** How many ratings each of them has here. */
  readonly counts: Uint32Array;
  /** Of all of them, one after another. */
  readonly items: Uint32Array;
  readonly values: Float32Array;
}

/** What is known of all ratings that train. */
export interface StreamedStatistics {
  readonly attribute: string;
  readonly typeLabels: readonly string[];
  readonly items: Vocabulary<ItemIndex>;
  readonly scale: RatingScale;
  /** Type of each person. */
  readonly userTypes: Uint8Array;
  readonly userCounts: Uint32Array;
  readonly itemCounts: Uint32Array;
  /** Ratings of item j by type t (items x K). */
  readonly countsByType: Uint32Array;
  readonly itemMeans: Float32Array;
  /** Sum of squared ratings of each item. */
  readonly itemSquares: Float64Array;
  /** Ratings of each item by bin of the scale (items x bins, as `entropyBins` cuts them). */
  readonly histogram: Uint32Array;
  /** How many ratings train. */
  readonly ratings: number;
  readonly heldOut: number;
  readonly fingerprint: string;
}

export interface StreamedRatings extends StreamedStatistics {
  readonly blocks: number;
  /** The most people and ratings of a block. */
  readonly largest: { readonly users: number; readonly ratings: number };
  read(block: number): Promise<RatingBlock>;
  /** The ratings of a block that do not train. */
  readHeldOut(block: number): Promise<RatingBlock>;
}
