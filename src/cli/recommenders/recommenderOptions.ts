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
import { schema } from '../../schema/index.ts';
import { asKey, refuseIdle, several } from '../shared/options.ts';
import { taskProgress, warn } from '../shared/output.ts';
import { addSpecFlags } from '../spec/specFlags.ts';

/** How a live recommender is asked. */
interface Asking {
  readonly requests?: number;
  readonly perSecond?: number;
  readonly atOnce?: number;
  readonly timeout?: number;
  readonly journal?: string;
  readonly httpHeader?: string[];
  readonly httpHeaderEnv?: string[];
  readonly allowHttp?: boolean;
  readonly atLeast?: number;
  readonly unknownItems?: 'refuse' | 'keep';
}

export interface RecommenderFlags extends Asking {
  readonly recommender?: string;
}

const { about, flag, listOf, oneOf, positive, text, whole } = schema;

/** Flags of `ulterior data lists`, and keys of the spec of an audit. */
export const askingKeys = schema.fieldsOf<Asking>({
  requests: about('Requests at most, repeated ones included (default: two per person).', whole(1, 2 ** 40)),
  perSecond: about('Requests per second at most.', positive),
  atOnce: about('Requests under way at the same time.', whole(1, 64)),
  timeout: about('Time limit for a request, in seconds.', positive),
  journal: about('Folder that keeps the answers; run again to resume.', text),
  httpHeader: about('Headers to send, each as "Name: value".', listOf(text)),
  httpHeaderEnv: about('Headers whose value is in an environment variable, each as NAME=VARIABLE.', listOf(text)),
  allowHttp: about('Send histories over http:// to another machine, readable on the way.', flag),
  atLeast: about('Take lists with this many items (default: all that were asked for).', whole(0, 10_000)),
  unknownItems: about('Items that the data do not have.', oneOf(['refuse', 'keep'])),
});
const { perSecond, concurrency: atOnce, timeout } = recommenderDefaults;
export const usualAsking = { perSecond, atOnce, timeout, unknownItems: 'refuse' } as const;

/** What has no effect without a recommender to ask. */
const OF_RECOMMENDER = Object.keys(askingKeys.fields);

export const RECOMMENDER_HELP = `
A recommender at an address is asked once per person: POST {"user": id, "history": [{"item": id, "rating": r}, ...], "n": N}.
It answers {"items": [{"item": id, "score": s}, ...]} or [id, ...], best first; docs/recommender.schema.json has the details.
Its answers are kept in a journal: run the same command again, and it asks only for the people who are missing.
A header with a secret belongs in an environment variable (httpHeaderEnv): other people on the machine can see the words
of a command.`;

export const RECOMMENDER = [
  '--recommender <url>',
  'ask a running recommender at this address for a list for each person',
] as const;

export function addRecommenderOptions(command: Command): Command {
  const { httpHeader, httpHeaderEnv, ...names } = Object.fromEntries(OF_RECOMMENDER.map((name) => [name, name]));
  addSpecFlags<Asking>(command.option(...RECOMMENDER), askingKeys, usualAsking, names);
  // Commas may be part of a header: each has a flag of its own.
  return command
    .option('--http-header <line>', 'a header to send, "Name: value"; repeat it for several', several)
    .option('--http-header-env <name=variable>', 'a header whose value is in an environment variable', several);
}

/** Refuses what would be read in vain. */
export function checkRecommenderFlags(flags: RecommenderFlags): void {
  if (flags.recommender === undefined) refuseIdle(flags, OF_RECOMMENDER, 'there is no --recommender', '', asKey);
}

/**
 * `journal`: where answers are kept if the journal does not say. `top`: how long the lists are. undefined, and exit status 130,
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
    unknownItems: flags.unknownItems,
    signal: asked.signal === undefined ? control.signal : AbortSignal.any([control.signal, asked.signal]),
    onProgress: flags.quiet ? undefined : taskProgress('asking the recommender'),
  };
  try {
    return await askRecommender(call);
  } catch (error) {
    if (!(error instanceof UlteriorError) || error.code !== 'RECOMMENDER_INTERRUPTED') throw error;
    warn(`${error.message}. The same command resumes where it was: answers are in ${folder}`);
    process.exitCode = 130;
    return undefined;
  } finally {
    process.removeListener('SIGINT', stop);
  }
}

/** Messages never show what a header says. */
function headersFrom({ httpHeader = [], httpHeaderEnv = [] }: RecommenderFlags): Record<string, string> {
  const headers: Record<string, string> = {};
  for (const line of httpHeader) {
    const [, name, value] = /^([^\s:]+):\s*(.*)$/.exec(line) ?? [];
    if (name === undefined) throw badHeader('a header is not written as "Name: value"', 'write it like that');
    headers[name] = value!;
  }
  for (const word of httpHeaderEnv) {
    const [, name, variable] = /^([^\s=]+)=(\w+)$/.exec(word) ?? [];
    if (name === undefined) {
      throw badHeader(
        'a header from the environment is not written as NAME=VARIABLE',
        'for example Authorization=TOKEN',
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
