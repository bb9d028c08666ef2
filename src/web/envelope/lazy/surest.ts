/** Which of several guesses is worth showing, and whether it is one at all. */
import type { Standing } from '../../models/trail.ts';

/** How far a guess is above a blind one, which names the largest group: in shares of people. */
const aboveBlind = ({ now, prior }: Pick<Standing, 'now' | 'prior'>) => Math.max(...now) - Math.max(...prior);

/** The guess that beats a blind one most: that is what the envelope contains. */
export function surest(standings: readonly Pick<Standing, 'now' | 'prior'>[]): number {
  const above = standings.map(aboveBlind);
  return above.indexOf(Math.max(...above));
}

/** "54%, where 60% start" is no news: a guess is shown as one once it beats a blind one by this much. */
const CLEARLY = 0.05;

export function isClear(standing: Pick<Standing, 'now' | 'prior'>): boolean {
  return aboveBlind(standing) >= CLEARLY;
}
