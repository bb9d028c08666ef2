/**
 * Curves of a leak matrix as a long table for other programs: the same columns as for types, a way of asking as the
 * contender, and the attribute in the name of the metric.
 */
import { type CurveRow, cells } from '../common/curveRows.ts';
import type { CurvePoint, LeakMatrixRecords } from '../common/input.ts';

export function leakRows(records: LeakMatrixRecords): CurveRow[] {
  return records.curves.flatMap(({ row, attribute, variant, points }) =>
    points.flatMap((point) =>
      Object.entries(metricsOf(point)).map(([metric, figure]) => ({
        contender: row,
        variant,
        cohort: null,
        questions: point.questions,
        metric: `${metric} of ${attribute}`,
        ...cells(figure),
        users: point.users,
      })),
    ),
  );
}

function metricsOf({ auc, accuracy, logLoss }: CurvePoint) {
  return { auc, aucBand: { value: auc.value, low: auc.bandLow, high: auc.bandHigh }, accuracy, logLoss };
}
