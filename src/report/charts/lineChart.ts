/** A chart of figures against the number of questions: lines with their intervals, named where they end. */
import { type Chart, layeredChart } from '../common/chart.ts';
import type { Estimate } from '../common/input.ts';
import {
  axisDomain,
  explorableLines,
  type Line,
  type LinePlot,
  type LinePoint,
  lineLayers,
  nameRoom,
} from './lines.ts';

export const CONTROL_NAME = 'Shuffled (control)';

export interface LineChart extends LinePlot {
  readonly height?: number;
  readonly phoneHeight?: number;
  /** Title of the vertical axis on a phone, if another. */
  readonly phoneTitle?: string;
  /** How figures are looked up, if they can be. */
  readonly explore?: Parameters<typeof explorableLines>[1];
}

/** More lines merge into grey. All of them are in a table of the same figures, where there is one. */
export const MOST_LINES = 5;

export function lineChart(
  words: Pick<Chart, 'id' | 'title' | 'reading' | 'description'>,
  { height = 300, phoneHeight = 260, phoneTitle, explore, ...given }: LineChart,
): Chart {
  const lines = drawnLines(given.lines);
  const left = given.lines.length - lines.length;
  const reading =
    left === 0
      ? words.reading
      : `${words.reading} ${left === 1 ? 'One more line is' : `${left} more lines are`} left out of the picture.`;
  const plot = { ...given, lines };
  return layeredChart(
    { ...words, reading, legend: lines, ...(explore && { explorable: explorableLines(given, explore) }) },
    { height, phoneHeight, right: nameRoom(lines) },
    (layout, frame) => {
      const yTitle = (layout.name === 'phone' ? phoneTitle : undefined) ?? plot.yTitle;
      return lineLayers({ ...plot, yTitle }, layout, frame);
    },
  );
}

/** The leading line, the control, and whichever others end highest; in the order they came. */
function drawnLines(lines: readonly Line[]): readonly Line[] {
  const rank = ({ lead, colour, points }: Line) =>
    lead === true || colour === 'control'
      ? Number.POSITIVE_INFINITY
      : (points.at(-1)?.value ?? Number.NEGATIVE_INFINITY);
  const kept = lines.toSorted((a, b) => (rank(a) === rank(b) ? 0 : rank(b) - rank(a))).slice(0, MOST_LINES);
  return lines.filter((line) => kept.includes(line));
}

/** Ends of an axis that holds the intervals of all lines. */
export function linesDomain(lines: readonly Line[], step: number, include: readonly number[] = []): [number, number] {
  const ends = lines.flatMap(({ points }) => points.flatMap(({ low, high }) => [low, high]));
  return axisDomain(ends, step, include);
}

/** One figure of each point of a curve. */
export function linePoints<Point extends { readonly length: number }>(
  points: readonly Point[],
  figureOf: (point: Point) => Estimate,
): LinePoint[] {
  return points.map((point) => {
    const { value, low, high } = figureOf(point);
    return { questions: point.length, value, low, high };
  });
}

/** A figure without an interval. */
export const exact = (value: number): Estimate => ({ value, low: value, high: value });
