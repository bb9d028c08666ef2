/**
 * Curves of a leak matrix as a long table for other programs: the same columns as for types, a way of asking as the
 * contender, and the attribute in the name of the metric.
 */
import { type CurveRow, cells } from '../common/curveRows.ts';
import type { CurvePoint, LeakMatrixRecords } from '../common/input.ts';
import { bounded } from '../common/leakShown.ts';

export function leakRows(records: LeakMatrixRecords): CurveRow[] {
  const curves = records.curves.flatMap(({ row, attribute, variant, points }) =>
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
  const { questions = null, leaks = [], users = 0 } = records.headline ?? {};
  const bounds = leaks.flatMap((leak): CurveRow[] => {
    const shared = { contender: leak.row, variant: 'real' as const, cohort: null, questions, users };
    const { attribute, bestTold } = leak;
    return [
      { ...shared, metric: `aucBounds of ${attribute}`, ...cells(bounded(leak)) },
      ...(bestTold === undefined
        ? []
        : [{ ...shared, metric: `aucBounds of ${attribute}, “${bestTold.label}”`, ...cells(bounded(bestTold)) }]),
    ];
  });
  return [...curves, ...bounds];
}

function metricsOf({ auc, accuracy, logLoss }: CurvePoint) {
  return { auc, aucBand: { value: auc.value, low: auc.bandLow, high: auc.bandHigh }, accuracy, logLoss };
}
