/** `ulterior data lists`: the lists of a live recommender, asked for once and written to a file. */
import type { Command } from 'commander';
import { outOfRange } from '../../errors/index.ts';
import { listOf } from '../../ratings/index.ts';
import { type AskedLists, recommenderDefaults } from '../../recommenderClient/index.ts';
import { counted } from '../../report/index.ts';
import { writeFileAtomically } from '../../runtime/index.ts';
import { addDataOptions, type DataFlags, readSource, SOURCE_HELP, sourceFrom } from '../shared/dataOptions.ts';
import { wholeNumber } from '../shared/options.ts';
import { print } from '../shared/output.ts';
import {
  addRecommenderOptions,
  listsFromRecommender,
  RECOMMENDER_HELP,
  type RecommenderFlags,
} from './recommenderOptions.ts';

interface ListsFlags extends DataFlags, RecommenderFlags {
  readonly output: string;
  readonly top?: number;
  readonly quiet?: boolean;
}

export function addLists(group: Command): void {
  addRecommenderOptions(addDataOptions(group.command('lists').argument('<data>')))
    .description('ask a running recommender for a list for each person, and write the lists to a file')
    .requiredOption('--output <file>', 'where to write the lists (CSV: user, item, rank, score)')
    .option('--top <number>', `length of the lists (default: ${recommenderDefaults.topN})`, wholeNumber)
    .option('--quiet', 'print nothing but errors')
    .addHelpText(
      'after',
      `${RECOMMENDER_HELP}\n${SOURCE_HELP}\n\nExamples:\n  ulterior data lists ratings.csv --recommender https://shop.example/recommend --output lists.csv\n  ulterior data lists ml-1m:data --recommender http://127.0.0.1:8090/ --top 20 --per-second 50 --output lists.csv\n  ulterior data lists ratings.csv --recommender https://shop.example/recommend --http-header-env Authorization=TOKEN --requests 1000 --output lists.csv`,
    )
    .action(lists);
}

async function lists(data: string, flags: ListsFlags): Promise<void> {
  const { recommender, output } = flags;
  if (recommender === undefined) throw outOfRange('--recommender', 'missing', 'the address of a recommender');
  const { dataset } = await readSource(sourceFrom(data, flags));
  const journal = flags.journal ?? `${output}.journal`;
  const asked = await listsFromRecommender(dataset, { ...flags, recommender }, { journal, top: flags.top });
  if (asked === undefined) return;
  await writeFileAtomically(output, new TextEncoder().encode(tableOf(asked)));
  if (flags.quiet) return;
  const { requests, kept } = asked;
  print(
    `${output}: ${counted(asked.lists.users.length, 'list')} of up to ${flags.top ?? recommenderDefaults.topN} items, ${counted(asked.lists.items.length, 'different item')}`,
    `${counted(requests, 'request')} sent; ${counted(kept, 'list')} from an earlier run. Answers are kept in ${journal}`,
  );
}

/** Ids exactly as they are: whoever reads the table looks them up in the data. */
function tableOf({ lists, scores }: AskedLists): string {
  const cell = (text: string) => (/[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);
  const lines = lists.users.flatMap((user, n) =>
    Array.from(listOf(lists, n), (item, rank) => {
      const score = scores[lists.starts[n]! + rank]!;
      return [cell(user), cell(lists.items[item]!), rank + 1, Number.isNaN(score) ? '' : score].join(',');
    }),
  );
  return `${['user,item,rank,score', ...lines].join('\n')}\n`;
}
