/**
 * The one description of the file that `--config` names: it is checked by it, and docs/service-config.schema.json is made
 * from it. A service and its workers may share one file; each takes what concerns it.
 */
import {
  type FieldsSchema,
  type JsonSchema,
  jsonSchemaOf,
  LOG_LEVELS,
  outOfRange,
  requireFit,
  schema,
} from 'ulterior/service-parts';
import { defaultLimits, FIXED_LIMITS, type Limits, limitSchema } from '../common/limits.ts';

const { about, fieldsOf, oneOf, text, whole } = schema;

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
    description: 'What `ulterior serve --config` and `ulterior serve work --config` read. A flag goes before the file.',
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
