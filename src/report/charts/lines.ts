/**
 * Figures against the number of questions: for each series a line and its interval as a soft band, named at its end.
 * Shared by all charts of that kind.
 */
import type { Explorable, Series } from '../common/chart.ts';
import { shortened } from '../common/format.ts';
import { aboveAxis, type Frame, type Layout, LETTER, type Spec, spread } from '../common/layout.ts';

export interface LinePoint {
  readonly questions: number;
  readonly value: number;
  readonly low: number;
  readonly high: number;
}

export interface Line extends Series {
  readonly points: readonly LinePoint[];
  /** The line the chart is about; drawn last and thicker. */
  readonly lead?: boolean;
  /** Whether its interval is drawn; it is, unless this is false. */
  readonly band?: boolean;
}

export interface LinePlot {
  readonly lines: readonly Line[];
  readonly y: readonly [number, number];
  readonly yTitle: string;
  /** d3 format of the vertical axis. */
  readonly yFormat: string;
  /** Horizontal line with a word on it. */
  readonly reference?: { readonly at: number; readonly text: string };
  readonly xTitle?: string;
  /** Places on a horizontal axis in powers, from the first to the last; an even axis from 0 where they are not given. */
  readonly powers?: readonly number[];
}

const quantitative = (field: string, more: Spec = {}): Spec => ({ field, type: 'quantitative', ...more });

/** Letters of a name beside a line; longer ones are cut there, and whole in the legend and the readout. */
const LETTERS = 27;

/** Room that the names beside the lines need: no text can be measured here, so by the width of wide letters. */
export function nameRoom(lines: readonly Line[]): number {
  const letters = lines.filter(({ dashed }) => dashed !== true).map(({ label }) => Math.min(LETTERS, label.length));
  return 24 + LETTER * Math.max(8, ...letters);
}

function lastQuestion(lines: readonly Line[]): number {
  return Math.max(1, ...lines.flatMap(({ points }) => points.map(({ questions }) => questions)));
}

export function lineLayers(plot: LinePlot, layout: Layout, frame: Frame): Spec[] {
  const coloured = plot.lines.filter(({ colour }) => colour !== 'control');
  const control = plot.lines.filter(({ colour }) => colour === 'control');
  const x = quantitative('questions', {
    scale: plot.powers
      ? { type: 'log', domain: [plot.powers[0], lastQuestion(plot.lines)], nice: false }
      : { domain: [0, lastQuestion(plot.lines)], nice: false },
    axis: {
      title: plot.xTitle ?? 'questions answered',
      grid: false,
      ...(plot.powers ? { values: plot.powers, format: 'd' } : { tickCount: layout.name === 'phone' ? 5 : 10 }),
    },
  });
  const scale = { domain: plot.y, nice: false, zero: false };
  const axis = { ...aboveAxis(plot.yTitle, frame), format: plot.yFormat, tickCount: 6 };
  const y = quantitative('value', { scale, axis });
  const color = colourScale(coloured);
  const low = quantitative('low', { scale, axis });
  const high = { field: 'high' };
  const layers: Spec[] = [];
  if (plot.reference !== undefined) {
    layers.push(...referenceLayers(plot.reference, quantitative('at', { scale, axis }), frame));
  }
  if (control.length > 0) {
    const banded = { values: rows(control.filter(hasBand)) };
    layers.push({ data: banded, mark: { type: 'area', style: 'controlBand' }, encoding: { x, y: low, y2: high } });
    layers.push({ data: { values: rows(control) }, mark: { type: 'line', style: 'control' }, encoding: { x, y } });
  }
  layers.push({
    data: { values: rows(coloured.filter(hasBand).reverse()) },
    mark: { type: 'area', style: 'band', line: false },
    encoding: { x, y: low, y2: high, color, detail: { field: 'dashed' } },
  });
  layers.push({
    data: { values: rows([...coloured].reverse()) },
    mark: { type: 'line', strokeJoin: 'round' },
    encoding: {
      x,
      y,
      color,
      strokeWidth: { field: 'weight', type: 'quantitative', scale: null },
      strokeDash: { field: 'dash', type: 'nominal', scale: null },
    },
  });
  if (layout.named) layers.push(...nameLayers(plot, frame, x, scale, axis, color));
  return layers;
}

function colourScale(lines: readonly Line[]): Spec {
  const labels = [...new Map(lines.map(({ label, colour }) => [colour, label]))].sort(
    ([a], [b]) => Number(a) - Number(b),
  );
  // Colours belong to places in the palette: gaps are filled, so that a missing contender moves no colour.
  const domain = Array.from({ length: 1 + Number(labels.at(-1)?.[0] ?? 0) }, (_, at) => `#${at}`);
  return { field: 'colour', type: 'nominal', scale: { domain, range: 'category' }, legend: null };
}

