/** What records of every kind share besides their findings, and the records of an audit of groups. */
import type { SmallGroup } from '../../ratings/index.ts';
import type { AuditSpec } from '../spec/auditSchema.ts';
import type { DataCautions } from './cautions.ts';
import type { Estimate, Finding } from './finding.ts';
import type { Provenance } from './provenance.ts';

/** How soon the attacker is that sure: share of all people reached after each number of questions. */
export interface ConfidenceCurve {
  readonly attacker: string;
  readonly confidence: number;
  /** Entry q: share of people with a confidence above the threshold after at most q questions. */
  readonly reached: readonly number[];
  /** Of those reached, the share whose most likely type was right at that moment. */
  readonly right: number;
}

interface ReliabilityBin {
  /** Mean stated confidence, and the share that was right, with its interval. */
  readonly stated: number;
  readonly right: Estimate;
  readonly people: number;
}

export interface Reliability {
  readonly attacker: string;
  readonly length: number;
  readonly bins: readonly ReliabilityBin[];
}

/** With more than two groups: people of each (rows) by the group they were taken for (columns). */
export interface Confusion {
  readonly attacker: string;
  readonly length: number;
  readonly counts: readonly (readonly number[])[];
}

/** How far two contenders ask the same: share of the first ten questions that both asked a person. */
export interface Overlap {
  readonly first: string;
  readonly second: string;
  readonly share: number;
}

/** Numeric failures: the attacker could not be computed from these data. Anything else that goes wrong ends the audit. */
export type FailureCode =
  | 'TRAINING_SINGULAR'
  | 'TRAINING_DIVERGED'
  | 'TRAINING_TOO_LARGE'
  | 'CLASSIFIER_DID_NOT_CONVERGE';

/** An attacker that did not run, or not in full, and why: a figure without it says less. */
export type AttackerNote = {
  /** A contender, one that asks anything, a classifier of whole histories, or one that sees a part of them. */
  readonly kind: 'questions' | 'openQuestions' | 'history' | 'parts';
  readonly id: string;
  readonly label: string;
} & (
  | {
      /** Costs too much for this many people: compared with landmarks, or left out. */
      readonly form: 'landmarks' | 'leftOut';
      /** Training people, in the fold with most of them. */
      readonly people: number;
      /** Up to which it would have been otherwise. */
      readonly limit: number;
      readonly landmarks?: number;
    }
  | {
      /** It failed in a fold, with the real labels or with shuffled ones, and was left out altogether. */
      readonly form: 'failed';
      readonly code: FailureCode;
      readonly reason: string;
    }
  | {
      /** It ran, but without factors of what people answered: (nearly) everybody answered everything. */
      readonly form: 'withoutPresence';
      /** Answers that are missing, out of people x items. */
      readonly missing: number;
      readonly people: number;
      readonly items: number;
    }
);

/** A paired test: the same people, the same resamples; the p-value is corrected for the number of comparisons. */
export interface Comparison {
  readonly target: string;
  readonly length: number;
  /** Where both reached different people: those whom both could ask that much. */
  readonly people?: number;
  readonly first: string;
  readonly second: string;
  /** AUC of the first minus that of the second; of a number the mean absolute error: below 0 the first is nearer. */
  readonly difference: Estimate;
  readonly pValue: number;
}

/** What answers of one kind told the attacker. */
export interface AnswerWorth {
  readonly answers: number;
  /**
   * Mean increase, in bits, of the log odds of the person's true type against the rest. Negative: they misled. Left out
   * where fewer than two answered so.
   */
  readonly bits?: Estimate;
}

/** What an item was worth where it was among the first ten questions. */
interface ItemWorth {
  /** Bits towards the truth that it gave in an interview, on average over all people, whether they were asked or not. */
  readonly contribution: number;
  readonly rated: AnswerWorth;
  /** "Haven't seen it"; in the open protocol only. */
  readonly skipped: AnswerWorth;
}

/** An item, and how far the groups differ in rating it. */
export interface LeakyItem {
  readonly id: string;
  readonly title: string;
  /** Half the distance between the largest and the smallest type bias, averaged over the folds. */
  readonly gap: number;
  readonly biases: readonly number[];
  readonly ratings: number;
  /** Share of interviews of the first contender in which it was asked among the first ten questions. */
  readonly askedEarly: number;
  readonly worth: ItemWorth;
}

interface LabelShare {
  readonly label: string;
  readonly users: number;
  readonly ratings: number;
}

/** What every audit says of its data. */
export interface DataSummary {
  readonly source: string;
  readonly users: number;
  readonly items: number;
  readonly ratings: number;
  readonly fingerprint: string;
  /** What is unusual about the data, if anything is. */
  readonly cautions?: DataCautions;
}

/** The data of an audit in figures. */
export interface DataDescription extends DataSummary {
  readonly attribute: string;
  readonly labels: readonly LabelShare[];
  /** Rating levels (or bin centres) and how often each occurs. */
  readonly histogram: readonly { readonly rating: number; readonly count: number }[];
  /** Ratings per user at each percentile from 0 to 100. */
  readonly ratingsPerUser: readonly number[];
  /** Of the people and their groups alone, whatever they rated: whether two audits can be paired. */
  readonly people: string;
  /** Groups with too few people: left out, or merged into one. */
  readonly smallGroups: readonly SmallGroup[];
}

