/** Files of ratings, kept until they expire. They are about people: what is removed is scrubbed. */
import { randomUUID } from 'node:crypto';
import { asc, eq, gt, lte, type SQL } from 'drizzle-orm';
import type { Database } from './database.ts';
import { pageOf } from './paging.ts';
import { readParts, writeParts } from './parts.ts';
import { uploadParts, uploads } from './schema.ts';
import type { StoredUpload, UploadRepository } from './store.ts';
import { isId, requireInstant, requireText } from './values.ts';

type Row = typeof uploads.$inferSelect;

const present = ({ number, ...upload }: Row): StoredUpload => upload;

export function uploadRepository(database: Database): UploadRepository {
  const { orm } = database;
  const find = async (id: string): Promise<StoredUpload | undefined> => {
    if (!isId(id)) return undefined;
    const [row] = await orm.select().from(uploads).where(eq(uploads.id, id));
    return row && present(row);
  };
  const erase = async (which: SQL): Promise<number> => {
    const gone = await orm.delete(uploads).where(which).returning({ id: uploads.id });
    if (gone.length > 0) await database.scrub('uploads', 'upload_parts');
    return gone.length;
  };
  return {
    add: async ({ name, bytes, expiresAt }) => {
      requireText('name', name);
      requireInstant('expiresAt', expiresAt);
      return database.transaction(async ({ orm }) => {
        const values = { id: randomUUID(), name, size: bytes.length, expiresAt };
        const [row] = await orm.insert(uploads).values(values).returning();
        await writeParts(orm, uploadParts, values.id, bytes);
        return present(row!);
      });
    },
    find,
    bytes: async (id) => {
      const upload = await find(id);
      return upload && readParts(orm, uploadParts, id, upload.size);
    },
    list: (page) =>
      pageOf(
        page,
        (after, count) =>
          orm.select().from(uploads).where(gt(uploads.number, after)).orderBy(asc(uploads.number)).limit(count),
        present,
      ),
    remove: async (id) => isId(id) && (await erase(eq(uploads.id, id))) > 0,
    removeExpired: (now) => erase(lte(uploads.expiresAt, now)),
  };
}
