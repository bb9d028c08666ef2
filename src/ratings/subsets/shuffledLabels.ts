/** The control of every audit: data in which the attribute has nothing to do with the ratings. */

import type { RandomStream } from '../../maths/index.ts';
import { hasValue, withValues } from '../data/attribute.ts';
import { anyAttributeOf, assembleDataset, type Dataset } from '../data/dataset.ts';

/** The same people and ratings, with the known values of the attribute dealt out anew among the users. */
export function shuffledLabels(dataset: Dataset, attributeName: string, stream: RandomStream): Dataset {
  const attribute = anyAttributeOf(dataset, attributeName);
  const known: number[] = [];
  for (const [user, value] of attribute.values.entries()) if (hasValue(attribute, user)) known.push(value);
  stream.shuffle(known);
  let next = 0;
  const dealt = (user: number) => (hasValue(attribute, user) ? known[next++]! : attribute.values[user]!);
  const shuffled = withValues(attribute, dealt, attribute.values.length);
  return assembleDataset(dataset, new Map([...dataset.attributes, [attributeName, shuffled]]));
}
