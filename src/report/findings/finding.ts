/**
 * Figures as rows of one long table, whatever was measured: the same columns for questions, whole histories, surfaces of a
 * recommender, defences, lists of questions, numbers and detectors.
 */
import { csvCell } from '../../tables/index.ts';
import type { Cohort, Estimate, Variant } from '../common/input.ts';

/** What a gate needs of a figure besides the columns. */
export interface Judged {
  /** "after 10 questions", "in top-10 lists": figures of the same target with the same words are one leak. */
  readonly where: string;
  /** Who found it. */
  readonly who: string;
  /** With an interval of its own. */
  readonly auc: Estimate;
  /** The smallest AUC that would have been told from chance with 80% probability. */
  readonly detectable?: number;
  /** The AUC in each resample of the people. */
  readonly replicates?: readonly number[] | undefined;
}

/** A figure, and everything that says which one it is. What does not apply is null. */
export interface Finding {
  /** What is inferred. */
  readonly target: string;
  /** What is seen: questions, histories, userVectors, lists ...; a list of questions or of another recommender with its name. */
  readonly exposure: string;
  /** How much of it: questions that were asked, items of each list. */
  readonly length: number | null;
  /** What people did before, and how strongly. */
  readonly defence: string | null;
  readonly strength: number | null;
  /** Who guesses: a contender, a classifier, a way of asking. */
  readonly attacker: string | null;
  /** From whom an attacker or a recommender learned, where there is a defence. */
  readonly situation: string | null;
  /** The group that is told from the rest; null for all of them. */
  readonly group: string | null;
  readonly variant: Variant;
  readonly cohort: Cohort | null;
  /** `auc` has its own interval, `aucBounds` bounds that hold for all figures at once, `aucBand` a band around the whole curve. */
  readonly metric: string;
  readonly value: number | null;
  /** Null where a metric has no interval. */
  readonly low: number | null;
  readonly high: number | null;
  readonly people: number;
  /** Of figures that a gate judges; no column of files. */
  readonly judged?: Judged;
}

const COLUMNS: readonly Exclude<keyof Finding, 'judged'>[] = [
  'target',
  'exposure',
  'length',
  'defence',
  'strength',
  'attacker',
  'situation',
  'group',
  'variant',
  'cohort',
  'metric',
  'value',
  'low',
  'high',
  'people',
];

/** What figures of one place share; what is left out does not apply. */
export type Place = Pick<Finding, 'target' | 'exposure' | 'people'> & Partial<Finding>;

const NOTHING = {
  length: null,
  defence: null,
  strength: null,
  attacker: null,
  situation: null,
  group: null,
  variant: 'real',
  cohort: null,
} as const;

/** One finding for each metric; those without a figure are left out. */
export function findingsAt(place: Place, figures: Readonly<Record<string, Estimate | number | undefined>>): Finding[] {
  return Object.entries(figures).flatMap(([metric, figure]): Finding[] => {
    if (figure === undefined) return [];
    const { value, low, high } = typeof figure === 'number' ? { value: figure, low: null, high: null } : figure;
    return [{ ...NOTHING, ...place, metric, value: known(value), low: known(low), high: known(high) }];
  });
}

const known = (value: number | null) => (Number.isFinite(value) ? value : null);

/** Findings as JSON lines. */
export function toJsonLines(findings: readonly Finding[]): string {
  return findings.map(({ judged: _, ...columns }) => `${JSON.stringify(columns)}\n`).join('');
}

/** RFC 4180, with a header; nothing is an empty cell, and no text is a formula. */
export function toCsv(findings: readonly Finding[]): string {
  const lines = findings.map((finding) => COLUMNS.map((column) => csvCell(finding[column])).join(','));
  return `${[COLUMNS.join(','), ...lines].join('\r\n')}\r\n`;
}
