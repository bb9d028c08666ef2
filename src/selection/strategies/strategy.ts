/** What a strategy is: given what is known and what may be asked, which item next. */
import { UlteriorError } from '../../errors/index.ts';
import type { FactorModel } from '../../factorization/index.ts';
import type { Belief, BeliefOptions } from '../../inference/belief/index.ts';
import type { IncrementalClassifier } from '../../inference/index.ts';
import type { KernelRuntime } from '../../kernels/index.ts';
import type { Answered, ItemIndex } from '../../ratings/index.ts';
import type { Candidates } from '../scan/candidates.ts';

/** The item to ask. */
export interface Choice {
  readonly item: ItemIndex;
  /** The strategy's own estimate of the confidence after this question; strategies that have one stop by it. */
  readonly estimatedConfidence?: number;
}

/**
 * `next` depends on its arguments only: the same belief, candidates and answers give the same choice, whatever was
 * asked of the strategy before. What it keeps between calls is a cache. Ties go to the lower item index.
 */
export interface Strategy {
  readonly name: string;
  /** The item to ask next, or undefined when no candidate is open. `answers` are all so far, skips among them. */
  next(belief: Belief, candidates: Candidates, answers: readonly Answered[]): Choice | undefined;
}

/** Everything a strategy may need when an interview begins. */
export interface StrategyContext {
  readonly model: FactorModel;
  readonly seed: number;
  /** Which interview this is: its random choices differ from those of other interviews with the same seed. */
  readonly interview?: number | undefined;
  /** Kernels for large catalogues; without them everything runs in double precision. */
  readonly kernels?: KernelRuntime | undefined;
  /** For PointEst: the classifier whose confidence it raises; the factor-based one if left out. */
  readonly classifier?: IncrementalClassifier | undefined;
  readonly beliefOptions?: BeliefOptions | undefined;
  /** For targeted: which attribute of the model to learn; needed where it infers several. */
  readonly target?: string | undefined;
}

/** A strategy by its name, and what it can work with. */
export interface StrategyDefinition {
  readonly name: string;
  /** For people; the name if left out. */
  readonly label?: string;
  /** One line for people. */
  readonly summary: string;
  /** Whether it knows two types only, or any number. */
  readonly types: 'two' | 'any';
  /** Whether it reads models of ratings only, or of any channels. */
  readonly channels: 'rating' | 'any';
  /** What its choice depends on; the belief if left out. Options that cannot matter to it are refused. */
  readonly looksAt?: 'items' | 'model' | 'belief';
  /** Where the service offers it; everywhere if left out. Not where it takes too long, or needs what no request says. */
  readonly service?: readonly ('audits' | 'interviews')[];
  create(context: StrategyContext): Strategy;
}

/** Ready for one interview; refuses models it was not made for. */
export function openStrategy(definition: StrategyDefinition, context: StrategyContext): Strategy {
  requireSuitable(definition, context.model);
  return definition.create(context);
}

/** Refuses a model the strategy was not made for. */
export function requireSuitable(definition: StrategyDefinition, model: FactorModel): void {
  const types = model.typeLabels.length;
  if (definition.types === 'two' && types !== 2) {
    throw new UlteriorError(
      'STRATEGY_UNSUITABLE',
      `the strategy "${definition.name}" is for two groups; the attribute "${model.attribute}" has ${types}`,
      'use the strategy "envelope"',
      { strategy: definition.name, types },
    );
  }
  const { channels } = model.rows;
  if (definition.channels === 'rating' && channels.join() !== 'rating') {
    throw new UlteriorError(
      'STRATEGY_UNSUITABLE',
      `the strategy "${definition.name}" reads models of ratings; this one observes ${channels.join(' and ')}`,
      'use the strategy "separation" or "envelope", or a model of ratings',
      { strategy: definition.name, channels },
    );
  }
}
