/** The service on a port, with a worker and the sweep; and how all of it ends. */
import type { AddressInfo } from 'node:net';
import { type RunningWorker, startWorker } from '../audits/worker.ts';
import { changeLimits } from '../common/limits.ts';
import { listenFailure, urlOf } from '../common/listening.ts';
import { Metrics } from '../figures/metrics.ts';
import { boundConnections } from '../http/connections.ts';
import type { App } from '../http/context.ts';
import { type AppOptions, buildApp } from './app.ts';
import type { RunningServer, ServerOptions } from './options.ts';
import { sweep } from './sweep.ts';

/** Connections that wait to be accepted: as many as systems allow by default, so that a crowd is answered and not reset. */
const BACKLOG = 4096;

/** For tests and scripts, which look inside. */
export interface OpenServer extends RunningServer {
  readonly app: App;
}

/** Where it cannot start nothing is left running, and the store stays open. */
export async function startServer(options: ServerOptions & AppOptions): Promise<OpenServer> {
  const {
    store,
    host = '127.0.0.1',
    port = 8080,
    worker = true,
    sweepSeconds = 60,
    dataSources,
    limits,
    tracer,
  } = options;
  const metrics = options.metrics ?? new Metrics();
  const app = await buildApp({ ...options, metrics });
  const log = (message: string, error: unknown) => app.log.error({ error }, message);
  let working: RunningWorker | undefined;
  try {
    await listen(app, host, port);
    if (worker !== false) {
      working = await startWorker(store, {
        dataSources,
        limits,
        metrics,
        log,
        tracer,
        ...(worker === true ? {} : worker),
      });
    }
  } catch (error) {
    await app.close();
    throw error;
  }
  let sweeping: Promise<unknown> = Promise.resolve();
  const timer = setInterval(() => {
    sweeping = sweep(app.service).catch((error: unknown) => app.log.error({ err: error }, 'the sweep failed'));
  }, 1000 * sweepSeconds);
  timer.unref();
  let closing: Promise<void> | undefined;
  const shut = async () => {
    clearInterval(timer);
    await app.close();
    await working?.stop();
    await sweeping;
    await store.close();
  };
  return {
    url: urlOf(app.server.address() as AddressInfo),
    app,
    changeLimits: (limits) => {
      working?.changeLimits(limits);
      const unchanged = changeLimits(app.service.limits, limits);
      boundConnections(app, app.service.limits);
      return unchanged;
    },
    close: () => {
      closing ??= shut();
      return closing;
    },
  };
}

async function listen(app: App, host: string, port: number): Promise<void> {
  try {
    await app.listen({ host, port, backlog: BACKLOG });
  } catch (cause) {
    throw listenFailure(host, port, cause);
  }
}
