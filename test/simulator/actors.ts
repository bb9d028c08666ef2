/** What actors have in common: how they ask, how often they try again, and what they may never see. */
import type { Answer, Machine, Request } from './machine.ts';
import type { World } from './world.ts';

/** What must never be. */
export class Violation extends Error {}

export interface Actor {
  /** What it does, to its end. */
  readonly act: () => Promise<void>;
  /** Whether there is nothing left to wait for, once there are no more faults. */
  readonly isOver?: () => Promise<boolean>;
  /** Then: everything that it was promised is there. */
  readonly conclude?: () => Promise<void>;
  /** Whatever else goes on. Called where no transaction is open. */
  readonly check: () => Promise<void>;
}

export interface Stage {
  readonly world: World;
  /** Tells all actors to look. */
  readonly checkAll: () => Promise<void>;
  /** A word that no other has. */
  readonly word: () => string;
  readonly say: (text: string) => void;
  /** For those whose errors others catch: the next look at everything fails. */
  readonly fail: (violation: Violation) => void;
}

export function requireThat(isSo: boolean, what: () => string): void {
  if (!isSo) throw new Violation(what());
}

const TRIES = 6;

export function aliveOnes({ machines }: World): Machine[] {
  return machines.filter(({ alive }) => alive);
}

/** One try. Undefined where nobody knows what was done. */
export async function tryOnce({ world, say }: Stage, request: Request): Promise<Answer | undefined> {
  const { schedule } = world;
  await schedule.point();
  const alive = aliveOnes(world);
  if (alive.length === 0) return undefined;
  const machine = schedule.one(alive);
  // Who is impatient goes away while the service is still at it.
  const asked = machine.ask(request);
  const impatient = schedule.chance(0.05) ? [schedule.pause(schedule.below(3000)).then(() => undefined)] : [];
  const answer = await Promise.race([asked, ...impatient]);
  const { status, body } = answer ?? {};
  say(
    `${request.method} ${request.url} ${request.key ?? ''} at ${world.machines.indexOf(machine)}: ${status ?? 'no answer'} ${body?.code ?? ''}`,
  );
  // A machine that stands still for minutes answers that it took too long.
  const isFault = (status ?? 0) >= 500 && !['STORE_UNAVAILABLE', 'SERVICE_BUSY'].includes(body?.code);
  requireThat(!isFault, () => {
    return `${request.method} ${request.url} was answered ${status}: ${JSON.stringify(body)}`;
  });
  return answer;
}

/** Whether the very same request may be sent again in the hope of another answer. */
const isOpen = (answer: Answer | undefined) => answer === undefined || answer.status >= 500;

/** Sends it until there is an answer, or long enough. */
export async function persist(stage: Stage, request: Request, tries = TRIES): Promise<Answer | undefined> {
  const { schedule } = stage.world;
  for (let n = 0; n < tries; n++) {
    const answer = await tryOnce(stage, request);
    if (!isOpen(answer)) return answer;
    await schedule.pause(200 * 2 ** n);
  }
  return undefined;
}
