/** `ulterior describe`: what was read, what was dropped and why, and what the data look like. */
import { join } from 'node:path';
import type { Command } from 'commander';
import type { AuditRecords } from '../../audit/index.ts';
import type { DatasetSource } from '../../datasets/index.ts';
import type { Dataset } from '../../ratings/index.ts';
import { chartSvg } from '../../render/index.ts';
import { counted, layouts, ratingHistogramChart, ratingsPerUserChart } from '../../report/index.ts';
import { makeFolder, writeFileAtomically } from '../../runtime/index.ts';
import type { Quantiles, ReadSummary } from '../../tables/index.ts';
import { coloursFor } from '../shared/colours.ts';
import { addDataOptions, type DataFlags, readSource, SOURCE_HELP, sourceFrom } from '../shared/dataOptions.ts';
import { bar, count, percent, print } from '../shared/output.ts';

const pc = coloursFor(process.stdout);

/** Size of the plot of ratings per user, in characters. */
const PLOT = { width: 60, height: 8 };

interface DescribeFlags extends DataFlags {
  readonly output?: string;
  readonly json?: boolean;
}

export function addDescribe(program: Command): void {
  addDataOptions(program.command('describe').argument('<data>'))
    .description('print and draw what the data hold')
    .option('--output <folder>', 'write ratings per user and the rating histogram there, as SVG')
    .option('--json', 'print JSON instead')
    .addHelpText(
      'after',
      `${SOURCE_HELP}\n\nExamples:\n  ulterior describe ml-1m:data --attribute "age>=35" --min-user 20 --min-item 20 --output charts\n  ulterior describe survey.csv --item-columns "^Please rate" --attribute gender --encoding latin-1\n  ulterior describe world:tv`,
    )
    .action(async (data: string, flags: DescribeFlags) => {
      const { dataset, summary } = await readSource(lookingAt(sourceFrom(data, flags)));
      const perUser = sortedCounts(dataset);
      const files = flags.output === undefined ? [] : await writeCharts(summary, perUser, flags.output);
      if (flags.json) return print(JSON.stringify(summary, undefined, 2));
      show(summary, perUser);
      if (files.length > 0) print('', `Charts: ${files.join(', ')}`);
    });
}

/** Codes for "no answer" are shown with a warning: this command measures nothing, and people look here for them. */
function lookingAt(source: DatasetSource): DatasetSource {
  return source.kind === 'world' ? source : { ...source, keepValues: 'all' };
}

/** Ratings of every user, ascending. */
function sortedCounts({ ratings }: Dataset): Uint32Array {
  const { starts } = ratings.byUser;
  return Uint32Array.from({ length: ratings.users }, (_, user) => starts[user + 1]! - starts[user]!).sort();
}

/** The charts that a report has of its data, of the same names. */
async function writeCharts(summary: ReadSummary, perUser: Uint32Array, folder: string): Promise<string[]> {
  const percentile = (place: number) => perUser[Math.round((place / 100) * (perUser.length - 1))]!;
  const data = {
    ratingsPerUser: Array.from({ length: 101 }, (_, place) => percentile(place)),
    histogram: summary.histogram.map(({ from, to, count }) => ({ rating: (from + to) / 2, count })),
  };
  // These two charts read nothing but this of the records.
  const records = { data } as unknown as AuditRecords;
  await makeFolder(folder);
  const files: string[] = [];
  for (const chart of [ratingsPerUserChart(records), ratingHistogramChart(records)]) {
    if (chart === undefined) continue;
    const path = join(folder, `${chart.id}.svg`);
    const svg = await chartSvg(chart.spec(layouts.file), 'light', chart);
    await writeFileAtomically(path, new TextEncoder().encode(svg));
    files.push(path);
  }
  return files;
}

