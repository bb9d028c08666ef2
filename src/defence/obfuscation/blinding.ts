/**
 * Type-blinding: every rating is moved by as much as the person's type rates the item above the mean of the types.
 *
 *     r_j  ->  r_j - strength (z_jt - mean over types s of z_js)                                    [eq:blinding]
 *
 * Under the model all types then rate alike. The mean is plain and not weighted by how frequent the types are: with
 * weights the rare types alone would have to change.
 *
 * Most moves are smaller than half a step, so plain rounding (`blindingRounded`) takes nearly all of them back.
 * `blinding` rounds at random to one of the two neighbours, so that the expectation is right; only at the ends of the
 * scale, which nothing can be moved beyond, it is not.
 */
import type { FactorModel } from '../../factorization/index.ts';
import { dithered, scaleSteps } from '../../ratings/index.ts';
import type { DefenceDefinition } from './defence.ts';

const strength = { means: 'share of the gap between the groups that is removed', max: 1, tried: [0.5, 1] };

/** How far type `type` rates an item above the mean of the types. */
export function excessOf({ rows, typeLabels }: FactorModel, item: number, type: number): number {
  const types = typeLabels.length;
  let mean = 0;
  for (let t = 0; t < types; t++) mean += rows.biases[item * types + t]! / types;
  return rows.biases[item * types + type]! - mean;
}

export const blinding: DefenceDefinition = {
  name: 'blinding',
  label: 'Blinding',
  family: 'blinding',
  summary: 'every rating moved to the average of all groups, rounded at random',
  needsType: true,
  changesItems: false,
  types: 'any',
  strength,
  create: ({ model, strength: share }) => {
    const { levels, stepsOf, at } = scaleSteps(model.scale);
    return ({ ratings: { indices, values }, type }, chance) => ({
      indices,
      values: Float64Array.from(values, (value, n) => {
        const steps = stepsOf(value - share * excessOf(model, indices[n]!, type!));
        // Clipped before it is rounded, so that chance is drawn once for each rating whatever it is.
        return at(dithered(Math.min(levels.length - 1, Math.max(0, steps)), chance));
      }),
    });
  },
};

export const blindingRounded: DefenceDefinition = {
  name: 'blindingRounded',
  label: 'Blinding (rounded)',
  family: 'blinding',
  summary: 'the same with plain rounding, which undoes most of it: for comparison',
  needsType: true,
  changesItems: false,
  types: 'any',
  strength: { ...strength, tried: [1] },
  create: ({ model, strength: share }) => {
    const { stepsOf, at } = scaleSteps(model.scale);
    return ({ ratings: { indices, values }, type }) => ({
      indices,
      values: Float64Array.from(values, (value, n) =>
        at(Math.round(stepsOf(value - share * excessOf(model, indices[n]!, type!)))),
      ),
    });
  },
};
