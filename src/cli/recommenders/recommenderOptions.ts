/** The flags that name a live recommender, and the lists that it gives: for every command that takes lists. */
import type { Command } from 'commander';
import { UlteriorError } from '../../errors/index.ts';
import type { Dataset, UserIndex } from '../../ratings/index.ts';
import {
  type AskedLists,
  askRecommender,
  type RecommenderCall,
  recommenderDefaults,
} from '../../recommenderClient/index.ts';
import { optionOf, positiveNumber, refuseIdle, several, wholeNumber } from '../shared/options.ts';
import { taskProgress, warn } from '../shared/output.ts';

export interface RecommenderFlags {
  readonly recommender?: string;
  readonly requests?: number;
  readonly perSecond?: number;
  readonly atOnce?: number;
  readonly timeout?: number;
  readonly journal?: string;
  readonly httpHeader?: string[];
  readonly httpHeaderEnv?: string[];
  readonly allowHttp?: boolean;
  readonly atLeast?: number;
  readonly unknownItems?: string;
}

/** Flags that have no effect without --recommender. */
export const OF_RECOMMENDER = [
  'requests',
  'perSecond',
  'atOnce',
  'timeout',
  'journal',
  'httpHeader',
  'httpHeaderEnv',
  'allowHttp',
  'atLeast',
  'unknownItems',
] as const;

export const RECOMMENDER_HELP = `
A recommender at an address is asked once per person: POST {"user": id, "history": [{"item": id, "rating": r}, ...], "n": N}.
It answers {"items": [{"item": id, "score": s}, ...]} or [id, ...], best first; docs/recommender.schema.json has the details.
Its answers are kept in the journal: run the same command again, and it asks only for the people who are missing.
--http-header-env Authorization=TOKEN sends the environment variable TOKEN as a header. It is better than --http-header, because other
people on the machine can see the words of a command.`;

export function addRecommenderOptions(command: Command): Command {
  const { perSecond, concurrency, timeout } = recommenderDefaults;
  return command
    .option('--recommender <url>', 'ask a running recommender at this address for a list for each person')
    .option('--requests <number>', 'requests at most, repeated ones included (default: two per person)', wholeNumber)
    .option('--per-second <number>', `requests per second at most (default: ${perSecond})`, positiveNumber)
    .option('--at-once <number>', `requests under way at the same time (default: ${concurrency})`, wholeNumber)
    .option('--timeout <seconds>', `time limit for a request (default: ${timeout})`, positiveNumber)
    .option('--journal <folder>', 'where to keep the answers; run again to resume')
    .option('--http-header <line>', 'a header to send, "Name: value"; may be given several times', several)
    .option('--http-header-env <name=variable>', 'a header whose value is in an environment variable', several)
    .option('--allow-http', 'send histories over http:// to another machine, readable on the way')
    .option('--at-least <number>', 'take lists with this many items (default: all that were asked for)', wholeNumber)
    .option('--unknown-items <what>', 'items that the data do not have: refuse or keep (default: refuse)');
}

/** Refuses flags that would be read in vain. */
export function checkRecommenderFlags(flags: RecommenderFlags): void {
  if (flags.recommender === undefined) refuseIdle(flags, OF_RECOMMENDER, 'there is no --recommender');
}

/**
 * `journal`: where answers are kept if --journal does not say. `top`: how long the lists are. undefined, and exit status 130,
 * where it was stopped.
 */
export async function listsFromRecommender(
  dataset: Dataset,
  flags: RecommenderFlags & { readonly recommender: string; readonly quiet?: boolean },
  asked: {
    readonly journal: string;
    readonly top?: number | undefined;
    readonly people?: readonly UserIndex[] | undefined;
    readonly signal?: AbortSignal | undefined;
  },
): Promise<AskedLists | undefined> {
  const folder = flags.journal ?? asked.journal;
  const control = new AbortController();
  const stop = () => control.abort();
  process.once('SIGINT', stop);
  const call: RecommenderCall = {
    url: flags.recommender,
    dataset,
    people: asked.people,
    topN: asked.top,
    budget: flags.requests,
    perSecond: flags.perSecond,
    concurrency: flags.atOnce,
    timeout: flags.timeout,
    headers: headersFrom(flags),
    folder,
    allowHttp: flags.allowHttp,
    atLeast: flags.atLeast,
    unknownItems: unknownItemsOf(flags.unknownItems),
    signal: asked.signal === undefined ? control.signal : AbortSignal.any([control.signal, asked.signal]),
    onProgress: flags.quiet ? undefined : taskProgress('asking the recommender'),
  };
  try {
    return await askRecommender(call);
  } catch (error) {
    if (!(error instanceof UlteriorError) || error.code !== 'RECOMMENDER_INTERRUPTED') throw error;
    warn(`${error.message}. The same command goes on where it was: answers are in ${folder}`);
    process.exitCode = 130;
    return undefined;
  } finally {
    process.removeListener('SIGINT', stop);
  }
}

function unknownItemsOf(word: string | undefined): 'refuse' | 'keep' | undefined {
  if (word === undefined || word === 'refuse' || word === 'keep') return word;
  throw new UlteriorError(
    'PARAMETER_OUT_OF_RANGE',
    `${optionOf('unknownItems')} is ${word}; it must be refuse or keep`,
    'write --unknown-items keep, or leave it out',
    { parameter: '--unknown-items', value: word },
  );
}

/** Messages never show what a header says. */
function headersFrom({ httpHeader = [], httpHeaderEnv = [] }: RecommenderFlags): Record<string, string> {
  const headers: Record<string, string> = {};
  for (const line of httpHeader) {
    const [, name, value] = /^([^\s:]+):\s*(.*)$/.exec(line) ?? [];
    if (name === undefined) throw badHeader('--http-header is not written as "Name: value"', 'write it like that');
    headers[name] = value!;
  }
  for (const word of httpHeaderEnv) {
    const [, name, variable] = /^([^\s=]+)=(\w+)$/.exec(word) ?? [];
    if (name === undefined) {
      throw badHeader(
        '--http-header-env is not written as NAME=VARIABLE',
        'for example --http-header-env Authorization=TOKEN',
      );
    }
    const value = process.env[variable!];
    if (value === undefined || value === '') {
      throw badHeader(`the environment variable ${variable} for the header ${name} is not set`, `set ${variable}`);
    }
    headers[name] = value;
  }
  return headers;
}

function badHeader(what: string, advice: string): UlteriorError {
  return new UlteriorError('RECOMMENDER_ADDRESS', what, advice);
}
