/**
 * Calls that come while others of their kind are under way wait, and the next statement carries them all out: one round
 * trip, one commit, one flush. Nobody hears of success before the statement has returned, and what returned is on the disk.
 * With one caller it is one call at a time, as without groups.
 *
 * A group begins when the calls that have arrived with the first one have been read, too (setImmediate). In a folder that is
 * the only time anything is read, because the database keeps the thread busy.
 *
 * Where the database refuses the statement nothing of it was done, and each call is made alone: it fails by itself, or not at
 * all. Where the database went away nobody knows, and all hear that.
 */
import { RefusedStatement, unwrapped } from '../contract/failures.ts';

/** Calls in one statement, at most. */
const MOST = 256;
/** A group holds up the next one for at most this time, in milliseconds: its connection may have died, and others have not. */
const PATIENCE = 200;

/** Lets a piece of work run when it is its turn. */
export type Turns = <Result>(work: () => Promise<Result>) => Promise<Result>;

interface Waiting<Call, Result> {
  readonly call: Call;
  readonly resolve: (result: Result) => void;
  readonly reject: (error: unknown) => void;
}

/** `carryOut` gives one result for each call, in their order. */
export function batchCalls<Call, Result>(
  turns: Turns,
  carryOut: (calls: readonly Call[]) => Promise<readonly Result[]>,
): (call: Call) => Promise<Result> {
  let waiting: Waiting<Call, Result>[] = [];
  let running = false;

  const carryOutAlone = async ({ call, resolve, reject }: Waiting<Call, Result>) => {
    try {
      const [result] = await carryOut([call]);
      resolve(result as Result);
    } catch (error) {
      reject(error);
    }
  };
  const carryOutGroup = async () => {
    const group = waiting.slice(0, MOST);
    waiting = waiting.slice(MOST);
    try {
      const results = await carryOut(group.map(({ call }) => call));
      for (const [place, { resolve }] of group.entries()) resolve(results[place] as Result);
    } catch (error) {
      if (group.length > 1 && unwrapped(error) instanceof RefusedStatement) {
        for (const each of group) await carryOutAlone(each);
      } else for (const { reject } of group) reject(error);
    }
  };
  const run = async () => {
    while (waiting.length > 0) {
      await allThatArrived();
      await atMost(PATIENCE, turns(carryOutGroup));
    }
    running = false;
  };
  return (call) =>
    new Promise((resolve, reject) => {
      waiting.push({ call, resolve, reject });
      if (running) return;
      running = true;
      void run();
    });
}

function allThatArrived(): Promise<void> {
  return new Promise((resolve) => {
    setImmediate(resolve);
  });
}

/** Until the work is done, or so long. */
async function atMost(milliseconds: number, work: Promise<void>): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const enough = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, milliseconds);
  });
  await Promise.race([work, enough]);
  clearTimeout(timer);
}

/** One piece of work after another, in the order in which they came. */
export function inTurn(): Turns {
  let last: Promise<unknown> = Promise.resolve();
  return (work) => {
    const mine = last.then(work);
    last = mine.catch(() => {});
    return mine;
  };
}
