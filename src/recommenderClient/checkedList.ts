/**
 * A list that an audit can use. Lists that are short, name items that the data do not have, or repeat an item carry less
 * than people would be shown, and could hide a leak: they are refused unless the call says what to do with them.
 */
import { UlteriorError } from '../errors/index.ts';
import type { ItemIndex, Vocabulary } from '../ratings/index.ts';
import type { Recommended } from './contract.ts';

export interface ListRules {
  readonly items: Vocabulary<ItemIndex>;
  readonly topN: number;
  /** Items that a list has at least. */
  readonly atLeast: number;
  /** Items that the data do not have: refused, or kept as part of the list. */
  readonly unknownItems: 'refuse' | 'keep';
}

/** Cut to its best `topN`; `rated` is how many items the person has rated, which need not be recommended. */
export function checkedList(answer: Recommended, rules: ListRules, rated: number, who: string): Recommended {
  const items = answer.items.slice(0, rules.topN);
  const unknown = items.filter((item) => rules.items.indexOf(item) === undefined);
  if (unknown.length > 0 && rules.unknownItems === 'refuse') {
    const examples = unknown.slice(0, 3).map((item) => JSON.stringify(item.slice(0, 60)));
    throw new UlteriorError(
      'RECOMMENDER_ITEM_UNKNOWN',
      `${who} names ${unknown.length} of ${items.length} items that the data do not have: ${examples.join(', ')}`,
      'answer with the ids of the data; if the catalogue is larger than the data, say so (--unknown-items keep; in an audit --set unknownItems=keep)',
      { unknown: unknown.length, items: items.length },
    );
  }
  const repeated = items.find((item, place) => items.indexOf(item) < place);
  if (repeated !== undefined) {
    throw new UlteriorError(
      'LIST_ITEM_REPEATED',
      `${who} recommends the item ${JSON.stringify(repeated.slice(0, 60))} twice`,
      'answer with every item once',
      { item: repeated },
    );
  }
  const least = Math.min(rules.atLeast, Math.max(0, rules.items.size - rated));
  if (items.length < least) {
    throw new UlteriorError(
      'RECOMMENDER_LIST_SHORT',
      `${who} has ${items.length} items of ${rules.topN} that were asked for; at least ${least} are needed`,
      'answer with n items; if shorter lists are what people see, say how short they may be (--at-least; in an audit --set atLeast=N)',
      { items: items.length, least },
    );
  }
  return { items, scores: answer.scores.slice(0, rules.topN) };
}
