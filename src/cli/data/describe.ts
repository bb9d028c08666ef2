/** `ulterior describe`: what was read, what was dropped and why, what the data look like; and a data file that says it. */
import { basename, join } from 'node:path';
import type { Command } from 'commander';
import type { AuditRecords } from '../../audit/index.ts';
import { type DatasetSource, type DescribedData, previewTable, sourceFromText } from '../../datasets/index.ts';
import { outOfRange, UlteriorError } from '../../errors/index.ts';
import type { Dataset, Finding } from '../../ratings/index.ts';
import { isRecommenderData } from '../../recommenderFiles/index.ts';
import { chartSvg } from '../../render/index.ts';
import { commandLine, counted, layouts, ratingHistogramChart, ratingsPerUserChart } from '../../report/index.ts';
import { makeFolder, writeFileAtomically } from '../../runtime/index.ts';
import {
  attributeName,
  dataFileNameOf,
  isDataFile,
  parseAttribute,
  type Quantiles,
  type Reading,
  type ReadSummary,
  readingKeys,
} from '../../tables/index.ts';
import { askBack, inferable, lookAt, proposal } from '../audit/askBack.ts';
import { inTerminal, lookingWith, withTerminal } from '../audit/auditDialogue.ts';
import { findingLines } from '../audit/findingLines.ts';
import { saveDataFile } from '../dataFiles/dataFileFlags.ts';
import { guessedLayout } from '../dataFiles/guessedLayout.ts';
import { coloursFor } from '../shared/colours.ts';
import { addDataOptions, type DataFlags, readSource, SOURCE_HELP, sourceFrom } from '../shared/dataOptions.ts';
import { bar, count, percent, print, warn, whileWorking, wrapped } from '../shared/output.ts';
import { takeSeveralAttributes } from '../shared/severalAttributes.ts';
import { publishedLines } from './published.ts';
import { setting } from './setting.ts';

const pc = coloursFor(process.stdout);

/** Size of the plot of ratings per user, in characters. */
const PLOT = { width: 60, height: 4 };
/** All of it fits a screen; --json has the rest. */
const MOST_LABELS = 8;
const MOST_FINDINGS = 5;

interface DescribeFlags extends Omit<DataFlags, 'attribute'> {
  readonly attribute?: readonly string[];
  readonly set?: Reading;
  readonly output?: string;
  readonly charts?: string;
  readonly json?: boolean;
}

const EXAMPLES = `
In a terminal it asks what it cannot know. It writes all of it to a data file, which every command takes in place of the table
(docs/data-files.md). If a table has changed, describe its data file again: ulterior describe survey.ulterior.json
Keys for --set, as many as needed: ${readingKeys.join(', ')}

Examples:
  ulterior describe survey.csv --item-columns "^Please rate" --attribute gender --set encoding=windows-1250
  ulterior describe ratings.csv --set itemsTable=films.csv --set userColumn=reader --output films.ulterior.json
  ulterior describe survey.ulterior.json --set groupColumn=household
  ulterior describe ml-1m:data --attribute "age>=35" --min-user 20 --min-item 20 --charts charts
  ulterior describe world:tv`;

export function addDescribe(program: Command): void {
  takeSeveralAttributes(addDataOptions(program.command('describe').argument('<data>'), 'allowed'))
    .description('print what the data hold, and write down how to read them (a data file)')
    .option('--set <key=value>', 'a key of the data file (repeatable)', (text: string, before?: Reading) => ({
      ...before,
      ...setting(text),
    }))
    .option('--output <file>', 'the data file (default: beside the table, named after it)')
    .option('--charts <folder>', 'write ratings per user and the rating histogram there, as SVG')
    .option('--json', 'print JSON instead, and write no file that is not named')
    .addHelpText('after', `${SOURCE_HELP}\n${EXAMPLES}`)
    .action(describe);
}