/** Somebody who guesses, and what people call them. */
export interface AttackerDescription {
  readonly id: string;
  readonly label: string;
  /** Who asks questions, and who reads what else is seen. */
  readonly exposure: string;
  /** How questions are chosen. */
  readonly strategy?: string;
  readonly summary?: string;
  /** Of a contender: who judges. */
  readonly classifier?: string;
  /** What the questions aim at, where they aim at one of several attributes. */
  readonly target?: string;
  /** Where it does not watch all attributes: those that its model knows. */
  readonly watches?: readonly string[];
}

/** The control with a known answer, for invented worlds. */
export interface Planted<Implied, Measured> {
  readonly questions: number;
  readonly people: number;
  /** What the theory says of the list, with the true parameters. */
  readonly implied: Implied;
  /** What interviews with that list find, with the true parameters. */
  readonly measured: Measured;
  /** What the theory says of the same list with parameters trained on the world. */
  readonly impliedByTraining: Implied;
}

/** An AUC. */
export type PlantedLeak = Planted<number, Estimate>;

/** What a permutation test compares with shuffles of the labels (src/audit/statistics/permutationTest.ts). */
export type StatisticName = 'mean' | 'group' | 'named' | 'fit' | 'seen' | 'rating';

/** One of them; the p-value is its own, not corrected for the others. */
export interface PermutationStatistic {
  readonly name: StatisticName;
  readonly value: number;
  /** Mean over the shuffles. */
  readonly shuffledMean: number;
  readonly pValue: number;
}

/** The single most revealing item: by its raters, or by their ratings. */
export interface TellingItem {
  readonly by: 'seen' | 'rating';
  readonly id: string;
  readonly title: string;
  /** The group whose people differ. */
  readonly group: string;
  /** How many people rated the item, and how many of them belong to the group. */
  readonly raters: number;
  readonly ofGroup: number;
  /** Against shuffles of the labels in which the best of all items counts, too. */
  readonly pValue: number;
}

/** Whether cheap statistics find more in the labels than in shuffles of them: one test of the smallest p-value. */
export interface PermutationTest {
  /** What the regression read: every item, or leading directions of many. */
  readonly features: 'ratings' | 'factors';
  readonly dimensions: number;
  readonly shuffles: number;
  /** Of all statistics together. */
  readonly pValue: number;
  readonly statistics: readonly PermutationStatistic[];
  readonly items: readonly TellingItem[];
}

/**
 * Whether there is a leak. Each test has a share of the level: a leak is shown where one of them rejects. Where neither
 * does although the bounds that are shown exclude guessing, a leak is possible.
 */
export interface Verdict {
  readonly leak: boolean;
  readonly possible: boolean;
  readonly tests: readonly {
    readonly name: 'attackers' | 'permutation';
    readonly pValue: number;
    /** The test rejects up to this p-value. */
    readonly level: number;
  }[];
}

/** What records of every measurement hold. */
export interface RecordsOf<Format extends string, Spec, Data> {
  readonly format: Format;
  readonly version: 1;
  readonly spec: Spec;
  readonly data: Data;
  /** Those who ask first, in the order of the spec. */
  readonly attackers: readonly AttackerDescription[];
  /** Every figure. */
  readonly findings: readonly Finding[];
  readonly verdict: Verdict;
  /** Attackers that did not run, or not in full. Records in which all did lack it. */
  readonly attackerNotes?: readonly AttackerNote[];
  readonly provenance: Provenance;
}

/** What records of simulated interviews hold. */
export interface InterviewRecords<Format extends string, Spec, Data> extends RecordsOf<Format, Spec, Data> {
  /** Of two ways of asking. */
  readonly comparisons: readonly Comparison[];
}

/** The item that alone tells most, chosen among the training people of each fold. */
export interface ToldByItem {
  readonly id: string;
  readonly title: string;
  /** How many folds chose it. */
  readonly folds: number;
}

/** What `runAudit` found: plain JSON, every figure with its bounds. `reportOf` makes a report of it. */
export interface AuditRecords extends InterviewRecords<'ulterior-audit', AuditSpec, DataDescription> {
  readonly permutation?: PermutationTest;
  /** The item behind the part "item"; left out where that was not asked. */
  readonly toldByItem?: ToldByItem;
  readonly confidences: readonly ConfidenceCurve[];
  /** The strongest contender's: share of all people who were named after each number of questions, with 90% and 99% certainty. */
  readonly untilNamed?: readonly ConfidenceCurve[];
  readonly reliability: readonly Reliability[];
  readonly confusions: readonly Confusion[];
  readonly overlaps: readonly Overlap[];
  /** The file with the item vectors of another recommender, where the attacker had those instead of its own. */
  readonly itemVectorsFrom?: string;
  /** The items that gave most away to the first contender, first the worst; in the open protocol only what it asked. */
  readonly items: readonly LeakyItem[];
  /** |gap| of all items, ascending, averaged over the folds. */
  readonly gaps: readonly number[];
  /** For invented worlds only. */
  readonly planted?: PlantedLeak;
  readonly provenance: Provenance & {
    readonly noiseVariances: readonly number[];
    /** From which each fold predicted ratings; left out where rating error was not measured. */
    readonly predictionRidges?: readonly number[];
  };
}
