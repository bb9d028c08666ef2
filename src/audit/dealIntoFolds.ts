/** Folds over people: the same for everything that must not test on those it learned from. */
import { derive } from '../numeric/index.ts';
import { anyAttributeOf, type Dataset, keepItemsOfTwoFolds, keepUsersWith, stratifiedFolds } from '../ratings/index.ts';

export interface DealtUsers {
  readonly dataset: Dataset;
  /** The fold of every user of the dataset, from 0. */
  readonly folds: Uint16Array;
}

/** The people whose attribute is known, dealt into folds, without items that a training set would lack. */
export function dealIntoFolds(
  data: Dataset,
  attribute: string,
  folds: number,
  seed: number,
  purpose: string,
): DealtUsers {
  let { dataset } = keepUsersWith(data, attribute);
  for (;;) {
    const dealt = stratifiedFolds(anyAttributeOf(dataset, attribute), folds, derive(seed, purpose));
    const kept = keepItemsOfTwoFolds(dataset, dealt);
    if (kept.rounds === 0) return { dataset, folds: dealt };
    dataset = kept.dataset;
  }
}
