/**
 * A privacy label as SVG: attribute by attribute, how many questions until an attacker is 75% sure. That is an AUC of
 * 0.75: of two people of different groups, the right one is picked 75 times in 100.
 *
 * The large number is cautious for people: the first question after which 75% cannot be ruled out (the upper end
 * of the band over the whole curve, of any attacker). Beside it stands where 75% is shown (the lower end). Where nothing
 * is asked (lists, vectors, defences) the row has the AUC that cannot be ruled out.
 */

import type { AnyRecords } from '../common/anyRecords.ts';
import { counted, decimal, shortened } from '../common/format.ts';
import { findingsWith } from '../common/input.ts';
import { themes } from '../common/themes.ts';
import type { CheckedAudit } from './checked.ts';
import { leaksOf } from './leaks.ts';
import { xml } from './plain.ts';

const SURE = 0.75;

/** One line of the label. */
interface LabelRow {
  readonly attribute: string;
  /** Large. */
  readonly figure: string;
  readonly unit: string;
  readonly detail: string;
  /** How bad, from 0 to 1, for the bar. */
  readonly share: number;
}

/** The label of one or several audits, as SVG text. */
export function labelOf(audits: readonly CheckedAudit[]): string {
  return svgOf(audits.flatMap(({ records }) => (records === undefined ? [] : labelRows(records))));
}

export function labelRows(records: AnyRecords): LabelRow[] {
  const leaks = leaksOf(records);
  const attributes = [...new Set(leaks.map(({ attribute }) => attribute))];
  return attributes.map((attribute) => {
    const steps = endsByQuestion(records, attribute);
    if (steps.length > 0) return questionRow(attribute, steps);
    const own = leaks.filter((leak) => leak.attribute === attribute);
    const worst = own.reduce((most, leak) => (leak.ends.upper > most.ends.upper ? leak : most));
    return {
      attribute,
      figure: decimal(worst.ends.upper),
      unit: 'AUC at most',
      detail: `${worst.where}, over all attackers`,
      share: shareOf(worst.ends.upper),
    };
  });
}

interface Step {
  readonly questions: number;
  readonly low: number;
  readonly high: number;
}

/** The largest ends of the bands of any way of asking, by the number of questions. */
function endsByQuestion(records: AnyRecords, attribute: string): Step[] {
  const bands = findingsWith(records.findings, 'auc', { target: attribute, variant: 'real' }).filter(
    ({ auc, cohort }) => auc.band !== undefined && cohort !== 'fixed',
  );
  const most = Math.max(0, ...bands.map(({ length = 0 }) => length));
  return Array.from({ length: most }, (_, at) => {
    const own = bands.filter(({ length }) => length === at + 1).map(({ auc }) => auc.band!);
    const largest = (ends: readonly (number | null)[]) => Math.max(...ends.map((end) => end ?? Number.NaN));
    return {
      questions: at + 1,
      low: largest(own.map(({ low }) => low)),
      high: largest(own.map(({ high }) => high)),
    };
  });
}

function questionRow(attribute: string, steps: readonly Step[]): LabelRow {
  // What is not a number cannot rule anything out.
  const possible = steps.find(({ high }) => !(high < SURE))?.questions;
  const shown = steps.find(({ low }) => low >= SURE)?.questions;
  const asked = steps.length;
  const share = possible === undefined ? 0 : 1 - (possible - 1) / asked;
  if (possible === undefined) {
    return {
      attribute,
      figure: `> ${asked}`,
      unit: 'questions',
      detail: `75% sure is ruled out up to ${asked}`,
      share,
    };
  }
  return {
    attribute,
    figure: String(possible),
    unit: possible === 1 ? 'question' : 'questions',
    detail:
      shown === undefined
        ? `not ruled out from ${possible} on, not shown`
        : `shown after ${counted(shown, 'question')}`,
    share,
  };
}

const shareOf = (auc: number) => Math.min(1, Math.max(0, 2 * (auc - 0.5)));

const WIDTH = 380;
const HEAD = 78;
const ROW = 66;
const FOOT = 58;

function svgOf(rows: readonly LabelRow[]): string {
  const height = HEAD + Math.max(1, rows.length) * ROW + FOOT;
  const said = rows.map(({ attribute, figure, unit, detail }) => `${attribute}: ${figure} ${unit}, ${detail}.`);
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${height}" viewBox="0 0 ${WIDTH} ${height}" role="img" aria-labelledby="ulterior-title ulterior-desc">
<title id="ulterior-title">Privacy label: questions until 75% sure</title>
<desc id="ulterior-desc">${xml(said.length === 0 ? 'Nothing was measured.' : said.join(' '))}</desc>
<style>${STYLE}</style>
<rect class="paper" x="1" y="1" width="${WIDTH - 2}" height="${height - 2}" rx="10"/>
<text class="ink bold" x="20" y="34" font-size="17">Questions until 75% sure</text>
<text class="soft" x="20" y="55" font-size="11.5">What answers give away, by attribute</text>
<path class="rule" d="M20 ${HEAD - 10}H${WIDTH - 20}"/>
${rows.map(rowSvg).join('\n')}
<text class="soft" x="20" y="${height - 36}" font-size="10">75% sure: of two people of different groups, the</text>
<text class="soft" x="20" y="${height - 21}" font-size="10">right one is picked 75 times in 100. By Ulterior.</text>
</svg>
`;
}

function rowSvg({ attribute, figure, unit, detail, share }: LabelRow, at: number): string {
  const top = HEAD + at * ROW;
  const bar = WIDTH - 40;
  return `<text class="ink bold" x="20" y="${top + 16}" font-size="14">${xml(shortened(attribute, 18))}</text>
<text class="soft" x="20" y="${top + 34}" font-size="10.5">${xml(shortened(detail, 36))}</text>
<text class="ink bold" x="${WIDTH - 20}" y="${top + 18}" font-size="20" text-anchor="end">${xml(figure)}</text>
<text class="soft" x="${WIDTH - 20}" y="${top + 34}" font-size="10.5" text-anchor="end">${xml(unit)}</text>
<rect class="grid" x="20" y="${top + 43}" width="${bar}" height="5" rx="2.5"/>
<rect class="bar" x="20" y="${top + 43}" width="${(bar * share).toFixed(1)}" height="5" rx="2.5"/>`;
}

const coloursOf = (name: 'light' | 'dark') => {
  const { paper, ink, soft, rule, grid, contenders } = themes[name];
  return `.paper{fill:${paper};stroke:${rule}}.ink{fill:${ink}}.soft{fill:${soft}}.rule{stroke:${rule}}.grid{fill:${grid}}.bar{fill:${contenders[1]!}}`;
};
const STYLE = `text{font-family:"DejaVu Sans"}.bold{font-weight:bold}${coloursOf('light')}@media (prefers-color-scheme:dark){${coloursOf('dark')}}`;
