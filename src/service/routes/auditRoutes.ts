/** Audits: asked for here, worked on elsewhere (worker.ts). */
import { finished, type Readable } from 'node:stream';
import { Type } from 'typebox';
import { UlteriorError } from '../../errors/index.ts';
import type { StoredAudit } from '../../store/index.ts';
import { AuditStreams } from '../audits/auditEvents.ts';
import { checkRequest, refusePlugins, TABLES } from '../audits/auditRequest.ts';
import { AuditView, auditRequest } from '../audits/auditSchemas.ts';
import { auditViewOf, isOver } from '../audits/auditView.ts';
import { policyOf, Reports } from '../audits/reports.ts';
import { IdempotencyHeaders, IdPath, Owed, oneOf, problems, withKey } from '../common/commonSchemas.ts';
import { notFound } from '../common/problem.ts';
import type { App, Service } from '../http/context.ts';
import { once } from '../http/idempotency.ts';
import { addListRoute } from '../http/listRoute.ts';

const TAG = 'audits';
const tags = [TAG];

/** A stream of events ends after this many milliseconds at the latest; whoever still listens connects again. */
const LONGEST_STREAM = 86_400_000;

/** Typed as what the handler sends: all of them, one after another. */
const AuditEvent = Type.Unsafe<Readable>({
  type: 'object',
  properties: {
    event: oneOf(['progress', 'end', 'gone', 'problem'], 'What it is about.'),
    id: Type.String({ description: 'Counts the events of this stream.' }),
    data: Type.String({ contentMediaType: 'application/json', description: 'The audit, a problem, or nothing.' }),
  },
  required: ['event', 'id', 'data'],
});

