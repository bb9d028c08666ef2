/** The control of every audit: data in which the attribute has nothing to do with the ratings. */

import type { RandomStream } from '../numeric/index.ts';
import { uncheckedAttribute } from './attribute.ts';
import { assembleDataset, attributeOf, type Dataset } from './dataset.ts';

/** The same people and ratings, with the known values of the attribute dealt out anew among the users. */
export function shuffledLabels(dataset: Dataset, attributeName: string, stream: RandomStream): Dataset {
  const attribute = attributeOf(dataset, attributeName);
  const known: number[] = [];
  for (const code of attribute.values) if (code >= 0) known.push(code);
  stream.shuffle(known);
  let next = 0;
  const values = attribute.values.map((code) => (code >= 0 ? known[next++]! : code));
  const shuffled = uncheckedAttribute(attribute.name, attribute.labels, values);
  return assembleDataset(dataset, new Map([...dataset.attributes, [attributeName, shuffled]]));
}
