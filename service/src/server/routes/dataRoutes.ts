/** Tables of ratings that are handed in for audits. No route takes a path: data are bytes, or a name the operator allows. */
import type { StoredUpload } from '../../store/index.ts';
import { worldNames } from '../audits/auditRequest.ts';
import { NewUploadView, SourcesView, UploadQuery, UploadView } from '../audits/auditSchemas.ts';
import { Bytes, erasedEverywhere, erasure, IdempotencyHeaders, IdPath } from '../common/commonSchemas.ts';
import type { DataDescription } from '../data/inspectData.ts';
import { inspect } from '../data/inspectUpload.ts';
import type { App, Service } from '../http/context.ts';
import { once } from '../http/idempotency.ts';
import { addListRoute } from '../http/listRoute.ts';
import { FILE_TYPE } from '../http/uploads.ts';

export function addDataRoutes(app: App, service: Service): void {
  const { store, limits, clock, dataSources } = service;

  app.post(
    '/v1/data',
    {
      config: { access: 'audit', readsFile: true },
      bodyLimit: limits.dataBytes,
      schema: {
        summary: 'Upload a table of ratings',
        description: `The body is the file: CSV, TSV, :: or JSON lines, gzipped or not, at most ${limits.dataBytes} bytes and ${limits.unpackedBytes} unpacked. One row per rating, or one row per person.`,
        headers: IdempotencyHeaders,
        querystring: UploadQuery(limits),
        consumes: [FILE_TYPE],
        body: Bytes,
        response: { 201: NewUploadView },
      },
    },
    async (request, reply) =>
      once(service, request, reply, 201, async (answered) => {
        const { name, retentionSeconds = limits.defaultDataRetentionSeconds } = request.query;
        const description = await inspect<DataDescription>(service, 'data', request.body);
        const expiresAt = new Date(clock().getTime() + 1000 * retentionSeconds);
        const upload = { name, bytes: request.body, expiresAt };
        await store.uploads.add(
          upload,
          answered((stored) => ({ ...viewOf(stored), ...description })),
        );
      }),
  );

  addListRoute(app, {
    url: '/v1/data',
    access: 'audit',
    what: 'uploaded tables',
    schema: UploadView,
    list: store.uploads.list,
    view: viewOf,
  });

  app.get(
    '/v1/data/sources',
    {
      config: { access: 'audit' },
      schema: {
        summary: 'Names of data that are already there',
        description: 'What the operator allows, and invented worlds.',
        response: { 200: SourcesView },
      },
    },
    async () => ({ names: [...dataSources.keys()], worlds: worldNames(limits) }),
  );

  app.delete(
    '/v1/data/:id',
    {
      config: { access: 'audit' },
      schema: {
        summary: 'Erase an uploaded table',
        description: 'Audits that are queued for it will fail. While one that runs has a copy, the erasure is owed.',
        params: IdPath,
        response: erasure,
      },
    },
    async ({ params: { id } }, reply) => erasedEverywhere(reply, 'upload', id, await store.uploads.remove(id)),
  );
}

function viewOf({ id, name, size, createdAt, expiresAt }: StoredUpload) {
  return { id, name, size, createdAt: createdAt.toISOString(), expiresAt: expiresAt.toISOString() };
}
