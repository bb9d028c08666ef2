/** The books of one interview, about every attribute of the collection. */
import { type GivenAnswer, type Ledger, ledgerOf } from '../../../defence/index.ts';
import type { ShippedModel } from '../../models/shippedModel.ts';

/** Nothing is held back: a bit is certainty between two groups. */
const EVERYTHING = 1;

export function ledgerFor(models: readonly ShippedModel[], given: readonly GivenAnswer[]): Ledger {
  return ledgerOf(
    models.map(({ model }) => ({ model })),
    given.map(({ item, answer }) => ({ item, answer })),
    { budget: EVERYTHING },
  );
}
