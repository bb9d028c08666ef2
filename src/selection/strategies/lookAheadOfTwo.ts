/**
 * Two questions ahead for two types. The expected risk after both falls with their joint separation, and that is exact
 * before anyone answers: what the first item separates plus what the second adds once the first is observed,
 *
 *     D_jk^2 = D_j^2 + D_k|j^2.                                                                    [eq:joint-separation]
 *
 * Of the pair that separates most the better item is asked first. O(m d) per item with m first items.
 */
import type { FactorModel } from '../../factorization/index.ts';
import type { Belief } from '../../inference/belief/index.ts';
import { middleAnswer } from '../risk/expectedAnswers.ts';
import { separationBetween } from '../risk/separationBetween.ts';
import type { Candidates } from '../scan/candidates.ts';
import { Catalogue } from '../scan/catalogue.ts';

/** The position to ask first, with the catalogue at this belief; the best `first` items are tried as one of the pair. */
export function firstOfBestPair(
  model: FactorModel,
  catalogue: Catalogue,
  belief: Belief,
  candidates: Candidates,
  first: number,
): number | undefined {
  const alone = separationBetween(catalogue, 0, 1);
  const ahead = new Catalogue(model, candidates.items);
  const added = separationBetween(ahead, 0, 1);
  let best: number | undefined;
  let bestJoint = Number.NEGATIVE_INFINITY;
  for (const position of candidates.largest(first, alone)) {
    const item = candidates.itemAt(position);
    ahead.startFrom(catalogue);
    ahead.moveTo(belief.afterAll(middleAnswer(model, belief, item)));
    const partner = candidates.without(item).argmax(added);
    const joint = alone(position) + (partner < 0 ? 0 : added(partner));
    if (joint > bestJoint) {
      bestJoint = joint;
      best = partner >= 0 && isBetter(alone, partner, position) ? partner : position;
    }
  }
  return best;
}

function isBetter(score: (position: number) => number, one: number, other: number): boolean {
  return score(one) > score(other) || (score(one) === score(other) && one < other);
}
