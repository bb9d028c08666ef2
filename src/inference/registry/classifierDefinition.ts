/** What a classifier of whole histories is: trained on some people, it weighs the groups of others by all they rated. */
import type { FactorModel } from '../../factorization/index.ts';
import type { BeliefOptions } from '../belief/observe.ts';
import type { SparseRows, SparseVector } from '../classifiers/index.ts';

/** What a classifier may learn from. */
export interface ClassifierData {
  /** Training people x items; an item that was not rated is absent. */
  readonly rows: SparseRows;
  /** The type of each training person. */
  readonly types: Uint8Array;
  readonly typeCount: number;
  /** For classifiers that draw at random, through `derive(seed, ...)`. */
  readonly seed: number;
  /** Trained on the same people, where the definition asks for one. */
  readonly model?: FactorModel | undefined;
  /** Ridge and prior of the spec, for beliefs over that model. */
  readonly beliefOptions: BeliefOptions;
}

/** A classifier in its simplest form; `TypeClassifier` is one. */
export interface HistoryClassifier {
  /**
   * The logarithm of the weight of each type, up to a constant that all share: finite, or -Infinity for a type that did not
   * occur in training.
   */
  logWeights(history: SparseVector): Float64Array;
}

/** A way to judge whole histories: how it is trained, and what it is called. */
export interface ClassifierDefinition {
  readonly name: string;
  /** For people. */
  readonly label: string;
  /** One line for people. */
  readonly summary: string;
  /**
   * The factor model it reads, none if left out: of ratings, or of what was seen and how it was rated. Those that read one
   * are also judged on shuffled labels.
   */
  readonly model?: 'ratings' | 'channels';
  /** Whether its scores say how common each group was in training; the audit then takes that out. */
  readonly learnsShares: boolean;
  /** Whether it chooses settings of its own, so that it speaks louder in one fold than in another. */
  readonly choosesSettings: boolean;
  /** False where it takes too long for a service. */
  readonly service?: boolean;
  train(data: ClassifierData): HistoryClassifier;
}
