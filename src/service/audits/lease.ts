/**
 * Holds an audit while it is worked on: tells the store how far it is, at most once in a while, and hears whether to go
 * on. A store that is away for less than the lease does no harm.
 */
import type { Store, StoredAudit } from '../../store/index.ts';

export interface LeaseOptions {
  readonly worker: string;
  readonly leaseSeconds: number;
  readonly reportSeconds: number;
  /** 'cancel': it is to stop. 'lost': somebody else has it. 'silent': the store was away for too long. */
  readonly onEnd: (why: 'cancel' | 'lost' | 'silent') => void;
}

export interface Lease {
  progress(progress: StoredAudit['progress']): void;
  /** Tells the last progress, and holds on no longer. */
  release(): Promise<void>;
}

/** Without news the lease is renewed after this part of it. */
const RENEW_AFTER = 1 / 3;

export function holdLease(store: Store, audit: StoredAudit, options: LeaseOptions): Lease {
  const { worker, leaseSeconds, reportSeconds, onEnd } = options;
  let { progress } = audit;
  let told = progress;
  let heardAt = performance.now();
  let turn = Promise.resolve();
  const tell = async () => {
    const secondsSince = (performance.now() - heardAt) / 1000;
    if (progress === told && secondsSince < RENEW_AFTER * leaseSeconds) return;
    const telling = progress;
    try {
      const order = await store.audits.report(audit.id, worker, leaseSeconds, telling);
      heardAt = performance.now();
      told = telling;
      if (order !== 'go on') onEnd(order);
    } catch {
      if (secondsSince > leaseSeconds) onEnd('silent');
    }
  };
  // One after another, also where the store takes longer than a turn.
  const timer = setInterval(() => {
    turn = turn.then(tell);
  }, 1000 * reportSeconds);
  return {
    progress: (now) => {
      progress = now;
    },
    release: async () => {
      clearInterval(timer);
      turn = turn.then(tell);
      await turn;
    },
  };
}
