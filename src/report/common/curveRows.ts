/** Curves as a long table for other programs: one row for each contender, variant, cohort, question and metric. */
import { csvCell } from '../../tables/index.ts';
import type { AuditRecords, Cohort, CurvePoint, Estimate, Variant } from './input.ts';

/** A figure with its bounds, as a row of a long table. */
export interface CurveRow {
  readonly contender: string;
  readonly variant: Variant;
  /** Rating error is measured on all who answered; it has no cohort. */
  readonly cohort: Cohort | null;
  /** Null where nothing is asked. */
  readonly questions: number | null;
  /** Of audits of recommenders: how many items of each list are read, null for other surfaces. Other audits have no such column. */
  readonly listLength?: number | null;
  /**
   * `aucBand` is the AUC with the band that covers the whole curve; `auc` has the pointwise interval. `rmseItemMeans` is
   * the error where the same ratings are predicted by item means.
   */
  readonly metric: string;
  readonly value: number | null;
  /** Null where a metric has no interval. */
  readonly low: number | null;
  readonly high: number | null;
  readonly users: number;
}

const COLUMNS = [
  'contender',
  'variant',
  'cohort',
  'questions',
  'listLength',
  'metric',
  'value',
  'low',
  'high',
  'users',
] as const;

/** Every figure of an audit as the rows of a long table. */
export function curveRows(records: AuditRecords): CurveRow[] {
  const curves = records.curves.flatMap(({ contender, variant, cohort, points }) =>
    points.flatMap((point) =>
      Object.entries(metricsOf(point)).map(([metric, figure]) => ({
        contender,
        variant,
        cohort,
        questions: point.questions,
        metric,
        ...cells(figure),
        users: point.users,
      })),
    ),
  );
  const errors = records.ratingErrors.flatMap(({ contender, points }) =>
    points.flatMap(({ questions, users, rmse, itemMeans }) =>
      Object.entries({ rmse, rmseItemMeans: itemMeans }).map(([metric, figure]) => ({
        contender,
        variant: 'real' as const,
        cohort: null,
        questions,
        metric,
        ...cells(figure),
        users,
      })),
    ),
  );
  return [...curves, ...errors];
}

function metricsOf(point: CurvePoint): Record<string, Estimate | number> {
  const { auc, accuracy, logLoss, brier, calibrationError, confidence } = point;
  const aucBand = { value: auc.value, low: auc.bandLow, high: auc.bandHigh };
  return { auc, aucBand, accuracy, logLoss, brier, calibrationError, confidence };
}

export function cells(figure: Estimate | number): Pick<CurveRow, 'value' | 'low' | 'high'> {
  const known = (value: number) => (Number.isFinite(value) ? value : null);
  if (typeof figure === 'number') return { value: known(figure), low: null, high: null };
  return { value: known(figure.value), low: known(figure.low), high: known(figure.high) };
}

/** Rows as JSON lines. */
export function toJsonLines(rows: readonly CurveRow[]): string {
  return rows.map((row) => `${JSON.stringify(row)}\n`).join('');
}

/** RFC 4180, with a header; nothing is an empty cell, and no text is a formula. */
export function toCsv(rows: readonly CurveRow[]): string {
  const columns = COLUMNS.filter((name) => name !== 'listLength' || rows.some((row) => row.listLength !== undefined));
  const lines = rows.map((row) => columns.map((column) => csvCell(row[column] ?? null)).join(','));
  return `${[columns.join(','), ...lines].join('\r\n')}\r\n`;
}
