/** A recommender on loopback whose behaviour a test chooses, request by request. */
import { createServer, type IncomingHttpHeaders, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll } from 'vitest';

export interface SeenRequest {
  readonly user: string;
  readonly history: readonly { readonly item: string; readonly rating: number }[];
  readonly n: number;
}

export interface RecommenderServer {
  /** Ends with a slash. */
  readonly url: string;
  /** All requests, in the order in which they came. */
  readonly requests: SeenRequest[];
  readonly headers: IncomingHttpHeaders[];
  /** When each came, in milliseconds. */
  readonly times: number[];
  /** Under way at the same time, at most. */
  mostAtOnce: number;
}

/** `behave` answers; `turn` counts all requests from 0. */
export async function recommenderServer(
  behave: (response: ServerResponse, request: SeenRequest, turn: number) => void | Promise<void>,
): Promise<RecommenderServer> {
  let underWay = 0;
  const server: Server = createServer(async (incoming, response) => {
    const parts: Buffer[] = [];
    for await (const part of incoming) parts.push(part as Buffer);
    const request: SeenRequest = JSON.parse(Buffer.concat(parts).toString('utf8'));
    const turn = found.requests.push(request) - 1;
    found.headers.push(incoming.headers);
    found.times.push(performance.now());
    found.mostAtOnce = Math.max(found.mostAtOnce, ++underWay);
    response.on('close', () => underWay--);
    await behave(response, request, turn);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  afterAll(() => {
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  const found: RecommenderServer = {
    url: `http://127.0.0.1:${port}/`,
    requests: [],
    headers: [],
    times: [],
    mostAtOnce: 0,
  };
  return found;
}

export function reply(
  response: ServerResponse,
  value: unknown,
  status = 200,
  headers: Record<string, string> = {},
): void {
  response.writeHead(status, { 'content-type': 'application/json', ...headers });
  response.end(typeof value === 'string' ? value : JSON.stringify(value));
}
