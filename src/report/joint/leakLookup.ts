/** Finds in the records of a leak matrix what charts and text speak of. */
import type { Curve, Estimate, LeakFigure, LeakMatrixRecords, Variant, Verdict } from '../common/input.ts';
import { leakShown, type ShownLeak } from '../common/leakShown.ts';

/** Where the matrix is read first: after the most questions that are compared. */
export function leakHeadline({ spec, headline }: LeakMatrixRecords): number {
  return headline?.questions ?? Math.max(...spec.compareAt.filter((questions) => questions <= spec.maxQuestions));
}

/** What a way of asking tells about an attribute there, with bounds that hold for all such pairs. */
export function headlineLeak({ headline }: LeakMatrixRecords, row: string, attribute: string): LeakFigure | undefined {
  return headline?.leaks.find((leak) => leak.row === row && leak.attribute === attribute);
}

export function leakCurveOf(
  records: LeakMatrixRecords,
  row: string,
  attribute: string,
  variant: Variant = 'real',
): Curve | undefined {
  return records.curves.find(
    (curve) => curve.contender === row && curve.attribute === attribute && curve.variant === variant,
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
  readonly found: LeakFigure;
  readonly control: Estimate | undefined;
  /** How large, by its bounds. What its control finds is said beside it, and takes nothing away. */
  readonly leak: ShownLeak;
}

/** Every pair of an aim and another attribute at the headline, the largest leak first. */
export function offTargets(records: LeakMatrixRecords): OffTarget[] {
  const questions = leakHeadline(records);
  const { attributes } = records.spec;
  const pairs = attributes.flatMap((aim) =>
    attributes.flatMap((watched): OffTarget[] => {
      const found = headlineLeak(records, `target:${aim}`, watched);
      if (aim === watched || found === undefined) return [];
      const control = leakAt(records, `target:${aim}`, watched, questions, 'shuffled');
      return [{ aim, watched, found, control, leak: leakOfPair(found, records.headline!.verdict) }];
    }),
  );
  return pairs.sort((a, b) => b.found.auc.value - a.found.auc.value);
}

/** The verdict is about the whole matrix: a pair whose own bounds hold guessing is not shown by it. */
function leakOfPair(found: LeakFigure, { leak }: Pick<Verdict, 'leak'>): ShownLeak {
  const excluded = [found, ...(found.bestTold ? [found.bestTold] : [])].some(({ bounds }) => bounds.low > 0.5);
  return leakShown({ leak: leak && excluded, possible: excluded }, [found]);
}
