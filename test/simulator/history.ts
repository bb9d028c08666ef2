/** One history: who takes part, what goes wrong, and whether everything that was promised holds, at every step and at the end. */
import { type Actor, aliveOnes, requireThat, type Stage, Violation } from './actors.ts';
import { auditor, Holdings, startWorker } from './audits.ts';
import { expiring } from './expiring.ts';
import type { Machine } from './machine.ts';
import { intruder, participant } from './participant.ts';
import { Schedule } from './schedule.ts';
import type { World } from './world.ts';

export interface Told {
  readonly steps: number;
  /** What must not be, and was. */
  readonly violation?: string;
  readonly log: readonly string[];
}

const [MINUTE, DAY] = [60_000, 86_400_000];
/** Of half a minute: longer than a lease, a worker that stands still, and all units again. */
const MOST_PAUSES = 16;

export async function runHistory(world: World, seed: number, number: number): Promise<Told> {
  const schedule = new Schedule(seed, number);
  const log: string[] = [];
  await world.reset(schedule, schedule.chance(0.6) ? 2 : 1);
  try {
    await schedule.runUntil(play(world, log));
  } catch (error) {
    const isMeant = error instanceof Violation;
    return { steps: schedule.steps, log, violation: isMeant ? error.message : String((error as Error).stack ?? error) };
  }
  const { steps } = schedule;
  for (const machine of world.machines) await schedule.runUntil(machine.crash());
  // What dead processes still try fails, and is over before the next history.
  await schedule.runUntil(schedule.pause(10 * MINUTE));
  return { steps, log };
}

async function play(world: World, log: string[]): Promise<void> {
  const { schedule, machines } = world;
  let words = 0;
  const actors: Actor[] = [];
  let failed: Violation | undefined;
  const stage: Stage = {
    world,
    word: () => `word${words++}`,
    say: (text) => log.push(`${(schedule.now / 1000).toFixed(1)} s  ${text}`),
    checkAll: async () => {
      // Not in the middle of somebody's transaction.
      await schedule.point();
      if (failed !== undefined) throw failed;
      for (const actor of actors) await actor.check();
    },
    fail: (violation) => {
      failed ??= violation;
    },
  };
  const holdings = new Holdings();
  const start = async (machine: Machine) => {
    await machine.start();
    stage.say(`${machines.indexOf(machine)} starts`);
    if (workers) await startWorker(stage, machine, holdings);
  };

  const kind = schedule.below(3);
  const workers = kind !== 0;
  if (kind !== 1) {
    const person = participant(stage);
    actors.push(person, schedule.chance(0.5) ? intruder(stage, person.seen) : expiring(stage));
  }
  if (kind !== 0) actors.push(auditor(stage));

  for (const machine of machines) await start(machine);
  const rate = schedule.one([0, 0.005, 0.02, 0.05]);
  for (const { faults } of machines) {
    Object.assign(faults, {
      away: schedule.one([0, rate]),
      lost: schedule.one([0, rate]),
      crash: schedule.one([0, rate / 2]),
    });
  }
  let over = false;
  const trouble = async () => {
    while (!over) {
      await schedule.pause(schedule.below(20_000));
      if (over) break;
      const machine = schedule.one(machines);
      const dice = schedule.below(20);
      // A full disk gets room again, also where nothing runs: on a full disk nothing can start.
      if (dice >= 2 && dice < 5) machine.faults.diskFull = !machine.faults.diskFull && rate > 0;
      else if (!machine.alive) await start(machine).catch(() => machine.crash());
      else if (dice < 2) await machine.crash();
      else if (dice < 8) world.jump((schedule.below(7200) - 3600) * 1000);
      else if (dice < 14) await machine.sweep();
    }
  };
  const troubled = trouble();
  await Promise.all(actors.map(({ act }) => act()));
  over = true;
  await troubled;

  world.isCalm = true;
  for (const { faults } of machines) Object.assign(faults, { away: 0, lost: 0, crash: 0, diskFull: false });
  for (const machine of machines) if (!machine.alive) await start(machine);
  for (let n = 0; n < MOST_PAUSES; n++) {
    await schedule.pause(MINUTE / 2);
    await stage.checkAll();
    const isOver = await Promise.all(actors.map((actor) => actor.isOver?.() ?? true));
    if (isOver.every(Boolean) && !holdings.isHeld) break;
  }
  for (const actor of actors) await actor.conclude?.();

  // And when everything has expired, nothing is left.
  world.jump(200 * DAY);
  requireThat(await schedule.one(aliveOnes(world)).sweep(), () => 'a sweep failed without a fault');
  await schedule.point();
  const left = await world.leftOver();
  requireThat(left.length === 0, () => `when everything has expired there are rows in ${left.join(', ')}`);
}
