/** Erases what is over: interviews, uploaded data, remembered responses; makes up for scrubs that are owed; and lets go of what lies idle in memory. */
import type { Service } from './context.ts';

/** An interview that another instance erased may still be in memory here for so long. */
const IDLE_SECONDS = 300;

export interface Swept {
  readonly interviews: number;
  readonly uploads: number;
  readonly responses: number;
  /** Erasures whose bytes are still to leave the files. */
  readonly owed: number;
}

export async function sweep({ store, clock, interviews, metrics }: Service): Promise<Swept> {
  const now = clock();
  interviews.dropIdle(IDLE_SECONDS);
  const swept = {
    interviews: await store.interviews.removeExpired(now),
    uploads: await store.uploads.removeExpired(now),
    responses: await store.idempotency.removeExpired(now),
    owed: await store.erasures.settle(),
  };
  if (swept.interviews > 0) metrics.count('ulterior_interviews_total', 'expired', swept.interviews);
  return swept;
}
