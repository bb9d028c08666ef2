/**
 * What an evaluation of defences finds, as plain JSON. Every figure of a risk has its interval, stands beside the same
 * figure without a defence, and beside what an attacker reaches who knows of the defence.
 */
import type { AttackerNote, AttackFigure, DataDescription, Estimate, Provenance, Verdict } from '../../audit/index.ts';
import type { AttackerName } from './attackerNames.ts';
import type { DefenceSpec } from './spec.ts';

/**
 * `oblivious`: trained on people who do not defend themselves. `retrained`: trained on people who defend themselves in
 * the same way, each with chance of their own.
 */
export type AttackSituation = 'oblivious' | 'retrained';

/** What an attacker finds in what people send; bounds hold for all attacks of the evaluation at once. */
export interface AttackFigures extends AttackFigure {
  readonly situation: AttackSituation;
}

/** What is left of the recommender's work, on true ratings that were set aside and not sent to it. */
export interface UtilityFigures {
  /** Item profiles learned from people without a defence, or from people who defend themselves. */
  readonly recommender: 'undefended' | 'retrained';
  /** Root mean squared error of predicted ratings. */
  readonly rmse: Estimate;
  /** How well the held-out items of a person are ranked, from 0 to 1. */
  readonly ndcg: Estimate;
  /** NDCG@10 of the ten items that EASE recommends among all that were not sent; left out for very large catalogues. */
  readonly topTen?: Estimate;
  /** The same for the people of each group, in the order of the labels. */
  readonly byGroup: readonly GroupUtility[];
}

/** What is left of the recommender's work for one group. */
export type GroupUtility = Pick<UtilityFigures, 'rmse' | 'ndcg' | 'topTen'>;

/** Some of the people, and what attackers find about them. */
export interface PartFigures {
  readonly people: number;
  readonly attacks: readonly AttackFigures[];
  /** The smallest AUC that would have been told from chance with 80% probability. */
  readonly detectable: number;
}

/** Where only a share of the people uses the defence: what is found about those who do, and about those who do not. */
export interface AdoptionFigures {
  readonly share: number;
  readonly defending: PartFigures;
  readonly others: PartFigures;
}

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
  readonly attacks: readonly AttackFigures[];
  readonly utilities: readonly UtilityFigures[];
  readonly changes: ChangeFigures;
  /** At the largest strength, for the shares of the spec. */
  readonly adoption?: readonly AdoptionFigures[];
  /** Against all attackers together, and against each. */
  readonly verdict: DefenceVerdict;
  readonly verdicts: readonly AttackerVerdict[];
}

/** Nobody defends themselves: what every defence is measured against. */
interface Undefended {
  /** Whether there is a leak to defend against. */
  readonly verdict: Verdict;
  readonly attacks: readonly AttackFigures[];
  readonly utilities: readonly UtilityFigures[];
}

/** What `evaluateDefences` found. */
export interface DefenceRecords {
  readonly format: 'ulterior-defence';
  readonly version: 1;
  readonly spec: DefenceSpec;
  readonly data: DataDescription;
  readonly undefended: Undefended;
  /** By defence in the order of the spec, then by ascending strength. */
  readonly evaluations: readonly DefenceEvaluation[];
  /** The smallest AUC that would have been told from chance with 80% probability, by bounds that hold for all attacks. */
  readonly detectable: number;
  /** Attackers that could not be computed from the data. Records in which all could lack it. */
  readonly attackerNotes?: readonly AttackerNote[];
  readonly provenance: Provenance;
}
