/**
 * A history in, what to send instead out. Nothing of it is kept: neither ratings nor group nor secret, and repeated requests
 * need no word of their own, because the same secret gives the same answer.
 */
import { UlteriorError } from 'ulterior/service-parts';
import { IdPath } from '../common/commonSchemas.ts';
import { found } from '../common/problem.ts';
import type { App, Service } from '../http/context.ts';
import { protectedBy } from '../protection/protection.ts';
import { HistoryToProtect, ProtectedView } from '../protection/protectionSchemas.ts';

export function addProtectionRoute(app: App, { store, protections }: Service): void {
  app.addSchema(ProtectedView);
  app.post(
    '/v1/models/:id/protected-history',
    {
      config: { access: 'key', problems: [422] },
      schema: {
        summary: 'Protect a history',
        description:
          'What a person can send instead of a history, so that it tells less about the group. The service keeps nothing of it, but it sees history, group and secret while it answers: call a service of your own, or protect on the device of the person.',
        params: IdPath,
        body: HistoryToProtect,
        response: { 200: { $ref: 'ProtectedHistory#' } },
      },
    },
    async ({ params: { id }, body }) => {
      const stored = found('model', await store.models.find(id));
      if ((stored.description as { readonly use?: unknown }).use !== 'protection') {
        throw new UlteriorError(
          'MODEL_FOREIGN',
          'the model is one to interview with',
          'add a model that `ulterior train --model chances` wrote, and name that',
        );
      }
      return protectedBy(await protections.get(id), body);
    },
  );
}
