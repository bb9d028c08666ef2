/**
 * Worlds of known size and shape. Numbers of users, items and ratings and the shares of the types follow the datasets of
 * Bhagat et al. (RecSys 2014) that the names recall; ratings, people and titles are invented.
 */

import type { WorldSpec } from './worldSpec.ts';

export const worldPresets = Object.freeze({
  /** Small and leaky: everything shows within seconds. */
  demo: {
    users: 1200,
    items: 300,
    ratingsPerUser: 60,
    minimumPerUser: 20,
    dimension: 6,
    types: [
      { label: 'lark', share: 0.6 },
      { label: 'owl', share: 0.4 },
    ],
    attribute: 'chronotype',
    leak: 0.2,
  },
  /** The size of MovieLens 1M after filtering: about a million ratings, women about 28 in 100. */
  movielens: {
    users: 6000,
    items: 3000,
    ratingsPerUser: 166,
    minimumPerUser: 20,
    countSpread: 1.1,
    dimension: 10,
    types: [
      { label: 'M', share: 0.72 },
      { label: 'F', share: 0.28 },
    ],
    attribute: 'gender',
    leak: 0.15,
    noise: 0.85,
    popularity: 0.6,
  },
  /** The size of Politics-and-TV: few items, and a user rates most of them. */
  tv: {
    users: 992,
    items: 50,
    ratingsPerUser: 30,
    minimumPerUser: 10,
    dimension: 5,
    types: [
      { label: 'democrat', share: 0.615 },
      { label: 'republican', share: 0.385 },
    ],
    attribute: 'politics',
    leak: 0.2,
    popularity: 0.3,
  },
  /** The size of Flixster: about 5.6 million ratings in half stars. */
  flixster: {
    users: 26_000,
    items: 9921,
    ratingsPerUser: 215,
    minimumPerUser: 20,
    countSpread: 1.2,
    dimension: 20,
    types: [
      { label: 'female', share: 0.63 },
      { label: 'male', share: 0.37 },
    ],
    attribute: 'gender',
    leak: 0.15,
    profileScales: { user: 0.4, item: 0.35 },
    popularity: 0.8,
    scale: { min: 0.5, max: 5, step: 0.5 },
  },
}) satisfies Readonly<Record<string, Partial<WorldSpec>>>;

/** A world by its name. */
export type WorldPresetName = keyof typeof worldPresets;
