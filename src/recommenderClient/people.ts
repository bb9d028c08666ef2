/** One person: what is sent about them, and whether what comes back will do. */
import type { ItemIndex, UserIndex } from '../ratings/index.ts';
import { shownAddress } from './address.ts';
import type { Settings } from './call.ts';
import { checkedList } from './checkedList.ts';
import type { Recommended, RecommenderRequest } from './contract.ts';

export function idOf({ dataset }: Settings, person: UserIndex): string {
  return dataset.users.id(person);
}

export function whoOf(settings: Settings, person: UserIndex): string {
  return `the answer of ${shownAddress(settings.target.url)} for the user ${JSON.stringify(idOf(settings, person))}`;
}

export function requestFor({ dataset, rules }: Settings, person: UserIndex): RecommenderRequest {
  const { starts, indices, values } = dataset.ratings.byUser;
  const history = Array.from(indices.subarray(starts[person]!, starts[person + 1]!), (item, n) => ({
    item: dataset.items.id(item as ItemIndex),
    // Ratings are in single precision: 0.1 is to be sent as 0.1.
    rating: Number(values[starts[person]! + n]!.toPrecision(7)),
  }));
  return { user: dataset.users.id(person), history, n: rules.topN };
}

export function checkedFor(settings: Settings, answer: Recommended, person: UserIndex): Recommended {
  const { starts } = settings.dataset.ratings.byUser;
  const rated = starts[person + 1]! - starts[person]!;
  return checkedList(answer, settings.rules, rated, whoOf(settings, person));
}