function show(summary: ReadSummary, perUser: Uint32Array): void {
  const { users, items, ratings, scale } = summary;
  print(
    pc.bold(summary.source),
    `${counted(users, 'user')}, ${counted(items, 'item')}, ${counted(ratings, 'rating')} from ${scale.min} to ${scale.max}`,
  );
  print(pc.dim(`${count(ratings / users, 1)} ratings per user, ${percent(ratings / (users * items))} of all pairs`));
  for (const { role, column } of summary.guessedColumns) print(pc.dim(`guessed: ${role} is the column "${column}"`));
  if (summary.duplicates.found > 0)
    print(`${counted(summary.duplicates.found, 'duplicate')} resolved (${summary.duplicates.rule})`);
  if (summary.dropped.length > 0) print('', pc.bold('Left out'));
  for (const { reason, ...parts } of summary.dropped) {
    print(
      `  ${reason}: ${counted(parts.users, 'user')}, ${counted(parts.items, 'item')}, ${counted(parts.ratings, 'rating')}`,
    );
  }
  if (summary.missing.length > 0) print('', pc.bold('Taken as missing'));
  for (const { attribute, word, cells } of summary.missing) {
    const what = word === '' ? 'blank' : `"${word}"`;
    print(`  ${attribute ?? 'ratings'}: ${counted(cells, 'cell')} ${what}`);
  }
  for (const attribute of summary.attributes) {
    const { name, expression } = attribute;
    print('', name === expression ? pc.bold(name) : `${pc.bold(name)}  ${pc.dim(expression)}`);
    const width = Math.max(...attribute.labels.map(({ label }) => label.length));
    for (const { label, users: own, ratings: given } of attribute.labels) {
      print(
        `  ${label.padEnd(width)}  ${pc.cyan(bar(own / users, 24))} ${counted(own, 'user').padStart(14)}  ${counted(given, 'rating').padStart(19)}`,
      );
    }
    if (attribute.numbers) print(`  ${quantilesText(attribute.numbers)}`);
    if (attribute.outside) print(pc.dim(`  outside the range, taken as missing: ${count(attribute.outside)}`));
    if (attribute.missing > 0) print(pc.dim(`  ${counted(attribute.missing, 'user')} without it`));
  }
  print('', pc.bold('Ratings'));
  const most = Math.max(...summary.histogram.map((level) => level.count));
  for (const { from, to, count: own } of summary.histogram) {
    const name = from === to ? String(from) : `${from.toFixed(2)} to ${to.toFixed(2)}`;
    print(`  ${name.padStart(12)}  ${pc.cyan(bar(own / most, 24))} ${count(own).padStart(11)}`);
  }
  const { min, lowerQuartile, median, upperQuartile, max, mean } = summary.ratingsPerUser;
  print(
    '',
    `${pc.bold('Ratings per user')}${min < max ? pc.dim('  share of users with at most that many; logarithmic') : ''}`,
    ...cumulativePlot(perUser),
    `  from ${count(min)} to ${count(max)}, mean ${count(mean, 1)}; quartiles ${count(lowerQuartile)}, ${count(median)}, ${count(upperQuartile)}`,
  );
}

function quantilesText({ min, max, mean, lowerQuartile, median, upperQuartile }: Quantiles): string {
  return `from ${min} to ${max}, mean ${count(mean, 1)}; quartiles ${lowerQuartile}, ${median}, ${upperQuartile}`;
}

/** The cumulative distribution as an area of text, in eighths of a character; nothing where all are the same. */
function cumulativePlot(sorted: Uint32Array): string[] {
  const { width, height } = PLOT;
  const [least, most] = [sorted[0]!, sorted.at(-1)!];
  if (least === most) return [];
  const columnOf = (value: number) =>
    Math.min(width - 1, Math.floor((width * Math.log(value / least)) / Math.log(most / least)));
  const reached = new Uint32Array(width);
  for (const value of sorted) reached[columnOf(value)]!++;
  for (let column = 1; column < width; column++) reached[column]! += reached[column - 1]!;
  const eighths = Array.from(reached, (users) => Math.round((users / sorted.length) * height * 8));
  const rows = Array.from({ length: height }, (_, fromTop) => {
    const below = (height - 1 - fromTop) * 8;
    const cells = eighths.map((filled) => ' ▁▂▃▄▅▆▇█'[Math.min(8, Math.max(0, filled - below))]).join('');
    // The upper edge of a row is what its label says.
    const label = fromTop % 2 === 0 ? `${100 - (100 * fromTop) / height}%` : '';
    return `  ${pc.dim(`${label.padStart(4)} ${label === '' ? '│' : '┤'}`)}${pc.cyan(cells)}`;
  });
  const ticks = roundNumbers(least, most);
  const axis = Array.from({ length: width }, () => '─');
  let names = '';
  for (const tick of ticks) {
    const column = columnOf(tick);
    axis[column] = '┬';
    const name = count(tick);
    const start = Math.max(0, column - Math.floor(name.length / 2));
    if (names === '' || start > names.length) names = names.padEnd(start) + name;
  }
  return [...rows, pc.dim(`    0% └${axis.join('')}`), pc.dim(`${' '.repeat(8)}${names}`)];
}

/** 1, 2, 5, 10, 20, 50, … from `least` to `most`; these two themselves where there are fewer than two of them. */
function roundNumbers(least: number, most: number): number[] {
  const found: number[] = [];
  for (let ten = 1; ten <= most; ten *= 10) found.push(ten, 2 * ten, 5 * ten);
  const within = found.filter((number) => number >= least && number <= most);
  return within.length < 2 ? [least, most] : within;
}