const hasBand = ({ band }: Line) => band !== false;

function rows(lines: readonly Line[]): Spec[] {
  return lines.flatMap((line) =>
    line.points.map(({ questions, value, low, high }) => ({
      colour: `#${line.colour}`,
      dashed: line.dashed === true,
      dash: line.dashed === true ? [5, 4] : [1, 0],
      weight: line.lead === true ? 2.75 : 1.75,
      questions,
      value: rounded(value),
      low: rounded(low),
      high: rounded(high),
    })),
  );
}

/** Beyond what a screen can show; keeps files small. */
const rounded = (value: number) => Number(value.toPrecision(6));

/** A level line with a word at its end; `y` is the place of the field `at`. */
export function referenceLayers(
  { at, text }: NonNullable<LinePlot['reference']>,
  y: Spec,
  frame: Frame,
  beside: Spec = { baseline: 'top', dy: 5 },
): Spec[] {
  const data = { values: [{ at, text }] };
  return [
    { data, mark: { type: 'rule', style: 'reference' }, encoding: { y } },
    {
      data,
      mark: { type: 'text', style: 'quietText', align: 'right', ...beside },
      encoding: { y, x: { value: frame.width }, text: { field: 'text' } },
    },
  ];
}

/** Names at the ends of lines, moved apart where they would touch, each joined to its line. */
function nameLayers(plot: LinePlot, frame: Frame, x: Spec, scale: Spec, axis: Spec, color: Spec): Spec[] {
  const named = plot.lines.filter(({ points, dashed }) => points.length > 0 && dashed !== true);
  const [bottom, top] = plot.y;
  const pixel = (value: number) => ((top - value) / (top - bottom)) * frame.height;
  const ends = named.map(({ points }) => points.at(-1)!);
  const heights = spread(
    ends.map(({ value }) => pixel(value)),
    17,
    frame.height,
  );
  const values = named.map((line, at) => ({
    text: shortened(line.label, LETTERS),
    colour: `#${line.colour}`,
    questions: ends[at]!.questions,
    value: ends[at]!.value,
    label: top - (heights[at]! / frame.height) * (top - bottom),
  }));
  const y = quantitative('value', { scale, axis });
  const joint = (mark: Spec, encoding: Spec, wanted: readonly unknown[]): Spec[] =>
    wanted.length === 0
      ? []
      : [
          {
            data: { values: wanted },
            mark: { type: 'rule', ...mark },
            encoding: { x, x2: { value: frame.width + 12 }, y, y2: { field: 'label' }, ...encoding },
          },
        ];
  return [
    ...joint(
      { strokeWidth: 1 },
      { color },
      values.filter(({ colour }) => colour !== '#control'),
    ),
    ...joint(
      { style: 'control' },
      {},
      values.filter(({ colour }) => colour === '#control'),
    ),
    {
      data: { values },
      mark: { type: 'text', style: 'labelText', align: 'left', baseline: 'middle', limit: 0 },
      encoding: {
        x: { value: frame.width + 16 },
        y: quantitative('label', { scale, axis }),
        text: { field: 'text' },
      },
    },
  ];
}

/** The same lines for looking up, at every number of questions any of them has. */
export function explorableLines(
  plot: LinePlot,
  more: Pick<Explorable, 'unit' | 'quantity' | 'note'> & { readonly start: number },
): Explorable {
  const questions = [...new Set(plot.lines.flatMap(({ points }) => points.map((point) => point.questions)))].sort(
    (a, b) => a - b,
  );
  const figure = (line: Line, wanted: number) => {
    const point = line.points.find((candidate) => candidate.questions === wanted);
    return point === undefined ? null : ([point.value, point.low, point.high].map(rounded) as [number, number, number]);
  };
  const start = questions.filter((candidate) => candidate <= more.start).length - 1;
  return {
    series: plot.lines.map(({ label, colour, palette, dashed }) => ({
      label,
      colour,
      palette,
      dashed: dashed === true,
    })),
    questions,
    figures: questions.map((wanted) => plot.lines.map((line) => figure(line, wanted))),
    x: [0, lastQuestion(plot.lines)],
    y: plot.y,
    unit: more.unit,
    quantity: more.quantity,
    note: more.note,
    start: Math.max(0, start),
  };
}

/** Ends of an axis: the figures with a little air, on multiples of `step`. */
export function axisDomain(values: readonly number[], step: number, include: readonly number[] = []): [number, number] {
  const finite = [...values, ...include].filter(Number.isFinite);
  if (finite.length === 0) return [0, step];
  const low = Math.floor(Math.min(...finite) / step + 1e-9) * step;
  const high = Math.ceil(Math.max(...finite) / step - 1e-9) * step;
  return [Number(low.toFixed(6)), Number((high > low ? high : low + step).toFixed(6))];
}
