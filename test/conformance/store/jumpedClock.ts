/**
 * The clock of the database's host is set, by hours, while audits are held: none is lost, none is held twice. `now()` means
 * what `clock.now()` says, in sessions that look there before they look into pg_catalog.
 */
import { expect } from 'vitest';
import type { Session } from '../../../service/src/store/databases/database.ts';
import type { Store } from '../../../service/src/store/index.ts';

export const JUMPY_PATH = 'clock, pg_catalog';

export const MAKE_CLOCK = `
  drop schema if exists clock cascade;
  create schema clock;
  create table clock.shift as select 0 as hours;
  create function clock.now() returns timestamptz language sql stable
    as 'select pg_catalog.now() + hours * interval ''1 hour'' from clock.shift'`;

const LEASE = 60;

/** `steady` is what the store takes for its steady clock. */
export async function jumpedClock(store: Store, session: Session, steady: { seconds: number }): Promise<void> {
  const { audits, queue } = store;
  const jump = async (hours: number) => {
    await session.execute(`update clock.shift set hours = ${hours}`);
    const { rows } = await session.execute(
      'select round(extract(epoch from now() - pg_catalog.now()) / 3600)::int as by',
    );
    expect(rows).toEqual([{ by: hours }]);
  };
  /** Hands out one audit; undefined where nobody gets one within some turns. */
  const handedOut = async (): Promise<string | undefined> => {
    const got: string[] = [];
    const worker = await queue.work(async (id) => {
      got.push(id);
    });
    for (let turn = 0; turn < 100 && got.length === 0; turn++) await store.ping();
    await worker.stop();
    return got[0];
  };

  const { id } = await audits.add({});
  // Added before the clock was set back, and handed out all the same.
  await jump(-5);
  expect(await handedOut()).toBe(id);
  expect(await audits.lease(id, 'anna', LEASE)).toBeDefined();
  expect(await queue.requeueAbandoned()).toBe(0);

  // Hours ahead: the lease goes on as long as anna is heard of.
  await jump(5);
  expect(await queue.requeueAbandoned()).toBe(0);
  expect(await audits.lease(id, 'bert', LEASE)).toBeUndefined();
  steady.seconds += LEASE / 2;
  expect(await queue.requeueAbandoned()).toBe(0);
  expect(await audits.report(id, 'anna', LEASE, {})).toBe('go on');
  steady.seconds += LEASE / 2;
  expect(await queue.requeueAbandoned()).toBe(0);

  // Hours back: silence is noticed when it has lasted as long as it may, not hours later.
  await jump(-5);
  steady.seconds += LEASE / 2;
  expect(await queue.requeueAbandoned()).toBe(0);
  steady.seconds += LEASE / 2 - 1;
  expect(await queue.requeueAbandoned()).toBe(0);
  steady.seconds += 1;
  expect(await queue.requeueAbandoned()).toBe(1);
  expect(await handedOut()).toBe(id);
  expect(await audits.lease(id, 'bert', LEASE)).toMatchObject({ state: 'running', losses: 1 });
  expect(await audits.report(id, 'anna', LEASE, {})).toBe('lost');
  expect(await audits.finish(id, 'anna', { records: 'of anna' })).toBe(false);
  expect(await audits.finish(id, 'bert', { records: 'of bert' })).toBe(true);
}
