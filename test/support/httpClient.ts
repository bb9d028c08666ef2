/** Requests to a service in another process, over connections that are kept. */
import { Agent, request } from 'node:http';
import type { Answered, Call } from './service.ts';

/** Longer than anything here takes on a busy machine: a request that hangs is a failure, not a wait. */
const LONGEST = 60_000;

export interface HttpClient {
  /** Rejects where no answer came: the process is gone, or broke the connection. */
  call(method: string, url: string, call?: Call): Promise<Answered>;
  close(): void;
}

export function httpClient(connections = 20): HttpClient {
  const agent = new Agent({ keepAlive: true, maxSockets: connections });
  return {
    call: (method, url, { as, body, headers = {} } = {}) =>
      new Promise((resolve, reject) => {
        const payload = body === undefined ? undefined : JSON.stringify(body);
        const sent = {
          ...(as === undefined ? {} : { authorization: `Bearer ${as}` }),
          ...(payload === undefined
            ? {}
            : { 'content-type': 'application/json', 'content-length': Buffer.byteLength(payload) }),
          ...headers,
        };
        const outgoing = request(url, { method, agent, headers: sent, timeout: LONGEST }, (incoming) => {
          const chunks: Buffer[] = [];
          incoming.on('data', (chunk: Buffer) => chunks.push(chunk));
          incoming.on('error', reject);
          incoming.on('end', () => {
            const text = Buffer.concat(chunks).toString();
            const json = /json/.test(incoming.headers['content-type'] ?? '') && text !== '';
            resolve({
              status: incoming.statusCode!,
              headers: incoming.headers,
              text,
              body: json ? JSON.parse(text) : text,
            });
          });
        });
        outgoing.on('timeout', () => outgoing.destroy(new Error(`no answer from ${method} ${url}`)));
        outgoing.on('error', reject);
        outgoing.end(payload);
      }),
    close: () => agent.destroy(),
  };
}
