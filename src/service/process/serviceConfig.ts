/**
 * The one description of the file that `--config` names: it is checked by it, and docs/service-config.schema.json is made
 * from it. A service and its workers may share one file; each takes what concerns it.
 */
import { outOfRange } from '../../errors/index.ts';
import { LOG_LEVELS } from '../../runtime/index.ts';
import {
  type FieldsSchema,
  type JsonSchema,
  jsonSchemaOf,
  type NumberSchema,
  requireFit,
  schema,
} from '../../schema/index.ts';
import { defaultLimits, FIXED_LIMITS, type Limits } from '../common/limits.ts';

const { about, between, fieldsOf, oneOf, text, whole } = schema;

export interface ServiceConfig {
  /** For editors. */
  readonly $schema?: string;
  readonly host?: string;
  readonly port?: number;
  readonly log?: string;
  readonly trustProxy?: string;
  readonly threads?: number;
  readonly connections?: number;
  readonly limits?: Partial<Limits>;
}

const DAY = 86_400;
const count = whole(1, 1_000_000_000);
const bytes = whole(1, 2 ** 40);
const megabytes = whole(16, 2 ** 20);
/** What a timer can wait for. */
const seconds: NumberSchema = { kind: 'number', above: 0, max: 20 * DAY };
const kept = whole(1, 3650 * DAY);

const limitSchema: FieldsSchema = fieldsOf<Limits>({
  jsonBytes: about('Bytes of a JSON body.', bytes),
  modelBytes: about('Bytes of a model file.', bytes),
  dataBytes: about('Bytes of a file of ratings.', bytes),
  unpackedBytes: about('Bytes that a compressed file of ratings unpacks to.', bytes),
  uploadsAtOnce: about('Files that are received or read at the same moment.', count),
  parseSeconds: about('Time to read an uploaded file.', seconds),
  parseMegabytes: about('Heap to read an uploaded file.', megabytes),
  modelItems: about('Items of a model.', count),
  modelTypes: about('Groups of a model.', whole(2, 1_000_000)),
  modelDimension: about('Factors of a model.', whole(1, 1_000_000)),
  questionSteps: about('Steps that the model may need for a question.', count),
  adviceSteps: about('Steps that the model may need for the first advice.', whole(1, Number.MAX_SAFE_INTEGER)),
  ledgerSteps: about('Answers times levels of rating of a ledger.', count),
  worldRatings: about('Ratings of an invented world.', count),
  connections: about('Connections of clients.', count),
  requestsInHand: about('Requests that are worked on at once.', count),
  requestsPerMinute: about('Requests by key, by interview or by address.', count),
  refusalsPerMinute: about('Refused keys and tokens by address.', count),
  interviewsPerHour: about('Interviews that a key starts.', count),
  headerSeconds: about('Time for the headers of a request to arrive.', seconds),
  requestSeconds: about('Time for the whole request to arrive.', seconds),
  answerSeconds: about('Time until a request is answered.', seconds),
  idleSeconds: about('How long a connection may be still; longer than answerSeconds.', seconds),
  viewsWaiting: about('Views of interviews that wait.', count),
  viewSeconds: about('Time for a view of an interview.', seconds),
  closeSeconds: about('Time for requests in hand when the service ends.', seconds),
  streams: about('Streams of events.', count),
  streamPollSeconds: about('How often a stream looks for news.', between(0.05, 3600)),
  heartbeatSeconds: about('After how long a stream says anything at all.', seconds),
  questions: about('Questions of an interview.', whole(1, 10_000)),
  retentionSeconds: about('How long an interview is kept at most.', kept),
  defaultRetentionSeconds: about('How long an interview is kept by default.', kept),
  dataRetentionSeconds: about('How long uploaded data are kept at most.', kept),
  defaultDataRetentionSeconds: about('How long uploaded data are kept by default.', kept),
  idempotencySeconds: about('How long a response is remembered.', kept),
  cacheBytes: about('Memory for models and interviews at hand.', bytes),
  auditMegabytes: about('Heap of an audit.', megabytes),
  auditSeconds: about('How long a worker is at an audit.', seconds),
  auditRetentionSeconds: about('How long an audit is kept.', kept),
});

const configSchema: FieldsSchema = fieldsOf<ServiceConfig>({
  $schema: text,
  host: about('Address to listen on.', text),
  port: about('Port; 0 for any free one.', whole(0, 65_535)),
  log: about('Which lines are logged.', oneOf(LOG_LEVELS)),
  trustProxy: about('How many proxies to believe, or their addresses.', text),
  threads: about('Threads of an audit.', whole(1, 1024)),
  connections: about('Connections to a PostgreSQL server, at most.', whole(1, 1000)),
  limits: about(
    `What the service takes on at most. A signal (SIGHUP) makes changes count at once, except for ${FIXED_LIMITS.join(', ')}, which count from the next start.`,
    limitSchema,
  ),
});

/** docs/service-config.schema.json. */
export function serviceConfigDocument(): JsonSchema {
  return {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    title: 'Configuration of the service',
    description: 'What `ulterior serve --config` and `ulterior work --config` read. A flag goes before the file.',
    ...jsonSchemaOf(configSchema),
  };
}

/** Refuses what is no configuration, all problems at once. */
export function checkedConfig(value: unknown): ServiceConfig {
  requireFit(configSchema, value);
  return value as ServiceConfig;
}

/** All limits, where some are given; refuses those that contradict each other. */
export function limitsFrom(...given: readonly (Partial<Limits> | undefined)[]): Limits {
  const limits: Limits = Object.assign({}, defaultLimits, ...given);
  requireFit(limitSchema, limits, 'limits');
  for (const [smaller, larger] of [
    ['defaultRetentionSeconds', 'retentionSeconds'],
    ['defaultDataRetentionSeconds', 'dataRetentionSeconds'],
    ['answerSeconds', 'idleSeconds'],
  ] as const) {
    if (limits[smaller] > limits[larger]) {
      throw outOfRange(`limits.${smaller}`, limits[smaller], `at most limits.${larger}, which is ${limits[larger]}`);
    }
  }
  return limits;
}
