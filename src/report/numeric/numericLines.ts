/** A figure against the number of questions, one line for each strategy and one for the control. */

import { axisDomain, explorableLines, type Line, type LinePlot, lineLayers, nameRoom } from '../charts/lines.ts';
import type { Chart } from '../common/chart.ts';
import type { Cohort, Estimate, NumericPoint, NumericRecords } from '../common/input.ts';
import { framed, frameFor, type Layout } from '../common/layout.ts';
import { leadName, numericControl, numericCurveOf, numericHeadline } from './numericLookup.ts';

export const CONTROL_NAME = 'Shuffled (control)';

export interface NumericLines extends Pick<Chart, 'id' | 'title' | 'reading' | 'description'> {
  readonly cohort?: Cohort;
  readonly figureOf: (point: NumericPoint) => Estimate;
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
  const lead = leadName(records);
  if ((numericCurveOf(records, lead, 'real', cohort)?.points.length ?? 0) === 0) return undefined;
  const pointsOf = (points: readonly NumericPoint[]) =>
    points.map((point) => {
      const { value, low, high } = figureOf(point);
      return { questions: point.questions, value, low, high };
    });
  const control = numericControl(records, cohort);
  const plain = parts.bands === 'lead' ? { band: false } : {};
  const lines: Line[] = [
    ...records.strategies.flatMap(({ name, label }, colour): Line[] => {
      const curve = numericCurveOf(records, name, 'real', cohort);
      return curve === undefined
        ? []
        : [
            {
              label,
              colour,
              palette: 'contenders',
              points: pointsOf(curve.points),
              ...(name === lead ? { lead: true } : plain),
            },
          ];
    }),
    ...more,
    ...(control === undefined
      ? []
      : [
          {
            label: CONTROL_NAME,
            colour: 'control',
            palette: 'contenders',
            points: pointsOf(control.points),
            ...plain,
          } as const,
        ]),
  ];
  const plot: LinePlot = {
    lines,
    y: axisDomain(
      lines.flatMap(({ points }) => points.flatMap(({ low, high }) => [low, high])),
      parts.step,
      parts.include ?? [],
    ),
    yTitle: parts.yTitle,
    yFormat: parts.yFormat,
    ...(parts.reference === undefined ? {} : { reference: parts.reference }),
  };
  const frame = (layout: Layout) => frameFor(layout, reading, { height, phoneHeight: 280, right: nameRoom(lines) });
  return {
    id,
    title,
    reading,
    description,
    legend: lines,
    frame,
    spec: (layout) => framed({ title, reading }, layout, frame(layout), lineLayers(plot, layout, frame(layout))),
    explorable: explorableLines(plot, {
      unit: parts.unit,
      quantity: parts.quantity,
      start: numericHeadline(records),
    }),
  };
}
