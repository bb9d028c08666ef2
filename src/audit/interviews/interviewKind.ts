/** One way to interview people: how it starts, and what is written down of it. */
import type { BeliefOptions } from '../../inference/index.ts';
import type { ItemIndex } from '../../ratings/index.ts';
import type { NamedArrays } from '../folds/index.ts';
import type { AuditSpec } from '../spec/auditSchema.ts';
import type { Asked } from './outcomes.ts';

/** How groups are asked about. */
export interface InterviewSpec
  extends Pick<AuditSpec, 'protocol' | 'ridge' | 'maxQuestions' | 'ratingErrorEvery' | 'seed'> {
  readonly prior: BeliefOptions['prior'];
  /** What questions aim at, where the model is about several attributes. */
  readonly target?: string | undefined;
}

/** Somebody who is about to be interviewed. */
export interface Interviewee {
  /** Among the people of the task. */
  readonly row: number;
  /** Decides the random choices. */
  readonly number: number;
  readonly ratings: ReadonlyMap<ItemIndex, number>;
  /** Ratings that are predicted meanwhile. */
  readonly heldOut: ReadonlyMap<ItemIndex, number>;
}

/** For one person: writes down what is believed after this many questions. */
export type Note<Interview> = (person: Interviewee) => (interview: Interview, questions: number) => void;

export interface InterviewKind<Interview> {
  readonly start: (person: Interviewee) => Interview;
  readonly notes: readonly Note<Interview>[];
  /** Where it is written; a row for each person of the task. */
  readonly outcomes: Asked & NamedArrays;
}
