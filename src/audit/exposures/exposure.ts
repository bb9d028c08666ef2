/** What is seen of people in a fold, who reads it, and what it is worth to them. */
import type { SparseRows } from '../../inference/index.ts';
import type { Groups, Seen } from '../attackers/seen.ts';
import type { FoldMembers, NamedArrays, WorkTools } from '../folds/index.ts';
import type { Variant } from '../records/finding.ts';
import type { ClassifierName } from '../spec/contender.ts';

export interface Exposure {
  /** What scores are found by. */
  readonly id: string;
  /** Who reads it: names of classifiers. */
  readonly attackers: readonly ClassifierName[];
  /** Made when it is first needed, without labels. */
  readonly seen: (members: FoldMembers, tools: WorkTools) => Promise<Seen>;
  /**
   * More readings: the people of the fold are the same, those who are learned from are seen again, with other chance.
   * Attackers learn from each reading by itself, with inner folds of its own, so that a person is never on both sides of
   * one; what they say is the mean.
   */
  readonly again?: readonly Exposure['seen'][];
  /** Whom attackers learn from, where that is not everybody outside the fold. */
  readonly learners?: Uint32Array | undefined;
  /** The people of the fold as they are seen in other ways, by id: whoever learned here judges them there, too. */
  readonly others?: ReadonlyMap<string, SparseRows>;
  /** Attackers that know more than what is seen: people of the fold x K log odds. */
  readonly knowing?: ReadonlyMap<string, (groups: Groups, tools: WorkTools) => Promise<Float64Array>>;
  /** Numbers of each person of the fold, by what they are. */
  readonly worth?: (members: FoldMembers, tools: WorkTools) => Promise<NamedArrays>;
}

/** One dealing of the labels, and what is seen under it. */
export interface Dealing {
  /** The first part of the keys of its units. */
  readonly key: string;
  readonly variant: Variant;
  /** What is inferred, by its name. */
  readonly targets: ReadonlyMap<string, Groups>;
  readonly exposures: (members: FoldMembers, tools: WorkTools) => Promise<readonly Exposure[]>;
  /** How many tasks a fold has; `scoring` counts one for each attacker that scores, unless that is left out. */
  readonly tasks: (people: number, trainers: number) => number;
  readonly scoring?: 'uncounted';
}
