/** What is found about questionnaires, as plain JSON. */

import type { AttackerNote, AttackFigure, DataCautions, Estimate, Provenance, Verdict } from '../../../audit/index.ts';
import type { ImpliedLeak, LeakKind } from './impliedLeak.ts';
import type { StudySpec } from './spec.ts';

/** What one question of a list tells about an attribute, as one kind of attacker reads it. */
interface QuestionLeak {
  readonly attribute: string;
  readonly kind: LeakKind;
  /** D^2 of the question alone. */
  readonly own: number;
  /** How much D^2 of the list falls when the question is left out. */
  readonly dropped: number;
}

/** What one question teaches a recommender, as shares of the variance before the first question. */
export interface QuestionWorth {
  readonly own: number;
  readonly dropped: number;
}

export interface QuestionFigures {
  /** Id of the item. */
  readonly item: string;
  readonly title: string;
  /** Share of the training users who rated it: how often the question is answered. */
  readonly seen: number;
  readonly leaks: readonly QuestionLeak[];
  /** Where there is a model of ratings. */
  readonly worth?: QuestionWorth | undefined;
}

export interface ListWorth {
  /** Share of the popularity-weighted predictive variance that the list takes away. */
  readonly cut: number;
  /** Root mean squared error to be expected before the first question, and after the list. */
  readonly errorBefore: number;
  readonly errorAfter: number;
}

/** Whether a list looks as if it were aimed at an attribute: how rarely benign policies draw one that tells as much. */
export interface AgendaFinding {
  readonly attribute: string;
  readonly kind: LeakKind;
  readonly pValue: number;
  /** Corrected for the number of findings. */
  readonly correctedPValue: number;
}

/** Bounds hold for all attributes, attackers and groups of the list at once, so that the largest may be taken. */
export interface MeasuredAttack extends AttackFigure {
  readonly attribute: string;
  /** The smallest AUC of the attribute that would have been told from chance with 80% probability. */
  readonly detectable: number;
}

/** What happened when people of held-out folds were asked the list. */
export interface MeasuredList {
  readonly attacks: readonly MeasuredAttack[];
  /** Whether the list gives anything away about any of the attributes. */
  readonly verdict: Verdict;
  /** Error of the recommender on ratings that nobody asked for. */
  readonly rmse: Estimate;
  /** RMSE over that of the list without a budget, less 1: the same people, the same ratings. */
  readonly rmseChange: Estimate;
  /** Share of the questions that were answered with a rating. */
  readonly answered: number;
}

/** What is known about a list of questions. */
export interface ListFigures {
  readonly id: string;
  readonly label: string;
  readonly questions: readonly QuestionFigures[];
  readonly leaks: readonly ImpliedLeak[];
  readonly worth?: ListWorth | undefined;
  readonly measured?: MeasuredList | undefined;
}

/** A list designed for one budget. */
export interface DesignPoint extends ListFigures {
  /** The AUC that the list was to stay below; null where there was no budget. */
  readonly maxAuc: number | null;
  /** By how much the largest D^2 of the list is above the budget: 0 unless no list keeps within it. */
  readonly excess: number;
}

export interface ModelDescription {
  readonly attribute: string;
  readonly kind: LeakKind;
  readonly labels: readonly string[];
  readonly users: number;
  readonly ratings: number;
  readonly dimension: number;
  readonly ridge: number;
}

export interface StudyData {
  readonly source: string;
  readonly users: number;
  readonly items: number;
  readonly ratings: number;
  /** People left out because an attribute of theirs is not known. */
  readonly leftOut: number;
  readonly attributes: readonly {
    readonly name: string;
    readonly labels: readonly { readonly label: string; readonly users: number }[];
  }[];
  readonly fingerprint: string;
  /** What is unusual about the data, if anything is. */
  readonly cautions?: DataCautions;
}

/** What people were measured by. */
export interface StudyMeasurement {
  readonly people: number;
  readonly heldOut: number;
  /** RMSE when nothing is asked: every item at its mean. */
  readonly rmseWithout: Estimate;
  /** That over the RMSE of the list without a budget, less 1. */
  readonly changeWithout: Estimate;
}

/** What `studyModels` or `studyQuestionnaire` found about a questionnaire. */
export interface QuestionnaireStudy {
  readonly format: 'ulterior-questionnaire-study';
  readonly version: 1;
  readonly spec: StudySpec;
  readonly models: readonly ModelDescription[];
  /** The list in question: the one that was given, or the one proposed. */
  readonly subject: ListFigures | DesignPoint;
  /** Of the list in question; empty where it was not looked for. */
  readonly agenda: readonly AgendaFinding[];
  /** Lists to compare with. */
  readonly compared: readonly ListFigures[];
  /** Designed lists by ascending budget, the last without one; empty without a model of ratings. */
  readonly curve: readonly DesignPoint[];
  /** Where people were asked. */
  readonly data?: StudyData | undefined;
  readonly measurement?: StudyMeasurement | undefined;
  /** Attackers that could not be computed from the data. Records in which all could lack it. */
  readonly attackerNotes?: readonly AttackerNote[];
  readonly provenance: Provenance;
}
