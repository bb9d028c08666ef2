/** What a study of the detector finds, as plain JSON. */
import type { Finding, Provenance } from '../../../audit/index.ts';
import type { Channel, ModelAttribute } from '../../../factorization/index.ts';
import type { DetectorSpec } from './spec.ts';

/** A number of interviews out of all. */
export interface Tally {
  readonly alarms: number;
  readonly interviews: number;
}

/** Interviews of a benign policy in which the p-value was at most the level. */
export interface FalseAlarms extends Tally {
  readonly policy: string;
  /** Undefined: about any attribute, each corrected for their number. */
  readonly attribute?: string;
  /** After how many questions; undefined: at any time up to the last question, looking after each. */
  readonly questions?: number;
}

/** How far questions tell the values of an attribute apart (D, the root of D^2), after this many of them. */
export interface Bound {
  readonly attribute: string;
  readonly questions: number;
  /** The median of each policy, in the order of the policies. */
  readonly benign: readonly number[];
  /** The largest that passes for benign. */
  readonly unnoticed: number;
  /** Of questions that aim at the attribute; the mean over interviews. */
  readonly aimed: number;
}

/**
 *   aimed    every question tells most about the attribute, given those before it
 *   stealth  the same, with a share of popular questions drawn at random among them
 *   list     a fixed order that aims at no attribute in particular
 */
export interface AskerDescription {
  readonly id: string;
  readonly kind: 'aimed' | 'stealth' | 'list';
  readonly strategy: string;
  /** What it aims at; left out for lists. */
  readonly target?: string;
  /** Share of questions that are drawn at random. */
  readonly share: number;
}

/** One way of asking, as the detector sees one attribute. */
export interface AskerFigures {
  readonly asker: string;
  readonly attribute: string;
  /** Interviews in which who looks after every question was alarmed. */
  readonly alarmed: Tally;
  /** The median number of questions until the alarm; left out where fewer than half were alarmed. */
  readonly medianQuestions?: number;
  /** How many different questionnaires there were; 1 where everybody was asked the same. */
  readonly questionnaires: number;
}

/** What `runDetectorStudy` found: false alarms, who is noticed when, and what passes. */
export interface DetectorRecords {
  readonly format: 'ulterior-detector';
  readonly version: 1;
  readonly spec: DetectorSpec;
  readonly model: {
    /** Where it came from; given by the caller. */
    readonly source: string;
    readonly attributes: readonly ModelAttribute[];
    readonly channels: readonly Channel[];
    readonly items: number;
    readonly dimension: number;
    readonly ridge: number;
    /** What it was trained on. */
    readonly users: number;
    readonly ratings: number;
    readonly dataFingerprint: string;
  };
  readonly policies: readonly { readonly name: string; readonly summary: string }[];
  readonly falseAlarms: readonly FalseAlarms[];
  readonly bounds: readonly Bound[];
  readonly askers: readonly AskerDescription[];
  /** How soon each is noticed, and what it tells, after every number of questions from 1. Interviews are its people. */
  readonly findings: readonly Finding[];
  /** Each asker with each attribute it aims at; lists with all. */
  readonly figures: readonly AskerFigures[];
  readonly provenance: Provenance;
}