async function describe(data: string, flags: DescribeFlags): Promise<void> {
  const target = targetOf(data, flags);
  const given = givenIn(flags);
  const asked = flags.json || target === undefined ? {} : await askFor(data, given, target);
  const wide =
    asked !== undefined && isOwnTable(data, given) ? await layoutFor(data, { ...given, ...asked }, flags.json) : {};
  const reading = { ...given, ...asked, ...wide };
  const [attribute, ...others] = [reading.attribute ?? []].flat();
  const source = lookingAt(sourceFrom(data, { ...reading, attribute }));
  const several = others.length > 0 && source.kind !== 'world' ? { attributes: [attribute!, ...others] } : {};
  const { dataset, summary } = await whileWorking('reading', false, readSource({ ...source, ...several })).catch(
    (error: unknown) => refuseUnclear(data, source, reading, error),
  );
  const unsaid = reading.attribute === undefined && isOwnTable(data, given);
  const looking = async () => lookedAt(await attributesIn(data, reading, dataset, summary), source);
  const { offered, doubts = [] } = unsaid ? await whileWorking('looking at the columns', false, looking()) : {};
  const seen = { ...summary, findings: [...(summary.findings ?? []), ...doubts] };
  const perUser = sortedCounts(dataset);
  const charts = flags.charts === undefined ? [] : await writeCharts(summary, perUser, flags.charts);
  if (flags.json) print(JSON.stringify({ ...seen, offered }, undefined, 2));
  else {
    show(seen, perUser);
    if (offered !== undefined) showAttributes(offered);
    const [heading, ...published] = await publishedLines(data);
    if (heading !== undefined) print('', pc.bold(heading), ...published);
  }
  if (charts.length > 0 && !flags.json) print('', `Charts: ${charts.join(', ')}`);
  if (target === undefined || asked === undefined) return;
  const written = await save(target, { data, reading: { ...foundIn(summary, data), ...reading } }, flags);
  if (written && !flags.json) {
    print('', `${target} says how to read the data. Other commands take it in place of the table:`);
    const which =
      offered === undefined ? attribute && others.length > 0 && attributeName(parseAttribute(attribute)) : offered[0];
    const infers = which ? ['--attribute', which] : [];
    print(`  ${commandLine(['ulterior', 'audit', target, ...infers, '--output', 'report'])}`);
  }
}

/** Where the data file goes; nowhere unless a table of yours is read, which has its own place. */
function targetOf(data: string, { output, described, itemColumns, json }: DescribeFlags): string | undefined {
  if (output !== undefined && !isDataFile(output)) {
    throw outOfRange('--output', output, `a name that ends in .ulterior.json, such as ${dataFileNameOf(output)}`);
  }
  if (output !== undefined || json) return output;
  if (described !== undefined) return described.file;
  return isOwnTable(data, { itemColumns }) ? dataFileNameOf(data) : undefined;
}

const isOwnTable = (data: string, { itemColumns }: Reading) =>
  itemColumns !== undefined || sourceFromText(data).kind === 'long';

/** One row per person where the columns say so and nobody said otherwise: what the dialogue would propose. */
async function layoutFor(data: string, given: Reading, json = false): Promise<Reading> {
  const said = [given.itemColumns, given.itemColumn, given.ratingColumn].some((one) => one !== undefined);
  const layout = said || (await isRecommenderData(data)) ? undefined : await guessedLayout(data, given);
  if (layout === undefined) return {};
  const { reason, itemColumns, userColumn } = layout;
  if (!json) {
    print(`${basename(data)} seems to be this: ${reason}.`, pc.dim(`guessed: --item-columns ${itemColumns}`), '');
  }
  return { itemColumns, userColumn: given.userColumn ?? userColumn };
}

/** Nobody said what the columns are, and they do not show it: to hear which are missing for ratings helps nobody. */
async function refuseUnclear(data: string, { kind }: DatasetSource, given: Reading, error: unknown): Promise<never> {
  const said = [given.userColumn, given.itemColumn, given.ratingColumn].some((one) => one !== undefined);
  const isMissing = error instanceof UlteriorError && error.code === 'COLUMN_MISSING' && kind === 'long';
  if (!isMissing || said || (await isRecommenderData(data))) throw error;
  const { names } = await previewTable(data, given);
  // One column: it is the delimiter that is wrong, and the error says so.
  if (names.length === 1) throw error;
  const few = names.slice(0, MOST_LABELS).map((name) => `"${name}"`);
  const more = names.length > few.length ? ` and ${names.length - few.length} others` : '';
  throw new UlteriorError(
    'COLUMN_MISSING',
    `"${data}" has ${counted(names.length, 'column')}, ${few.join(', ')}${more}, and which of them are ratings or answers is not clear`,
    'for one row per person, say which columns are answers (--item-columns 3-12, or q1..q10); for one row per rating, name the columns (--set userColumn=NAME --set itemColumn=NAME --set ratingColumn=NAME)',
    { file: data },
  );
}

