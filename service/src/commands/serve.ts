/** `ulterior serve`: the page, the interface, the database and a worker, all in one process. */
import { existsSync, readdirSync } from 'node:fs';
import { basename, join } from 'node:path';
import { coloursFor, packageFile, print, readWholeFile, type ServeFlags, warn } from 'ulterior/service-parts';
import {
  createKey,
  defaultLimits,
  inspectModel,
  Metrics,
  type OpenServer,
  proxiesFrom,
  type RunningStatus,
  startServer,
  startStatus,
} from '../server/index.ts';
import type { Store } from '../store/index.ts';
import { FOLDER, openNamedStore } from './namedStore.ts';
import { connectionsOf, endOnSignal, onProblem, sourcesOf, warnOf } from './running.ts';
import { openTracer, readSettings, reloadOnSignal } from './settings.ts';

const pc = coloursFor(process.stdout);
const PAGE = packageFile('dist/web/');
const MODELS = packageFile('models/');

export async function serve(flags: ServeFlags): Promise<void> {
  const settings = await readSettings(flags);
  const { config, limits } = settings;
  const trustProxy = flags.trustProxy ?? config.trustProxy;
  // A flag alone is refused with the advice of what to add.
  const trusted = trustProxy === undefined ? undefined : proxiesFrom(trustProxy === true ? '' : trustProxy);
  const threads = flags.threads ?? config.threads;
  const tracer = await openTracer(flags, (problem) => warnOf('traces', problem));
  const store = await openNamedStore(flags, { onProblem, ...connectionsOf(flags, settings) });
  const { statusHost, statusPort } = flags;
  let status: RunningStatus | undefined;
  let server: OpenServer;
  let firstKey: string | undefined;
  try {
    // Of several that begin at once, one is the first.
    firstKey = await store.alone(() => prepare(store));
    const metrics = new Metrics();
    if (statusPort !== undefined) {
      status = await startStatus({ store, metrics, measured: true, host: statusHost, port: statusPort });
    }
    server = await startServer({
      store,
      host: flags.host ?? config.host,
      port: flags.port ?? config.port,
      webFolder: pageFolder(),
      dataSources: await sourcesOf(flags),
      worker: flags.worker && (threads === undefined ? true : { threads }),
      trustProxy: trusted,
      limits,
      tracer,
      logger: { level: flags.log ?? config.log ?? 'warn', stream: process.stderr },
      metrics,
    });
  } catch (error) {
    await status?.close();
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
    line('database', store.kind === 'embedded' ? `the folder ${flags.store ?? FOLDER}` : 'a PostgreSQL server'),
    ...(status === undefined ? [] : [line('health', `${status.url}/health/ready`)]),
    line('worker', flags.worker ? 'in this process' : 'none here: start `ulterior serve work`'),
    ...(firstKey === undefined
      ? []
      : ['', 'The administrator’s key, shown only once:', `  ${firstKey}`, 'More keys: ulterior serve keys --help']),
    '',
    'Stop with Ctrl+C.',
  );
  endOnSignal(async () => {
    await status?.close();
    await server.close();
    await tracer?.close();
  });
}

/** A store without keys is new: it gets a key, which is returned, and the models that ship. */
async function prepare(store: Store): Promise<string | undefined> {
  if ((await store.keys.count()) > 0) return undefined;
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
