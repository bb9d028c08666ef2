/**
 * What an audit of a number finds, as plain JSON. As with types, a figure comes with an interval, the number of people
 * behind it, and the same figure in a control where nothing can be found.
 */

import type { NumericAuditSpec } from '../spec/numericSpec.ts';
import type { Provenance } from './provenance.ts';
import type {
  BandedEstimate,
  Bounds,
  Comparison,
  Curve,
  DataSummary,
  Estimate,
  InterviewRecords,
  Planted,
  Variant,
  Verdict,
} from './records.ts';

/** How far guesses are off, and whether the attacker knows it. */
export interface NumericFigures {
  /** How many people are behind the figures. */
  readonly users: number;
  /** Mean absolute error, in the number's own unit. */
  readonly mae: Estimate;
  /** Root mean squared error. */
  readonly rmse: Estimate;
  /**
   * Share of the squared error of guessing the training mean that is gone: 0 is nothing learned, 1 everything. Numbers far
   * outside count as training takes them.
   */
  readonly r2: Estimate;
  /** Mean absolute error for the same people of guessing the training people's mean, and of guessing their median. */
  readonly blind: {
    readonly mean: number;
    readonly median: number;
    /** The median absolute error of guessing the median. */
    readonly halfWithin: number;
  };
  /** Median absolute error: half of the guesses are off by at most this, however far the others are. */
  readonly halfWithin: Estimate;
  /** Share of people whose number lies inside the interval that the attacker states, where one is stated. */
  readonly coverage?: Estimate;
}

export interface NumericPoint extends NumericFigures {
  /** How many questions were answered; 0 is before the first. */
  readonly questions: number;
  readonly mae: BandedEstimate;
  readonly r2: BandedEstimate;
  readonly coverage: Estimate;
  /** Mean width of the stated interval. */
  readonly width: number;
}

/** Inferring a band and guessing the mean number of the people in it. */
export interface BandFigures {
  readonly questions: number;
  readonly users: number;
  /** The most likely band's mean. */
  readonly mostLikely: Estimate;
  /** The mean of all bands' means, weighted with their probabilities. */
  readonly weighted: Estimate;
  /** Mean absolute error of the first strategy minus that of the most likely band, and of the weighted bands. */
  readonly differences: { readonly mostLikely: Estimate; readonly weighted: Estimate };
}

/**
 * A number from everything a person ever rated; no selection. `filter`: the belief over all ratings. `ridgeOnRatings`:
 * ridge regression on the ratings, 0 where there is none. `ridgeOnPresence`: on which items were rated, and nothing else.
 */
export type HistoryMethod = 'filter' | 'ridgeOnRatings' | 'ridgeOnPresence';

export interface NumericHistory extends NumericFigures {
  readonly method: HistoryMethod;
  readonly variant: Variant;
}

/** One thing that a regression on whole histories was asked about the number, and what it reached. */
export interface NumberStatistic {
  /** What it read: the ratings, or their squared distance from the item's mean. Which items were rated, either way. */
  readonly features: 'ratings' | 'squares';
  /** R2, Spearman's rank correlation, or the AUC of one band against the rest. */
  readonly measure: 'explained' | 'ranks' | 'band';
  /** Counted from 0, the lowest; where there are only two, the upper one. */
  readonly band?: number;
  /** Of an AUC, for all bands at once. */
  readonly bounds?: Bounds;
  readonly value: number;
  /** Above nothing, because the best of several ridges counts. */
  readonly shuffledMean: number;
  /** By itself, not corrected for the others. */
  readonly pValue: number;
}

/** Whether anything about the number is told, in whatever shape: one permutation test of all statistics. */
export interface NumberTest {
  readonly shuffles: number;
  readonly pValue: number;
  /** Where the bands are cut: thirds, where values differ enough. */
  readonly cuts: readonly number[];
  readonly statistics: readonly NumberStatistic[];
  /** The smallest rank correlation, and the smallest AUC of a band, that it shows with 80% probability. */
  readonly detectable: { readonly ranks: number; readonly band: number };
}

export interface SteepItem {
  readonly id: string;
  readonly title: string;
  /** Rating points for one unit of the number, averaged over the folds, and their standard error in one of them. */
  readonly slope: number;
  readonly error: number;
  /** Expected rating of an average person at the 10th and at the 90th percentile of the number. */
  readonly low: number;
  readonly high: number;
  readonly ratings: number;
  /** Share of interviews of the first strategy in which it was asked among the first ten questions. */
  readonly askedEarly: number;
}

export interface NumericDataDescription extends DataSummary {
  readonly attribute: string;
  readonly mean: number;
  readonly deviation: number;
  /** The number at each percentile from 0 to 100. */
  readonly percentiles: readonly number[];
  readonly histogram: readonly { readonly from: number; readonly to: number; readonly count: number }[];
  /** Ratings per user at each percentile from 0 to 100. */
  readonly ratingsPerUser: readonly number[];
}

/** The control with a known answer. */
export type PlantedNumber = Planted<
  { readonly mae: number; readonly r2: number },
  { readonly mae: Estimate; readonly r2: Estimate; readonly coverage: Estimate }
>;

/** What `runNumericAudit` found: how closely the answers give away a number. */
export interface NumericRecords
  extends InterviewRecords<'ulterior-numeric-audit', NumericAuditSpec, NumericDataDescription, Curve<NumericPoint>> {
  readonly verdict: Verdict;
  /** Missing where no shuffles were asked for. */
  readonly test?: NumberTest;
  readonly strategies: readonly { readonly name: string; readonly label: string; readonly summary: string }[];
  readonly comparisons: readonly Comparison[];
  /** Where the bands were cut, and how they fare. */
  readonly bands?: { readonly cuts: readonly number[]; readonly figures: readonly BandFigures[] };
  readonly fullHistory: readonly NumericHistory[];
  /** The items of steepest slope, first the steepest. */
  readonly items: readonly SteepItem[];
  /** For invented worlds only. */
  readonly planted?: PlantedNumber;
  readonly provenance: Provenance & {
    readonly noiseVariances: readonly number[];
    /** Variance of the true slopes, for a standard deviation of the number, by fold; where they were shrunken. */
    readonly slopeVariances: readonly number[];
  };
}
