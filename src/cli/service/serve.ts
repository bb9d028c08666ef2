/** `ulterior serve`: the page, the interface, the database and a worker, all in one process. */
import { existsSync, readdirSync } from 'node:fs';
import { basename, join } from 'node:path';
import { type Command, InvalidArgumentError } from 'commander';
import { type DatasetSource, sourceFromText } from '../../datasets/index.ts';
import { LOG_LEVELS, loadPart, packageFile, readWholeFile } from '../../runtime/index.ts';
import type { Limits, OpenServer, RunningStatus, RunningWorker } from '../../service/index.ts';
import type { Store, StoreOptions } from '../../store/index.ts';
import { coloursFor } from '../shared/colours.ts';
import { refuseIdle, wholeNumber } from '../shared/options.ts';
import { print, showError, warn } from '../shared/output.ts';
import { addPluginOption } from '../shared/pluginOption.ts';
import { addKeys } from './keys.ts';
import {
  addServiceOptions,
  CONFIG_HELP,
  openTracer,
  readSettings,
  reloadOnSignal,
  type ServiceFlags,
  type Settings,
} from './serviceOptions.ts';
import { addStore } from './store.ts';
import { addStoreOption, openNamedStore, STORE_HELP, type StoreFlags } from './storeOptions.ts';

const pc = coloursFor(process.stdout);
const PAGE = packageFile('dist/web/');
const MODELS = packageFile('models/');

interface CommonFlags extends StoreFlags, ServiceFlags {
  readonly data: Readonly<Record<string, string>>;
}

interface WorkFlags extends CommonFlags {
  readonly statusHost?: string;
  readonly statusPort?: number;
}

interface ServeFlags extends CommonFlags {
  readonly host?: string;
  readonly port?: number;
  readonly worker: boolean;
  readonly log?: string;
  /** True where nothing follows the flag. */
  readonly trustProxy?: string | true;
}

export function addServe(program: Command): void {
  const group = withWorkOptions(program.command('serve'))
    .description('serve the page and the HTTP interface, with a database and a worker')
    .option('--host <address>', 'address to listen on; put anything but loopback behind TLS (default: 127.0.0.1)')
    .option('--port <number>', 'port; 0 for any free one (default: 8080)', wholeNumber)
    .option('--no-worker', 'run no audits here: leave them to `ulterior serve work`')
    .option('--log <level>', `log lines (JSON, on standard error): ${LOG_LEVELS.join(', ')} (default: warn)`, logLevel)
    .option(
      '--trust-proxy [hops or addresses]',
      'proxies to believe about the addresses of clients (X-Forwarded-For): how many there are, or their addresses or networks',
    )
    .addHelpText(
      'after',
      `${STORE_HELP}
${CONFIG_HELP}

The first start makes a key for the administrator, prints it once, and adds the models that ship with Ulterior.

Examples:
  ulterior serve
  ulterior serve --port 8080 --data films=ml-1m:data/ml-1m
  ulterior serve --config service.json --limit requestsPerMinute=100
  DATABASE_URL=postgres://ulterior:secret@localhost/ulterior ulterior serve --no-worker`,
    )
    .action(serve);
  addWork(group);
  addKeys(group);
  addStore(group);
}

function addWork(group: Command): void {
  withWorkOptions(group.command('work'))
    .description('run the audits that a server has queued, as a separate process')
    .option('--status-port <number>', 'answer /health/live, /health/ready and /metrics on that port', wholeNumber)
    .option('--status-host <address>', 'address for --status-port; it asks for no key (default: 127.0.0.1)')
    .addHelpText(
      'after',
      `${STORE_HELP}
${CONFIG_HELP}

Examples:
  DATABASE_URL=postgres://… ulterior serve work --threads 8 --status-port 9090`,
    )
    .action(work);
}

function withWorkOptions(command: Command): Command {
  return addPluginOption(addServiceOptions(addStoreOption(command)))
    .option('--data <name=source>', 'data that audits may use (repeatable)', namedSource, {})
    .option('--threads <number>', 'threads of an audit (default: all cores)', wholeNumber);
}

async function serve(flags: ServeFlags): Promise<void> {
  const { proxiesFrom, startServer } = await loadPart('service', () => import('../../service/index.ts'));
  const settings = await readSettings(flags);
  const { config, limits } = settings;
  const trustProxy = flags.trustProxy ?? config.trustProxy;
  // A flag alone is refused with the advice of what to add.
  const trusted = trustProxy === undefined ? undefined : proxiesFrom(trustProxy === true ? '' : trustProxy);
  const threads = flags.threads ?? config.threads;
  const tracer = await openTracer(flags, (problem) => warnOf('traces', problem));
  const store = await openNamedStore(flags, { onProblem, ...connectionsOf(flags, settings) });
  let server: OpenServer;
  let firstKey: string | undefined;
  try {
    // Of several that begin at once, one is the first.
    firstKey = await store.alone(() => prepare(store));
    server = await startServer({
      store,
      host: flags.host ?? config.host,
      port: flags.port ?? config.port,
      webFolder: pageFolder(),
      dataSources: sourcesOf(flags),
      worker: flags.worker && (threads === undefined ? true : { threads }),
      trustProxy: trusted,
      limits,
      tracer,
      logger: { level: flags.log ?? config.log ?? 'warn', stream: process.stderr },
    });
  } catch (error) {
    await store.close();
    throw error;
  }
  const { log } = server.app;
  reloadOnSignal(flags, settings, server.changeLimits, {
    done: (restart) => log.warn({ restart }, 'the configuration was read again'),
    refused: ({ code, message, advice }) =>
      log.error({ errorCode: code, problem: message, advice }, 'the configuration is wrong and was not taken over'),
  });
  const line = (label: string, text: string) => `  ${pc.dim(label.padEnd(10))}${text}`;
  print(
    `${pc.bold('Ulterior')} is running: ${server.url}`,
    line('page', server.url),
    line('interface', `${server.url}/docs`),
    line('admin', `${server.url}/admin`),
    line(
      'database',
      store.kind === 'embedded' ? `the folder ${flags.store ?? 'ulterior-store'}` : 'a PostgreSQL server',
    ),
    line('worker', flags.worker ? 'in this process' : 'none here: start `ulterior serve work`'),
    ...(firstKey === undefined
      ? []
      : ['', 'The administrator’s key, shown only once:', `  ${firstKey}`, 'More keys: ulterior serve keys --help']),
    '',
    'Stop with Ctrl+C.',
  );
  endOnSignal(async () => {
    await server.close();
    await tracer?.close();
  });
}

