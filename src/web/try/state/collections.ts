/** What can be rated: the models that speak of the same items, with the words of their questions. */
import type { FactorModel } from '../../../factorization/index.ts';
import type { Answer } from '../../../ratings/index.ts';
import type { CollectionEntry, ShippedModel } from '../../models/shippedModel.ts';
import type { ViewWords, Words } from '../../words/catalogue.ts';
import { en } from '../../words/en.ts';
import { enViews } from '../../words/views.en.ts';

export interface CollectionWords {
  /** Stands above the item's title. */
  readonly question: string;
  /** For the ratings from 1 on. */
  readonly ratings: readonly string[];
  /** Said for "haven't seen it". */
  readonly skip: string;
  /** Undefined where there is nothing to recommend. */
  readonly recommended?: string;
}

export interface Collection {
  readonly id: string;
  readonly about: CollectionEntry;
  readonly words: CollectionWords;
  /** One for each attribute that can be looked for. */
  readonly models: readonly ShippedModel[];
}

/** In the order in which the models are listed. A collection without words of its own gets plain ones. */
export function collectionsOf(
  shipped: readonly ShippedModel[],
  other: ViewWords['other'] = enViews.other,
  data: Words['data'] = en.data,
): Collection[] {
  const ids = [...new Set(shipped.map(({ collection }) => collection))];
  return ids.map((id) => {
    const models = shipped.filter(({ collection }) => collection === id);
    return { id, about: { ...models[0]!.from, ...other.collections[id] }, models, words: wordsOf(id, other, data) };
  });
}

function wordsOf(id: string, { words }: ViewWords['other'], { answers, skip }: Words['data']): CollectionWords {
  if (id === 'personality') return { question: words.personality.question, ratings: answers, skip };
  return id === 'food' || id === 'demo' ? words[id] : words.plain;
}

/** "5, love it" */
export function answerWords({ ratings, skip }: CollectionWords, answer: Answer): string {
  return answer === 'skip' ? skip : `${answer}, ${ratings[answer - 1]}`;
}

/** The title of an item, whichever model of the collection is asked. */
export function titleOf({ items }: FactorModel, id: string): string {
  const item = items.indexOf(id);
  return item === undefined ? id : items.title(item);
}
