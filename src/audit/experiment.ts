/**
 * An experiment: an audit of named data, and the figures that were published for it. Specs lie in experiments/, one per
 * data set and attribute; every table and figure of the paper draws on them.
 */
import type { AuditRecords, Estimate } from './records.ts';
import type { AuditSpec } from './spec.ts';

export type Finding =
  | { readonly kind: 'auc' | 'accuracy'; readonly classifier: string }
  | { readonly kind: 'aucAt'; readonly contender: string; readonly questions: number }
  | { readonly kind: 'users' | 'items' | 'ratings' }
  /** Users or ratings of the first label for one of the second. */
  | { readonly kind: 'userRatio' | 'ratingRatio'; readonly labels: readonly [string, string] };

export interface Published {
  /** Where it stands, in words. */
  readonly where: string;
  readonly what: string;
  readonly value: number;
  readonly finding: Finding;
}

export interface Experiment {
  readonly id: string;
  readonly title: string;
  /** What of the paper it repeats, or what it stands in for and why. */
  readonly about: string;
  /** A source for the readers; `folder` is filled in by whoever runs it. */
  readonly source: Readonly<Record<string, unknown>>;
  /** A file or folder that must be there, below the data folder; undefined where nothing is needed. */
  readonly needs?: string | undefined;
  readonly spec: Partial<AuditSpec>;
  readonly published: readonly Published[];
  /** Why ours may differ, where it does. */
  readonly differences: string;
}

/** What an audit found for a published figure; counts and ratios have no interval. */
export function lookUp(records: AuditRecords, finding: Finding): Estimate | undefined {
  const exact = (value: number): Estimate => ({ value, low: value, high: value });
  switch (finding.kind) {
    case 'users':
    case 'items':
    case 'ratings':
      return exact(records.data[finding.kind]);
    case 'userRatio':
    case 'ratingRatio': {
      const part = finding.kind === 'userRatio' ? 'users' : 'ratings';
      const [first, second] = finding.labels.map(
        (name) => records.data.labels.find(({ label }) => label === name)?.[part],
      );
      return first === undefined || second === undefined ? undefined : exact(first / second);
    }
    case 'aucAt': {
      const { contender, questions } = finding;
      return records.curves.find(
        (curve) => curve.contender === contender && curve.variant === 'real' && curve.cohort === 'survivors',
      )?.points[questions]?.auc;
    }
    default: {
      const row = records.fullHistory.find(
        ({ classifier, variant }) => classifier === finding.classifier && variant === 'real',
      );
      return row?.[finding.kind];
    }
  }
}
