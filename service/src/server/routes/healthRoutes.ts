/** For those who run the service: is it alive, can it answer, how busy is it. */
import { Type } from 'typebox';
import { WriteProbe } from '../common/writeProbe.ts';
import { METRICS_TYPE } from '../figures/metrics.ts';
import type { App, Service } from '../http/context.ts';

const Ok = Type.Object({ status: Type.Literal('ok') });

export function addHealthRoutes(app: App, { store, clock, metrics }: Service): void {
  const probe = new WriteProbe(store, clock);
  app.get(
    '/health/live',
    {
      config: { access: 'probe' },
      exposeHeadRoute: true,
      schema: {
        summary: 'Whether the process answers',
        description: 'Says nothing about the database.',
        response: { 200: Ok },
      },
    },
    async () => ({ status: 'ok' as const }),
  );

  app.get(
    '/health/ready',
    {
      config: { access: 'probe' },
      exposeHeadRoute: true,
      schema: {
        summary: 'Whether requests can be served',
        description:
          'Whether the database took the last write probe. The service makes one when asked, at most every 5 seconds.',
        response: { 200: Ok },
      },
    },
    async () => {
      await probe.passes();
      return { status: 'ok' as const };
    },
  );

  app.get(
    '/metrics',
    {
      config: { access: 'key' },
      schema: {
        summary: 'Figures of this process',
        description:
          'In the text format of Prometheus: requests by route and status, interviews, answers, audits, connections to the database. No identities.',
        produces: ['text/plain'],
        response: {
          200: { description: 'Figures.', content: { 'text/plain': { schema: { type: 'string' } } } },
        },
      },
    },
    async (_request, reply) => reply.type(METRICS_TYPE).send(await metrics.text()),
  );
}
