/**
 * What judges whole histories. A classifier is trained on some people and weighs the groups of anybody by all they rated.
 * A transductive attacker sees those it is to judge while it learns, as a recommender does, which has everybody's
 * ratings anyway: the labels of training people, and no others, go into it.
 */
import type { FactorModel } from '../../factorization/index.ts';
import type { KernelRuntime } from '../../kernels/index.ts';
import type { BeliefOptions } from '../belief/observe.ts';
import type { AffineModel, Coordinates, SparseRows, SparseVector, TreesForStack } from '../classifiers/index.ts';

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

/** What a transductive attacker may learn from. Nowhere in it is the type of a person who is judged. */
export interface TransductiveData extends Pick<ClassifierData, 'rows' | 'types' | 'typeCount' | 'seed'> {
  /** People to judge x items. */
  readonly tested: SparseRows;
  /** About a hundred numbers for everybody, made without labels: training people first, then those to judge. */
  readonly coordinates: Coordinates;
  /** How large a problem may be. */
  readonly limits: TransductiveLimits;
  /** For dense algebra on large matrices. */
  readonly kernels: KernelRuntime;
  readonly workedOut?: WorkedOut;
}

/** What attackers who learned from the same people have worked out: those after them need not, and find the same. */
export interface WorkedOut {
  /** Logistic regression, trained. */
  readonly logistic?: AffineModel;
  /** Settings of trees. */
  readonly trees?: TreesForStack;
}

/** Where attackers that compare everybody with everybody change their way. */
export interface TransductiveLimits {
  /** Up to this number of training people a matrix between all of them is factored: 4 x people^2 bytes on each thread. */
  readonly exactPeople: number;
  /** Beyond, people are compared with this number of them. */
  readonly landmarks: number;
}

/** A classifier in its simplest form; `TypeClassifier` is one. */
interface HistoryClassifier {
  /**
   * The logarithm of the weight of each type, up to a constant that all share: finite, or -Infinity for a type that did not
   * occur in training.
   */
  logWeights(history: SparseVector): Float64Array;
  readonly workedOut?: WorkedOut;
}

interface AttackerFacts {
  readonly name: string;
  /** For people. */
  readonly label: string;
  /** One line for people. */
  readonly summary: string;
  /** Whether its scores say how common each group was in training; the audit then takes that out. */
  readonly learnsShares: boolean;
  /** Whether it chooses settings of its own, so that it speaks louder in one fold than in another. */
  readonly choosesSettings: boolean;
  /** False where it takes too long for a service. */
  readonly service?: boolean;
}

/** A way to judge whole histories: how it is trained, and what it is called. */
export interface ClassifierDefinition extends AttackerFacts {
  /**
   * The factor model it reads, none if left out: of ratings, or of what was seen and how it was rated. Those that read one
   * are judged in every shuffle of the labels, the others in one.
   */
  readonly model?: 'ratings' | 'channels';
  train(data: ClassifierData): HistoryClassifier;
  readonly judge?: undefined;
}

/** A way to judge the whole histories of people who are known, without labels, while it learns. */
export interface TransductiveDefinition extends AttackerFacts {
  /** Log weights as of a classifier: tested x types. */
  judge(data: TransductiveData): Promise<Float64Array>;
  readonly train?: undefined;
  readonly model?: undefined;
}

/** Anybody who judges whole histories. */
export type HistoryAttacker = ClassifierDefinition | TransductiveDefinition;
