/**
 * SVG to PNG. Text needs a font of the machine: the first of the chart's families that is installed, else any
 * sans-serif (on Debian: fonts-dejavu or fonts-liberation). Without any font resvg leaves text out; `fontsPresent` tells.
 */
import type { ResvgRenderOptions } from '@resvg/resvg-js';
import { loadPart } from '../runtime/index.ts';

const FONTS = { loadSystemFonts: true, defaultFontFamily: 'DejaVu Sans', sansSerifFamily: 'DejaVu Sans' };

/** How a picture becomes pixels. */
interface PngOptions {
  /** Pixels for each unit of the SVG. */
  readonly scale?: number;
  /** Paper; transparent if undefined. */
  readonly background?: string | undefined;
}

/** The picture as a PNG file. Needs the package `@resvg/resvg-js` (PACKAGE_MISSING). */
export async function chartPng(
  svg: string,
  { scale = 2, background = '#ffffff' }: PngOptions = {},
): Promise<Uint8Array> {
  const options: ResvgRenderOptions = {
    fitTo: { mode: 'zoom', value: scale },
    font: FONTS,
    background,
  };
  const { Resvg } = await resvg();
  return new Resvg(svg, options).render().asPng();
}

let present: boolean | undefined;

/** Whether text can be drawn at all. Asked once: fonts are read from disk. */
export async function fontsPresent(): Promise<boolean> {
  const { Resvg } = await resvg();
  const probe =
    '<svg xmlns="http://www.w3.org/2000/svg" width="40" height="20"><text y="15" font-family="sans-serif">M</text></svg>';
  present ??= new Resvg(probe, { font: FONTS }).getBBox() !== undefined;
  return present;
}

function resvg() {
  return loadPart('png', () => import('@resvg/resvg-js'));
}
