/** The books of one interview, about every attribute of the collection. */
import { type GivenAnswer, type Ledger, ledgerOf } from '../../../defence/index.ts';
import type { ShippedModel } from '../../models/shippedModel.ts';

/** What may become known, in bits: the stops of the slider. */
export const BUDGETS = [
  0.001, 0.002, 0.003, 0.005, 0.01, 0.02, 0.03, 0.05, 0.1, 0.15, 0.2, 0.25, 0.3, 0.4, 0.5, 0.75, 1,
];

/** A budget at which there is something to advise: not more than half of what is known without advice. */
export function budgetBelow(known: number): number {
  return BUDGETS.findLast((budget) => budget <= known / 2) ?? BUDGETS[0]!;
}

export function ledgerFor(
  models: readonly ShippedModel[],
  given: readonly GivenAnswer[],
  budget: number = BUDGETS.at(-1)!,
): Ledger {
  return ledgerOf(
    models.map(({ model }) => ({ model })),
    given.map(({ item, answer }) => ({ item, answer })),
    { budget },
  );
}
