/**
 * A 0 below whole answers from 1 to 5 or 7: "no answer" in many exports, and a level of the scale in others. Where it is
 * rare, or more frequent than everything else, it is probably the first.
 */
import type { Finding } from '../../ratings/index.ts';
import { percentOf } from './findingWords.ts';

/** Scales that people start at 1. */
const ENDS = [5, 7];
const RARE = 0.05;
const FREQUENT = 0.4;
/** A book site writes 0 for "read, and not rated" below 1 to 10. */
const ENDS_OF_FREQUENT = [...ENDS, 10];

interface Level {
  readonly from: number;
  readonly to: number;
  readonly count: number;
}

export function zeroFinding(histogram: readonly Level[], step: number): Finding[] {
  const zeros = histogram.find(({ from, to }) => from === 0 && to === 0)?.count ?? 0;
  const top = histogram.at(-1)!.to;
  const all = histogram.reduce((sum, { count }) => sum + count, 0);
  const share = zeros / all;
  const isOdd = (share <= RARE && ENDS.includes(top)) || (share >= FREQUENT && ENDS_OF_FREQUENT.includes(top));
  if (zeros === 0 || step !== 1 || histogram[0]!.from !== 0 || !isOdd) return [];
  return [
    {
      code: 'RATING_ZEROS',
      serious: false,
      place: 'ratings',
      found: `${percentOf(zeros, all)} of the answers (${zeros} of ${all}) are 0, and the others go from 1 to ${top}`,
      done: 'they count as answers',
      advice: 'if 0 means "no answer", add --missing=0 (missing in a data file or on the page)',
      repair: { missing: ['0'] },
    },
  ];
}
