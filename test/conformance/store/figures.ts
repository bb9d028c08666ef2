/** How much there is of everything, and the latest audits. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { asyncFailure } from '../../support/failure.ts';
import { addInterview, inAnHour, type OpenedStore, type StoreOpener } from '../../support/storeHarness.ts';

export function figuresConformance(open: StoreOpener): void {
  describe('figures', () => {
    let opened: OpenedStore;
    beforeAll(async () => {
      opened = await open();
    });
    afterAll(() => opened.store.close());

    it('are zero in an empty store, except for what its tables take', async () => {
      const { bytes, ...counts } = await opened.store.figures();
      expect(counts).toEqual({
        keys: { admin: 0, audit: 0, interview: 0, revoked: 0 },
        interviews: { open: 0, ended: 0 },
        audits: { queued: 0, running: 0, done: 0, failed: 0, cancelled: 0 },
        models: { count: 0, bytes: 0 },
        uploads: { count: 0, bytes: 0 },
        erasuresOwed: 0,
      });
      expect(bytes).toBeGreaterThan(10_000);
    });

    it('count what is there, by kind, and what is owed', async () => {
      const { keys, interviews, audits, uploads, figures } = opened.store;
      const { bytes: before } = await figures();
      for (const [at, scope] of (['admin', 'admin', 'audit', 'interview'] as const).entries()) {
        await keys.add({ id: `k${at}`, name: 'k', scope, hash: 'h' });
      }
      await keys.revoke('k1');
      const ended = await addInterview(opened.store);
      await interviews.end(ended.interview.id, 0);
      await addInterview(opened.store);
      await addInterview(opened.store);
      await uploads.add({ name: 'u', bytes: new Uint8Array(500_000).map((_, n) => n * n), expiresAt: inAnHour() });
      const ids = [];
      for (let n = 0; n < 5; n++) ids.push((await audits.add({ n })).id);
      const [queued, running, done, failed, cancelled] = ids as [string, string, string, string, string];
      for (const id of [running, done, failed]) await audits.lease(id, 'w', 60);
      await audits.finish(done, 'w', { records: '{}' });
      await audits.finish(failed, 'w', { problem: { code: 'X' } });
      await audits.cancel(cancelled);
      await opened.database.execute(
        "insert into ulterior.erasures (relation, file) values ('ulterior.audits', 1), ('ulterior.audits', 1)",
      );
      const { bytes, ...counts } = await figures();
      expect(counts).toEqual({
        keys: { admin: 1, audit: 1, interview: 1, revoked: 1 },
        interviews: { open: 2, ended: 1 },
        audits: { queued: 1, running: 1, done: 1, failed: 1, cancelled: 1 },
        models: { count: 3, bytes: 9 },
        uploads: { count: 1, bytes: 500_000 },
        erasuresOwed: 2,
      });
      expect(bytes - before).toBeGreaterThan(400_000);
      expect((await audits.recent(10)).map(({ id }) => id)).toEqual([running, queued, cancelled, failed, done]);
      expect((await audits.recent(3)).map(({ id }) => id)).toEqual([running, queued, cancelled]);
      expect(await asyncFailure(() => audits.recent(0))).toMatch(/^PARAMETER_OUT_OF_RANGE: limit/);
    });
  });
}
