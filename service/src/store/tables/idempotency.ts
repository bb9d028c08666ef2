/**
 * Requests that were answered, so that a repeated one gets the same answer. The service hands over bodies that only the
 * secret of the caller opens: what stays of them in dead rows needs no scrubbing.
 */
import { and, eq, isNull, lte } from 'drizzle-orm';
import type { IdempotencyRepository } from '../contract/store.ts';
import { requireInstant, requireText } from '../contract/values.ts';
import { batchCalls } from '../databases/batchCalls.ts';
import type { Database } from '../databases/database.ts';
import { idempotencyKeys } from './schema.ts';

interface Reservation {
  readonly owner: string;
  readonly key: string;
  readonly requestHash: string;
  readonly expiresAt: Date;
}

interface Completion {
  readonly owner: string;
  readonly key: string;
  readonly status: number;
  readonly body: string;
}

export function idempotencyRepository(database: Database): IdempotencyRepository {
  const { orm } = database;
  const reserve = batchCalls(database.turns, (wanted: readonly Reservation[]) => reserveAll(database, wanted));
  const complete = batchCalls(database.turns, (completed: readonly Completion[]) => completeAll(database, completed));
  const reserved = (owner: string, key: string) =>
    and(eq(idempotencyKeys.owner, owner), eq(idempotencyKeys.key, key), isNull(idempotencyKeys.status));
  return {
    begin: async (owner, key, requestHash, expiresAt) => {
      for (const [parameter, text] of Object.entries({ owner, key, requestHash })) requireText(parameter, text);
      requireInstant('expiresAt', expiresAt);
      for (;;) {
        if (await reserve({ owner, key, requestHash, expiresAt })) return 'new';
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
      await complete({ owner, key, status, body });
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

/** In one order, so that two instances cannot wait for each other. */
const RESERVE = `
  insert into ulterior.idempotency_keys (owner, key, request_hash, expires_at)
  select owner, key, "requestHash", "expiresAt"
  from json_to_recordset($1::json) as wanted (owner text, key text, "requestHash" text, "expiresAt" timestamptz)
  order by owner, key
  on conflict do nothing
  returning owner, key`;

/** Which of them have the key now. Of two for one key it is the first. */
async function reserveAll(database: Database, wanted: readonly Reservation[]): Promise<boolean[]> {
  const { rows } = await database.execute(RESERVE, [JSON.stringify(wanted)]);
  const made = new Set(rows.map(({ owner, key }) => JSON.stringify([owner, key])));
  return wanted.map(({ owner, key }) => made.delete(JSON.stringify([owner, key])));
}

const COMPLETE = `
  update ulterior.idempotency_keys as kept set status = completed.status, body = completed.body
  from json_to_recordset($1::json) as completed (owner text, key text, status int, body text)
  where kept.owner = completed.owner and kept.key = completed.key and kept.status is null`;

async function completeAll(database: Database, completed: readonly Completion[]): Promise<undefined[]> {
  await database.execute(COMPLETE, [JSON.stringify(completed)]);
  return completed.map(() => undefined);
}
