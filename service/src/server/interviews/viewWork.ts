/**
 * What is worked out of an interview when somebody asks: recommendations, advice, and the ledger. Plain data go in and
 * come out, so that a thread can do it; the answers and the model are all it takes.
 */
import { Advisor, type FactorModel, type GivenAnswer, ledgerOf } from 'ulterior/service-parts';
import { recommend } from './recommend.ts';

export type ViewWork = { readonly answers: readonly GivenAnswer[] } & (
  | { readonly view: 'recommendations'; readonly limit: number }
  /** `item` is the open question. */
  | { readonly view: 'advice'; readonly item: string; readonly budget: number }
  | { readonly view: 'ledger'; readonly budget: number }
);

export type ViewName = ViewWork['view'];
export type WorkOf<View extends ViewName> = Extract<ViewWork, { readonly view: View }>;

/** What each comes to. */
export interface Views {
  readonly recommendations: ReturnType<typeof recommendations>;
  readonly advice: ReturnType<typeof advice>;
  readonly ledger: ReturnType<typeof ledger>;
}

export function viewOf(model: FactorModel, work: ViewWork): Views[ViewName] {
  if (work.view === 'recommendations') return recommendations(model, work);
  return work.view === 'advice' ? advice(model, work) : ledger(model, work);
}

function recommendations(model: FactorModel, { answers, limit }: WorkOf<'recommendations'>) {
  const rows = recommend(model, answers, limit);
  return {
    rows: rows.map(({ item, rating }) => ({ item: model.items.id(item), title: model.items.title(item), rating })),
  };
}

function advice(model: FactorModel, { answers, item, budget }: WorkOf<'advice'>) {
  const told = answers.reduce((advisor, given) => advisor.after(given.item, given.answer), Advisor.start([{ model }]));
  return { item, title: model.items.title(model.items.indexOf(item)!), ...told.advise(item, { budget }) };
}

function ledger(model: FactorModel, { answers, budget }: WorkOf<'ledger'>) {
  return { budget, ...ledgerOf([{ model }], answers, { budget }) };
}
