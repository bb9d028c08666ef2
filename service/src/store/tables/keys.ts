/** Keys of those who use the service. Only the hash of a secret is kept. */

import { and, asc, count, eq, isNull, sql } from 'drizzle-orm';
import { outOfRange, UlteriorError } from 'ulterior/service-parts';
import { violates } from '../contract/failures.ts';
import type { KeyRepository, StoredKey } from '../contract/store.ts';
import { isText, requireText } from '../contract/values.ts';
import type { Database } from '../databases/database.ts';
import { keepAnswer } from './idempotency.ts';
import { pageOf } from './pageOf.ts';
import { apiKeys } from './schema.ts';

type Row = typeof apiKeys.$inferSelect;

const present = ({ number, hash, revokedAt, ...key }: Row): StoredKey => ({
  ...key,
  ...(revokedAt === null ? {} : { revokedAt }),
});

export function keyRepository(database: Database): KeyRepository {
  const { orm } = database;
  return {
    add: async ({ id, name, scope, hash }, remember) => {
      for (const [parameter, text] of Object.entries({ id, name, hash })) requireText(parameter, text);
      try {
        return await database.transaction(async (session) => {
          const [row] = await session.orm.insert(apiKeys).values({ id, name, scope, hash }).returning();
          const key = present(row!);
          await keepAnswer(session, remember?.(key));
          return key;
        });
      } catch (error) {
        if (violates(error, 'api_keys_pkey')) throw outOfRange('id', 'in use', 'the id of no other key');
        throw error;
      }
    },
    find: async (id) => {
      if (!isText(id)) return undefined;
      const [row] = await orm
        .select()
        .from(apiKeys)
        .where(and(eq(apiKeys.id, id), isNull(apiKeys.revokedAt)));
      return row && { ...present(row), hash: row.hash };
    },
    list: (page) => pageOf(page, orm.select().from(apiKeys).$dynamic(), apiKeys.number, present),
    revoke: async (id) => {
      if (!isText(id)) return false;
      return database.transaction(async ({ orm }) => {
        const live = isNull(apiKeys.revokedAt);
        // Locked: of two administrators who revoke each other the second finds one key left.
        const administrators = await orm
          .select({ id: apiKeys.id })
          .from(apiKeys)
          .where(and(eq(apiKeys.scope, 'admin'), live))
          .orderBy(asc(apiKeys.number))
          .for('update');
        if (administrators.length === 1 && administrators[0]!.id === id) {
          throw new UlteriorError(
            'LAST_ADMIN_KEY',
            'it is the last key of an administrator; without it no one could make keys',
            'make another key of the scope admin first',
          );
        }
        const revoked = await orm
          .update(apiKeys)
          .set({ revokedAt: sql`now()` })
          .where(and(eq(apiKeys.id, id), live))
          .returning({ id: apiKeys.id });
        return revoked.length > 0;
      });
    },
    count: async () => {
      const [row] = await orm.select({ keys: count() }).from(apiKeys);
      return row!.keys;
    },
  };
}
