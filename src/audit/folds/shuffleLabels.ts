/**
 * The control of every measurement: the attributes dealt out anew among the people, all attributes of a person together.
 * How they go with each other stays, what they have to do with the answers goes.
 */
import { derive } from '../../maths/index.ts';
import { type Dataset, shuffledLabels } from '../../ratings/index.ts';

export function shuffleLabels(dataset: Dataset, attributes: readonly string[], seed: number, shuffle = 0): Dataset {
  // The same stream for every attribute: the same permutation of the people.
  return attributes.reduce((data, name) => shuffledLabels(data, name, derive(seed, 'audit-shuffle', shuffle)), dataset);
}
