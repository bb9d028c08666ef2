/**
 * Somebody who asks for audits, and workers that do them. The work itself is a word for each unit: what counts is that the records
 * have each word once, that no two who are alive hold the same unit, and that an audit comes to an end.
 */
import { type Actor, aliveOnes, persist, requireThat, type Stage, tryOnce, Violation } from './actors.ts';
import type { Store } from './core.ts';
import type { Machine } from './machine.ts';

const CLOSING = 'records';
const LEASE_SECONDS = 30;
const wordOf = (id: string, key: string) => `${key} of ${id}`;
const unitsOf = (users: number) => Array.from({ length: 1 + (users % 3) }, (_, n) => `unit${n}`);

export function auditor(stage: Stage): Actor {
  const { world, word, checkAll } = stage;
  const { schedule, keys, observer } = {
    ...world,
    schedule: world.schedule,
    observer: world.observer,
    keys: world.keys,
  };
  const users = 50 + world.machines.length * 1000 + schedule.below(500) * 2 + schedule.below(2);
  const name = `world:demo,users=${users}`;
  let acknowledged = false;
  let id: string | undefined;
  let upload: string | undefined;
  let isErased = false;
  let isRemoving = false;
  let isRemoved = false;
  let isCancelled = false;

  const mine = async () => {
    const { rows } = await observer.audits.list({ limit: 100 });
    return rows.filter(({ request }) => (request['data'] as { name?: string }).name === name);
  };

  const check = async () => {
    if (upload !== undefined && isErased) {
      requireThat((await observer.uploads.bytes(upload)) === undefined, () => 'an erased upload can be read');
    }
    const audits = await mine();
    requireThat(audits.length <= 1, () => `one request made ${audits.length} audits`);
    const [audit] = audits;
    if (isRemoved) {
      requireThat(audit === undefined, () => 'a removed audit is there');
      requireThat((await observer.audits.records(id!)) === undefined, () => 'records of a removed audit are there');
    } else if (acknowledged && !isRemoving)
      requireThat(audit !== undefined, () => 'an audit that was acknowledged is gone');
    if (audit === undefined) return;
    const { done, total } = audit.progress;
    requireThat(done <= total, () => `${done} of ${total} tasks are done`);
    if (audit.state !== 'done') return;
    const records = JSON.parse((await observer.audits.records(audit.id))!);
    const expected = unitsOf(users).map((key) => wordOf(audit.id, key));
    requireThat(JSON.stringify(records) === JSON.stringify(expected), () => `records are ${JSON.stringify(records)}`);
    requireThat(done === total, () => `done, with ${done} of ${total} tasks`);
  };

  const uploadAndErase = async () => {
    const store = schedule.one(aliveOnes(world))?.store;
    if (store === undefined) return;
    const expiresAt = new Date(world.clock().getTime() + 30 * 86_400_000);
    const added = await store.uploads
      .add({ name: 'x', bytes: Buffer.from('user,item'), expiresAt })
      .catch(() => undefined);
    if (added === undefined) return;
    upload = added.id;
    const kept = await observer.uploads.bytes(upload);
    requireThat(kept !== undefined, () => 'an acknowledged upload is gone');
    for (;;) {
      const answer = await persist(stage, { method: 'DELETE', url: `/v1/data/${upload}`, as: keys.audit });
      if (answer === undefined) continue;
      requireThat([202, 404].includes(answer.status), () => `erasing was answered ${JSON.stringify(answer)}`);
      break;
    }
    isErased = true;
    await checkAll();
  };

  return {
    check,
    act: async () => {
      await schedule.point();
      if (schedule.chance(0.3)) await uploadAndErase();
      const request = {
        method: 'POST',
        url: '/v1/audits',
        as: keys.audit,
        key: word(),
        body: { data: { name } },
      } as const;
      const asked = await persist(stage, request);
      if (asked?.status !== 201) return;
      acknowledged = true;
      id = asked.body.id as string;
      await checkAll();
      if (schedule.chance(0.3)) {
        const again = await tryOnce(stage, request);
        requireThat(again?.status !== 201 || again.body.id === id, () => 'a repeated request made another audit');
        await checkAll();
      }
      await schedule.pause(schedule.below(120_000));
      const url = `/v1/audits/${id}`;
      if (schedule.chance(0.2)) {
        isCancelled =
          (await persist(stage, { method: 'POST', url: `${url}/cancel`, as: keys.audit, key: word() }))?.status === 200;
      }
      if (schedule.chance(0.2)) {
        isRemoving = true;
        for (;;) {
          const answer = await persist(stage, { method: 'DELETE', url, as: keys.audit });
          if (answer === undefined) continue;
          requireThat([202, 404].includes(answer.status), () => `removing was answered ${JSON.stringify(answer)}`);
          break;
        }
        isRemoved = true;
        await checkAll();
        const answer = await tryOnce(stage, { method: 'GET', url: `${url}/records`, as: keys.audit });
        requireThat(answer?.status !== 200, () => 'records of a removed audit were read');
      }
    },
    isOver: async () => (await mine()).every(({ state }) => !['queued', 'running'].includes(state)),
    /** Whoever asked gets an end: nothing is left hanging. */
    conclude: async () => {
      await check();
      const [audit] = await mine();
      if (audit === undefined) return;
      const over = isCancelled ? ['cancelled', 'done'] : acknowledged ? ['done', 'cancelled'] : ['done'];
      requireThat(over.includes(audit.state), () => `an audit is ${audit.state} at the end`);
      requireThat(audit.state !== 'cancelled' || audit.cancelRequested, () => 'cancelled, and no one asked for it');
    },
  };
}