/** What could be inferred, where nobody said what should be. */
async function attributesIn(
  data: string,
  given: Reading,
  { items }: Dataset,
  { guessedColumns, source }: ReadSummary,
): Promise<readonly string[]> {
  const table = await lookAt(given.usersTable ?? data, lookingWith(given));
  const has = guessedColumns.flatMap(({ file, column }) => (file === source ? [column] : []));
  const isTaken = (column: string) =>
    [given.userColumn, given.groupColumn].includes(column) ||
    (given.usersTable === undefined && (items.indexOf(column) !== undefined || has.includes(column)));
  return inferable(table).flatMap((column) => (isTaken(column) ? [] : [proposal(table, column)]));
}

/** What would stop an audit of one of these, or mislead it, is said before somebody chooses; what varies within a person is no attribute. */
async function lookedAt(
  all: readonly string[],
  source: DatasetSource,
): Promise<{ readonly offered: readonly string[]; readonly doubts?: readonly Finding[] }> {
  if (all.length === 0 || source.kind === 'world') return { offered: all };
  const read = (attributes: readonly string[]) =>
    readSource({ ...source, attributes }).catch((error: unknown) => {
      if (!(error instanceof UlteriorError)) throw error;
    });
  const first = all.slice(0, MOST_LABELS);
  const together = await read(first);
  if (together === undefined) {
    const fit: string[] = [];
    for (const one of first) if ((await read([one])) !== undefined) fit.push(one);
    return fit.length < first.length ? lookedAt([...fit, ...all.slice(MOST_LABELS)], source) : { offered: all };
  }
  const { dataset, summary } = together;
  const isAbout = ({ code, place }: Finding) => code === 'ITEM_COPIES_ATTRIBUTE' || dataset.attributes.has(place);
  return { offered: all, doubts: (summary.findings ?? []).filter(isAbout) };
}

function showAttributes(found: readonly string[]): void {
  print('', pc.bold('What could be inferred (--attribute)'));
  if (found.length === 0) {
    print('  nothing in this table: name one with a row for each person, --users-table people.csv');
    return;
  }
  const named = found.slice(0, MOST_LABELS);
  const more = found.length > named.length ? [`and ${found.length - named.length} more columns`] : [];
  print(...wrapped([...named, ...more].join(', '), 2));
}

function givenIn(flags: DescribeFlags): Reading {
  const named = readingKeys.flatMap((key) => (flags[key] === undefined ? [] : [[key, flags[key]]]));
  const attribute = flags.attribute === undefined ? {} : { attribute: flags.attribute };
  return { ...Object.fromEntries(named), ...attribute, ...flags.set };
}

/** What was answered in a terminal; undefined where the person would rather not. */
async function askFor(data: string, given: Reading, output: string): Promise<Reading | undefined> {
  if (given.attribute !== undefined || !inTerminal()) return {};
  const known = { ...given, attribute: undefined, output };
  const asked = await withTerminal((dialogue) => askBack(data, known, lookingWith(given), dialogue));
  if (asked === undefined) return undefined;
  const { output: _, ...reading } = asked;
  return reading;
}

/**
 * What was found out: the columns by their names, and what the file showed. Once it is written down, nothing else is taken
 * in its place.
 */
function foundIn({ guessedColumns, understood = [] }: ReadSummary, data: string): Reading {
  const keys: Partial<Record<string, string>> = { user: 'userColumn', item: 'itemColumn', rating: 'ratingColumn' };
  const own = guessedColumns.filter(({ file, role }) => file === data && keys[role] !== undefined);
  const settings = understood.filter(({ file }) => file === data).map((one) => one.settings);
  return Object.assign(Object.fromEntries(own.map(({ role, column }) => [keys[role]!, column])), ...settings);
}

/** Whoever named a file wants it; the one beside the table is an offer, which must not stop a look at the data. */
async function save(target: string, described: DescribedData, { output, described: old }: DescribeFlags) {
  try {
    await saveDataFile(target, described, old?.file === target);
    return true;
  } catch (error) {
    if (output !== undefined || old !== undefined || !(error instanceof UlteriorError)) throw error;
    warn(`no data file was written: ${error.message}. You can ${error.advice}.`);
    return false;
  }
}

