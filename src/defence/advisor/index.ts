export {
  type Advice,
  type AdviceOptions,
  type AttributeAdvice,
  advise,
  type Recommender,
  type Watched,
} from './advise.ts';
export { type AdvisedModel, Advisor, type AttributeBelief } from './advisor.ts';
export { answersToExpect, type ExpectedAnswer } from './answersToExpect.ts';
export { bitsBetween } from './bits.ts';
export { type AttributeBits, costOf } from './cost.ts';
export { type Gain, gainOf, popularityOf, type WeightedCatalogue, weightedCatalogue } from './gain.ts';
export {
  type GivenAnswer,
  type Ledger,
  type LedgerEntry,
  type LedgerLine,
  type LedgerOptions,
  type LedgerRecords,
  type LedgerTotal,
  ledgerOf,
  type Reached,
} from './ledger.ts';
export { answersIn } from './transcriptAnswers.ts';
