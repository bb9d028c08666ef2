/**
 * What the surfaces of a finished recommender give away, as plain JSON. A figure comes with an interval, the people
 * behind it, and the same figure in a control where nothing can be found.
 */
import type { SmallGroup } from '../../ratings/index.ts';
import type { AttackFigure } from '../exposures/attackFigures.ts';
import type { DataCautions } from '../records/cautions.ts';
import type { Provenance } from '../records/provenance.ts';
import type { AttackerNote, Estimate, Verdict } from '../records/records.ts';
import type { ModelAuditSpec } from './modelAuditSpec.ts';

/** A surface that was given. */
export interface SurfaceDescription {
  /** Its kind, or the name of an exposure. */
  readonly kind: string;
  /** Where it was read from; none for ratings, which are the data. */
  readonly file?: string;
  /** Of a recommender that was trained here: what it is called. */
  readonly recommender?: string;
  /** Of vectors and of scores for every item: numbers per person. */
  readonly dimension?: number;
  /** Of lists and long tables of scores: items that occur, and the longest list. */
  readonly items?: number;
  readonly longest?: number;
  /** People of known attribute who are not in it, and users in it of whom the attribute is not known. */
  readonly missing: number;
  readonly unknown: number;
}

/** Every attacker on a surface has its control. */
export type SurfaceFigure = AttackFigure & Required<Pick<AttackFigure, 'control'>>;

/** A surface, or of lists their first items. */
export interface ViewFigures {
  /** The kind of the surface, or the name of an exposure. */
  readonly surface: string;
  /** Of lists: how many items of each. */
  readonly top?: number;
  /** The strongest first. */
  readonly attackers: readonly SurfaceFigure[];
  /** AUC of the strongest attacker in each resample, for paired comparison with another audit. */
  readonly replicates: readonly number[];
}

/** What lists are worth to people, on ratings that the recommender did not see. */
export interface ListUse {
  /** People who had such ratings. */
  readonly users: number;
  readonly ndcg: Estimate;
  readonly recall: Estimate;
}

/** Lists of a recommender of our own, trained on the same ratings. */
export interface AnchorFigures {
  readonly anchor: string;
  /** For people. */
  readonly label: string;
  readonly top: number;
  readonly attackers: readonly Omit<AttackFigure, 'bounds' | 'bestTold' | 'groups'>[];
  readonly use: ListUse;
  readonly coverage: number;
  /** AUC of the strongest attacker on the audited lists minus that on these; the p-value is corrected for all anchors. */
  readonly difference?: { readonly auc: Estimate; readonly pValue: number };
}

/** A view of what people sent who defended themselves. */
export interface DefendedView extends ViewFigures {
  /**
   * AUC of the strongest attacker after the defence minus that before it, on the same people; the p-value is corrected for
   * all views.
   */
  readonly difference: { readonly auc: Estimate; readonly pValue: number };
}

/** Everything again, on what a recommender makes of ratings that people defended. */
export interface AfterDefence {
  readonly name: string;
  /** For people. */
  readonly label: string;
  readonly strength: number;
  /** In the order of the views before; bounds hold for all of these at once. Attackers learned from people who use the defence. */
  readonly views: readonly DefendedView[];
  readonly verdict: Verdict;
}

/** Who was measured. */
export interface ModelAuditData {
  readonly source: string;
  readonly attribute: string;
  /** Who is measured: everybody whose attribute is known and who is in every surface. */
  readonly users: number;
  /** People of known attribute who are not. */
  readonly leftOut: number;
  readonly labels: readonly { readonly label: string; readonly users: number }[];
  readonly smallGroups: readonly SmallGroup[];
  /** Where ratings were given. */
  readonly ratings?: { readonly users: number; readonly items: number; readonly ratings: number };
  readonly fingerprint: string;
  /** Of the people and their groups alone: whether two audits can be paired. */
  readonly people: string;
  /** What is unusual about the data, if anything is. */
  readonly cautions?: DataCautions;
}

/** What `runModelAudit` found. `reportOf` makes a report of it. */
export interface ModelAuditRecords {
  readonly format: 'ulterior-model-audit';
  readonly version: 1;
  readonly spec: ModelAuditSpec;
  readonly data: ModelAuditData;
  readonly surfaces: readonly SurfaceDescription[];
  /** Surface by surface, lists by ascending length. */
  readonly views: readonly ViewFigures[];
  /** What the headline of each surface is about: of lists the length fixed beforehand. The largest leak first. */
  readonly headlines: readonly { readonly surface: string; readonly top?: number }[];
  /** The smallest AUC that would have been told from chance with 80% probability. */
  readonly detectable: number;
  readonly verdict: Verdict;
  /** Attackers that could not be computed from the data. Records in which all could lack it. */
  readonly attackerNotes?: readonly AttackerNote[];
  readonly afterDefence?: AfterDefence;
  readonly anchors: readonly AnchorFigures[];
  /** Of the audited lists at the headline's length; use where ratings were set aside for them. */
  readonly lists?: { readonly top: number; readonly coverage?: number; readonly use?: ListUse };
  readonly provenance: Provenance;
}
