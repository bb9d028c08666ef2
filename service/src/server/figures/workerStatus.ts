/**
 * Health and figures on a listener of their own, under the addresses the service has for them: of a worker that runs by itself, or
 * of a service, where no crowd of clients keeps a probe from being answered. It listens on this machine unless told
 * otherwise, and asks for no key: there are counts in it, and no identities.
 */

import { randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { UlteriorError } from 'ulterior/service-parts';
import type { Store } from '../../store/index.ts';
import { listenFailure, urlOf } from '../common/listening.ts';
import { asUlteriorError, NOTHING_HERE, PROBLEM_TYPE, problemOf } from '../common/problem.ts';
import { WriteProbe } from '../common/writeProbe.ts';
import { METRICS_TYPE, type Metrics } from './metrics.ts';
import { addProcessGauges } from './processGauges.ts';
import { addStoreGauges } from './storeGauges.ts';

interface StatusOptions {
  readonly store: Store;
  /** Those that the worker or the service counts in. */
  readonly metrics: Metrics;
  /** Whether process and store are measured in them already, as a service does. */
  readonly measured?: boolean;
  readonly port: number;
  readonly host?: string | undefined;
}

export interface RunningStatus {
  readonly url: string;
  close(): Promise<void>;
}

const MOST_CONNECTIONS = 50;
const SLOWEST_MILLISECONDS = 5000;

export async function startStatus(options: StatusOptions): Promise<RunningStatus> {
  const { store, metrics, port, host = '127.0.0.1', measured = false } = options;
  const probe = new WriteProbe(store, () => new Date());
  const ok = JSON.stringify({ status: 'ok' });
  const pages: Readonly<Record<string, () => Promise<readonly [type: string, text: string]>>> = {
    '/health/live': async () => [JSON_TYPE, ok],
    '/health/ready': async () => {
      await probe.passes();
      return [JSON_TYPE, ok];
    },
    '/metrics': async () => [METRICS_TYPE, await metrics.text()],
  };
  const server = createServer((request, response) => {
    void answer(request, response, pages[request.url ?? '']);
  });
  server.maxConnections = MOST_CONNECTIONS;
  server.headersTimeout = SLOWEST_MILLISECONDS;
  server.requestTimeout = SLOWEST_MILLISECONDS;
  await new Promise<void>((resolve, reject) => {
    server.once('error', (cause) => reject(listenFailure(host, port, cause)));
    server.listen(port, host, resolve);
  });
  const stopMeasuring = measured ? () => {} : addProcessGauges(metrics);
  if (!measured) addStoreGauges(metrics, store);
  return {
    url: urlOf(server.address() as AddressInfo),
    close: async () => {
      stopMeasuring();
      const closed = new Promise((resolve) => server.close(resolve));
      server.closeAllConnections();
      await closed;
    },
  };
}

const JSON_TYPE = 'application/json; charset=utf-8';

async function answer(
  { method }: IncomingMessage,
  response: ServerResponse,
  page: (() => Promise<readonly [type: string, text: string]>) | undefined,
): Promise<void> {
  const send = (status: number, type: string, text: string) => {
    response.writeHead(status, { 'content-type': type, 'cache-control': 'no-store' });
    response.end(method === 'HEAD' ? undefined : text);
  };
  try {
    if (page === undefined) throw new UlteriorError(...NOTHING_HERE);
    if (method !== 'GET' && method !== 'HEAD') {
      response.setHeader('allow', 'GET, HEAD');
      throw new UlteriorError('METHOD_NOT_ALLOWED', 'the address does not take that method', 'use GET or HEAD');
    }
    send(200, ...(await page()));
  } catch (thrown) {
    const problem = problemOf(asUlteriorError(thrown), randomUUID());
    send(problem.status, PROBLEM_TYPE, JSON.stringify(problem));
  }
}
