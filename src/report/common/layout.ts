/**
 * Where things stand. Node cannot measure text, so nothing is left to automatic sizing: every chart has a frame of
 * known size, which also lets the page put a cursor on it.
 */
import { shortened } from './format.ts';

/** A Vega-Lite spec as plain JSON. */
export type Spec = Readonly<Record<string, unknown>>;

/** The width of a chart, and the space around it. */
export interface Layout {
  readonly name: 'page' | 'phone' | 'file';
  /** Of the whole picture. */
  readonly width: number;
  /** Whether lines are named at their ends. */
  readonly named: boolean;
  /** Whether title and reading are part of the picture. */
  readonly titled: boolean;
}

/** The widths that charts are drawn in: page, phone and file. */
export const layouts: Readonly<Record<Layout['name'], Layout>> = {
  page: { name: 'page', width: 720, named: true, titled: false },
  phone: { name: 'phone', width: 350, named: false, titled: false },
  file: { name: 'file', width: 800, named: true, titled: true },
};

/** The plot and the space around it. */
export interface Frame {
  readonly width: number;
  readonly height: number;
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
}

export interface Room {
  readonly height: number;
  readonly phoneHeight?: number;
  readonly left?: number;
  /** Room for names at the ends of lines. */
  readonly right?: number;
  readonly bottom?: number;
  /** Above the plot, beyond what an axis title needs: for a key. */
  readonly above?: number;
}

const LINE = 18;
const CHARACTERS = 112;

/** Width of a letter of a name in a wide font such as DejaVu Sans or Verdana, in pixels, on average over a name. */
export const LETTER = 7.4;

/** Between lines of an axis title. */
const TITLE_LINE = 14;

export function frameFor(layout: Layout, reading: string, room: Room): Frame {
  const left = room.left ?? 46;
  const right = layout.named ? (room.right ?? 24) : 24;
  return {
    width: layout.width - left - right,
    height: layout.name === 'phone' ? (room.phoneHeight ?? Math.round(room.height * 0.75)) : room.height,
    left,
    right,
    top: aboveRoom(layout) + (room.above ?? 0) + titleHeight(layout, reading),
    bottom: room.bottom ?? 52,
  };
}

/** An axis title has one line, and two on a phone. */
const aboveRoom = (layout: Layout) => (layout.named ? 34 : 30 + TITLE_LINE);

const titleHeight = (layout: Layout, reading: string) => (layout.titled ? 44 + LINE * wrapped(reading).length : 0);

/** A spec of layers in a frame. */
export function framed(
  chart: { readonly title: string; readonly reading: string },
  layout: Layout,
  frame: Frame,
  layers: readonly Spec[],
): Spec {
  const { left, right, top, bottom } = frame;
  const above = top - aboveRoom(layout) - titleHeight(layout, chart.reading);
  const offset = 16 + above;
  const title = { text: chart.title, subtitle: wrapped(chart.reading), frame: 'group', offset, dx: 4 - left };
  return {
    $schema: 'https://vega.github.io/schema/vega-lite/v6.json',
    autosize: { type: 'none' },
    width: frame.width,
    height: frame.height,
    padding: { left, right, top, bottom },
    ...(layout.titled ? { title } : {}),
    layer: layers,
  };
}

/** A place on an axis with these ends, by the field that holds it. */
export function placeOn(domain: readonly [number, number], axis: Spec): (field: string) => Spec {
  return (field) => ({ field, type: 'quantitative', scale: { domain, nice: false, zero: false }, axis });
}

/** Title of a vertical axis: level, above it, where it is read first. */
export function aboveAxis(title: string, frame: Frame): Spec {
  const letters = Math.floor((frame.left + frame.width + frame.right - 8) / LETTER);
  const [first, ...others] = wrapped(title, letters);
  const lines = [first!, ...(others.length > 0 ? [others.join(' ')] : [])].map((line) => shortened(line, letters));
  return {
    title: lines,
    titleAngle: 0,
    titleAlign: 'left',
    titleBaseline: 'bottom',
    titleLineHeight: TITLE_LINE,
    titleX: 4 - frame.left,
    titleY: -14 - TITLE_LINE * (lines.length - 1),
  };
}

export function wrapped(text: string, characters = CHARACTERS): string[] {
  const lines: string[] = [];
  for (const word of text.split(' ')) {
    const last = lines.at(-1);
    if (last !== undefined && last.length + 1 + word.length <= characters) lines[lines.length - 1] = `${last} ${word}`;
    else lines.push(word);
  }
  return lines;
}

/**
 * Heights of labels: as near to the wanted heights as they can be, in the same order, at least `distance` apart and
 * between 0 and `limit`. A cluster of labels that would touch is spread about its middle.
 */
export function spread(wanted: readonly number[], distance: number, limit: number): number[] {
  const order = wanted.map((_, at) => at).sort((a, b) => wanted[a]! - wanted[b]! || a - b);
  interface Cluster {
    members: number[];
    start: number;
  }
  const place = (members: number[]): Cluster => {
    const middle = members.reduce((sum, at) => sum + wanted[at]!, 0) / members.length;
    const length = (members.length - 1) * distance;
    return { members, start: Math.max(0, Math.min(limit - length, middle - length / 2)) };
  };
  const clusters: Cluster[] = [];
  for (const at of order) {
    let next = place([at]);
    for (let last = clusters.at(-1); last !== undefined; last = clusters.at(-1)) {
      if (last.start + last.members.length * distance <= next.start) break;
      clusters.pop();
      next = place([...last.members, ...next.members]);
    }
    clusters.push(next);
  }
  const heights = new Array<number>(wanted.length).fill(0);
  for (const { members, start } of clusters) {
    for (const [place, at] of members.entries()) heights[at] = start + place * distance;
  }
  return heights;
}
