/**
 * A chart: words, and a Vega-Lite spec for each layout. The spec names no colour, only roles (styles and ranges); the
 * theme gives them, so one spec serves light, dark and the page, where colours are CSS variables.
 */
import { type Frame, framed, frameFor, type Layout, type Room, type Spec } from './layout.ts';

/** A line of a chart, as its legend shows it. */
export interface Series {
  readonly label: string;
  /** Place in the palette, or the grey of the control. */
  readonly colour: number | 'control';
  readonly palette: 'contenders' | 'types';
  readonly dashed?: boolean;
  /** Of its dots, where it has no line. */
  readonly shape?: string;
}

/** What a reader can look up question by question. */
export interface Explorable {
  readonly series: readonly Series[];
  /** Questions, ascending; at each the figures of every series, or null where a series has none. */
  readonly questions: readonly number[];
  readonly figures: readonly (readonly (readonly [value: number, low: number, high: number] | null)[])[];
  readonly start: number;
  readonly x: readonly [number, number];
  readonly y: readonly [number, number];
  readonly unit: 'decimal' | 'percent';
  readonly quantity: string;
  /** What stands in brackets behind the figures. */
  readonly note?: string;
}

/** A chart: its words, and a Vega-Lite spec for each layout. */
export interface Chart {
  /** Also the name of its files. */
  readonly id: string;
  readonly title: string;
  /** What it shows, in one or two sentences, computed from the records. */
  readonly reading: string;
  /** For those who do not see it: what is on which axis, and where the figures are. */
  readonly description: string;
  /** Named beside the lines where there is room, listed where there is not. */
  readonly legend: readonly Series[];
  readonly frame: (layout: Layout) => Frame;
  readonly spec: (layout: Layout) => Spec;
  readonly explorable?: Explorable;
}

/** Layers in a frame with that much room; a chart without a legend names its marks itself. */
export function layeredChart(
  words: Omit<Chart, 'legend' | 'frame' | 'spec'> & { readonly legend?: readonly Series[] },
  room: Room | ((layout: Layout) => Room),
  layers: (layout: Layout, frame: Frame) => readonly Spec[],
): Chart {
  const frame = (layout: Layout) => frameFor(layout, words.reading, typeof room === 'function' ? room(layout) : room);
  return {
    legend: [],
    ...words,
    frame,
    spec: (layout) => framed(words, layout, frame(layout), layers(layout, frame(layout))),
  };
}

/** A chart as the page takes it: SVG text for wide and for narrow screens. */
export interface DrawnChart {
  readonly chart: Chart;
  readonly wide: string;
  readonly narrow: string;
}
