/** Keys of users. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Scope } from '../../../service/src/store/index.ts';
import { asyncFailure } from '../../support/failure.ts';
import type { OpenedStore, StoreOpener } from '../../support/storeHarness.ts';

export function keyConformance(open: StoreOpener): void {
  describe('keys', () => {
    let opened: OpenedStore;
    beforeAll(async () => {
      opened = await open();
    });
    afterAll(() => opened.store.close());

    it('finds a key until it is revoked, and counts and lists all, without their hashes', async () => {
      const { keys } = opened.store;
      expect(await keys.count()).toBe(0);
      const scopes: Scope[] = ['admin', 'audit', 'interview'];
      for (const scope of scopes) {
        const added = await keys.add({ id: `id-${scope}`, name: `the ${scope}`, scope, hash: `hash of ${scope}` });
        expect(added).toEqual({ id: `id-${scope}`, name: `the ${scope}`, scope, createdAt: added.createdAt });
        expect(await keys.find(added.id)).toEqual({ ...added, hash: `hash of ${scope}` });
      }
      expect(await keys.count()).toBe(3);
      expect(await keys.revoke('id-audit')).toBe(true);
      expect(await keys.revoke('id-audit')).toBe(false);
      expect(await keys.find('id-audit')).toBeUndefined();
      expect(await keys.count()).toBe(3);
      const { rows } = await keys.list({ limit: 10 });
      expect(rows.map(({ id, revokedAt }) => [id, revokedAt instanceof Date])).toEqual([
        ['id-admin', false],
        ['id-audit', true],
        ['id-interview', false],
      ]);
      expect(JSON.stringify(rows)).not.toContain('hash');
      for (const nowhere of ['', 'id', 'id-admin\0', "' or true --"]) {
        expect(await keys.find(nowhere)).toBeUndefined();
        expect(await keys.revoke(nowhere)).toBe(false);
      }
      const twice = () => keys.add({ id: 'id-admin', name: 'n', scope: 'audit', hash: 'h' });
      expect(await asyncFailure(twice)).toMatch(/^PARAMETER_OUT_OF_RANGE: id is in use/);
      expect((await keys.find('id-admin'))?.scope).toBe('admin');
    });

    it('keeps the last key of an administrator, whoever revokes it, and when', async () => {
      const { keys } = opened.store;
      const add = (id: string) => keys.add({ id, name: 'n', scope: 'admin', hash: 'h' });
      const administrators = (await keys.list({ limit: 100 })).rows.filter(
        ({ scope, revokedAt }) => scope === 'admin' && revokedAt === undefined,
      );
      await add('one');
      for (const { id } of administrators) await keys.revoke(id);
      expect(await asyncFailure(() => keys.revoke('one'))).toMatch(/^LAST_ADMIN_KEY: /);
      await add('two');
      const attempts = await Promise.allSettled(['one', 'two'].map((id) => keys.revoke(id)));
      expect(attempts.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
      const left = await Promise.all(['one', 'two'].map((id) => keys.find(id)));
      expect(left.filter((key) => key !== undefined).length).toBe(1);
    });
  });
}
