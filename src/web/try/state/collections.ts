/** What can be rated: the models that speak of the same items, with the words of their questions. */
import type { FactorModel } from '../../../factorization/index.ts';
import type { Answer } from '../../../ratings/index.ts';
import type { CollectionEntry, ShippedModel } from '../../models/shippedModel.ts';
import { en } from '../../words/en.ts';

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

const WORDS: Readonly<Record<string, CollectionWords>> = {
  personality: {
    question: 'How accurate is it to say',
    ratings: en.data.answers,
    skip: en.data.skip,
  },
  food: {
    question: 'How do you like the traditional cuisine of',
    ratings: ['hate it', 'dislike it', 'it’s okay', 'like it', 'love it'],
    skip: 'not familiar with it',
    recommended: 'Cuisines you should like',
  },
  demo: {
    question: 'How do you like the film',
    ratings: ['awful', 'poor', 'okay', 'good', 'great'],
    skip: 'haven’t seen it',
    recommended: 'Films you should like',
  },
};

/** In the order in which the models are listed. A collection without words of its own gets plain ones. */
export function collectionsOf(shipped: readonly ShippedModel[]): Collection[] {
  const ids = [...new Set(shipped.map(({ collection }) => collection))];
  return ids.map((id) => {
    const models = shipped.filter(({ collection }) => collection === id);
    return { id, about: models[0]!.from, models, words: WORDS[id] ?? PLAIN_WORDS };
  });
}

const PLAIN_WORDS: CollectionWords = {
  question: 'How do you like',
  ratings: ['not at all', 'not much', 'okay', 'much', 'very much'],
  skip: 'don’t know it',
  recommended: 'You should like',
};

/** "5, love it" */
export function answerWords({ ratings, skip }: CollectionWords, answer: Answer): string {
  return answer === 'skip' ? skip : `${answer}, ${ratings[answer - 1]}`;
}

/** The title of an item, whichever model of the collection is asked. */
export function titleOf({ items }: FactorModel, id: string): string {
  const item = items.indexOf(id);
  return item === undefined ? id : items.title(item);
}
