/** Keys, for administrators. */
import { Type } from 'typebox';
import type { StoredKey } from '../../store/index.ts';
import { IdempotencyHeaders, Name, oneOf, Time } from '../common/commonSchemas.ts';
import { createKey } from '../common/credentials.ts';
import { given } from '../common/given.ts';
import { found } from '../common/problem.ts';
import type { App, Service } from '../http/context.ts';
import { once } from '../http/idempotency.ts';
import { addListRoute } from '../http/listRoute.ts';

const KeyId = Type.String({ pattern: '^[0-9a-f]{16}$', examples: ['5f0c1e9a7b3d2468'] });
const ScopeName = oneOf(
  ['admin', 'audit', 'interview'],
  'interview: start and see interviews. audit: data and audits. admin: everything, models and keys too.',
);
const keyParts = {
  id: KeyId,
  name: Type.String(),
  scope: ScopeName,
  createdAt: Time,
  revokedAt: Type.Optional(Time),
};
const KeyView = Type.Object(keyParts);
const NewKeyView = Type.Object({
  ...keyParts,
  key: Type.String({ description: 'Shown once; only its hash is kept.', examples: ['ulk_5f0c1e9a7b3d2468_…'] }),
});

export function addKeyRoutes(app: App, service: Service): void {
  const { store } = service;

  app.post(
    '/v1/keys',
    {
      config: { access: 'admin' },
      schema: {
        summary: 'Make a key',
        description: 'The key is in the answer and nowhere else.',
        headers: IdempotencyHeaders,
        body: Type.Object(
          { name: Name, scope: ScopeName },
          { additionalProperties: false, examples: [{ name: 'study of March', scope: 'interview' }] },
        ),
        response: { 201: NewKeyView },
      },
    },
    async (request, reply) =>
      once(service, request, reply, 201, (answered) =>
        createKey(store, request.body.name, request.body.scope, (key) =>
          answered((stored) => ({ ...viewOf(stored), key })),
        ),
      ),
  );

  addListRoute(app, {
    url: '/v1/keys',
    access: 'admin',
    what: 'keys',
    description: 'Without their secrets, which no one knows.',
    schema: KeyView,
    list: store.keys.list,
    view: viewOf,
  });

  app.delete(
    '/v1/keys/:id',
    {
      config: { access: 'admin', problems: [409] },
      schema: {
        summary: 'Revoke a key',
        description:
          'From the next request on it gives no access. A key may revoke itself, unless it is the last one of an administrator.',
        params: Type.Object({ id: KeyId }),
        response: { 204: Type.Null({ description: 'It is revoked.' }) },
      },
    },
    async ({ params: { id } }, reply) => {
      found('key', (await store.keys.revoke(id)) || undefined);
      return reply.code(204).send(null);
    },
  );
}

function viewOf({ createdAt, revokedAt, ...key }: StoredKey) {
  return { ...key, createdAt: createdAt.toISOString(), ...given({ revokedAt: revokedAt?.toISOString() }) };
}
