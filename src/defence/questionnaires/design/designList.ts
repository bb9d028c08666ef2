/**
 * A list that teaches the most about taste while telling at most so much about the attributes:
 *
 *     minimise the variance that is left (taste.ts)   such that   D^2 of the list <= budget, for every model of a leak
 *
 * Greedy, then exchange. D^2 never falls when a question is added, so a list that begins with the most instructive
 * questions may have nothing left to spend on the rest, and one that saves may end with some to spare. Both are tried: eager
 * (each question may use up the budget) and saving (question k of n may bring the list to k / n of it). Then questions
 * are exchanged, each for the most instructive one that keeps within the budget, as long as that helps; the best list wins.
 *
 * Where no list keeps within the budget, the least excess comes first, and what it teaches second: such a list leaks as
 * little as this search can find, and its `excess` says by how much it fails.
 *
 * Cost: a candidate costs O(d^2) for what it teaches; what it leaks is looked at in that order until one fits. With m
 * candidates O(n m d^2) for the start and for each round of exchanges.
 */
import { requireWithin, UlteriorError } from '../../../errors/index.ts';
import type { FactorModel } from '../../../factorization/index.ts';
import { type ItemIndex, itemIndex } from '../../../ratings/index.ts';
import { type LeakOptions, leakKind, ownRidge } from './impliedLeak.ts';
import { LeakState } from './leakState.ts';
import { Taste, type TasteOptions } from './taste.ts';

/** What a list is designed for. */
export interface DesignOptions extends LeakOptions, TasteOptions {
  /** How many questions. */
  readonly questions: number;
  /** Most rounds of exchanges; 0 leaves the greedy list as it is. */
  readonly exchanges?: number | undefined;
}

/** What every list starts from. */
interface DesignGround {
  readonly questions: number;
  readonly exchanges: number;
  /** Every item that may be asked. */
  readonly items: readonly ItemIndex[];
  readonly empty: PartialList;
}

interface PartialList {
  readonly items: readonly ItemIndex[];
  readonly taste: Taste;
  readonly leaks: readonly LeakState[];
}

/** A list of questions that serves the recommender and stays within a budget of leak. */
export interface DesignedList {
  /** In the order in which they were chosen. */
  readonly items: readonly ItemIndex[];
  /** Variance that is left, over the noise variance. */
  readonly variance: number;
  /** The largest D^2, over all models. */
  readonly squaredDistance: number;
  /** By how much that is above the budget; 0 where the list keeps within it. */
  readonly excess: number;
}

/** Rounding must not carry a list over its budget. */
const MARGIN = 1e-9;

export function designGround(models: readonly FactorModel[], options: DesignOptions): DesignGround {
  const { questions, exchanges = 20, ...beliefs } = options;
  const items = requireSameItems(models);
  requireWithin('questions', questions, { min: 1, max: items.length, whole: true });
  requireWithin('exchanges', exchanges, { min: 0, max: 1000, whole: true });
  const ratings = models.find((model) => leakKind(model) === 'ratings');
  const leaks = models.map((model) => LeakState.start(model, ownRidge(model, beliefs)));
  return {
    questions,
    exchanges,
    items,
    empty: { items: [], taste: Taste.start(ratings ?? models[0]!, beliefs), leaks },
  };
}

/**
 * The list for one budget (Infinity for none). `earlier` is a list for a smaller budget, if there is one: it is improved too,
 * and the better of the two is taken, so that a larger budget never gives a worse list.
 */
export function designList(ground: DesignGround, budget: number, earlier?: readonly ItemIndex[]): DesignedList {
  const starts = [greedy(ground, () => budget)];
  if (Number.isFinite(budget)) starts.push(greedy(ground, (share) => share * budget));
  if (earlier !== undefined) starts.push(listed(ground.empty, earlier));
  return starts
    .map((start) => resultOf(exchanged(ground, start, budget), budget))
    .reduce((best, other) => (better(other, best) ? other : best));
}