/** Findings are shown: this command measures nothing, and people look here for them. */
function lookingAt(source: DatasetSource): DatasetSource {
  return source.kind === 'world' ? source : { ...source, accept: 'all' };
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
    `${counted(users, 'user')}, ${counted(items, 'item')}, ${counted(ratings, 'rating')} from ${plain(scale.min)} to ${plain(scale.max)}`,
  );
  const pairs =
    ratings === users * items ? 'everyone rated every item' : `${percent(ratings / (users * items))} of all pairs`;
  print(pc.dim(`${count(ratings / users, 1)} ratings per user, ${pairs}`));
  for (const { file, role, column } of summary.guessedColumns) {
    const where = file === summary.source ? '' : ` of ${basename(file)}`;
    print(pc.dim(`guessed: ${role} is the column "${column}"${where}`));
  }
  const { findings = [] } = summary;
  if (findings.length > 0) {
    const serious = findings.filter((finding) => finding.serious).length;
    const stops = serious === 0 ? '' : pc.dim(`  marked ! what stops a measurement (${serious})`);
    print('', `${pc.bold('Found in the data')}${stops}`, ...findingLines(findings, MOST_FINDINGS));
  }
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
    const width = Math.max(...attribute.labels.slice(0, MOST_LABELS + 1).map(({ label }) => label.length));
    const shown = attribute.labels.length > MOST_LABELS + 1 ? attribute.labels.slice(0, MOST_LABELS) : attribute.labels;
    for (const { label, users: own, ratings: given } of shown) {
      print(
        `  ${label.padEnd(width)}  ${pc.cyan(bar(own / users, 24))} ${counted(own, 'user').padStart(14)}  ${counted(given, 'rating').padStart(19)}`,
      );
    }
    const hidden = attribute.labels.length - shown.length;
    if (hidden > 0) print(pc.dim(`  and ${hidden} more groups (--json lists all)`));
    if (attribute.numbers) print(`  ${quantilesText(attribute.numbers)}`);
    if (attribute.outside) print(pc.dim(`  outside the range, taken as missing: ${count(attribute.outside)}`));
    if (attribute.missing > 0) print(pc.dim(`  ${counted(attribute.missing, 'user')} without it`));
  }
  print('', pc.bold('Ratings'));
  const bars = gathered(summary.histogram);
  const most = Math.max(...bars.map((level) => level.count));
  const names = bars.map(({ from, to }) => levelName(from, to));
  const width = Math.max(12, ...names.map((name) => name.length));
  for (const [at, { count: own }] of bars.entries()) {
    print(`  ${names[at]!.padStart(width)}  ${pc.cyan(bar(own / most, 24))} ${count(own).padStart(11)}`);
  }
  const { min, lowerQuartile, median, upperQuartile, max, mean } = summary.ratingsPerUser;
  print(
    '',
    `${pc.bold('Ratings per user')}${min < max ? pc.dim('  share of users with at most that many; logarithmic') : ''}`,
    ...cumulativePlot(perUser),
    `  from ${count(min)} to ${count(max)}, mean ${count(mean, 1)}; quartiles ${count(lowerQuartile)}, ${count(median)}, ${count(upperQuartile)}`,
  );
}

type Histogram = ReadSummary['histogram'];

/** Levels that nobody chose are one line where they are many: from 6 to 98 where one code is 99. The rest fits a screen. */
function gathered(histogram: Histogram): Histogram {
  const isGap = (at: number) => histogram[at]?.count === 0;
  const bars: Histogram[number][] = [];
  for (let at = 0; at < histogram.length; at++) {
    let end = at;
    while (isGap(at) && isGap(end + 1)) end++;
    if (end - at < FEWEST_GATHERED) end = at;
    bars.push(together(histogram.slice(at, end + 1)));
    at = end;
  }
  if (bars.length <= MOST_LEVELS) return bars;
  const each = Math.ceil(bars.length / (MOST_LEVELS / 2));
  return Array.from({ length: Math.ceil(bars.length / each) }, (_, n) =>
    together(bars.slice(n * each, (n + 1) * each)),
  );
}

const FEWEST_GATHERED = 3;
/** As many lines as half a screen has. */
const MOST_LEVELS = 24;

const together = (levels: Histogram): Histogram[number] => ({
  from: levels[0]!.from,
  to: levels.at(-1)!.to,
  count: levels.reduce((sum, level) => sum + level.count, 0),
});

function levelName(from: number, to: number): string {
  if (from === to) return String(plain(from));
  return Number.isInteger(2 * from) && Number.isInteger(2 * to)
    ? `${from} to ${to}`
    : `${from.toFixed(2)} to ${to.toFixed(2)}`;
}

/** Ratings are kept in single precision: 0.505 is not 0.5049999952. */
const plain = (rating: number) => (Number.isInteger(rating) ? rating : Number(rating.toPrecision(6)));

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
