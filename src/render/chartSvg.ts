/**
 * Vega-Lite spec to SVG text, without a DOM. Same spec, same text: the frame of a chart is fixed (src/report/common/layout.ts),
 * so nothing depends on fonts of the machine.
 */
import type { Spec as VegaSpec } from 'vega';
import type { TopLevelSpec } from 'vega-lite';
import { type Spec, type SvgText, type ThemeName, themeConfig, themes, tidySvg } from '../report/index.ts';
import { loadPart } from '../runtime/index.ts';

/**
 * A chart as SVG text. `text`, if given, becomes the accessible name and description of the picture. Needs the packages
 * vega and vega-lite (PACKAGE_MISSING).
 */
export async function chartSvg(spec: Spec, theme: ThemeName, text?: SvgText): Promise<string> {
  const { vega } = await compileChart(spec, theme);
  const { Error: ErrorLevel, parse, View } = await loadPart('charts', () => import('vega'));
  const view = new View(parse(vega), { renderer: 'none', logLevel: ErrorLevel });
  try {
    return tidySvg(await view.toSVG(), text, theme === 'page');
  } finally {
    view.finalize();
  }
}

/** The Vega spec, and what Vega-Lite had to say about it (a good chart: nothing). @internal */
export async function compileChart(
  spec: Spec,
  theme: ThemeName,
): Promise<{ readonly vega: VegaSpec; readonly warnings: readonly string[] }> {
  const { compile } = await loadPart('charts', () => import('vega-lite'));
  const warnings: string[] = [];
  const note = (...words: readonly unknown[]) => {
    warnings.push(words.map(String).join(' '));
    return logger;
  };
  const ignore = () => logger;
  const logger = {
    level: ((level?: number) => (level === undefined ? 1 : logger)) as never,
    warn: note,
    error: note,
    info: ignore,
    debug: ignore,
  };
  const { spec: vega } = compile({ ...spec, config: themeConfig(themes[theme]) } as unknown as TopLevelSpec, {
    logger,
  });
  return { vega, warnings };
}
