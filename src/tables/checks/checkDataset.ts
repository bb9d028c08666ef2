/** All checks that need nothing but the data themselves, whoever made them. */
import type { Dataset, Finding } from '../../ratings/index.ts';
import { otherColumns } from './otherColumns.ts';
import { missingByGroup, repeatedRows, tooFew } from './peopleChecks.ts';
import { suspectItems } from './suspectItems.ts';

/** Looks at data before anything is measured. */
export function checkDataset(
  dataset: Dataset,
  attributes: readonly string[] = [...dataset.attributes.keys()],
): Finding[] {
  const suspects = suspectItems(dataset, attributes);
  const named = new Set(suspects.map(({ place }) => place));
  // A year of birth is a copy of the age, and a date: it is named once.
  const others = otherColumns(dataset).filter(({ place, code }) => !named.has(place) || code === 'ITEM_NEARLY_EMPTY');
  return [...suspects, ...others, ...repeatedRows(dataset), ...missingByGroup(dataset), ...tooFew(dataset)];
}