/** `purse` says what a list may leak once it has that share of its questions. */
function greedy({ questions, items, empty }: DesignGround, purse: (share: number) => number): PartialList {
  let list = empty;
  while (list.items.length < questions) {
    list = withBest(list, items, new Set(list.items), purse((list.items.length + 1) / questions));
  }
  return list;
}

/** Exchanges one question at a time until a whole round changes nothing. */
function exchanged({ items, empty, exchanges }: DesignGround, start: PartialList, budget: number): PartialList {
  let list = start;
  for (let round = 0; round < exchanges; round++) {
    const before = list;
    for (const dropped of before.items) {
      const rest = listed(
        empty,
        list.items.filter((item) => item !== dropped),
      );
      // Only what teaches more than the dropped question can help a list that keeps within its budget.
      const least = excessOf(list.leaks, budget) === 0 ? rest.taste.variance - list.taste.variance : 0;
      const changed = withBest(rest, items, new Set(list.items), budget, least);
      if (better(resultOf(changed, budget), resultOf(list, budget))) list = changed;
    }
    if (list === before) break;
  }
  return list;
}

/**
 * The list with the most instructive item that keeps within the budget; with the one of least excess if none does. Items
 * that cut the variance by less than `least` are not looked at; where none is left the list stays as it is.
 */
function withBest(
  list: PartialList,
  items: readonly ItemIndex[],
  taken: ReadonlySet<ItemIndex>,
  budget: number,
  least = 0,
): PartialList {
  const candidates = items
    .filter((item) => !taken.has(item))
    .map((item) => ({ item, cut: list.taste.cut(item) }))
    .filter(({ cut }) => cut >= least)
    .sort((a, b) => b.cut - a.cut || a.item - b.item);
  let best: { readonly item: ItemIndex; readonly excess: number } | undefined;
  for (const { item } of candidates) {
    const excess = excessOf(
      list.leaks.map((leak) => leak.after(item)),
      budget,
    );
    if (best === undefined || excess < best.excess) best = { item, excess };
    if (excess === 0) break;
  }
  return best === undefined ? list : grown(list, best.item);
}

function grown({ items, taste, leaks }: PartialList, item: ItemIndex): PartialList {
  return { items: [...items, item], taste: taste.after(item), leaks: leaks.map((leak) => leak.after(item)) };
}

function listed(empty: PartialList, items: readonly ItemIndex[]): PartialList {
  return items.reduce(grown, empty);
}

function excessOf(leaks: readonly LeakState[], budget: number): number {
  const largest = Math.max(...leaks.map(({ squaredDistance }) => squaredDistance));
  return Math.max(0, largest - budget * (1 - MARGIN));
}

function resultOf({ items, taste, leaks }: PartialList, budget: number): DesignedList {
  return {
    items,
    variance: taste.variance,
    squaredDistance: Math.max(...leaks.map(({ squaredDistance }) => squaredDistance)),
    excess: excessOf(leaks, budget),
  };
}

/** As many questions, less excess, then less variance; a difference that is only rounding is none. */
function better(a: DesignedList, b: DesignedList): boolean {
  if (a.items.length !== b.items.length) return a.items.length > b.items.length;
  if (a.excess !== b.excess) return a.excess < b.excess * (1 - MARGIN);
  return a.variance < b.variance * (1 - MARGIN);
}

/** The items of the models, which must be the same for all. */
function requireSameItems(models: readonly FactorModel[]): ItemIndex[] {
  const [first, ...others] = models;
  if (first === undefined) {
    throw new UlteriorError('PARAMETER_OUT_OF_RANGE', 'there is no model', 'pass at least one model', {
      parameter: 'models',
    });
  }
  const items = Array.from({ length: first.items.size }, (_, item) => itemIndex(item));
  for (const other of others) {
    const same =
      other.items.size === items.length && items.every((item) => other.items.id(item) === first.items.id(item));
    if (same) continue;
    throw new UlteriorError(
      'MODEL_INVALID',
      `the models of "${first.attribute}" and "${other.attribute}" are not about the same items`,
      'train all models on the same data',
      { attributes: [first.attribute, other.attribute] },
    );
  }
  return items;
}
