/** What the service takes on at most. Everything counts per process; several instances take on more together. */
import { type FieldsSchema, type NumberSchema, schema } from 'ulterior/service-parts';

const { about, between, fieldsOf, whole } = schema;

const [MINUTE, HOUR, DAY] = [60, 3600, 86_400];
const MEBIBYTE = 2 ** 20;

const count = whole(1, 1_000_000_000);
const bytes = whole(1, 2 ** 40);
const megabytes = whole(16, 2 ** 20);
/** What a timer can wait for. */
const seconds: NumberSchema = { kind: 'number', above: 0, max: 20 * DAY };
const kept = whole(1, 3650 * DAY);

/** Built into the listener, the routes or the caches when the service starts. The others count at every use. */
const BUILT_IN = 'built in';

type Limit = readonly [byDefault: number, bounds: NumberSchema, about: string, builtIn?: typeof BUILT_IN];

const LIMITS = {
  jsonBytes: [2 ** 16, bytes, 'Bytes of a JSON body.', BUILT_IN],
  modelBytes: [64 * MEBIBYTE, bytes, 'Bytes of a model file.', BUILT_IN],
  dataBytes: [64 * MEBIBYTE, bytes, 'Bytes of a file of ratings.', BUILT_IN],
  unpackedBytes: [512 * MEBIBYTE, bytes, 'Bytes that a compressed file of ratings unpacks to.', BUILT_IN],
  uploadsAtOnce: [4, count, 'Files that are received or read at the same moment.'],
  parseSeconds: [30, seconds, 'Time to read an uploaded file.'],
  parseMegabytes: [1024, megabytes, 'Heap to read an uploaded file.'],
  modelItems: [200_000, count, 'Items of a model.'],
  modelTypes: [64, whole(2, 1_000_000), 'Groups of a model.'],
  modelDimension: [256, whole(1, 1_000_000), 'Factors of a model.'],
  // Counted as in modelCost.ts.
  questionSteps: [8_000_000, count, 'Steps that the model may need for a question.'],
  adviceSteps: [400_000_000, whole(1, Number.MAX_SAFE_INTEGER), 'Steps that the model may need for the first advice.'],
  ledgerSteps: [25_000, count, 'Answers times levels of rating of a ledger.'],
  worldRatings: [300_000, count, 'Ratings of an invented world.'],
  connections: [5000, count, 'Connections of clients.'],
  connectionsPerAddress: [1000, count, 'Connections of one address, unless it is a trusted proxy.'],
  requestsInHand: [128, count, 'Requests that are worked on at once.'],
  requestsPerMinute: [600, count, 'Requests by key, by interview or by address.'],
  refusalsPerMinute: [30, count, 'Refused keys and tokens by address.'],
  interviewsPerHour: [600, count, 'Interviews that a key starts.'],
  headerSeconds: [15, seconds, 'Time for the headers of a request to arrive.', BUILT_IN],
  requestSeconds: [2 * MINUTE, seconds, 'Time for the whole request to arrive.', BUILT_IN],
  // From its first byte on; streams of events are exempt.
  answerSeconds: [4 * MINUTE, seconds, 'Time until a request is answered.', BUILT_IN],
  idleSeconds: [250, seconds, 'How long a connection may be still; longer than answerSeconds.', BUILT_IN],
  viewsWaiting: [64, count, 'Views of interviews that wait.'],
  viewSeconds: [10, seconds, 'Time for a view of an interview.'],
  closeSeconds: [20, seconds, 'Time for requests in hand when the service ends.'],
  streams: [100, count, 'Streams of events.'],
  streamPollSeconds: [0.5, between(0.05, 3600), 'How often a stream looks for news.'],
  heartbeatSeconds: [15, seconds, 'After how long a stream says anything at all.'],
  questions: [200, whole(1, 10_000), 'Questions of an interview.', BUILT_IN],
  retentionSeconds: [30 * DAY, kept, 'How long an interview is kept at most.', BUILT_IN],
  defaultRetentionSeconds: [DAY, kept, 'How long an interview is kept by default.', BUILT_IN],
  dataRetentionSeconds: [30 * DAY, kept, 'How long uploaded data are kept at most.', BUILT_IN],
  defaultDataRetentionSeconds: [7 * DAY, kept, 'How long uploaded data are kept by default.', BUILT_IN],
  idempotencySeconds: [24 * HOUR, kept, 'How long a response is remembered.'],
  // Half of it for models, a quarter for interviews, the rest for what they leave to the collector.
  cacheBytes: [256 * MEBIBYTE, bytes, 'Memory for models and interviews at hand.', BUILT_IN],
  // Threads not counted.
  auditMegabytes: [4096, megabytes, 'Heap of an audit.'],
  auditSeconds: [4 * HOUR, seconds, 'How long a worker is at an audit.'],
  // From when it was asked for.
  auditRetentionSeconds: [90 * DAY, kept, 'How long an audit is kept.'],
} as const satisfies Readonly<Record<string, Limit>>;

/** What the service takes on at most. */
export type Limits = { readonly [Name in keyof typeof LIMITS]: number };

const limits = Object.entries(LIMITS) as [keyof Limits, Limit][];
const ofEach = <Value>(value: (limit: Limit) => Value) =>
  Object.fromEntries(limits.map(([name, limit]) => [name, value(limit)])) as Record<keyof Limits, Value>;

/** The limits of a service of which nothing else is said. */
export const defaultLimits: Limits = Object.freeze(ofEach(([byDefault]) => byDefault));

export const limitSchema: FieldsSchema = fieldsOf<Limits>(ofEach(([, bounds, text]) => about(text, bounds)));

export const FIXED_LIMITS = limits.filter(([, [, , , builtIn]]) => builtIn !== undefined).map(([name]) => name);

/** Changes limits that are in use; returns those that differ and are fixed. */
export function changeLimits(inUse: Limits, next: Limits): (keyof Limits)[] {
  const differing = limits.map(([name]) => name).filter((name) => next[name] !== inUse[name]);
  for (const name of differing) if (!FIXED_LIMITS.includes(name)) Reflect.set(inUse, name, next[name]);
  return differing.filter((name) => FIXED_LIMITS.includes(name));
}
