/**
 * What questions that aim at one attribute tell about the others, as plain JSON. As ever, a figure comes with an
 * interval, the number of people behind it, and the same figure in a control where nothing can be found.
 */

import type { LeakMatrixSpec } from '../spec/leakMatrixSpec.ts';
import type {
  Bounds,
  Comparison,
  Curve,
  CurveKey,
  DataSummary,
  Estimate,
  GroupFigure,
  InterviewRecords,
  Verdict,
} from './records.ts';

/**
 * A way of asking. `target`: aims at one attribute while one model infers them all. `baseline`: aims at nothing.
 * `dedicated`: aims at one attribute with a model that knows no other, to see what the target rows lose.
 */
export interface LeakRow {
  readonly id: string;
  readonly kind: 'target' | 'baseline' | 'dedicated';
  readonly strategy: string;
  /** What the questions aim at; none for a baseline. */
  readonly target?: string;
  /** What is watched: all attributes, or the only one that the model knows. */
  readonly attributes: readonly string[];
}

/** Rows are the contenders of a leak matrix. */
export interface LeakKey extends CurveKey {
  readonly attribute: string;
}

/** What is told about one attribute by one way of asking, with bounds that hold for all such pairs at once. */
export interface LeakFigure {
  readonly row: string;
  readonly attribute: string;
  readonly auc: Estimate;
  readonly bounds: Bounds;
  /** With more than two groups: the one that is told best from the rest. */
  readonly bestTold?: GroupFigure;
  /** The smallest AUC of the attribute that would have been told from chance with 80% probability. */
  readonly detectable: number;
}

/** The matrix after a number of questions that was fixed beforehand: the most that are compared. */
export interface LeakHeadline {
  readonly questions: number;
  readonly users: number;
  readonly leaks: readonly LeakFigure[];
  /** Whether anything is told about any of the attributes. */
  readonly verdict: Verdict;
}

/** Of the AUC of one attribute with two ways of asking. */
export interface LeakComparison extends Comparison {
  readonly attribute: string;
}

/** How far one attribute goes with another among the people themselves: what a leak between them may be due to. */
export interface Association {
  readonly from: string;
  readonly to: string;
  /** 0: independent, 1: each follows from the other. The same in both directions. */
  readonly cramersV: number;
  /** AUC with which somebody who knew the first would tell the second. */
  readonly auc: number;
}

interface AskedItem {
  readonly id: string;
  readonly title: string;
  /** Share of the interviews in which it was among the first ten questions. */
  readonly share: number;
}

export interface AskedItems {
  readonly row: string;
  /** Most often asked first. */
  readonly items: readonly AskedItem[];
  /** Of all questions, the share that people could answer with a rating. */
  readonly seen: number;
}

export interface LeftOutBy {
  readonly attribute: string;
  /** People of whom it is not known. */
  readonly withoutValue: number;
  /** Groups with fewer people than `minGroup`. */
  readonly smallGroups: readonly { readonly label: string; readonly users: number }[];
  readonly minGroup: number;
}

export interface LeakMatrixData extends DataSummary {
  /** People of whom an attribute is not known or whose group is too small, those left out when reading among them. */
  readonly leftOut: number;
  /** The same by attribute; somebody may be left out for more than one. */
  readonly leftOutBy: readonly LeftOutBy[];
  /** What else was left out when the data were read, and why. */
  readonly dropped?: readonly { readonly reason: string; readonly users: number; readonly items: number }[];
  readonly attributes: readonly {
    readonly name: string;
    readonly labels: readonly { readonly label: string; readonly users: number }[];
  }[];
  readonly associations: readonly Association[];
}

/** What `runLeakMatrix` found: how much the questions aimed at each attribute give away about every other. */
export interface LeakMatrixRecords
  extends InterviewRecords<'ulterior-leak-matrix', LeakMatrixSpec, LeakMatrixData, LeakKey & Curve> {
  readonly rows: readonly LeakRow[];
  /** Left out where too few people could be asked that much. */
  readonly headline?: LeakHeadline;
  /** Dedicated rows minus target rows, and target rows minus baselines. */
  readonly comparisons: readonly LeakComparison[];
  readonly asked: readonly AskedItems[];
}
