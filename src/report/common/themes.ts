/**
 * Colours of charts. The series are the palette of Okabe and Ito, which people with colour-vision deficiencies can tell
 * apart, ordered so that the first have the most contrast; on dark paper its lighter members lead.
 */
import type { Spec } from './layout.ts';

/** Light or dark paper, or the colours of the page as CSS variables. */
export type ThemeName = 'light' | 'dark' | 'page';

/** The colours and the font of charts. */
interface Theme {
  readonly name: ThemeName;
  readonly paper: string;
  readonly ink: string;
  readonly soft: string;
  readonly rule: string;
  readonly grid: string;
  readonly control: string;
  readonly contenders: readonly string[];
  readonly types: readonly string[];
  readonly font: string;
}

const FONT = 'Helvetica Neue, Helvetica, Arial, Liberation Sans, DejaVu Sans, sans-serif';

const light: Theme = {
  name: 'light',
  paper: '#ffffff',
  ink: '#1d2126',
  soft: '#575e66',
  rule: '#8b929a',
  grid: '#e6e8ea',
  control: '#7c8389',
  contenders: ['#0072b2', '#d55e00', '#009e73', '#cc79a7', '#b67e00', '#56b4e9', '#3f3f3f'],
  types: ['#d55e00', '#0072b2', '#009e73', '#cc79a7', '#b67e00', '#56b4e9', '#3f3f3f'],
  font: FONT,
};

const dark: Theme = {
  name: 'dark',
  paper: '#14171a',
  ink: '#eceef0',
  soft: '#a9b1b9',
  rule: '#7c858e',
  grid: '#2a2f35',
  control: '#8f979f',
  contenders: ['#56b4e9', '#f0a030', '#2fc89b', '#e3a0c6', '#f0e442', '#e8794a', '#d5d8db'],
  types: ['#f0a030', '#56b4e9', '#2fc89b', '#e3a0c6', '#f0e442', '#e8794a', '#d5d8db'],
  font: FONT,
};

const variables = (prefix: string) => Array.from({ length: 7 }, (_, at) => `var(--${prefix}${at})`);

/** Colours are CSS variables of the page, which knows whether it is light or dark. */
const page: Theme = {
  name: 'page',
  paper: 'var(--paper)',
  ink: 'var(--ink)',
  soft: 'var(--soft)',
  rule: 'var(--rule)',
  grid: 'var(--grid)',
  control: 'var(--control)',
  contenders: variables('c'),
  types: variables('t'),
  font: 'inherit',
};

/** All themes. */
export const themes: Readonly<Record<ThemeName, Theme>> = { light, dark, page };

/** The variables of the theme `page`, as CSS declarations. */
export function cssVariables(name: 'light' | 'dark'): string {
  const theme = themes[name];
  const single = (['paper', 'ink', 'soft', 'rule', 'grid', 'control'] as const).map(
    (role) => `--${role}:${theme[role]}`,
  );
  const contenders = theme.contenders.map((colour, at) => `--c${at}:${colour}`);
  const types = theme.types.map((colour, at) => `--t${at}:${colour}`);
  return `${[...single, ...contenders, ...types].join(';')};`;
}

export function colourVariable(palette: 'contenders' | 'types', colour: number | 'control'): string {
  return colour === 'control' ? 'var(--control)' : themes.page[palette][colour % themes.page[palette].length]!;
}

/** The Vega-Lite config of a theme. */
export function themeConfig(theme: Theme): Spec {
  const { ink, soft, rule, grid, control, paper, font } = theme;
  return {
    background: 'transparent',
    // The svg element says what it shows; a label on each mark would only be noise.
    aria: false,
    font,
    view: { stroke: null },
    range: { category: theme.contenders, types: theme.types },
    title: {
      anchor: 'start',
      color: ink,
      fontSize: 18,
      fontWeight: 600,
      subtitleColor: soft,
      subtitleFontSize: 13,
      subtitleLineHeight: 18,
      subtitlePadding: 6,
    },
    axis: {
      labelColor: soft,
      titleColor: soft,
      titleFontWeight: 'normal',
      labelFontSize: 12,
      titleFontSize: 12.5,
      titlePadding: 8,
      labelFlush: false,
      gridColor: grid,
      domainColor: rule,
      tickColor: rule,
      tickSize: 4,
      labelLimit: 0,
      titleLimit: 0,
      labelPadding: 5,
    },
    axisY: { domain: false, ticks: false },
    style: {
      band: { opacity: 0.17 },
      // Vega-Lite takes the colour of a mark from `color`; a fill or stroke in a style would lose against its default.
      control: { color: control, strokeWidth: 1.5, strokeDash: [2, 2] },
      controlBand: { color: control, opacity: 0.2 },
      controlDot: { color: control, stroke: paper, strokeWidth: 1.5, opacity: 1 },
      controlRule: { color: control, strokeWidth: 6, opacity: 0.4 },
      reference: { color: rule, strokeWidth: 1, strokeDash: [4, 3] },
      quietText: { color: soft, fontSize: 12 },
      labelText: { color: ink, fontSize: 12.5 },
      inkDot: { color: ink, stroke: paper, strokeWidth: 1.5, opacity: 1 },
      inkRule: { color: ink, strokeWidth: 6, opacity: 0.3 },
      rowRule: { color: grid, strokeWidth: 1 },
      spanRule: { color: rule, strokeWidth: 2 },
      cell: { color: theme.contenders[0] },
      cellGround: { color: grid, opacity: 0.5 },
      dot: { stroke: paper, strokeWidth: 1.5, opacity: 1 },
    },
  };
}
