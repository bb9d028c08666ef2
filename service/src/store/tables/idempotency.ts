/**
 * Requests that were answered, so that a repeated one gets the same answer. The answer is kept by the statement or transaction that
 * does what was asked: whatever breaks, both are there, or neither. Of two attempts at one time the second meets the row of the
 * first, and is undone. The service hands over bodies that only the secret of the caller opens: what stays of them in dead rows
 * needs no scrubbing.
 */
import { randomUUID } from 'node:crypto';
import { and, eq, lte } from 'drizzle-orm';
import type { IdempotencyRepository, RememberedResponse, Remembrance } from '../contract/store.ts';
import { isText } from '../contract/values.ts';
import { batchCalls } from '../databases/batchCalls.ts';
import type { Database, Session } from '../databases/database.ts';
import { idempotencyKeys } from './schema.ts';

interface Word {
  readonly owner: string;
  readonly key: string;
}

export function idempotencyRepository(database: Database): IdempotencyRepository {
  const find = batchCalls(database.turns, (words: readonly Word[]) => findAll(database, words));
  return {
    find: async (owner, key) => (isText(owner) && isText(key) ? find({ owner, key }) : undefined),
    removeExpired: async (now) => {
      const gone = await database.orm
        .delete(idempotencyKeys)
        .where(lte(idempotencyKeys.expiresAt, now))
        .returning({ key: idempotencyKeys.key });
      return gone.length;
    },
  };
}

/** Within the transaction that does what was asked. */
export async function keepAnswer({ orm }: Session, answer: Remembrance | undefined): Promise<void> {
  if (answer !== undefined) await orm.insert(idempotencyKeys).values(answer);
}

/** A row that is made and removed in one transaction: nothing is left of it, and the database has to write its log. */
export async function probeWrites(database: Database): Promise<void> {
  await database.transaction(async ({ orm }) => {
    const [owner, key] = ['probe', randomUUID()];
    await orm.insert(idempotencyKeys).values({
      ...{ owner, key, requestHash: owner, status: 200, body: owner, expiresAt: new Date(0) },
    });
    await orm.delete(idempotencyKeys).where(and(eq(idempotencyKeys.owner, owner), eq(idempotencyKeys.key, key)));
  });
}

const FIND = `
  select kept.owner, kept.key, kept.request_hash, kept.status, kept.body
  from ulterior.idempotency_keys as kept
  join json_to_recordset($1::json) as wanted (owner text, key text) using (owner, key)`;

async function findAll(database: Database, words: readonly Word[]): Promise<(RememberedResponse | undefined)[]> {
  const { rows } = await database.execute(FIND, [JSON.stringify(words)]);
  const found = new Map(
    rows.map(({ owner, key, request_hash: requestHash, status, body }) => [
      JSON.stringify([owner, key]),
      { requestHash, status, body } as RememberedResponse,
    ]),
  );
  return words.map(({ owner, key }) => found.get(JSON.stringify([owner, key])));
}
