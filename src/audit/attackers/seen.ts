/** What is seen of people, and what is to be inferred about them. */
import type { DenseTools } from '../../factorization/index.ts';
import type { ClassifierDefinition, Coordinates, SparseRows } from '../../inference/index.ts';
import type { FoldMembers, WorkTools } from '../folds/index.ts';
import type { SentModel } from './sentModel.ts';

/** What attackers read of everybody, made without labels. */
export interface Seen {
  /** One row per person. */
  readonly rows: SparseRows;
  /** Some hundred numbers per person, for attackers that compare people with each other. */
  readonly coordinates: (tools: DenseTools) => Promise<Coordinates>;
  /** Where rows are ratings of items: a factor model that learned from the trainers. */
  readonly model?: FactorModelOf | undefined;
}

type FactorModelOf = (
  kind: FactorModelKind,
  groups: Groups,
  members: FoldMembers,
  tools: WorkTools,
) => Promise<SentModel>;

export type FactorModelKind = NonNullable<ClassifierDefinition['model']>;

/** What is inferred: the group of everybody. Only those of the trainers are learned from. */
export interface Groups {
  readonly types: Uint8Array;
  readonly typeCount: number;
}
