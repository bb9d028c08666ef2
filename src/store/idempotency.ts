/**
 * Requests that were answered, so that a repeated one gets the same answer. The service hands over bodies that only the
 * secret of the caller opens: what stays of them in dead rows needs no scrubbing.
 */
import { and, eq, isNull, lte } from 'drizzle-orm';
import type { Database } from './database.ts';
import { idempotencyKeys } from './schema.ts';
import type { IdempotencyRepository } from './store.ts';
import { requireInstant, requireText } from './values.ts';

export function idempotencyRepository({ orm }: Database): IdempotencyRepository {
  const reserved = (owner: string, key: string) =>
    and(eq(idempotencyKeys.owner, owner), eq(idempotencyKeys.key, key), isNull(idempotencyKeys.status));
  return {
    begin: async (owner, key, requestHash, expiresAt) => {
      for (const [parameter, text] of Object.entries({ owner, key, requestHash })) requireText(parameter, text);
      requireInstant('expiresAt', expiresAt);
      for (;;) {
        const made = await orm
          .insert(idempotencyKeys)
          .values({ owner, key, requestHash, expiresAt })
          .onConflictDoNothing()
          .returning({ key: idempotencyKeys.key });
        if (made.length > 0) return 'new';
        const [known] = await orm
          .select()
          .from(idempotencyKeys)
          .where(and(eq(idempotencyKeys.owner, owner), eq(idempotencyKeys.key, key)));
        // Given up between the two statements: then it is ours after all.
        if (known === undefined) continue;
        const { status, body } = known;
        return status === null || body === null ? 'busy' : { requestHash: known.requestHash, status, body };
      }
    },
    complete: async (owner, key, status, body) => {
      requireText('body', body);
      await orm.update(idempotencyKeys).set({ status, body }).where(reserved(owner, key));
    },
    abandon: async (owner, key) => {
      await orm.delete(idempotencyKeys).where(reserved(owner, key));
    },
    removeExpired: async (now) => {
      const gone = await orm
        .delete(idempotencyKeys)
        .where(lte(idempotencyKeys.expiresAt, now))
        .returning({ key: idempotencyKeys.key });
      return gone.length;
    },
  };
}
