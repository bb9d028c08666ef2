/** Models: handed in by the administrator, described to everybody with a key. */

import { Type } from 'typebox';
import { itemIndex, UlteriorError } from 'ulterior/service-parts';
import type { StoredModel } from '../../store/index.ts';
import { Bytes, IdempotencyHeaders, IdPath, pageOf } from '../common/commonSchemas.ts';
import { found, notFound } from '../common/problem.ts';
import { inspect } from '../data/inspectUpload.ts';
import type { App, Service } from '../http/context.ts';
import { once } from '../http/idempotency.ts';
import { addListRoute } from '../http/listRoute.ts';
import { FILE_TYPE } from '../http/uploads.ts';
import type { ModelDescription, ModelUse } from '../models/inspectModel.ts';
import { ItemQuery, ItemView, ModelView, NameQuery } from './modelSchemas.ts';

const DEFAULT_ITEMS = 100;

export function addModelRoutes(app: App, service: Service): void {
  const { store, limits, metrics, models, protections } = service;
  app.addSchema(ModelView);
  const Model = { $ref: 'Model#' };

  app.post(
    '/v1/models',
    {
      config: { access: 'admin', readsFile: true },
      bodyLimit: limits.modelBytes,
      schema: {
        summary: 'Add a model',
        description: `The body is the file that \`ulterior train\` writes, at most ${limits.modelBytes} bytes. The service tries it out before it keeps it.`,
        headers: IdempotencyHeaders,
        querystring: NameQuery,
        consumes: [FILE_TYPE],
        body: Bytes,
        response: { 201: Model },
      },
    },
    async (request, reply) =>
      once(service, request, reply, 201, async (answered) => {
        const bytes = request.body;
        const description = await inspect<ModelDescription>(service, 'model', bytes);
        await store.models.add({ name: request.query.name, bytes, description }, answered(viewOf));
        metrics.count('ulterior_models_total', 'added');
      }),
  );

  addListRoute(app, {
    url: '/v1/models',
    access: 'key',
    what: 'models',
    schema: ModelView,
    list: store.models.list,
    view: viewOf,
  });

  app.get(
    '/v1/models/:id',
    {
      config: { access: 'key' },
      schema: {
        summary: 'Describe a model',
        description: 'What it infers, about which items, and where it comes from.',
        params: IdPath,
        response: { 200: Model },
      },
    },
    async ({ params: { id } }) => viewOf(found('model', await store.models.find(id))),
  );

  app.get(
    '/v1/models/:id/items',
    {
      config: { access: 'key' },
      schema: {
        summary: 'The items of a model',
        description: 'In the order of the model.',
        params: IdPath,
        querystring: ItemQuery,
        response: { 200: pageOf(ItemView, 'A page of items.') },
      },
    },
    async ({ params: { id }, query: { limit = DEFAULT_ITEMS, after = '0' } }) => {
      const stored = found('model', await store.models.find(id));
      const { items } = await (modelUse(stored) === 'protection' ? protections : models).get(id);
      const from = Number(after);
      const end = Math.min(items.size, from + limit);
      const rows = [];
      for (let item = from; item < end; item++) {
        rows.push({ id: items.id(itemIndex(item)), title: items.title(itemIndex(item)) });
      }
      return { rows, next: end < items.size ? String(end) : undefined };
    },
  );

  app.delete(
    '/v1/models/:id',
    {
      config: { access: 'admin', problems: [409] },
      schema: {
        summary: 'Remove a model',
        description: 'Refused while interviews refer to it.',
        params: IdPath,
        response: { 204: Type.Null({ description: 'It is gone.' }) },
      },
    },
    async ({ params: { id } }, reply) => {
      const result = await store.models.remove(id);
      if (result === 'absent') throw notFound('model');
      if (result === 'inUse') {
        throw new UlteriorError(
          'MODEL_IN_USE',
          'interviews refer to the model',
          'erase the interviews first, or wait until they expire',
        );
      }
      models.drop(id);
      protections.drop(id);
      metrics.count('ulterior_models_total', 'removed');
      return reply.code(204).send(null);
    },
  );
}

/** Models that were added before there was another use have none written down. */
const modelUse = ({ description }: StoredModel): ModelUse =>
  (description as Partial<ModelDescription>).use ?? 'interviews';

function viewOf(stored: StoredModel) {
  const { id, name, sha256, size, description, createdAt } = stored;
  const use = modelUse(stored);
  return { id, name, sha256, size, ...(description as ModelDescription), use, createdAt: createdAt.toISOString() };
}
