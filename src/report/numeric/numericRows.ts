/** Curves of a number as a long table for other programs: the same columns as for types, a strategy as the contender. */
import { type CurveRow, cells } from '../common/curveRows.ts';
import type { NumericPoint, NumericRecords } from '../common/input.ts';

export function numericRows(records: NumericRecords): CurveRow[] {
  return records.curves.flatMap(({ strategy, variant, cohort, points }) =>
    points.flatMap((point) =>
      Object.entries(metricsOf(point)).map(([metric, figure]) => ({
        contender: strategy,
        variant,
        cohort,
        questions: point.questions,
        metric,
        ...cells(figure),
        users: point.users,
      })),
    ),
  );
}

function metricsOf({ mae, rmse, r2, coverage, width, blind, halfWithin }: NumericPoint) {
  return {
    mae,
    maeBand: { value: mae.value, low: mae.bandLow, high: mae.bandHigh },
    rmse,
    r2,
    r2Band: { value: r2.value, low: r2.bandLow, high: r2.bandHigh },
    coverage,
    width,
    blindMean: blind.mean,
    blindMedian: blind.median,
    halfWithin,
  };
}
