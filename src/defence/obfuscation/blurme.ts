/**
 * BlurMe: items that point to the other group, by the weights of logistic regression, added to the profile. `random` takes
 * any of them, `sampled` draws in proportion to the weight, the plain one takes those with the largest weight:
 *
 *     L_t = { j : w_j points away from group t },     added: the share k of |profile| from L_t without the profile
 *
 * Each carries the mean rating of its item, rounded to the scale (the paper's other way, a predicted rating, is not here).
 * The penalty of our regression is our own.
 */
import { adding, type choices, shareAdded } from './decoys.ts';
import type { DefenceDefinition } from './defence.ts';
import { pointingAway, requireLists } from './publicLists.ts';

const reference =
  'Weinsberg, Bhagat, Ioannidis, Taft: BlurMe: Inferring and Obfuscating User Gender Based on Ratings, RecSys 2012';

function blurmeBy(kind: keyof typeof choices, name: string, label: string, summary: string): DefenceDefinition {
  return {
    name,
    label,
    family: 'blurme',
    summary,
    needsType: true,
    changesItems: true,
    types: 'two',
    strength: { ...shareAdded, tried: [0.01, 0.05, 0.1] },
    lists: true,
    reference,
    create: adding(kind, ({ model, lists }, type) =>
      pointingAway(requireLists(name, lists, model.items.size), type, 'weights'),
    ),
  };
}

export const blurme = blurmeBy(
  'Greedy',
  'blurme',
  'BlurMe (greedy)',
  'unseen items added that point to the other group, by logistic regression, the strongest first',
);
export const blurmeRandom = blurmeBy('Random', 'blurmeRandom', 'BlurMe (random)', 'the same items, at random');
export const blurmeSampled = blurmeBy(
  'Sampled',
  'blurmeSampled',
  'BlurMe (sampled)',
  'the same items, in proportion to their weight',
);
