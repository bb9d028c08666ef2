/** A figure against the number of questions, one line for each strategy and one for the control. */

import { CONTROL_NAME, lineChart, linePoints, linesDomain } from '../charts/lineChart.ts';
import type { Line, LinePlot } from '../charts/lines.ts';
import type { Chart } from '../common/chart.ts';
import type { Cohort, Estimate, NumericRecords } from '../common/input.ts';
import { contendersOf, controlOf, leadOf } from '../common/lookup.ts';
import { type NumberPoint, numericCurveOf, numericHeadline } from './numericLookup.ts';

interface NumericLines extends Pick<Chart, 'id' | 'title' | 'reading' | 'description'> {
  readonly cohort?: Cohort;
  readonly figureOf: (point: NumberPoint) => Estimate;
  /** Lines besides those of the strategies and the control. */
  readonly more?: readonly Line[];
  /** The axis ends on multiples of it. */
  readonly step: number;
  readonly include?: readonly number[];
  readonly yTitle: string;
  readonly yFormat: string;
  readonly reference?: LinePlot['reference'];
  readonly unit: 'decimal' | 'percent';
  readonly quantity: string;
  readonly height?: number;
  /** Whose intervals are drawn; all can be looked up. Where intervals are wide, those of all hide the lines. */
  readonly bands?: 'all' | 'lead';
}

/** Undefined where the lead has no points. */
export function numericLinesChart(records: NumericRecords, parts: NumericLines): Chart | undefined {
  const { id, title, reading, description, cohort = 'survivors', figureOf, more = [], height = 340 } = parts;
  const lead = leadOf(records).id;
  if (numericCurveOf(records, lead, { cohort }).length === 0) return undefined;
  const control = controlOf(records, 'mae', cohort) as NumberPoint[];
  const plain = parts.bands === 'lead' ? { band: false } : {};
  const lines: Line[] = [
    ...contendersOf(records).flatMap(({ id, label }, colour): Line[] => {
      const points = linePoints(numericCurveOf(records, id, { cohort }), figureOf);
      if (points.length === 0) return [];
      return [{ label, colour, palette: 'contenders', points, ...(id === lead ? { lead: true } : plain) }];
    }),
    ...more,
    ...(control.length === 0
      ? []
      : [
          {
            label: CONTROL_NAME,
            colour: 'control',
            palette: 'contenders',
            points: linePoints(control, figureOf),
            ...plain,
          } as const,
        ]),
  ];
  return lineChart(
    { id, title, reading, description },
    {
      lines,
      y: linesDomain(lines, parts.step, parts.include),
      yTitle: parts.yTitle,
      yFormat: parts.yFormat,
      reference: parts.reference,
      height,
      phoneHeight: 280,
      explore: { unit: parts.unit, quantity: parts.quantity, start: numericHeadline(records) },
    },
  );
}
