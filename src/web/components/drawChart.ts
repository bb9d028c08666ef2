/**
 * A chart spec to SVG text, as src/render does it in Node, but without eval: the page's policy forbids it, so
 * expressions are interpreted.
 */
import { Error as ErrorLevel, parse, View } from 'vega';
import { expressionInterpreter } from 'vega-interpreter';
import { compile, type TopLevelSpec } from 'vega-lite';
import { type Spec, themeConfig, themes } from '../../report/index.ts';

/** With labels every mark says what it stands for: what a tip at the pointer shows. */
export async function drawChart(spec: Spec, { labelled = false } = {}): Promise<string> {
  const config = { ...themeConfig(themes.page), aria: labelled };
  const { spec: vega } = compile({ ...spec, config } as unknown as TopLevelSpec);
  const runtime = parse(vega, undefined, { ast: true });
  const view = new View(runtime, { renderer: 'none', logLevel: ErrorLevel, expr: expressionInterpreter });
  try {
    return await view.toSVG();
  } finally {
    view.finalize();
  }
}