export function addAuditRoutes(app: App, service: Service): void {
  const { store, limits, metrics, dataSources } = service;
  const AuditRequest = auditRequest();
  for (const schema of [AuditRequest, AuditView]) app.addSchema(schema);
  const Audit = { $ref: 'Audit#' };
  const reports = new Reports(service);
  const streams = new AuditStreams(service);
  app.addHook('preClose', async () => streams.close());
  const view = (audit: StoredAudit) => auditViewOf(audit, limits);

  const found = async (id: string): Promise<StoredAudit> => {
    const audit = await store.audits.find(id);
    if (audit === undefined) throw notFound('audit');
    return audit;
  };

  app.post(
    '/v1/audits',
    {
      config: { access: 'audit' },
      bodyLimit: limits.jsonBytes,
      preValidation: async ({ body }) => refusePlugins(body),
      schema: {
        tags,
        summary: 'Ask for an audit',
        description: 'It is queued, and runs when a worker is free.',
        security: withKey,
        headers: IdempotencyHeaders,
        body: AuditRequest,
        response: { 201: Audit, ...problems(400, 401, 403, 409, 413, 415, 422) },
      },
    },
    async (request, reply) =>
      once(service, request, reply, 201, async () => {
        checkRequest(request.body, dataSources, limits);
        const { data } = request.body;
        for (const id of 'upload' in data ? TABLES.map((table) => data[table]) : []) {
          if (id !== undefined && (await store.uploads.find(id)) === undefined) {
            throw new UlteriorError('SOURCE_UNKNOWN', 'there is no such upload', 'upload the table first');
          }
        }
        const audit = await store.audits.add({ ...request.body });
        metrics.count('ulterior_audits_total', 'queued');
        return view(audit);
      }),
  );

  addListRoute(app, {
    url: '/v1/audits',
    access: 'audit',
    tag: TAG,
    what: 'audits',
    schema: Type.Unsafe<AuditView>({ $ref: 'Audit#' }),
    list: store.audits.list,
    view,
  });

  app.get(
    '/v1/audits/:id',
    {
      config: { access: 'audit' },
      schema: {
        tags,
        summary: 'The state of an audit',
        description: 'With its progress, and why it failed if it did.',
        security: withKey,
        params: IdPath,
        response: { 200: Audit, ...problems(400, 401, 403, 404) },
      },
    },
    async ({ params: { id } }) => view(await found(id)),
  );

  app.get(
    '/v1/audits/:id/events',
    {
      config: { access: 'audit' },
      handlerTimeout: LONGEST_STREAM,
      schema: {
        tags,
        summary: 'Follow an audit',
        description:
          'Server-sent events: `progress` with the audit whenever it changes, `end` with its final state, `gone` if it was removed, `problem` if the service cannot tell. A comment every 15 seconds keeps the connection open. Last-Event-ID is not needed: each stream begins with the state as it is.',
        security: withKey,
        params: IdPath,
        produces: ['text/event-stream'],
        response: {
          200: {
            description: 'Events; the schema is that of one.',
            content: { 'text/event-stream': { schema: AuditEvent } },
          },
          ...problems(400, 401, 403, 404),
        },
      },
    },
    async (request, reply) => {
      const left = new AbortController();
      finished(reply.raw, () => left.abort());
      const stream = await streams.open(request.params.id, request.id, left.signal);
      return reply
        .type('text/event-stream')
        .header('connection', 'close')
        .header('x-accel-buffering', 'no')
        .send(stream);
    },
  );

  app.post(
    '/v1/audits/:id/cancel',
    {
      config: { access: 'audit' },
      schema: {
        tags,
        summary: 'Cancel an audit',
        description:
          'A queued audit is cancelled at once, a running one within seconds. One that is over stays as it is.',
        security: withKey,
        headers: IdempotencyHeaders,
        params: IdPath,
        response: { 200: Audit, ...problems(400, 401, 403, 404, 409, 413, 415, 422) },
      },
    },
    async (request, reply) =>
      once(service, request, reply, 200, async () => {
        const audit = await store.audits.cancel(request.params.id);
        if (audit === undefined) throw notFound('audit');
        return view(audit);
      }),
  );

  const recordsOf = async (id: string): Promise<string> => {
    const audit = await found(id);
    const records = await store.audits.records(id);
    if (records !== undefined) return records;
    throw new UlteriorError(
      'AUDIT_UNFINISHED',
      `the audit is ${audit.state}; it has no records`,
      isOver(audit) ? 'ask for another audit' : 'wait until it is done: GET /v1/audits/{id}/events tells you',
    );
  };

  app.get(
    '/v1/audits/:id/records',
    {
      config: { access: 'audit' },
      schema: {
        tags,
        summary: 'The records of an audit',
        description: 'The JSON that `ulterior audit --json` prints; `ulterior report` draws it.',
        security: withKey,
        params: IdPath,
        response: {
          200: { description: 'Records.', content: { 'application/json': { schema: Type.Any() } } },
          ...problems(400, 401, 403, 404, 409),
        },
      },
    },
    async ({ params: { id } }, reply) => reply.type('application/json').send(await recordsOf(id)),
  );

  app.get(
    '/v1/audits/:id/report',
    {
      config: { access: 'audit' },
      schema: {
        tags,
        summary: 'The report of an audit',
        description: 'One HTML file that loads nothing, under a policy of its own.',
        security: withKey,
        params: IdPath,
        produces: ['text/html'],
        response: {
          200: { description: 'A page.', content: { 'text/html': { schema: Type.String() } } },
          ...problems(400, 401, 403, 404, 409),
        },
      },
    },
    async ({ params: { id } }, reply) => {
      const page = await reports.of(id, await recordsOf(id));
      return reply
        .type('text/html; charset=utf-8')
        .header('content-security-policy', policyOf(page))
        .header('content-disposition', 'inline; filename="report.html"')
        .send(page);
    },
  );

  app.delete(
    '/v1/audits/:id',
    {
      config: { access: 'audit' },
      schema: {
        tags,
        summary: 'Remove an audit',
        description: 'With its records. A worker that runs it stops.',
        security: withKey,
        params: IdPath,
        response: { 202: Owed, 204: Type.Null({ description: 'It is gone.' }), ...problems(400, 401, 403, 404) },
      },
    },
    async ({ params: { id } }, reply) => {
      const scrub = await store.audits.remove(id);
      reports.drop(id);
      if (scrub === undefined) throw notFound('audit');
      return scrub === 'done' ? reply.code(204).send(null) : reply.code(202).send({ scrub });
    },
  );
}
