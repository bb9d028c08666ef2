/**
 * Holds an audit while it is worked on: tells the store how far the units in hand are, at most once in a while, and hears whether
 * to go on. A store that is away for less than the lease does no harm.
 */
import type { Store } from '../../store/index.ts';

interface LeaseOptions {
  readonly worker: string;
  readonly leaseSeconds: number;
  readonly reportSeconds: number;
  /** 'cancel': it is to stop. 'lost': somebody else has it. 'silent': the store was away for too long. */
  readonly onEnd: (why: 'cancel' | 'lost' | 'silent') => void;
}

interface Lease {
  /** How many tasks of a unit in hand are done. */
  progress(unit: string, done: number): void;
  /** Holds on no longer. */
  release(): Promise<void>;
}

/** Without news the lease is renewed after this part of it. */
const RENEW_AFTER = 1 / 3;

export function holdLease(store: Store, auditId: string, options: LeaseOptions): Lease {
  const { worker, leaseSeconds, reportSeconds, onEnd } = options;
  let news: Record<string, number> = {};
  let heardAt = performance.now();
  let turn = Promise.resolve();
  const tell = async () => {
    const secondsSince = (performance.now() - heardAt) / 1000;
    if (Object.keys(news).length === 0 && secondsSince < RENEW_AFTER * leaseSeconds) return;
    const telling = news;
    news = {};
    try {
      const order = await store.audits.report(auditId, worker, leaseSeconds, telling);
      heardAt = performance.now();
      if (order !== 'go on') onEnd(order);
    } catch {
      news = { ...telling, ...news };
      if (secondsSince > leaseSeconds) onEnd('silent');
    }
  };
  // One after another, also where the store takes longer than a turn.
  const timer = setInterval(() => {
    turn = turn.then(tell);
  }, 1000 * reportSeconds);
  return {
    progress: (unit, done) => {
      news[unit] = done;
    },
    release: async () => {
      clearInterval(timer);
      await turn;
    },
  };
}
