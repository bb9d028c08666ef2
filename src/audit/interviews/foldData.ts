/** What a fold of an audit is about. */
import type { Coordinates } from '../../inference/index.ts';
import type { Dataset, RatingMatrix } from '../../ratings/index.ts';
import type { GivenItemVectors } from '../attackers/trainAttackers.ts';
import type { FoldMembers, WorkTools } from '../folds/index.ts';

export interface FoldData extends FoldMembers {
  /** All people, with the labels of the variant. */
  readonly dataset: Dataset;
  /** The same without the held-out ratings, and those. */
  readonly kept: Dataset;
  readonly heldOut: RatingMatrix;
  /** Of everybody's whole histories, for attackers that look at all of them at once. */
  readonly coordinates: (tools: WorkTools) => Promise<Coordinates>;
  /** Item vectors of another recommender, where the attacker has those. */
  readonly itemVectors?: GivenItemVectors | undefined;
}
