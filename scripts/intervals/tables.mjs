/** How often intervals held, and how often a leak was announced, as tables in Markdown. */
import { wilson } from '../mutation/score.mjs';

/** `foundIn(cell)`: the worlds of a cell that were measured. */
export function printTables(cells, foundIn, details) {
  const measured = cells.flatMap((cell) => {
    const worlds = foundIn(cell);
    return worlds.length === 0 ? [] : [{ cell, worlds, figures: figuresOf(cell, worlds) }];
  });
  printTable(
    [
      'world',
      'number',
      'expected of each figure, and how often held',
      'least often',
      'bounds, all at once',
      'a leak shown',
    ],
    measured.map(({ cell, worlds, figures }) => {
      const listed = figures.filter(({ chosen }) => !chosen);
      const [least] = listed.toSorted((a, b) => a.held / a.own.length - b.held / b.own.length);
      const each = listed.map(
        ({ name, truth, held, own }) => `${name} ${number(truth)}: ${percent(held / own.length)}`,
      );
      return [
        cell.name,
        worlds.length,
        each.join('; '),
        share(least.held, least.own.length),
        together(worlds, figures),
        shownIn(worlds),
      ];
    }),
  );
  if (!details) return;
  console.log();
  printTable(
    ['world', 'figure', 'expected', 'mean', 'pooled less mean of folds', 'deviation', 'stated error'],
    measured.flatMap(({ cell, figures }) =>
      figures
        .filter(({ chosen }) => !chosen)
        .map(({ name, truth, error, own }) => {
          const values = own.map(({ value }) => value);
          const less = own.flatMap(({ value, byFold }) => (byFold === undefined ? [] : [value - byFold]));
          const pooled = less.length === 0 ? '' : withError(mean(less), deviation(less) / Math.sqrt(less.length), 4);
          const stated = mean(own.map(cell.measurement === 'number' ? errorOfShare : errorOfAuc));
          return [
            cell.name,
            name,
            error === 0 ? number(truth) : withError(truth, error),
            number(mean(values)),
            pooled,
            number(deviation(values)),
            number(stated),
          ];
        }),
    ),
  );
}

function printTable(header, rows) {
  for (const row of [header, header.map(() => '---'), ...rows]) console.log(`| ${row.join(' | ')} |`);
}

/** Figures that are the same in all worlds have intervals without width. */
const ROUNDING = 1e-9;

/** By name. `chosen`: named because it was the largest of several, so that its bounds count and its own interval does not. */
function figuresOf({ measurement, leak }, worlds) {
  const byName = new Map();
  for (const figure of worlds.flatMap(({ figures }) => figures)) {
    byName.set(figure.name, [...(byName.get(figure.name) ?? []), figure]);
  }
  const nothing = leak === 0 && measurement !== 'number';
  return [...byName].map(([name, own]) => {
    // 0.5, the mean over people whom nobody has seen, or that over single folds, which expects the same.
    const found = own.map(({ fresh, byFold }) => fresh ?? byFold);
    const truth = nothing ? 0.5 : mean(found);
    const error = nothing ? 0 : deviation(found) / Math.sqrt(found.length);
    const held = own.filter(({ low, high }) => low - ROUNDING <= truth && truth <= high + ROUNDING).length;
    return { name, own, truth, error, held, chosen: own[0].chosen === true };
  });
}

function together(worlds, figures) {
  const truthOf = new Map(figures.map(({ name, truth }) => [name, truth]));
  const bounded = worlds.filter(({ figures: own }) => own.some(({ least }) => least !== undefined));
  const all = bounded.filter(({ figures: own }) =>
    own.every(({ name, least, most }) => least <= truthOf.get(name) && truthOf.get(name) <= most),
  );
  return bounded.length === 0 ? '' : share(all.length, bounded.length);
}

/** By any of its tests, and by each. */
function shownIn(worlds) {
  const judged = worlds.flatMap(({ verdict }) => verdict ?? []);
  if (judged.length === 0) return '';
  const names = [...new Set(judged.flatMap(({ tests }) => tests.map(({ name }) => name)))];
  const rejecting = (wanted) =>
    judged.filter(({ tests }) => tests.some(({ name, pValue, level }) => name === wanted && pValue <= level + 1e-12));
  const each = names.map((name) => `${name} ${rejecting(name).length}`).join(', ');
  return `${share(judged.filter(({ leak }) => leak).length, judged.length)}: ${each}`;
}

/** The standard error behind an interval of 95% that is symmetric in log odds. */
function errorOfAuc({ value, low, high }) {
  const logit = (auc) => Math.log(auc / (1 - auc));
  // An interval that ends at 0 or 1 does not say.
  if (low <= 0 || high >= 1) return Number.NaN;
  return ((logit(high) - logit(low)) / (2 * 1.96)) * value * (1 - value);
}

const errorOfShare = ({ low, high }) => (high - low) / (2 * 1.96);

/** Of those that are numbers. */
function mean(values) {
  const known = values.filter(Number.isFinite);
  return known.reduce((sum, value) => sum + value, 0) / known.length;
}

const deviation = (values) => Math.sqrt(mean(values.map((value) => (value - mean(values)) ** 2)));

const number = (value, digits = 3) => (Number.isFinite(value) ? value.toFixed(digits) : '');

const withError = (value, error, digits = 3) => `${number(value, digits)} ± ${number(error, digits)}`;

const percent = (part) => `${(100 * part).toFixed(1)}%`;

function share(hits, count) {
  const { low, high } = wilson(hits, count);
  return `${hits} of ${count}, ${percent(hits / count)} (${percent(Math.max(0, low))} to ${percent(high)})`;
}
