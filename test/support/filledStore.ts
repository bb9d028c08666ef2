/** A store with something in every table, and a look at all of its rows. */

import { TABLES } from '../../service/src/store/contract/backups.ts';
import type { Database } from '../../service/src/store/databases/database.ts';
import type { Store } from '../../service/src/store/index.ts';
import { addInterview, inAnHour } from './storeHarness.ts';

export async function fillStore(store: Store) {
  const bytes = Uint8Array.from({ length: 2 ** 20 + 5 }, (_, n) => n % 253);
  const description = JSON.parse('{"z":1,"a":"\\u0000","nested":[null,1e-300]}');
  await store.models.add({ name: 'first', bytes, description });
  await store.uploads.add({ name: 'u', bytes: bytes.subarray(7), expiresAt: inAnHour() });
  const { id } = (await addInterview(store)).interview;
  for (let n = 0; n < 230; n++) {
    await store.interviews.append(id, n, { item: `item ${n} \u{1F600}`, rating: n % 7 === 0 ? null : n / 3 });
  }
  await store.keys.add({ id: 'revoked', name: 'k', scope: 'audit', hash: 'h' });
  await store.keys.revoke('revoked');
  const answer = { owner: 'owner', key: 'key', requestHash: 'hash', status: 201, body: 'body', expiresAt: inAnHour() };
  await store.keys.add({ id: 'k', name: 'k', scope: 'interview', hash: 'h' }, () => answer);
  const finished = await store.audits.add({ a: 1 });
  await store.audits.lease(finished.id, 'w', 60);
  await store.audits.finish(finished.id, 'w', { records: '{"r":[1]}' });
  const running = await store.audits.add({ b: 2 });
  await store.audits.lease(running.id, 'w', 0);
  await store.audits.writeCheckpoint(running.id, 'fold', Uint8Array.of(1, 2, 3));
  return { bytes, description, interview: id };
}

/** Every row of every table as the database writes it out. */
export async function allRows(database: Database): Promise<Record<string, readonly unknown[]>> {
  const found: Record<string, readonly unknown[]> = {};
  for (const { name } of TABLES) {
    const { rows } = await database.execute(`select t::text as row from ulterior.${name} t order by 1`);
    found[name] = rows.map(({ row }) => row);
  }
  return found;
}

/** Whether a worker is handed an audit that is not over. */
export async function unfinishedHandedOut(store: Store): Promise<boolean> {
  const id = await new Promise<string>((resolve) => void store.queue.work(async (handed) => resolve(handed)));
  const audit = await store.audits.find(id);
  return audit?.state === 'running' || audit?.state === 'queued';
}
