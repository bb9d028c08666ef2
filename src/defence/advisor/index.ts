export {
  type Advice,
  type AdviceOptions,
  type AttributeAdvice,
  advise,
  type Guess,
  type Recommender,
  type Watched,
} from './advise.ts';
export { type AdvisedModel, Advisor, type AttributeBelief } from './advisor.ts';
export { answersToExpect, type ExpectedAnswer } from './answersToExpect.ts';
export { addingUp, bitsBetween } from './bits.ts';
export { budgetUsed } from './budget.ts';
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
export { type KeptPromise, measurePromise, type PromiseOptions } from './promise.ts';
export { answersIn } from './transcriptAnswers.ts';
