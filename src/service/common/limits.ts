/** What the service takes on at most. Everything counts per process; several instances take on more together. */

/** What the service takes on at most. */
export interface Limits {
  /** Bytes of bodies: JSON, a model file, a file of ratings; and what a compressed file may unpack to. */
  readonly jsonBytes: number;
  readonly modelBytes: number;
  readonly dataBytes: number;
  readonly unpackedBytes: number;
  /** Files that are received or read at the same moment. */
  readonly uploadsAtOnce: number;
  /** What reading an uploaded file may take, in a thread of its own. */
  readonly parseSeconds: number;
  readonly parseMegabytes: number;
  /** Shape of a model. */
  readonly modelItems: number;
  readonly modelTypes: number;
  readonly modelDimension: number;
  /** What a model may cost, in steps: for a question, and for the first advice (modelCost.ts). */
  readonly questionSteps: number;
  readonly adviceSteps: number;
  /** Answers times levels of rating that one ledger goes through. */
  readonly ledgerSteps: number;
  /** Ratings of an invented world. */
  readonly worldRatings: number;
  /** Connections that are open, and requests that are being worked on. */
  readonly connections: number;
  readonly requestsInHand: number;
  /** By key, by interview token, or by address where there is neither. */
  readonly requestsPerMinute: number;
  /** Refused keys and tokens by address. */
  readonly refusalsPerMinute: number;
  /** Interviews that a key starts. */
  readonly interviewsPerHour: number;
  /** Until the headers of a request have arrived, and until all of it has. */
  readonly headerSeconds: number;
  readonly requestSeconds: number;
  /** Until it is answered, from its first byte on; streams of events are exempt. */
  readonly answerSeconds: number;
  /** How long a connection may be still while an answer is made or read; longer than `answerSeconds`. */
  readonly idleSeconds: number;
  /** Views of interviews (recommendations, advice, ledger): how many may wait, and how long one may take. */
  readonly viewsWaiting: number;
  readonly viewSeconds: number;
  /** How long requests in hand may delay the end of the service. */
  readonly closeSeconds: number;
  /** Streams of events that are open at once, how often they look for news, and after how long they say anything at all. */
  readonly streams: number;
  readonly streamPollSeconds: number;
  readonly heartbeatSeconds: number;
  /** Questions of an interview. */
  readonly questions: number;
  /** How long an interview is kept at most, and by default; the same for uploaded data. */
  readonly retentionSeconds: number;
  readonly defaultRetentionSeconds: number;
  readonly dataRetentionSeconds: number;
  readonly defaultDataRetentionSeconds: number;
  /** How long a response is remembered for a repeated request. */
  readonly idempotencySeconds: number;
  /** Memory for what is kept ready: half of it for models, a quarter for interviews, the rest for what they leave to the collector. */
  readonly cacheBytes: number;
  /** Memory of one audit, threads not counted. */
  readonly auditMegabytes: number;
  /** How long a worker is at an audit, and how long an audit is kept from when it was asked for. */
  readonly auditSeconds: number;
  readonly auditRetentionSeconds: number;
}

/** These are built into the listener, the routes or the caches when the service starts. The others count at every use. */
export const FIXED_LIMITS = [
  'jsonBytes',
  'modelBytes',
  'dataBytes',
  'unpackedBytes',
  'headerSeconds',
  'requestSeconds',
  'answerSeconds',
  'idleSeconds',
  'questions',
  'retentionSeconds',
  'defaultRetentionSeconds',
  'dataRetentionSeconds',
  'defaultDataRetentionSeconds',
  'cacheBytes',
] as const satisfies readonly (keyof Limits)[];

/** Changes limits that are in use; returns those that differ and are fixed. */
export function changeLimits(inUse: Limits, next: Limits): (keyof Limits)[] {
  const fixed: ReadonlySet<string> = new Set(FIXED_LIMITS);
  const differing = (Object.keys(next) as (keyof Limits)[]).filter((name) => next[name] !== inUse[name]);
  for (const name of differing) if (!fixed.has(name)) Reflect.set(inUse, name, next[name]);
  return differing.filter((name) => fixed.has(name));
}

const [MINUTE, HOUR, DAY] = [60, 3600, 86_400];
const MEBIBYTE = 2 ** 20;

/** The limits of a service of which nothing else is said. */
export const defaultLimits: Limits = Object.freeze({
  jsonBytes: 2 ** 16,
  modelBytes: 64 * MEBIBYTE,
  dataBytes: 64 * MEBIBYTE,
  unpackedBytes: 512 * MEBIBYTE,
  uploadsAtOnce: 4,
  parseSeconds: 30,
  parseMegabytes: 1024,
  modelItems: 200_000,
  modelTypes: 64,
  modelDimension: 256,
  questionSteps: 8_000_000,
  adviceSteps: 400_000_000,
  ledgerSteps: 25_000,
  worldRatings: 300_000,
  connections: 5000,
  requestsInHand: 128,
  requestsPerMinute: 600,
  refusalsPerMinute: 30,
  interviewsPerHour: 600,
  headerSeconds: 15,
  requestSeconds: 2 * MINUTE,
  answerSeconds: 4 * MINUTE,
  idleSeconds: 250,
  viewsWaiting: 64,
  viewSeconds: 10,
  closeSeconds: 20,
  streams: 100,
  streamPollSeconds: 0.5,
  heartbeatSeconds: 15,
  questions: 200,
  retentionSeconds: 30 * DAY,
  defaultRetentionSeconds: DAY,
  dataRetentionSeconds: 30 * DAY,
  defaultDataRetentionSeconds: 7 * DAY,
  idempotencySeconds: 24 * HOUR,
  cacheBytes: 256 * MEBIBYTE,
  auditMegabytes: 4096,
  auditSeconds: 4 * HOUR,
  auditRetentionSeconds: 90 * DAY,
});
