/**
 * What an evaluation of defences finds, as plain JSON. Every figure of a risk has its interval, stands beside the same
 * figure without a defence, and beside what an attacker reaches who knows of the defence.
 */
import type { DataDescription, RecordsOf } from '../../audit/index.ts';
import type { AttackerName } from './attackerNames.ts';
import type { DefenceSpec } from './spec.ts';

/**
 * `oblivious`: trained on people who do not defend themselves. `retrained`: trained on people who defend themselves in
 * the same way, each with chance of their own. `simulating`: has true histories of people of known group, and runs the
 * defence on them itself, as often as it likes, each time with other chance.
 */
export type AttackSituation = 'oblivious' | 'retrained' | 'simulating';

/** What people send instead of their ratings: means over the people, and a median where a few send very much. */
export interface ChangeFigures {
  /** Ratings that they have. */
  readonly ratings: number;
  readonly medianRatings: number;
  readonly changed: number;
  readonly medianChanged: number;
  /** Size of a change, in steps of the scale (stars); 0 where nothing was changed. */
  readonly stepsPerChange: number;
  readonly added: number;
  readonly withheld: number;
}

/**
 * What a defence is worth, against the strongest of the attackers; clear is what bounds that hold for all do not overlap on.
 *   hides            also who knows of it finds nothing clear of guessing, and the bounds leave no room for a clear leak
 *   reduces          also who knows of it finds clearly less than without it
 *   foolsOblivious   finds clearly less only who does not know of it
 *   betrays          who knows of it finds clearly more than without it, about everybody or about one group
 *   useless          neither finds clearly less, nor clearly more
 */
export type DefenceVerdict = 'hides' | 'reduces' | 'foolsOblivious' | 'betrays' | 'useless';

interface AttackerVerdict {
  readonly attacker: AttackerName;
  readonly verdict: DefenceVerdict;
}

/** What one defence at one strength is worth. */
export interface DefenceEvaluation {
  readonly defence: string;
  readonly strength: number;
  /** Differential privacy of one rating, for defences that have it; a profile of n ratings has n times as much. */
  readonly epsilon?: number;
  readonly changes: ChangeFigures;
  /** The shares of the spec at which there are figures where only some use it: at the largest strength. */
  readonly adoption?: readonly number[];
  /** Against all attackers together, and against each. */
  readonly verdict: DefenceVerdict;
  readonly verdicts: readonly AttackerVerdict[];
}

/**
 * What `evaluateDefences` found. Attackers read all that people send; the situation says from whom they learned, and of figures without an attacker
 * from whom the recommender learned its item profiles: people who defend themselves, or nobody who does (`undefended`). Where only a
 * share of the people uses a defence, the exposure says so (`usedBy`). The verdict is about nobody's defending themselves.
 */
export interface DefenceRecords extends RecordsOf<'ulterior-defence', DefenceSpec, DataDescription> {
  /** By defence in the order of the spec, then by ascending strength. */
  readonly evaluations: readonly DefenceEvaluation[];
}

/** The exposure of those who use a defence that only a share of the people uses, and of those who do not. */
export const usedBy = (share: number, part: 'defending' | 'others') =>
  `histories, used by ${share}: ${part === 'defending' ? 'those who do' : 'the others'}`;