async function work(flags: WorkFlags): Promise<void> {
  const { Metrics, startStatus, startWorker } = await loadPart('service', () => import('../../service/index.ts'));
  const { statusHost: host, statusPort: port } = flags;
  const dataSources = sourcesOf(flags);
  if (port === undefined) refuseIdle(flags, ['statusHost'], 'no --status-port is given');
  const settings = await readSettings(flags);
  const threads = flags.threads ?? settings.config.threads;
  const tracer = await openTracer(flags, (problem) => warnOf('traces', problem));
  const store = await openNamedStore(flags, { onProblem, ...connectionsOf(flags, settings) });
  const metrics = new Metrics();
  let status: RunningStatus | undefined;
  let worker: RunningWorker;
  try {
    status = port === undefined ? undefined : await startStatus({ store, metrics, host, port });
    const { limits } = settings;
    worker = await startWorker(store, { dataSources, threads, limits, metrics, tracer, log: warnOf });
  } catch (error) {
    await status?.close();
    await store.close();
    throw error;
  }
  const apply = (limits: Limits) => {
    worker.changeLimits(limits);
    return [];
  };
  reloadOnSignal(flags, settings, apply, {
    done: (restart) =>
      warn(
        `the configuration was read again${restart.length === 0 ? '' : `; not before the next start: ${restart.join(', ')}`}`,
      ),
    refused: showError,
  });
  print(
    ...(status === undefined ? [] : [`Health and figures: ${status.url}/health/ready, ${status.url}/metrics`]),
    'Waiting for audits. Stop with Ctrl+C: the audit in hand then resumes elsewhere or later.',
  );
  endOnSignal(async () => {
    await status?.close();
    await worker.stop();
    await store.close();
    await tracer?.close();
  });
}

function connectionsOf(flags: ServiceFlags, { config }: Settings): StoreOptions {
  return { connections: flags.connections ?? config.connections };
}

/** A store without keys is new: it gets a key, which is returned, and the models that ship. */
async function prepare(store: Store): Promise<string | undefined> {
  if ((await store.keys.count()) > 0) return undefined;
  const { createKey, defaultLimits, inspectModel } = await loadPart('service', () => import('../../service/index.ts'));
  // A first start that was cut short has left some of them.
  const present = new Set((await store.models.list({ limit: 100 })).rows.map(({ name }) => name));
  for (const file of readdirSync(MODELS).filter((name) => name.endsWith('.safetensors'))) {
    const name = basename(file, '.safetensors');
    if (present.has(name)) continue;
    const bytes = await readWholeFile(join(MODELS, file));
    await store.models.add({ name, bytes, description: inspectModel(bytes, defaultLimits) });
  }
  return (await createKey(store, 'first administrator', 'admin')).key;
}

function pageFolder(): string | undefined {
  if (existsSync(join(PAGE, 'index.html'))) return PAGE;
  warn('the page was not built, so only the HTTP interface is served; npm run build:web builds the page');
  return undefined;
}

/** Ends once, however often it is asked to; a second signal does not wait. */
function endOnSignal(close: () => Promise<void>): void {
  let ending = false;
  const end = () => {
    if (ending) process.exit(130);
    ending = true;
    print('Stopping after the requests in hand. Press Ctrl+C again to stop at once.');
    close().catch((error: unknown) => {
      showError(error);
      process.exitCode = 1;
    });
  };
  process.on('SIGINT', end);
  process.on('SIGTERM', end);
}

function onProblem(problem: unknown): void {
  warnOf('the database', problem);
}

function warnOf(what: string, problem: unknown): void {
  warn(`${what}: ${problem instanceof Error ? problem.message : String(problem)}`);
}

/** Only now: a plug-in may have brought the reader. */
function sourcesOf({ data }: CommonFlags): Readonly<Record<string, DatasetSource>> {
  return Object.fromEntries(Object.entries(data).map(([name, source]) => [name, sourceFromText(source)]));
}

function namedSource(text: string, others: Readonly<Record<string, string>>) {
  const [, name, source] = /^([\w-]+)=(.+)$/.exec(text) ?? [];
  if (name === undefined) throw new InvalidArgumentError('Give a name and a source, for example films=ml-1m:data.');
  return { ...others, [name]: source! };
}

function logLevel(text: string): string {
  if (!LOG_LEVELS.includes(text)) throw new InvalidArgumentError(`Use one of ${LOG_LEVELS.join(', ')}.`);
  return text;
}
