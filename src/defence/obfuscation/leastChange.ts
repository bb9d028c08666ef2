/**
 * Least change: whole steps on as few ratings as it takes to move the log odds of the factor-based classifier to a
 * random target.
 *
 *     L = c + sum_j a_j r_j,     goal = L + strength (target - L)                                    [eq:leastChange]
 *
 *   a_j  change of the log odds for a point of rating j      target  from one distribution for all (targets.ts)
 *
 * A step on rating j moves L by |a_j| times the step, whatever the rating. So ratings are taken in descending |a_j|, and
 * each goes towards the goal as many steps as the scale allows without crossing it: no other way covers as much with as
 * few steps. What is then missing is too little to matter (NEAR), or less than one step of any rating that could still
 * move; in that case single steps follow, each the one that brings L nearest, for as long as one brings it nearer.
 *
 * Cost O(n d^2 + n log n). The person need not know the own type. Two types only: with more, the target would be a
 * point in several dimensions, which whole steps on one rating after another do not reach.
 */

import { scaleSteps } from '../../ratings/index.ts';
import type { DefenceDefinition } from './defence.ts';
import { checkTargets, drawnTarget, evidenceIn } from './targets.ts';

/** Log odds this near to the goal are as good as there: the odds are off by a twentieth, the goal itself is random. */
export const NEAR = 0.05;

export const leastChange: DefenceDefinition = {
  name: 'leastChange',
  label: 'Least change',
  family: 'leastChange',
  summary: 'a few ratings moved by whole steps until the log odds reach a random target',
  needsType: false,
  changesItems: false,
  types: 'two',
  strength: { means: 'share of the way to the target', max: 1, tried: [0.25, 0.5, 0.75, 1] },
  create: ({ model, strength, beliefOptions, targets }) => {
    const quantiles = checkTargets(targets);
    const { levels, stepsOf, at } = scaleSteps(model.scale);
    return ({ ratings }, chance) => {
      const { effects, evidence, separation } = evidenceIn(model, ratings, beliefOptions);
      const target = drawnTarget(quantiles, separation, chance);
      const ofSteps = effects.map((effect) => model.scale.step * effect);
      const own = Int32Array.from(ratings.values, stepsOf);
      const sent = movedBy(strength * (target - evidence), ofSteps, own, levels.length - 1);
      return { indices: ratings.indices, values: Float64Array.from(sent, at) };
    };
  },
};

/**
 * Places on a scale from 0 to `top`, moved from `own` so that the sum of step times effect comes near to `missing`.
 * Ties go to the lower position.
 */
export function movedBy(missing: number, effects: Float64Array, own: Int32Array, top: number): Int32Array {
  const places = own.slice();
  let left = missing;
  const move = (n: number, steps: number) => {
    places[n] = places[n]! + steps;
    left -= steps * effects[n]!;
  };
  const order = Uint32Array.from(effects.keys()).sort((a, b) => Math.abs(effects[b]!) - Math.abs(effects[a]!) || a - b);
  for (const n of order) {
    if (Math.abs(left) <= NEAR || effects[n] === 0) break;
    const wanted = Math.sign(left / effects[n]!) * Math.floor((Math.abs(left) + NEAR) / Math.abs(effects[n]!));
    move(n, Math.min(top, Math.max(0, places[n]! + wanted)) - places[n]!);
  }
  while (Math.abs(left) > NEAR) {
    let [best, nearest] = [-1, Math.abs(left)];
    for (const [n, effect] of effects.entries()) {
      const step = Math.sign(left / effect);
      if (!(places[n]! + step >= 0 && places[n]! + step <= top)) continue;
      const after = Math.abs(left - step * effect);
      if (after < nearest) [best, nearest] = [n, after];
    }
    if (best === -1) break;
    move(best, Math.sign(left / effects[best]!));
  }
  return places;
}
