/**
 * What records of every kind hold, as plain JSON: findings. A finding says which figures they are (what is inferred, what is seen of
 * whom, who guesses) and has them, each under the name of its metric. A risk is never a bare number: it comes with an interval,
 * the number of people behind it, and the same figure in a control where nothing can be found.
 */

/** A figure with its pointwise bootstrap interval. */
export interface Estimate {
  readonly value: number;
  readonly low: number;
  readonly high: number;
}

/** Bounds that hold for all attackers at once. */
export interface Bounds {
  readonly low: number;
  readonly high: number;
}

/** An estimate that can also have a band that covers its whole curve, and bounds that hold for everything looked at together. */
export interface Figure extends Estimate {
  readonly band?: Bounds;
  readonly bounds?: Bounds;
}

/** `survivors`: those who still had something to answer, as in the paper. `fixed`: those who could answer to the end. */
export type Cohort = 'survivors' | 'fixed';

/** `real` labels, or labels `shuffled` among the people, in which nothing may be found. */
export type Variant = 'real' | 'shuffled';

/** Everything that says which figures these are. What does not apply is left out. */
export interface Place {
  /** What is inferred. */
  readonly target: string;
  /** What is seen: questions, histories, userVectors, lists ...; a list of questions or of another recommender with its name. */
  readonly exposure: string;
  /** How much of it: questions that were answered (0 is before the first), items of each list. */
  readonly length?: number | undefined;
  /** What people did before, and how strongly. */
  readonly defence?: string | undefined;
  readonly strength?: number | undefined;
  /** Who guesses: a contender, a classifier, a way of asking. */
  readonly attacker?: string | undefined;
  /** From whom an attacker or a recommender learned, where there is a defence. */
  readonly situation?: string | undefined;
  /** The group that is recognised among the rest; left out for all of them. */
  readonly group?: string | undefined;
  readonly variant: Variant;
  readonly cohort?: Cohort | undefined;
}

/** By metric. On shuffled labels every figure is the mean over the shuffles. */
interface Figures {
  /** Area under the ROC curve; with more than two groups the mean over one-against-the-rest. */
  readonly auc?: Figure;
  /** Mean of the AUC of the single folds. */
  readonly aucByFold?: number;
  /** The smallest AUC that would have been found with 80% probability. */
  readonly detectable?: number;
  /** How often the most likely group is the true one: over people, and as the mean over groups. */
  readonly accuracy?: Estimate;
  readonly balancedAccuracy?: Estimate;
  /**
   * Share of the people of whom the attacker is at least 90% certain (risk/risk.ts), and of those the share for whom it is
   * right; the same at 99%. Of a group: named as one of it, as a share of everybody.
   */
  readonly named?: Figure;
  readonly namedRight?: Estimate;
  readonly named99?: Figure;
  readonly named99Right?: Estimate;
  /** Share of the group that is found where 1% and 0.1% of the others are taken for it, too; where that is ten people at least. */
  readonly foundAt1?: Estimate;
  readonly foundAt01?: Estimate;
  readonly logLoss?: Estimate;
  readonly brier?: Estimate;
  /** Expected calibration error over ten bins of equal mass. */
  readonly calibrationError?: number;
  /** Mean probability given to the most likely group. */
  readonly confidence?: number;
  /** Of a number: mean absolute error, in its own unit. */
  readonly mae?: Figure;
  /** Root mean squared error: of a guessed number, or of predicted ratings. */
  readonly rmse?: Estimate;
  /**
   * Share of the squared error of guessing the training mean that is gone: 0 is nothing learned, 1 everything. Numbers far
   * outside count as training takes them.
   */
  readonly r2?: Figure;
  /** Share of people whose number lies inside the interval that the attacker states, and the mean width of that. */
  readonly coverage?: Estimate;
  readonly width?: number;
  /** Mean absolute error for the same people of guessing the training people's mean, and their median. */
  readonly blindMean?: number;
  readonly blindMedian?: number;
  /** Median absolute error: half of the guesses are off by at most this, however far the others are; of guessing the median. */
  readonly halfWithin?: Estimate;
  readonly blindHalfWithin?: number;
  /** The first way of asking minus this one. */
  readonly maeDifference?: Estimate;
  /**
   * RMSE of the same ratings of the same people, each predicted by the item's mean over training users: what a recommender has
   * that asks nothing; and the RMSE less that, on the same resamples: above 0 the answers mislead the recommender.
   */
  readonly rmseItemMeans?: Estimate;
  readonly rmseOverItemMeans?: Estimate;
  /** RMSE over that of the list without a budget, less 1: the same people, the same ratings. */
  readonly rmseChange?: Estimate;
  /** How well the held-out items of a person are ranked, and found, from 0 to 1; the share of the catalogue that anybody is shown. */
  readonly ndcg?: Estimate;
  readonly recall?: Estimate;
  readonly catalogue?: number;
  /** NDCG@10 of the ten items that EASE recommends among all that were not sent. */
  readonly topTen?: Estimate;
  /** AUC of the strongest attacker here minus that of the strongest on what it is compared with; the p-value is corrected. */
  readonly aucDifference?: Estimate;
  readonly pValue?: number;
  /** Of a list, by a model: squared distance of the groups, and the AUC that it implies; what it teaches. */
  readonly D2?: number;
  readonly impliedAuc?: number;
  readonly worth?: number;
  /** Share of the questions that were answered with a rating. */
  readonly answered?: number;
  /** Share of the interviews that a detector notices after that many questions and no earlier, and its median p-value. */
  readonly noticed?: Estimate;
  readonly medianPValue?: number;
  /** Of one person, in bits: what was expected of an answer, what it added, what is known then, and had the advice been followed. */
  readonly cost?: number;
  readonly bits?: number;
  readonly known?: number;
  readonly followed?: number;
}

export type Metric = keyof Figures;

/** One place, and what was found there. */
export interface Finding extends Place, Figures {
  /** How many people are behind the figures. */
  readonly people: number;
  /** On shuffled labels, where they are fewer or more than the spec says: how many shuffles the figures are the mean of. */
  readonly shuffles?: number;
  /** Whether a gate judges the AUC. */
  readonly judged?: true;
  /** The AUC in each resample of the people, for paired comparison with another audit. */
  readonly replicates?: readonly number[];
}

/** A finding that has such figures. */
export type With<M extends Metric> = Finding & { readonly [Name in M]-?: NonNullable<Finding[Name]> };

/** Figures of everybody after one number of questions. */
export type PointFigures = Omit<Finding, keyof Place | 'shuffles' | 'judged' | 'replicates'> & {
  readonly length: number;
};

/** The findings with that figure at such places; `undefined` for what must be left out. */
export function findingsWith<M extends Metric>(
  findings: readonly Finding[],
  metric: M,
  wanted: Partial<Place> = {},
): With<M>[] {
  const fields = Object.entries(wanted) as [keyof Place, string | number | undefined][];
  return findings.filter(
    (finding) => finding[metric] !== undefined && fields.every(([field, value]) => finding[field] === value),
  ) as With<M>[];
}
