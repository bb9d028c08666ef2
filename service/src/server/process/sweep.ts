/**
 * Erases what is over: interviews, uploaded data, remembered responses, audits; makes up for scrubs that are owed; lets go
 * of what lies idle in memory, and of audits whose worker has died.
 */
import { auditExpiry } from '../audits/auditView.ts';
import { sweepScratch } from '../common/scratch.ts';
import type { Service } from '../http/context.ts';

/** An interview that another instance erased may still be in memory here for so long. */
const IDLE_SECONDS = 300;

interface Swept {
  readonly interviews: number;
  readonly uploads: number;
  readonly responses: number;
  readonly audits: number;
  /** Erasures whose bytes are still to leave the files. */
  readonly owed: number;
}

export async function sweep(service: Service): Promise<Swept> {
  const { store, clock, interviews, metrics } = service;
  const now = clock();
  interviews.dropIdle(IDLE_SECONDS);
  const swept = {
    interviews: await store.interviews.removeExpired(now),
    uploads: await store.uploads.removeExpired(now),
    responses: await store.idempotency.removeExpired(now),
    audits: await removeOldAudits(service, now),
    owed: await store.erasures.settle(),
  };
  // Also where no worker runs: an audit whose worker has died must not keep whoever cancelled it waiting.
  await store.queue.requeueAbandoned();
  await sweepScratch();
  if (swept.interviews > 0) metrics.count('ulterior_interviews_total', 'expired', swept.interviews);
  return swept;
}

const AUDITS_AT_ONCE = 100;

/** Oldest first, so that the first one that stays ends it. */
async function removeOldAudits({ store, limits }: Service, now: Date): Promise<number> {
  let removed = 0;
  for (;;) {
    const { rows } = await store.audits.list({ limit: AUDITS_AT_ONCE });
    const old = rows.filter((audit) => auditExpiry(audit, limits) <= now);
    for (const { id } of old) if (await store.audits.remove(id)) removed++;
    if (old.length < AUDITS_AT_ONCE) return removed;
  }
}
