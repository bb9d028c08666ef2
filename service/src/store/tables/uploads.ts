/** Files of ratings, kept until they expire. They are about people: sealed, and scrubbed when removed. */
import { randomUUID } from 'node:crypto';
import { eq, lte, type SQL } from 'drizzle-orm';
import type { StoredUpload, UploadRepository } from '../contract/store.ts';
import { isId, requireInstant, requireText } from '../contract/values.ts';
import type { Database } from '../databases/database.ts';
import type { Erasures } from './erasures.ts';
import { keepAnswer } from './idempotency.ts';
import { pageOf } from './pageOf.ts';
import { readParts, writeParts } from './parts.ts';
import { uploadParts, uploads } from './schema.ts';
import { newKey, seal, unseal } from './sealed.ts';

type Row = typeof uploads.$inferSelect;

const present = ({ number, key, ...upload }: Row): StoredUpload => upload;

export function uploadRepository(database: Database, erasures: Erasures): UploadRepository {
  const { orm } = database;
  const findRow = async (id: string): Promise<Row | undefined> => {
    if (!isId(id)) return undefined;
    const [row] = await orm.select().from(uploads).where(eq(uploads.id, id));
    return row;
  };
  const erase = async (which: SQL): Promise<number[]> =>
    database.transaction(async (session) => {
      const gone = await session.orm.delete(uploads).where(which).returning({ id: uploads.id });
      return gone.length > 0 ? erasures.mark(session, 'ulterior.uploads', gone) : [];
    });
  return {
    add: async ({ name, bytes, expiresAt }, remember) => {
      requireText('name', name);
      requireInstant('expiresAt', expiresAt);
      return database.transaction(async (session) => {
        const { orm } = session;
        const key = newKey();
        const values = { id: randomUUID(), name, size: bytes.length, expiresAt, key };
        const [row] = await orm.insert(uploads).values(values).returning();
        await writeParts(orm, uploadParts, row!.number, bytes, (part) => seal(key, part));
        const upload = present(row!);
        await keepAnswer(session, remember?.(upload));
        return upload;
      });
    },
    find: async (id) => {
      const row = await findRow(id);
      return row && present(row);
    },
    bytes: async (id) => {
      const row = await findRow(id);
      return row && readParts(orm, uploadParts, row.number, row.size, (part) => unseal(row.key, part));
    },
    list: (page) => pageOf(page, orm.select().from(uploads).$dynamic(), uploads.number, present),
    remove: async (id) => {
      if (!isId(id)) return undefined;
      const marks = [...(await erase(eq(uploads.id, id))), ...(await erasures.marksOf(id))];
      return marks.length > 0 ? erasures.settled(marks) : undefined;
    },
    removeExpired: async (now) => {
      const marks = await erase(lte(uploads.expiresAt, now));
      if (marks.length > 0) await erasures.settled(marks);
      return marks.length;
    },
  };
}
