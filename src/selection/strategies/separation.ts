/**
 * The exact choice for two types: the item of largest squared separation D_j^2 (squaredSeparation.ts), with one
 * observation row an item or two.
 *
 * For a fixed posterior the expected risk falls strictly with D_j, so this is the item of smallest expected risk,
 * without an error function and without underflow. The gap between the means does not contain the answers: the choice
 * depends on which rows were observed, never on what they showed. Where every answer is observed on every row, a skip
 * too, the order of the questions is fixed before anyone answers. O(d) per item, row and observation.
 *
 * Short candidate lists are scanned in double precision; with kernels at hand long ones in single precision, and what
 * comes close to the best is scored again in double precision from the belief.
 */
import type { FactorModel } from '../../factorization/index.ts';
import type { Belief } from '../../inference/belief/index.ts';
import { separationBetween, separationFrom } from '../risk/separationBetween.ts';
import type { Candidates } from '../scan/candidates.ts';
import { Catalogue } from '../scan/catalogue.ts';
import { GapScan } from '../scan/gapScan.ts';
import { keptOverList } from '../scan/keptOverList.ts';
import { requireOneOrTwoRows } from '../scan/oneOrTwoRows.ts';
import { requireSuitable, type StrategyDefinition } from './strategy.ts';

/** Below this many candidates the double-precision scan is as fast, and needs no copy of the profiles. */
const LONG_LIST = 5_000;

export const separation: StrategyDefinition = {
  name: 'separation',
  label: 'Exact selection',
  summary: 'the question with the smallest expected risk, for two groups (exact, fast)',
  types: 'two',
  channels: 'any',
  create: ({ model, kernels }) => {
    requireSuitable(separation, model);
    requireOneOrTwoRows(separation.name, model);
    const bestOver = keptOverList((items) => {
      if (kernels !== undefined && items.length >= LONG_LIST) {
        const scan = new GapScan(model, items, kernels);
        return (belief: Belief, candidates: Candidates) => bestOf(scan, model, belief, candidates);
      }
      const catalogue = new Catalogue(model, items);
      return (belief: Belief, candidates: Candidates) => bestIn(catalogue, belief, candidates);
    });
    return {
      name: separation.name,
      next: (belief, candidates) => {
        const position = bestOver(candidates)(belief, candidates);
        return position < 0 ? undefined : { item: candidates.itemAt(position) };
      },
    };
  },
};

function bestIn(catalogue: Catalogue, belief: Belief, candidates: Candidates): number {
  catalogue.moveTo(belief);
  return candidates.argmax(separationBetween(catalogue, 0, 1));
}

function bestOf(scan: GapScan, model: FactorModel, belief: Belief, candidates: Candidates): number {
  const exact = (position: number) => separationFrom(belief, model, candidates.itemAt(position));
  const shortlist = scan.shortlist(belief, candidates);
  if (shortlist === undefined) return candidates.argmax(exact);
  let best = -1;
  let bestScore = Number.NEGATIVE_INFINITY;
  for (const position of shortlist) {
    const score = exact(position);
    if (score > bestScore) {
      best = position;
      bestScore = score;
    }
  }
  return best;
}
