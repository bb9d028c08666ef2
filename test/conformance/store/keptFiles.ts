/** Models and uploads: what is said of a file, and its bytes. */
import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { derive } from '../../../src/maths/index.ts';
import { asyncFailure } from '../../support/failure.ts';
import {
  addInterview,
  inAnHour,
  type OpenedStore,
  type StoreOpener,
  tablesHolding,
} from '../../support/storeHarness.ts';

const PART = 2 ** 20;
const ABSENT = '00000000-0000-4000-8000-000000000000';
/** Ids that no row has, some of which no row can have. */
const NOWHERE = [ABSENT, '', 'x', "' or true --", '\0', `${ABSENT} `, '../../etc/passwd', '%', 'NaN'];

function someBytes(size: number): Uint8Array {
  const random = derive(size, 'file');
  return Uint8Array.from({ length: size }, () => random.below(256));
}

export function keptFilesConformance(open: StoreOpener): void {
  describe('models and uploads', () => {
    let opened: OpenedStore;
    beforeAll(async () => {
      opened = await open();
    });
    afterAll(() => opened.store.close());

    it('gives back the bytes of a model, whatever its size, and says what it is', async () => {
      const { models } = opened.store;
      for (const size of [0, 1, PART - 1, PART, PART + 1, 2.5 * PART]) {
        const bytes = someBytes(size);
        const description = { items: 3, labels: ['f', 'm'], nested: { deep: [null, true, 1.5e-300] } };
        const before = Date.now();
        const added = await models.add({ name: `size ${size}`, bytes, description });
        expect(added.sha256).toBe(createHash('sha256').update(bytes).digest('hex'));
        expect([added.name, added.size, added.description]).toEqual([`size ${size}`, size, description]);
        // The clock of the database may be another's, but not by much on one machine.
        expect(Math.abs(added.createdAt.getTime() - before)).toBeLessThan(60_000);
        expect(await models.find(added.id)).toEqual(added);
        expect(Object.keys(added).sort()).toEqual(['createdAt', 'description', 'id', 'name', 'sha256', 'size']);
        const kept = await models.bytes(added.id);
        expect(Buffer.compare(kept!, bytes)).toBe(0);
      }
    });

    it('keeps a model that is in use, and removes it afterwards with its bytes', async () => {
      const { models, interviews } = opened.store;
      const { model, interview } = await addInterview(opened.store);
      expect(await models.remove(model.id)).toBe('inUse');
      expect(await models.bytes(model.id)).toEqual(Uint8Array.of(1, 2, 3));
      await interviews.remove(interview.id);
      expect(await models.remove(model.id)).toBe('removed');
      expect(await models.remove(model.id)).toBe('absent');
      expect(await models.find(model.id)).toBeUndefined();
      expect(await models.bytes(model.id)).toBeUndefined();
      expect(await tablesHolding(opened.database, model.id)).toEqual([]);
    });

    it('has nothing under an id that is not there, or cannot be one', async () => {
      const { models, uploads } = opened.store;
      for (const id of NOWHERE) {
        expect([await models.find(id), await models.bytes(id), await models.remove(id)]).toEqual([
          undefined,
          undefined,
          'absent',
        ]);
        expect([await uploads.find(id), await uploads.bytes(id), await uploads.remove(id)]).toEqual([
          undefined,
          undefined,
          undefined,
        ]);
      }
    });

    it('takes any name but one with the character 0, and any description', async () => {
      const { models } = opened.store;
      const name = 'Robert\'); drop table models; -- \u{1F600} \\ " %s $1 é\n';
      const description = JSON.parse('{"b":1,"a":"\\u0000","__proto__":{"x":1},"constructor":"y","10":2,"9":-0.1}');
      const { id } = await models.add({ name, bytes: new Uint8Array(), description });
      const found = await models.find(id);
      expect(found?.name).toBe(name);
      expect(JSON.stringify(found?.description)).toBe(JSON.stringify(description));
      const unstorable = () => models.add({ name: 'a\0b', bytes: new Uint8Array(), description: {} });
      expect(await asyncFailure(unstorable)).toMatch(/^PARAMETER_OUT_OF_RANGE: name /);
    });

    it('gives back an upload until it is removed', async () => {
      const { uploads } = opened.store;
      const bytes = someBytes(PART + 17);
      const expiresAt = inAnHour();
      const added = await uploads.add({ name: 'ratings.csv', bytes, expiresAt });
      expect([added.name, added.size, added.expiresAt]).toEqual(['ratings.csv', PART + 17, expiresAt]);
      expect(await uploads.find(added.id)).toEqual(added);
      expect(Buffer.compare((await uploads.bytes(added.id))!, bytes)).toBe(0);
      expect(await uploads.remove(added.id)).toMatch(/^(done|owed)$/);
      expect([undefined, 'done', 'owed']).toContain(await uploads.remove(added.id));
      expect(await uploads.bytes(added.id)).toBeUndefined();
      expect(await tablesHolding(opened.database, added.id)).toEqual([]);
    });

    it('erases uploads that have expired, and no others', async () => {
      const { uploads } = opened.store;
      const moment = new Date('2031-05-06T07:08:09.123Z');
      const at = (milliseconds: number) => new Date(moment.getTime() + milliseconds);
      const add = (expiresAt: Date) => uploads.add({ name: 'u', bytes: Uint8Array.of(1), expiresAt });
      const [over, due, open] = [await add(at(-1)), await add(at(0)), await add(at(1))];
      expect(await uploads.removeExpired(moment)).toBe(2);
      expect(await uploads.removeExpired(moment)).toBe(0);
      expect([await uploads.find(over.id), await uploads.find(due.id)]).toEqual([undefined, undefined]);
      expect(await uploads.find(open.id)).toEqual(open);
      const never = () => uploads.add({ name: 'u', bytes: Uint8Array.of(1), expiresAt: new Date(Number.NaN) });
      expect(await asyncFailure(never)).toMatch(/^PARAMETER_OUT_OF_RANGE: expiresAt /);
    });
  });
}