/** Who holds what, as each of them sees it. */
export class Holdings {
  readonly #held = new Map<string, { worker: string; renewedAt: number; isAlive: () => boolean }>();

  take(unit: string, worker: string, now: number, isAlive: () => boolean): void {
    const other = this.#held.get(unit);
    const isHeld = other !== undefined && other.worker !== worker && other.isAlive();
    // Whoever has not been heard of for as long as the lease is taken for dead, rightly.
    const recently = other !== undefined && now - other.renewedAt < 1000 * LEASE_SECONDS;
    requireThat(!(isHeld && recently), () => `two workers hold ${unit}`);
    this.#held.set(unit, { worker, renewedAt: now, isAlive });
  }

  renew(worker: string, now: number): void {
    for (const held of this.#held.values()) if (held.worker === worker) held.renewedAt = now;
  }

  /** Whether anybody who is alive is still at work, be it for nothing. */
  get isHeld(): boolean {
    return [...this.#held.values()].some(({ isAlive }) => isAlive());
  }

  letGo(worker: string): void {
    for (const [unit, held] of this.#held) if (held.worker === worker) this.#held.delete(unit);
  }
}

/** Takes audits from the queue of a machine until the machine dies. */
export async function startWorker(stage: Stage, machine: Machine, holdings: Holdings): Promise<void> {
  const { schedule } = stage.world;
  const { store } = machine;
  if (store === undefined) return;
  const worker = `worker ${stage.word()}`;
  const isAlive = () => machine.store === store;
  await store.queue.work(async (id) => {
    try {
      return await workOn(stage, store, id, worker, holdings, isAlive);
    } catch (error) {
      stage.say(`${worker} gives up: ${(error as Error).message}`);
      if (error instanceof Violation) stage.fail(error);
      throw error;
    } finally {
      holdings.letGo(worker);
    }
  });
  // What startWorker of the service does at intervals.
  const look = () => {
    if (!isAlive()) return;
    store.queue.requeueAbandoned().then(
      (count) => count > 0 && stage.say(`${count} audits are abandoned`),
      () => {},
    );
    schedule.setTimer(look, 20_000);
  };
  schedule.setTimer(look, 20_000);
}

async function workOn(
  { world, say }: Stage,
  store: Store,
  id: string,
  worker: string,
  holdings: Holdings,
  isAlive: () => boolean,
): Promise<'unfit' | undefined> {
  const { schedule } = world;
  const audit = await store.audits.lease(id, worker, LEASE_SECONDS);
  if (audit === undefined) return undefined;
  const users = Number(/users=(\d+)/.exec((audit.request['data'] as { name: string }).name)?.[1]);
  const planned = unitsOf(users).map((key) => ({ key, tasks: 2 }));
  const letGo = async () => {
    await store.audits.leave(id, worker);
  };
  if (!(await store.audits.layOut(id, worker, [...planned, { key: CLOSING, tasks: 1 }]))) {
    await letGo();
    return 'unfit';
  }
  for (;;) {
    const unit = await store.audits.claim(id, worker);
    if (unit === undefined) {
      await letGo();
      return undefined;
    }
    say(`${worker} has ${unit} of ${id}`);
    holdings.take(`${id} ${unit}`, worker, schedule.now, isAlive);
    if (unit === CLOSING) break;
    for (let task = 0; task < 2; task++) {
      // Now and then a machine stands still for longer than a lease.
      await schedule.pause(!world.isCalm && schedule.chance(0.05) ? 200_000 : schedule.below(9000));
      if (!isAlive()) return undefined;
      const order = await store.audits.report(id, worker, LEASE_SECONDS, { [unit]: task + 1 });
      if (order === 'cancel') {
        await store.audits.finish(id, worker, 'cancelled');
        return undefined;
      }
      if (order === 'lost') say(`${worker} has lost ${unit}`);
      if (order === 'lost') return letGo().then(() => undefined);
      holdings.renew(worker, schedule.now);
    }
    await store.audits.writeCheckpoint(id, unit, Buffer.from(wordOf(id, unit)));
  }
  const words: string[] = [];
  for (const { key } of planned) {
    const bytes = await store.audits.readCheckpoint(id, key);
    if (bytes !== undefined) words.push(Buffer.from(bytes).toString());
  }
  await store.audits.finish(id, worker, { records: JSON.stringify(words) });
  return undefined;
}
