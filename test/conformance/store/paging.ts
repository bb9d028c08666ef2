/** Lists: every row once, in the order it was added, whatever the size of a page and whatever happens meanwhile. */
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CURSOR_PATTERN, type Page, type PageRequest } from '../../../service/src/store/index.ts';
import { asyncFailure } from '../../support/failure.ts';
import { addInterview, type OpenedStore, type StoreOpener } from '../../support/storeHarness.ts';

type List = (page: PageRequest) => Promise<Page<{ readonly id: string }>>;

/** The ids, page by page; `between` runs after each page. */
async function listAll(list: List, limit: number, between: () => Promise<void> = async () => {}): Promise<string[][]> {
  const pages: string[][] = [];
  let after: string | undefined;
  do {
    const page: Page<{ readonly id: string }> = await list({ limit, after });
    pages.push(page.rows.map(({ id }) => id));
    after = page.next;
    await between();
  } while (after !== undefined);
  return pages;
}

export function pagingConformance(open: StoreOpener): void {
  describe('lists', () => {
    let opened: OpenedStore;
    const ids: string[] = [];
    beforeAll(async () => {
      opened = await open();
      for (let n = 0; n < 13; n++) ids.push((await addInterview(opened.store)).interview.id);
    });
    afterAll(() => opened.store.close());

    it('gives full pages up to the last, which says that it is', async () => {
      const { interviews } = opened.store;
      await fc.assert(
        fc.asyncProperty(fc.integer({ min: 1, max: 15 }), async (limit) => {
          const pages = await listAll(interviews.list, limit);
          expect(pages.flat()).toEqual(ids);
          expect(pages.slice(0, -1).every((page) => page.length === limit)).toBe(true);
          expect(pages.length).toBe(Math.ceil(ids.length / limit));
        }),
      );
    });

    it('lists each row that stays exactly once while others come and go', async () => {
      const { models } = opened.store;
      const add = async () => (await models.add({ name: 'm', bytes: new Uint8Array(), description: {} })).id;
      const others = (await listAll(models.list, 100)).flat();
      await fc.assert(
        fc.asyncProperty(
          fc.integer({ min: 1, max: 4 }),
          fc.array(fc.record({ remove: fc.boolean(), which: fc.nat(), add: fc.boolean() }), { maxLength: 6 }),
          async (limit, changes) => {
            const there = new Set(await Promise.all(Array.from({ length: 6 }, add)));
            const removed = new Set<string>();
            const added = new Set<string>();
            const pending = [...changes];
            const seen = (
              await listAll(models.list, limit, async () => {
                const change = pending.shift();
                if (change?.remove) {
                  const victim = [...there][change.which % there.size]!;
                  await models.remove(victim);
                  removed.add(victim);
                }
                if (change?.add) added.add(await add());
              })
            ).flat();
            expect(new Set(seen).size).toBe(seen.length);
            for (const id of there) if (!removed.has(id)) expect(seen).toContain(id);
            for (const id of seen) expect(there.has(id) || added.has(id) || others.includes(id)).toBe(true);
            for (const id of [...there, ...added]) await models.remove(id);
          },
        ),
        { numRuns: 20 },
      );
    });

    it('is empty where nothing is', async () => {
      const { uploads, audits, keys } = opened.store;
      for (const list of [uploads.list, audits.list, keys.list]) expect(await list({ limit: 5 })).toEqual({ rows: [] });
    });

    it('refuses a cursor that is none, and a limit out of range', async () => {
      const { models, interviews, uploads, audits, keys } = opened.store;
      const real = (await interviews.list({ limit: 1 })).next!;
      expect(real).toMatch(new RegExp(CURSOR_PATTERN));
      for (const list of [models.list, interviews.list, uploads.list, audits.list, keys.list] as List[]) {
        for (const after of ['', 'x', '0', '-1', `${real}=`, `${real} `, `${real}\n`, '1.', "'; drop table", '\0']) {
          expect(await asyncFailure(() => list({ limit: 5, after }))).toMatch(/^PARAMETER_OUT_OF_RANGE: after /);
        }
        for (const number of ['0', '-1', '1e3', '9999999999999999', 'NaN', '01']) {
          const after = `1.${number}`;
          expect(await asyncFailure(() => list({ limit: 5, after }))).toMatch(/^PARAMETER_OUT_OF_RANGE: after /);
        }
        for (const limit of [0, -1, 1.5, 1001, Number.NaN, Number.POSITIVE_INFINITY]) {
          expect(await asyncFailure(() => list({ limit }))).toMatch(/^PARAMETER_OUT_OF_RANGE: limit /);
        }
      }
    });
  });
}
