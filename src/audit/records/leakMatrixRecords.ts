/** What questions that aim at one attribute tell about the others, as plain JSON. */
import type { LeakMatrixSpec } from '../spec/leakMatrixSpec.ts';
import type { DataSummary, InterviewRecords } from './records.ts';

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
  readonly attacker: string;
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

/**
 * What `runLeakMatrix` found: how much the questions aimed at each attribute give away about every other. An attacker is a
 * way of asking. It aims at one attribute while one model infers them all; or at nothing; or (`watches`) at one attribute with a
 * model that knows no other, to see what the others lose. Comparisons are those minus these, and these minus aiming at nothing.
 */
export interface LeakMatrixRecords extends InterviewRecords<'ulterior-leak-matrix', LeakMatrixSpec, LeakMatrixData> {
  readonly asked: readonly AskedItems[];
}
