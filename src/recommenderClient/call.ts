/** What a call says, checked and with its defaults: nothing is sent before all of it is known to be sound. */
import { outOfRange, requirePositive, requireWithin } from '../errors/index.ts';
import type { Dataset, UserIndex } from '../ratings/index.ts';
import { recommenderAddress, recommenderHeaders } from './address.ts';
import type { ListRules } from './checkedList.ts';
import type { Target } from './post.ts';

export interface RecommenderCall {
  readonly url: string;
  /** Whose ratings are sent, with the ids of users and items. Attributes never are. */
  readonly dataset: Dataset;
  /** Everybody if left out. */
  readonly people?: readonly UserIndex[] | undefined;
  /** Length of the lists. */
  readonly topN?: number | undefined;
  /** Requests that this call may send, repeated ones included; twice the number of people to be asked if left out. */
  readonly budget?: number | undefined;
  readonly perSecond?: number | undefined;
  /** Requests under way at the same time. */
  readonly concurrency?: number | undefined;
  /** In seconds, for one request. */
  readonly timeout?: number | undefined;
  readonly headers?: Readonly<Record<string, string>> | undefined;
  /** Where answers are kept; in memory alone if left out. */
  readonly folder?: string | undefined;
  /** How often a request is repeated that found the recommender busy, silent or gone. */
  readonly retries?: number | undefined;
  /** In seconds, before the first repetition; it doubles each time. A recommender that names a time (Retry-After) goes before. */
  readonly firstWait?: number | undefined;
  /** In seconds: a recommender that wants a longer wait ends the call. */
  readonly longestWait?: number | undefined;
  readonly mostBytes?: number | undefined;
  readonly allowHttp?: boolean | undefined;
  /** Items that a list has at least; all that were asked for if left out. */
  readonly atLeast?: number | undefined;
  readonly unknownItems?: ListRules['unknownItems'] | undefined;
  readonly signal?: AbortSignal | undefined;
  /** People whose lists are there, also those of an earlier call. */
  readonly onProgress?: ((progress: { readonly done: number; readonly total: number }) => void) | undefined;
}

export const recommenderDefaults = {
  topN: 10,
  perSecond: 10,
  concurrency: 4,
  timeout: 30,
  retries: 4,
  firstWait: 0.5,
  longestWait: 300,
  mostBytes: 2 ** 20,
} as const;

export interface Settings extends Pick<RecommenderCall, 'dataset' | 'signal' | 'onProgress' | 'folder' | 'budget'> {
  readonly people: readonly UserIndex[];
  readonly target: Target;
  readonly rules: ListRules;
  readonly pacing: Readonly<Record<'perSecond' | 'concurrency' | 'retries' | 'firstWait' | 'longestWait', number>>;
}

export function settingsOf(call: RecommenderCall): Settings {
  const usual = recommenderDefaults;
  const { dataset, budget, topN = usual.topN, timeout = usual.timeout, mostBytes = usual.mostBytes } = call;
  const { perSecond = usual.perSecond, concurrency = usual.concurrency, retries = usual.retries } = call;
  const { firstWait = usual.firstWait, longestWait = usual.longestWait, atLeast = topN } = call;
  requireWithin('topN', topN, { min: 1, max: 10_000, whole: true });
  requireWithin('atLeast', atLeast, { min: 0, max: topN, whole: true });
  requireWithin('concurrency', concurrency, { min: 1, max: 64, whole: true });
  requireWithin('retries', retries, { min: 0, max: 20, whole: true });
  requireWithin('mostBytes', mostBytes, { min: 2, max: 2 ** 30, whole: true });
  requireWithin('timeout', timeout, { min: 0.01, max: 3600 });
  if (budget !== undefined) requireWithin('budget', budget, { min: 1, max: 2 ** 40, whole: true });
  for (const [name, value] of Object.entries({ perSecond, firstWait, longestWait })) requirePositive(name, value);
  const url = recommenderAddress(call.url, call.allowHttp ?? false);
  return {
    dataset,
    people: peopleOf(call),
    target: { url, headers: recommenderHeaders(call.headers ?? {}), timeout, mostBytes },
    rules: { items: dataset.items, topN, atLeast, unknownItems: call.unknownItems ?? 'refuse' },
    pacing: { perSecond, concurrency, retries, firstWait, longestWait },
    budget,
    signal: call.signal,
    onProgress: call.onProgress,
    folder: call.folder,
  };
}

/** Each of them once. */
function peopleOf({ dataset: { users }, people }: RecommenderCall): UserIndex[] {
  if (people === undefined) return Array.from({ length: users.size }, (_, user) => user as UserIndex);
  const wrong = people.find((person) => !Number.isInteger(person) || person < 0 || person >= users.size);
  if (wrong !== undefined) throw outOfRange('people', wrong, `places among ${users.size} users`);
  return [...new Set(people)];
}
