/** A chart on the page: heading, reading, the picture for wide and for narrow screens, and what to look up. */
import type { DrawnChart, Explorable, Series } from '../common/chart.ts';
import { type Frame, layouts } from '../common/layout.ts';
import { colourVariable } from '../common/themes.ts';
import { Html, html, jsonIsland, unbroken } from './html.ts';

/** `digits` of looked-up decimals. */
export function figure({ chart, wide, narrow }: DrawnChart, digits = 3): Html {
  const { explorable } = chart;
  return html`<figure id="figure-${chart.id}">
<figcaption><h3>${chart.title}</h3><p>${unbroken(chart.reading)}</p></figcaption>
${chart.legend.length > 0 ? legend(chart.legend) : ''}
<div class="wide">${new Html(wide)}</div>
<div class="narrow">${new Html(narrow)}</div>
${explorable === undefined ? '' : explorer({ chart, wide, narrow }, explorable, digits)}
</figure>
`;
}

/** Of the charts those with these names, in this order. */
export function figures(charts: readonly DrawnChart[], ids: readonly string[], digits?: number): Html[] {
  return ids.flatMap((id) => charts.filter(({ chart }) => chart.id === id).map((chart) => figure(chart, digits)));
}

const swatch = ({ palette, colour, dashed, shape }: Series) =>
  html`<span class="swatch${dashed === true ? ' dashed' : ''}${shape === undefined ? '' : ` dot ${shape}`}" style="--colour:${colourVariable(palette, colour)}"></span>`;

function legend(series: readonly Series[]): Html {
  return html`<ul class="legend">${series.map((one) => html`<li>${swatch(one)}${one.label}</li>`)}</ul>`;
}

function explorer({ chart }: DrawnChart, all: Explorable, digits: number): Html {
  // Lines that are not drawn are in a table alone.
  const drawn = [...all.series.keys()].filter((at) =>
    chart.legend.some(({ label }) => label === all.series[at]!.label),
  );
  const explorable: Explorable = {
    ...all,
    series: drawn.map((at) => all.series[at]!),
    figures: all.figures.map((row) => drawn.map((at) => row[at]!)),
  };
  const frames = [chart.frame(layouts.page), chart.frame(layouts.phone)];
  const total = ({ left, width, right }: Frame) => left + width + right;
  const share = (part: number, frame: Frame) => `${((100 * part) / total(frame)).toFixed(3)}%`;
  const [wide, narrow] = [frames[0]!, frames[1]!];
  const margins =
    `--wide-left:${share(wide.left, wide)};--wide-right:${share(wide.right, wide)};` +
    `--narrow-left:${share(narrow.left, narrow)};--narrow-right:${share(narrow.right, narrow)}`;
  const data = {
    ...explorable,
    digits,
    series: explorable.series.map((one) => ({ label: one.label, colour: colourVariable(one.palette, one.colour) })),
    frames: frames.map((frame) => ({ ...frame, total: total(frame) })),
  };
  const id = `slider-${chart.id}`;
  return html`<div class="explorer" hidden style="${margins}">
<div class="track"><label for="${id}">${chart.title}: number of questions</label><input id="${id}" type="range" min="0" max="${explorable.questions.length - 1}" value="${explorable.start}" step="1"></div>
<div class="readout"><p>${explorable.quantity} after <strong data-at></strong>, ${explorable.note ?? 'with intervals'}</p>
<ul>${explorable.series.map((one) => html`<li>${swatch(one)}<span>${one.label}</span><span data-figure></span></li>`)}</ul></div>
<script type="application/json" data-explorable>${jsonIsland(data)}</script>
</div>`;
}
