/** Models: what is said of them, and their files. */
import { createHash, randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { violates } from '../contract/failures.ts';
import type { ModelRepository, StoredModel } from '../contract/store.ts';
import { isId, requireText } from '../contract/values.ts';
import type { Database } from '../databases/database.ts';
import { keepAnswer } from './idempotency.ts';
import { pageOf } from './pageOf.ts';
import { readParts, writeParts } from './parts.ts';
import { modelParts, models } from './schema.ts';

type Row = typeof models.$inferSelect;

const present = ({ number, ...model }: Row): StoredModel => model;

export function modelRepository(database: Database): ModelRepository {
  const { orm } = database;
  const findRow = async (id: string): Promise<Row | undefined> => {
    if (!isId(id)) return undefined;
    const [row] = await orm.select().from(models).where(eq(models.id, id));
    return row;
  };
  return {
    add: async ({ name, bytes, description }, remember) => {
      requireText('name', name);
      const sha256 = createHash('sha256').update(bytes).digest('hex');
      return database.transaction(async (session) => {
        const { orm } = session;
        const values = { id: randomUUID(), name, sha256, size: bytes.length, description };
        const [row] = await orm.insert(models).values(values).returning();
        await writeParts(orm, modelParts, row!.number, bytes);
        const model = present(row!);
        await keepAnswer(session, remember?.(model));
        return model;
      });
    },
    find: async (id) => {
      const row = await findRow(id);
      return row && present(row);
    },
    bytes: async (id) => {
      const row = await findRow(id);
      return row && readParts(orm, modelParts, row.number, row.size);
    },
    list: (page) => pageOf(page, orm.select().from(models).$dynamic(), models.number, present),
    remove: async (id) => {
      if (!isId(id)) return 'absent';
      try {
        const gone = await orm.delete(models).where(eq(models.id, id)).returning({ id: models.id });
        return gone.length > 0 ? 'removed' : 'absent';
      } catch (error) {
        if (violates(error, 'interviews_model_id_fkey')) return 'inUse';
        throw error;
      }
    },
  };
}
