/** Finds in the records of a leak matrix what charts and text speak of. */
import type { Estimate, LeakCurve, LeakMatrixRecords, Variant } from '../common/input.ts';

/** Where the matrix is read first: ten questions if they are compared, else the most that are. */
export function leakHeadline({ spec }: LeakMatrixRecords): number {
  const possible = spec.compareAt.filter((questions) => questions <= spec.questions);
  return possible.includes(10) ? 10 : Math.max(...possible);
}

export function leakCurveOf(
  records: LeakMatrixRecords,
  row: string,
  attribute: string,
  variant: Variant = 'real',
): LeakCurve | undefined {
  return records.curves.find(
    (curve) => curve.row === row && curve.attribute === attribute && curve.variant === variant,
  );
}

export function leakAt(
  records: LeakMatrixRecords,
  row: string,
  attribute: string,
  questions: number,
  variant: Variant = 'real',
): Estimate | undefined {
  return leakCurveOf(records, row, attribute, variant)?.points.find((point) => point.questions === questions)?.auc;
}

const BASELINES: Readonly<Record<string, string>> = { popularity: 'popular items', random: 'items at random' };

/** How the questions were chosen, in two or three words. */
export function rowName({ rows }: LeakMatrixRecords, id: string): string {
  const { kind, target, strategy } = rows.find((row) => row.id === id)!;
  if (kind === 'target') return `asked for ${target}`;
  return kind === 'dedicated' ? `a model of ${target} alone` : (BASELINES[strategy] ?? `asked by ${strategy}`);
}

/** Rows that aim at one attribute while another is looked at. */
export interface OffTarget {
  readonly aim: string;
  readonly watched: string;
  readonly auc: Estimate;
  readonly control: Estimate | undefined;
  /** Whether the figure can be told from guessing. What its control finds is said beside it, and takes nothing away. */
  readonly tells: boolean;
}

/** Every pair of an aim and another attribute at the headline, the largest leak first. */
export function offTargets(records: LeakMatrixRecords): OffTarget[] {
  const questions = leakHeadline(records);
  const { attributes } = records.spec;
  const found = attributes.flatMap((aim) =>
    attributes.flatMap((watched): OffTarget[] => {
      const auc = leakAt(records, `target:${aim}`, watched, questions);
      if (aim === watched || auc === undefined) return [];
      const control = leakAt(records, `target:${aim}`, watched, questions, 'shuffled');
      return [{ aim, watched, auc, control, tells: auc.low > 0.5 }];
    }),
  );
  return found.sort((a, b) => b.auc.value - a.auc.value);
}
