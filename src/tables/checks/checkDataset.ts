/** All checks that need nothing but the data themselves, whoever made them. */
import type { Dataset, Finding, FindingCode } from '../../ratings/index.ts';
import { namedList } from './findingWords.ts';
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
  return [
    ...gathered([...suspects, ...others]),
    ...repeatedRows(dataset),
    ...missingByGroup(dataset),
    ...tooFew(dataset),
  ];
}

/** More items of one kind are one finding: nobody settles fifty one by one. */
const MOST_ALONE = 3;

function gathered(findings: readonly Finding[]): Finding[] {
  const byCode = new Map<FindingCode, Finding[]>();
  for (const finding of findings) byCode.set(finding.code, [...(byCode.get(finding.code) ?? []), finding]);
  return [...byCode.values()].flatMap((own) => {
    const [first, ...others] = own;
    if (own.length <= MOST_ALONE || first?.repair?.dropItems === undefined) return own;
    const found = `${first.found}; the same holds for ${namedList(others.map(({ place }) => place))}`;
    return [{ ...first, found, repair: { dropItems: own.flatMap(({ repair }) => repair?.dropItems ?? []) } }];
  });
}
