/**
 * Sheds load: beyond a bound of requests in hand a request is refused at once, with the advice to come back, instead of
 * waiting for seconds behind all others. In hand is what is being worked on. A body that has yet to arrive and an answer
 * that has yet to be read are not: a slow client takes nobody's place. Health probes are always answered.
 */

import { finished } from 'node:stream';
import type { FastifyRequest } from 'fastify';
import { UlteriorError } from 'ulterior/service-parts';
import type { App, Service } from './context.ts';

const RETRY_SECONDS = 1;

export function addLoadLimit(app: App, { limits, metrics }: Pick<Service, 'limits' | 'metrics'>): void {
  const inHand = new Set<FastifyRequest>();
  metrics.gauge('ulterior_requests_in_hand', 'Requests that are being worked on.', () => inHand.size);
  const enter = async (request: FastifyRequest) => {
    if (request.routeOptions.config.access === 'probe') return;
    if (inHand.size >= limits.requestsInHand) {
      throw new UlteriorError(
        'SERVICE_BUSY',
        'as many requests are being worked on as can be',
        'try again in a moment',
        {
          retryAfter: RETRY_SECONDS,
        },
      );
    }
    inHand.add(request);
  };
  app.addHook('onRequest', async (request, reply) => {
    await enter(request);
    finished(reply.raw, () => inHand.delete(request));
  });
  app.addHook('preParsing', async (request) => {
    inHand.delete(request);
  });
  app.addHook('preValidation', enter);
  app.addHook('onSend', async (request) => {
    inHand.delete(request);
  });
}
