/**
 * SVG to PNG. Text needs a font of the machine: the first of the chart's families that is installed, else any
 * sans-serif (on Debian: fonts-dejavu or fonts-liberation). Without any font resvg leaves text out; `fontsPresent` tells.
 */
import { Resvg, type ResvgRenderOptions } from '@resvg/resvg-js';

const FONTS = { loadSystemFonts: true, defaultFontFamily: 'DejaVu Sans', sansSerifFamily: 'DejaVu Sans' };

export interface PngOptions {
  /** Pixels for each unit of the SVG. */
  readonly scale?: number;
  /** Paper; transparent if undefined. */
  readonly background?: string | undefined;
}

export function chartPng(svg: string, { scale = 2, background = '#ffffff' }: PngOptions = {}): Uint8Array {
  const options: ResvgRenderOptions = {
    fitTo: { mode: 'zoom', value: scale },
    font: FONTS,
    ...(background === undefined ? {} : { background }),
  };
  return new Resvg(svg, options).render().asPng();
}

let present: boolean | undefined;

/** Whether text can be drawn at all. Asked once: fonts are read from disk. */
export function fontsPresent(): boolean {
  const probe =
    '<svg xmlns="http://www.w3.org/2000/svg" width="40" height="20"><text y="15" font-family="sans-serif">M</text></svg>';
  present ??= new Resvg(probe, { font: FONTS }).getBBox() !== undefined;
  return present;
}
