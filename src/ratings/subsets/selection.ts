/** Cutting a dataset down to some users and items. Internal: filters and splits decide which ones. */

import { selectAttribute } from '../data/attribute.ts';
import { compactRows } from '../data/compressedRows.ts';
import { assembleDataset, type Dataset } from '../data/dataset.ts';
import { type RatingMatrix, ratingMatrixFromRows } from '../data/ratingMatrix.ts';
import { togetherOf } from '../data/together.ts';
import { selectVocabulary } from '../data/vocabulary.ts';

/** The dataset with the users and items whose flag is not 0, in their old order. */
export function keepFlagged(dataset: Dataset, userFlags: Uint8Array, itemFlags: Uint8Array): Dataset {
  const users = numberKept(userFlags);
  const items = numberKept(itemFlags);
  const rows = compactRows(dataset.ratings.byUser, users.targets, items.targets, users.kept.length);
  return assembleDataset(
    {
      users: selectVocabulary(dataset.users, users.kept),
      items: selectVocabulary(dataset.items, items.kept),
      ratings: ratingMatrixFromRows(users.kept.length, items.kept.length, rows),
      scale: dataset.scale,
      together: togetherOf(dataset.together, users.kept),
      findings: dataset.findings,
    },
    attributesOfUsers(dataset, users.kept),
  );
}

export function attributesOfUsers(dataset: Dataset, users: Uint32Array): Dataset['attributes'] {
  return new Map([...dataset.attributes].map(([name, attribute]) => [name, selectAttribute(attribute, users)]));
}

/** The same users and items with other ratings. */
export function withRatings(dataset: Dataset, ratings: RatingMatrix): Dataset {
  return assembleDataset({ ...dataset, ratings }, dataset.attributes);
}

function numberKept(flags: Uint8Array): { readonly targets: Int32Array; readonly kept: Uint32Array } {
  const targets = new Int32Array(flags.length).fill(-1);
  let count = 0;
  for (let index = 0; index < flags.length; index++) if (flags[index] !== 0) targets[index] = count++;
  const kept = new Uint32Array(count);
  for (let index = 0; index < flags.length; index++) if (targets[index]! >= 0) kept[targets[index]!] = index;
  return { targets, kept };
}
