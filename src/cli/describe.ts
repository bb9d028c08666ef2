/** `ulterior describe`: what was read, what was dropped and why, and what the data look like. */
import type { Command } from 'commander';
import { openDataset } from '../datasets/index.ts';
import type { ReadSummary } from '../tables/index.ts';
import { coloursFor } from './colours.ts';
import { addDataOptions, type DataFlags, SOURCE_HELP, sourceFrom } from './dataOptions.ts';
import { bar, count, percent, print } from './output.ts';

const pc = coloursFor(process.stdout);

export function addDescribe(program: Command): void {
  addDataOptions(program.command('describe').argument('<data>'))
    .description('print and draw what the data hold')
    .option('--json', 'print JSON instead')
    .addHelpText(
      'after',
      `${SOURCE_HELP}\n\nExamples:\n  ulterior describe ml-1m:data --attribute "age>=35" --min-user 20 --min-item 20\n  ulterior describe survey.csv --item-columns "^Please rate" --attribute gender --encoding latin-1\n  ulterior describe world:tv`,
    )
    .action(async (data: string, flags: DataFlags & { json?: boolean }) => {
      const { summary } = await openDataset(sourceFrom(data, flags));
      if (flags.json) print(JSON.stringify(summary, undefined, 2));
      else show(summary);
    });
}

function show(summary: ReadSummary): void {
  const { users, items, ratings, scale } = summary;
  print(
    pc.bold(summary.source),
    `${count(users)} users, ${count(items)} items, ${count(ratings)} ratings from ${scale.min} to ${scale.max}`,
  );
  print(pc.dim(`${count(ratings / users, 1)} ratings a user, ${percent(ratings / (users * items))} of all pairs`));
  for (const { role, column } of summary.guessedColumns) print(pc.dim(`guessed: ${role} is the column "${column}"`));
  if (summary.duplicates.found > 0)
    print(`${count(summary.duplicates.found)} duplicates resolved (${summary.duplicates.rule})`);
  if (summary.dropped.length > 0) print('', pc.bold('Left out'));
  for (const { reason, ...parts } of summary.dropped) {
    print(`  ${reason}: ${count(parts.users)} users, ${count(parts.items)} items, ${count(parts.ratings)} ratings`);
  }
  for (const attribute of summary.attributes) {
    print('', pc.bold(attribute.expression));
    const width = Math.max(...attribute.labels.map(({ label }) => label.length));
    for (const { label, users: own, ratings: given } of attribute.labels) {
      print(
        `  ${label.padEnd(width)}  ${pc.cyan(bar(own / users, 24))} ${count(own).padStart(8)} users  ${count(given).padStart(11)} ratings`,
      );
    }
    if (attribute.missing > 0) print(pc.dim(`  ${count(attribute.missing)} users without it`));
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
    pc.bold('Ratings a user'),
    `  from ${min}, a quarter below ${lowerQuartile}, half below ${median}, a quarter above ${upperQuartile}, up to ${max}; mean ${mean.toFixed(1)}`,
  );
}
