/** What a strategy for a number is: given what is known and what may be asked, which item next. */
import type { NumericModel } from '../../factorization/index.ts';
import type { NumericBelief } from '../../inference/belief/index.ts';
import type { Candidates } from '../scan/candidates.ts';
import type { Choice } from '../strategies/strategy.ts';

/** As for types: `next` depends on its arguments only, what is kept is a cache, ties go to the lower item index. */
export interface NumericStrategy {
  readonly name: string;
  /** The item to ask next, or undefined when no candidate is open. */
  next(belief: NumericBelief, candidates: Candidates): Choice | undefined;
}

/** What a strategy for a number may need when an interview begins. */
export interface NumericStrategyContext {
  readonly model: NumericModel;
  readonly seed: number;
  /** Which interview this is: its random choices differ from those of other interviews with the same seed. */
  readonly interview?: number | undefined;
}

/** A strategy for a number by its name. */
export interface NumericStrategyDefinition {
  readonly name: string;
  /** For people, as in the legend of a chart. */
  readonly label: string;
  /** One line for people. */
  readonly summary: string;
  create(context: NumericStrategyContext): NumericStrategy;
}
