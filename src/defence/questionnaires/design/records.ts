/** What is found about questionnaires, as plain JSON. */

import type { DataCautions, RecordsOf, Verdict } from '../../../audit/index.ts';
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

/** What is known about a list of questions. */
export interface ListFigures {
  readonly id: string;
  readonly label: string;
  readonly questions: readonly QuestionFigures[];
  readonly leaks: readonly ImpliedLeak[];
  readonly worth?: ListWorth | undefined;
  /** Where people were asked: whether the list gives anything away about any of the attributes. */
  readonly verdict?: Verdict | undefined;
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

/**
 * What `studyModels` or `studyQuestionnaire` found about a questionnaire. Each list is an exposure (`listExposure`), what models imply of it is
 * a finding like what attackers found, and what it teaches has the target `taste`. Bounds hold for all attributes, attackers and groups
 * of a list at once, so that the largest may be taken. The list `nothing` asks nothing: every item is predicted by its mean.
 */
export interface QuestionnaireStudy
  extends Omit<RecordsOf<'ulterior-questionnaire-study', StudySpec, StudyData | undefined>, 'verdict'> {
  readonly models: readonly ModelDescription[];
  /** The list in question: the one that was given, or the one proposed. */
  readonly subject: ListFigures | DesignPoint;
  /** Of the list in question; empty where it was not looked for. */
  readonly agenda: readonly AgendaFinding[];
  /** Lists to compare with. */
  readonly compared: readonly ListFigures[];
  /** Designed lists by ascending budget, the last without one; empty without a model of ratings. */
  readonly curve: readonly DesignPoint[];
  /** Where people were asked: how many, and how many of their ratings were predicted. */
  readonly measurement?: { readonly people: number; readonly heldOut: number } | undefined;
}

export const listExposure = (id: string) => `list ${id}`;
