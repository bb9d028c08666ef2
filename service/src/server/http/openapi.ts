/** The interface as an OpenAPI 3.1 document, made from the schemas that requests are checked with; and a page to read it. */

import swagger from '@fastify/swagger';
import swaggerUi from '@fastify/swagger-ui';
import { Type } from 'typebox';
import { VERSION } from 'ulterior/service-parts';
import { Problem } from '../common/commonSchemas.ts';
import type { Limits } from '../common/limits.ts';
import type { App, Service } from './context.ts';

const descriptionFor = ({ jsonBytes }: Limits) => `Interviews and audits of what rating questions give away.

Every error is application/problem+json with a stable \`code\` and an \`advice\`. Lists are read page by page: pass \`next\` as
\`after\`. A POST with an \`Idempotency-Key\` may be repeated without being done twice. Texts are whole characters: an unpaired
surrogate is refused everywhere. A JSON body has at most ${jsonBytes} bytes.`;

/** Before the routes: it watches them being added. */
export async function addOpenApi(app: App, { limits }: Pick<Service, 'limits'>): Promise<void> {
  app.addSchema(Problem);
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: {
        title: 'Ulterior',
        version: VERSION,
        description: descriptionFor(limits),
        license: { name: 'MIT', identifier: 'MIT' },
      },
      tags: [
        { name: 'models', description: 'What interviews are held with.' },
        { name: 'interviews', description: 'One person, one question at a time.' },
        { name: 'data', description: 'Tables of ratings for audits.' },
        { name: 'audits', description: 'Simulated interviews with everyone in a table.' },
        { name: 'keys', description: 'Who may do what.' },
        { name: 'operation', description: 'For those who run the service.' },
      ],
      components: {
        securitySchemes: {
          key: { type: 'http', scheme: 'bearer', description: 'A key: ulk_…' },
          interviewToken: { type: 'http', scheme: 'bearer', description: 'The token of one interview: uli_…' },
        },
      },
    },
    convertConstToEnum: false,
    refResolver: { buildLocalReference: (json) => String(json['$id']) },
  });
}

/** After them. */
export async function addOpenApiRoutes(app: App): Promise<void> {
  app.get(
    '/openapi.json',
    {
      config: { access: 'open' },
      schema: {
        summary: 'This document',
        description: 'OpenAPI 3.1.',
        response: {
          200: { description: 'The document.', content: { 'application/json': { schema: Type.Any() } } },
        },
      },
    },
    async (_request, reply) => reply.type('application/json').send(JSON.stringify(app.swagger())),
  );
  await app.register(async (docs) => {
    docs.addHook('onRoute', (route) => {
      route.config = { ...route.config, access: 'open' };
    });
    await docs.register(swaggerUi, {
      routePrefix: '/docs',
      // The other layout comes with a style inside its logo, which the policy forbids.
      uiConfig: { validatorUrl: null, docExpansion: 'list', layout: 'BaseLayout' },
      theme: { title: 'Ulterior' },
    });
  });
}
