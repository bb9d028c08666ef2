/**
 * Files in the database, cut into parts: a value that is hundreds of megabytes long takes several times its size while it
 * is sent and read, and ends at the longest text JavaScript has.
 */
import { and, eq } from 'drizzle-orm';
import type { Orm } from '../databases/database.ts';
import type { modelParts, uploadParts } from './schema.ts';

const PART = 2 ** 20;

type PartsTable = typeof modelParts | typeof uploadParts;

const asItIs = (part: Uint8Array): Uint8Array => part;

/** In the transaction that adds the owner. `sealed` makes of a part what is kept. */
export async function writeParts(
  orm: Orm,
  table: PartsTable,
  owner: number,
  bytes: Uint8Array,
  sealed = asItIs,
): Promise<void> {
  for (let start = 0; start < bytes.length; start += PART) {
    await orm
      .insert(table)
      .values({ owner, position: start / PART, bytes: sealed(bytes.subarray(start, start + PART)) });
  }
}

/** undefined where the owner was removed meanwhile. `unsealed` undoes what `sealed` did. */
export async function readParts(
  orm: Orm,
  table: PartsTable,
  owner: number,
  size: number,
  unsealed = asItIs,
): Promise<Uint8Array | undefined> {
  const whole = new Uint8Array(size);
  for (let start = 0; start < size; start += PART) {
    const [part] = await orm
      .select({ bytes: table.bytes })
      .from(table)
      .where(and(eq(table.owner, owner), eq(table.position, start / PART)));
    if (part === undefined) return undefined;
    whole.set(unsealed(part.bytes), start);
  }
  return whole;
}
