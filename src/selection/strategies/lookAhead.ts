/**
 * Two questions ahead: the item that leaves the smallest expected risk if the best second question follows. Greedy
 * selection looks at one question only; this shows what that gives away. For two types in lookAheadOfTwo.ts, for more in
 * lookAheadOfMany.ts.
 */
import { requireWithin } from '../../errors/index.ts';
import { Catalogue } from '../scan/catalogue.ts';
import { keptOverList } from '../scan/keptOverList.ts';
import { requireOneOrTwoRows } from '../scan/oneOrTwoRows.ts';
import { firstOfBestPlan, type LookAheadOptions } from './lookAheadOfMany.ts';
import { firstOfBestPair } from './lookAheadOfTwo.ts';
import type { StrategyDefinition } from './strategy.ts';

/** Looking ahead over as many questions and answers as one likes: `first: Infinity` and `second: Infinity` try all. */
export function lookAheadOver({ first = 10, second = 32, answers = 5 }: Partial<LookAheadOptions>): StrategyDefinition {
  for (const [name, count] of Object.entries({ first, second })) {
    if (count !== Number.POSITIVE_INFINITY) {
      requireWithin(name, count, { min: 1, max: Number.MAX_SAFE_INTEGER, whole: true });
    }
  }
  requireWithin('answers', answers, { min: 1, max: 200, whole: true });
  const definition: StrategyDefinition = {
    name: 'lookAhead',
    label: 'One question ahead',
    summary: 'the question with the smallest expected risk after one more question (slow)',
    types: 'any',
    channels: 'any',
    service: [],
    create: ({ model }) => {
      requireOneOrTwoRows(definition.name, model);
      const catalogueOver = keptOverList((items) => new Catalogue(model, items));
      return {
        name: definition.name,
        next: (belief, candidates) => {
          const catalogue = catalogueOver(candidates);
          catalogue.moveTo(belief);
          const position =
            belief.types === 2
              ? firstOfBestPair(model, catalogue, belief, candidates, first)
              : firstOfBestPlan(model, catalogue, belief, candidates, { first, second, answers });
          return position === undefined ? undefined : { item: candidates.itemAt(position) };
        },
      };
    },
  };
  return definition;
}

export const lookAhead = lookAheadOver({});
