/** For those who run the service: is it alive, can it answer, how busy is it. */
import { Type } from 'typebox';
import { problems, withKey } from '../common/commonSchemas.ts';
import { WriteProbe } from '../common/writeProbe.ts';
import { METRICS_TYPE } from '../figures/metrics.ts';
import type { App, Service } from '../http/context.ts';

const tags = ['operation'];
const Ok = Type.Object({ status: Type.Literal('ok') });

export function addHealthRoutes(app: App, { store, clock, metrics }: Service): void {
  const probe = new WriteProbe(store, clock);
  app.get(
    '/health/live',
    {
      config: { access: 'probe' },
      exposeHeadRoute: true,
      schema: {
        tags,
        summary: 'Whether the process answers',
        description: 'Says nothing about the database.',
        response: { 200: Ok, ...problems() },
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
        tags,
        summary: 'Whether requests can be served',
        description:
          'Whether the database took the last write probe. The service makes one when asked, at most every 10 seconds.',
        response: { 200: Ok, ...problems() },
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
        tags,
        summary: 'Figures of this process',
        description:
          'In the text format of Prometheus: requests by route and status, interviews, answers, audits, connections to the database. No identities.',
        security: withKey,
        produces: ['text/plain'],
        response: {
          200: { description: 'Figures.', content: { 'text/plain': { schema: { type: 'string' } } } },
          ...problems(401, 403),
        },
      },
    },
    async (_request, reply) => reply.type(METRICS_TYPE).send(await metrics.text()),
  );
}
