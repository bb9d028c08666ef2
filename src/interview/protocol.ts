/**
 * What may be asked. `rated`: only items the person is known to have rated, as in the paper. `open`: any item of the
 * model; "haven't seen it" is an answer and costs a question.
 */
import type { FactorModel } from '../factorization/index.ts';
import type { ItemIndex } from '../ratings/index.ts';
import { Candidates } from '../selection/index.ts';

/** What may be asked: anything, or only what the person has rated. */
export type Protocol = { readonly kind: 'open' } | { readonly kind: 'rated'; readonly items: readonly ItemIndex[] };

export function candidatesFor(protocol: Protocol, model: Pick<FactorModel, 'items'>): Candidates {
  return protocol.kind === 'open' ? Candidates.all(model.items.size) : Candidates.of(protocol.items);
}
