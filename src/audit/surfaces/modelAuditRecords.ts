/**
 * What the surfaces of a finished recommender give away, as plain JSON. A figure comes with an interval, the people
 * behind it, and the same figure in a control where nothing can be found.
 */
import type { SmallGroup } from '../../ratings/index.ts';
import type { DataCautions } from '../records/cautions.ts';
import type { RecordsOf, Verdict } from '../records/records.ts';
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

/** Everything again, on what a recommender makes of ratings that people defended. */
export interface AfterDefence {
  readonly name: string;
  /** For people. */
  readonly label: string;
  /** Maps of vectors have none. */
  readonly strength?: number | undefined;
  /** Of what is left. */
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

/**
 * What `runModelAudit` found. Surfaces are exposures; lists, by ascending length, and `lists of X` for a recommender of our own, trained
 * on the same ratings. Attackers of one exposure stand together, the strongest first. Attackers after the defence learned from
 * people who use it; bounds hold for all of these at once.
 */
export interface ModelAuditRecords extends RecordsOf<'ulterior-model-audit', ModelAuditSpec, ModelAuditData> {
  readonly surfaces: readonly SurfaceDescription[];
  /** Which length the headline of lists is about: fixed beforehand. */
  readonly headlineTop: number;
  readonly afterDefence?: AfterDefence;
  /** Recommenders to compare with. */
  readonly anchors: readonly { readonly name: string; readonly label: string }[];
}
