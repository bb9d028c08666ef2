/**
 * Proposes a list that teaches the recommender about taste and not about the attributes, with the whole trade-off: the
 * best list found for each budget. A larger budget never gives a list that teaches less.
 */
import type { FactorModel } from '../../../factorization/index.ts';
import type { ItemIndex } from '../../../ratings/index.ts';
import { type DesignedList, type DesignOptions, designGround, designList } from './designList.ts';
import { distanceOfAuc } from './impliedLeak.ts';

/** How long the list is, and how much it may leak. */
interface QuestionnaireDesignOptions extends DesignOptions {
  /** What the list may leak, as the largest AUC over all models; null for no limit. */
  readonly maxAuc: number | null;
  /** Further AUCs for which lists are designed: the points of the curve. */
  readonly budgets?: readonly number[] | undefined;
}

/** A designed list, and the limit that it was designed for. */
export interface CurveList extends DesignedList {
  /** The AUC that this list was to stay below; null for the list without a budget. */
  readonly maxAuc: number | null;
}

/** The proposed list, and lists for other limits to compare with. */
interface QuestionnaireDesign {
  /** For the wanted budget. */
  readonly proposed: CurveList;
  /** By ascending budget, the last without one. */
  readonly curve: readonly CurveList[];
}

/** One model or more, with the same items: a list must keep within the budget for each of them. */
export function designQuestionnaire(
  models: readonly FactorModel[],
  { maxAuc, budgets = [], ...options }: QuestionnaireDesignOptions,
): QuestionnaireDesign {
  const ground = designGround(models, options);
  const limits = [...new Set([...budgets, ...(maxAuc === null ? [] : [maxAuc])])].sort((a, b) => a - b);
  const points: CurveList[] = [];
  let earlier: readonly ItemIndex[] | undefined;
  for (const limit of [...limits, null]) {
    const list = designList(ground, limit === null ? Number.POSITIVE_INFINITY : distanceOfAuc(limit), earlier);
    points.push({ ...list, maxAuc: limit });
    earlier = list.items;
  }
  return { proposed: points.find((point) => point.maxAuc === maxAuc)!, curve: points };
}
