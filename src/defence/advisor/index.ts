export type { Advice, AttributeAdvice, Guess } from './advise.ts';
export { Advisor } from './advisor.ts';
export { answersToExpect } from './answersToExpect.ts';
export { addingUp, bitsBetween } from './bits.ts';
export { costOf } from './cost.ts';
export { popularityOf } from './gain.ts';
export {
  type GivenAnswer,
  type Ledger,
  type LedgerEntry,
  type LedgerRecords,
  type LedgerTotal,
  ledgerFindings,
  ledgerOf,
} from './ledger.ts';
export { measurePromise } from './promise.ts';
export { answersIn } from './transcriptAnswers.ts';
