/** Folds over people: the same for everything that must not test on those it learned from. */
import { UlteriorError } from '../../errors/index.ts';
import { derive } from '../../maths/index.ts';
import {
  anyAttributeOf,
  type Dataset,
  keepItemsOfTwoFolds,
  keepUsersWith,
  stratifiedFolds,
} from '../../ratings/index.ts';

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
    requirePeople(dataset.users.size, attribute, folds, `${folds} folds need at least as many (--folds)`);
    const dealt = stratifiedFolds(anyAttributeOf(dataset, attribute), folds, derive(seed, purpose));
    const kept = keepItemsOfTwoFolds(dataset, dealt);
    if (kept.rounds === 0) return { dataset, folds: dealt };
    dataset = kept.dataset;
  }
}

/** `reason` says why there must be that number. */
export function requirePeople(people: number, attribute: string, fewest: number, reason: string): void {
  if (people >= fewest) return;
  throw new UlteriorError(
    'PEOPLE_TOO_FEW',
    `"${attribute}" is known of ${people} ${people === 1 ? 'person' : 'people'}: ${reason}`,
    'load more people, or leave out fewer of them (--min-user, --min-item)',
    { attribute, people, fewest },
  );
}
