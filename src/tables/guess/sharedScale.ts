/**
 * The scale that most columns of a wide table share. Every column proposes the range it shows; a proposal gets from each
 * column inside it the part of the range which that column fills:
 *
 *     votes(scale) = sum over columns within the scale of (max - min of the column) / (max - min of the scale)
 *
 * So a scale that is too wide for the columns loses to one that fits, and items that no one rated with the lowest or
 * the highest level still vote for the scale of the others.
 */

import type { ColumnProfile, NumberProfile } from './columnProfile.ts';

export type Scale = Pick<NumberProfile, 'min' | 'max' | 'step'>;

/** Ratings are small numbers. */
const LIMIT = 100;

export function sharedScale(columns: readonly ColumnProfile[]): Scale | undefined {
  const shown = columns.flatMap(({ numbers }) => (numbers !== undefined && isSmall(numbers) ? [numbers] : []));
  const proposals = new Map(shown.map((scale) => [`${scale.min} ${scale.max} ${scale.step}`, scale]));
  let best: { readonly scale: Scale; readonly votes: number } | undefined;
  for (const scale of proposals.values()) {
    const votes = shown.reduce((sum, own) => sum + (isWithin(own, scale) ? (own.max - own.min) / width(scale) : 0), 0);
    if (best === undefined || votes > best.votes) best = { scale, votes };
  }
  return best?.scale;
}

export function isWithin(own: Scale, scale: Scale): boolean {
  return own.min >= scale.min && own.max <= scale.max && own.step >= scale.step;
}

/** Undefined where the levels cannot be counted. */
export function levelCount(scale: Scale): number | undefined {
  return scale.step === 0 ? undefined : Math.round(width(scale) / scale.step) + 1;
}

const isSmall = (scale: Scale) => scale.min >= -LIMIT && scale.max <= LIMIT && scale.max > scale.min;
const width = (scale: Scale) => scale.max - scale.min;
