/**
 * Counting everything takes time that grows with the database, and in a folder it is everybody's time. So what was counted is
 * used again for as long as keeps counting below a twentieth of the time; whoever asks meanwhile shares it. A count that was
 * quick is made anew each time.
 */
import type { Store, StoreFigures } from '../../store/index.ts';

/** The share of the time that counting may take is one in this many. */
const ONE_IN = 20;
/** Milliseconds. */
const QUICK = 250;

interface CachedFigures {
  readonly figures: StoreFigures;
  /** When they were counted. */
  readonly time: Date;
}

/** `now` is a clock in milliseconds that never goes back. */
export function cachedFigures(
  store: Pick<Store, 'figures'>,
  clock: () => Date,
  now: () => number = () => performance.now(),
): () => Promise<CachedFigures> {
  let counted: Promise<CachedFigures> | undefined;
  let goodUntil = 0;
  const count = async () => {
    const [time, begun] = [clock(), now()];
    const figures = await store.figures();
    const took = now() - begun;
    goodUntil = took < QUICK ? 0 : now() + ONE_IN * took;
    return { figures, time };
  };
  return () => {
    if (counted === undefined || now() >= goodUntil) {
      goodUntil = Number.POSITIVE_INFINITY;
      counted = count().catch((error: unknown) => {
        goodUntil = 0;
        throw error;
      });
    }
    return counted;
  };
}
