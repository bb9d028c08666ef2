/** Where a published figure is found in the records of an audit. */
import { type Estimate, findingsWith } from './finding.ts';
import type { AuditRecords } from './records.ts';

export type Sought =
  /** Classification from whole histories. */
  | { readonly kind: 'auc' | 'accuracy'; readonly classifier: string }
  | { readonly kind: 'aucAt'; readonly contender: string; readonly questions: number }
  /** AUC of the first contender minus that of another, with the interval of the paired test. */
  | { readonly kind: 'aucLead'; readonly over: string; readonly questions: number }
  | { readonly kind: 'items' }
  /** All of them, or those of one label. */
  | { readonly kind: 'users' | 'ratings'; readonly label?: string }
  /** Users or ratings of the first label for one of the second. */
  | { readonly kind: 'userRatio' | 'ratingRatio'; readonly labels: readonly [string, string] }
  /** Share of the users with fewer than this many ratings, to the percentile. */
  | { readonly kind: 'usersBelow'; readonly ratings: number };

/** What an audit found for a published figure; counts and ratios have no interval. */
export function lookUp(records: AuditRecords, finding: Sought): Estimate | undefined {
  const { data, findings, comparisons } = records;
  const exact = (value: number | undefined): Estimate | undefined =>
    value === undefined ? undefined : { value, low: value, high: value };
  const share = (name: string) => data.labels.find(({ label }) => label === name);
  switch (finding.kind) {
    case 'items':
      return exact(data.items);
    case 'users':
    case 'ratings':
      return exact((finding.label === undefined ? data : share(finding.label))?.[finding.kind]);
    case 'userRatio':
    case 'ratingRatio': {
      const part = finding.kind === 'userRatio' ? 'users' : 'ratings';
      const [first, second] = finding.labels.map((name) => share(name)?.[part]);
      return first === undefined || second === undefined ? undefined : exact(first / second);
    }
    case 'usersBelow':
      return exact(data.ratingsPerUser.filter((count) => count < finding.ratings).length / data.ratingsPerUser.length);
    case 'aucAt': {
      const { contender: attacker, questions: length } = finding;
      const place = {
        exposure: 'questions',
        length,
        attacker,
        group: undefined,
        variant: 'real',
        cohort: 'survivors',
      } as const;
      return findingsWith(findings, 'auc', place)[0]?.auc;
    }
    case 'aucLead':
      return comparisons.find(({ second, length }) => second === finding.over && length === finding.questions)
        ?.difference;
    case 'auc':
    case 'accuracy':
      return findingsWith(findings, finding.kind, {
        exposure: 'histories',
        attacker: finding.classifier,
        group: undefined,
        variant: 'real',
      })[0]?.[finding.kind];
  }
}
