/** Audits: asked for here, worked on elsewhere (worker.ts). */

import { finished, type Readable } from 'node:stream';
import { Type } from 'typebox';
import { UlteriorError } from 'ulterior/service-parts';
import type { StoredAudit } from '../../store/index.ts';
import { AuditStreams } from '../audits/auditEvents.ts';
import { checkRequest, refusePlugins, TABLES } from '../audits/auditRequest.ts';
import { AuditView, auditRequest } from '../audits/auditSchemas.ts';
import { auditViewOf, isOver } from '../audits/auditView.ts';
import { policyOf, Reports } from '../audits/reports.ts';
import { erasedEverywhere, erasure, IdempotencyHeaders, IdPath, oneOf } from '../common/commonSchemas.ts';
import { found } from '../common/problem.ts';
import { nameOf } from '../http/access.ts';
import type { App, Service } from '../http/context.ts';
import { once } from '../http/idempotency.ts';
import { addListRoute } from '../http/listRoute.ts';

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

  app.post(
    '/v1/audits',
    {
      config: { access: 'audit' },
      preValidation: async ({ body }) => refusePlugins(body),
      schema: {
        summary: 'Ask for an audit',
        description: 'It is queued, and runs when a worker is free.',
        headers: IdempotencyHeaders,
        body: AuditRequest,
        response: { 201: Audit },
      },
    },
    async (request, reply) =>
      once(service, request, reply, 201, async (answered) => {
        checkRequest(request.body, dataSources, limits);
        const { data } = request.body;
        for (const id of 'upload' in data ? TABLES.map((table) => data[table]) : []) {
          if (id !== undefined && (await store.uploads.find(id)) === undefined) {
            throw new UlteriorError('SOURCE_UNKNOWN', 'there is no such upload', 'upload the table first');
          }
        }
        await store.audits.add({ ...request.body }, answered(view));
        metrics.count('ulterior_audits_total', 'queued');
      }),
  );

  addListRoute(app, {
    url: '/v1/audits',
    access: 'audit',
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
        summary: 'The state of an audit',
        description: 'With its progress, and why it failed if it did.',
        params: IdPath,
        response: { 200: Audit },
      },
    },
    async ({ params: { id } }) => view(found('audit', await store.audits.find(id))),
  );

  app.get(
    '/v1/audits/:id/events',
    {
      config: { access: 'audit' },
      handlerTimeout: LONGEST_STREAM,
      schema: {
        summary: 'Follow an audit',
        description:
          'Server-sent events: `progress` with the audit whenever it changes, `end` with its final state, `gone` if it was removed, `problem` if the service cannot tell. A comment every 15 seconds keeps the connection open. Last-Event-ID is not needed: each stream begins with the state as it is.',
        params: IdPath,
        produces: ['text/event-stream'],
        response: {
          200: {
            description: 'Events; the schema is that of one.',
            content: { 'text/event-stream': { schema: AuditEvent } },
          },
        },
      },
    },
    async (request, reply) => {
      const left = new AbortController();
      finished(reply.raw, () => left.abort());
      const stream = await streams.open(request.params.id, request.id, nameOf(request), left.signal);
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
        summary: 'Cancel an audit',
        description:
          'A queued audit is cancelled at once, a running one within seconds. One that is over stays as it is.',
        headers: IdempotencyHeaders,
        params: IdPath,
        response: { 200: Audit },
      },
    },
    async (request, reply) =>
      once(service, request, reply, 200, async (answered) =>
        found('audit', await store.audits.cancel(request.params.id, answered(view))),
      ),
  );

  const recordsOf = async (id: string): Promise<string> => {
    const audit = found('audit', await store.audits.find(id));
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
      config: { access: 'audit', problems: [409] },
      schema: {
        summary: 'The records of an audit',
        description: 'The JSON that `ulterior audit --json` prints; `ulterior report` draws it.',
        params: IdPath,
        response: {
          200: { description: 'Records.', content: { 'application/json': { schema: Type.Any() } } },
        },
      },
    },
    async ({ params: { id } }, reply) => reply.type('application/json').send(await recordsOf(id)),
  );

  app.get(
    '/v1/audits/:id/report',
    {
      config: { access: 'audit', problems: [409] },
      schema: {
        summary: 'The report of an audit',
        description: 'One HTML file that loads nothing, under a policy of its own.',
        params: IdPath,
        produces: ['text/html'],
        response: {
          200: { description: 'A page.', content: { 'text/html': { schema: Type.String() } } },
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
        summary: 'Remove an audit',
        description: 'With its records. A worker that runs it stops.',
        params: IdPath,
        response: erasure,
      },
    },
    async ({ params: { id } }, reply) => {
      const scrub = await store.audits.remove(id);
      reports.drop(id);
      return erasedEverywhere(reply, 'audit', id, scrub);
    },
  );
}
