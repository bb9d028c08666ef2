/** What a person says about an item that was asked. */
import type { ItemIndex } from './indexes.ts';

/** A rating, or "haven't seen it". */
export type Answer = number | 'skip';

/** An item, and the answer to it. */
export interface Answered {
  readonly item: ItemIndex;
  readonly answer: Answer;
}
