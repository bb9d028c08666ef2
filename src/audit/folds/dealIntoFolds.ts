/** Folds over people: the same for everything that must not test on those it learned from. */
import { UlteriorError } from '../../errors/index.ts';
import { derive } from '../../maths/index.ts';
import {
  anyAttributeOf,
  clusterCount,
  type Dataset,
  keepItemsOfTwoFolds,
  keepUsersWith,
  stratifiedFolds,
  withCopiesTogether,
} from '../../ratings/index.ts';

interface DealtUsers {
  readonly dataset: Dataset;
  /** The fold of every user of the dataset, from 0. */
  readonly folds: Uint16Array;
}

/**
 * The people whose attribute is known, dealt into folds, without items that a training set would lack. Whoever belongs
 * together shares a fold; rows that are copies of one another belong together.
 */
export function dealIntoFolds(
  data: Dataset,
  attribute: string,
  folds: number,
  seed: number,
  purpose: string,
): DealtUsers {
  return dealTrainers(withCopiesTogether(keepUsersWith(data, attribute).dataset), attribute, folds, seed, purpose);
}

/** The same for some of the people who were dealt before: copies among them are known. */
export function dealTrainers(
  data: Dataset,
  attribute: string,
  folds: number,
  seed: number,
  purpose: string,
): DealtUsers {
  let { dataset } = keepUsersWith(data, attribute);
  for (;;) {
    const clusters = dataset.together?.clusters;
    requirePeople(dataset.users.size, attribute, folds, `${folds} folds need at least as many (folds)`);
    if (clusters !== undefined) requireClusters(clusters, attribute, folds);
    const dealt = stratifiedFolds(anyAttributeOf(dataset, attribute), folds, derive(seed, purpose), clusters);
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

/** Fewer clusters than folds would leave a fold empty. */
export function requireClusters(clusters: ArrayLike<number>, attribute: string, folds: number): void {
  const units = clusterCount(clusters);
  if (units >= folds) return;
  throw new UlteriorError(
    'PEOPLE_TOO_FEW',
    `the ${clusters.length} people whose "${attribute}" is known belong to ${units} ${units === 1 ? 'unit' : 'units'} (a household, or copies of one person), and each unit stays in one fold: ${folds} folds need at least as many`,
    'use fewer folds, or check the column that says who belongs together (groupColumn in a data file)',
    { attribute, units, folds },
  );
}
