/** The control of every audit: data in which the attribute has nothing to do with the ratings. */

import type { RandomStream } from '../../maths/index.ts';
import { hasValue, withValues } from '../data/attribute.ts';
import { anyAttributeOf, assembleDataset, type Dataset } from '../data/dataset.ts';
import { clustersFrom } from '../data/together.ts';
import { shuffledPeople } from './clusterShuffle.ts';

/**
 * The same people and ratings, with the known values of the attribute dealt out anew among the users; those of people
 * who belong together go together.
 */
export function shuffledLabels(dataset: Dataset, attributeName: string, stream: RandomStream): Dataset {
  const attribute = anyAttributeOf(dataset, attributeName);
  const users = Uint32Array.from(attribute.values.keys()).filter((user) => hasValue(attribute, user));
  const known: number[] = Array.from(users, (user) => attribute.values[user]!);
  const values = dataset.together === undefined ? stream.shuffle(known) : byClusters(known, users, dataset, stream);
  let next = 0;
  const dealt = (user: number) => (hasValue(attribute, user) ? values[next++]! : attribute.values[user]!);
  const shuffled = withValues(attribute, dealt, attribute.values.length);
  return assembleDataset(dataset, new Map([...dataset.attributes, [attributeName, shuffled]]));
}

function byClusters(
  known: readonly number[],
  users: Uint32Array,
  { together }: Dataset,
  stream: RandomStream,
): number[] {
  const clusters = clustersFrom(users.map((user) => together!.clusters[user]!));
  return Array.from(shuffledPeople(clusters, stream), (person) => known[person]!);
}
