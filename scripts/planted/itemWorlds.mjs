/**
 * Invented worlds in which one item, or one group, gives everything away and the rest drowns it. The same form as
 * worlds.mjs: answers from 1 to 5 (NaN for none), labels from 0.
 *
 *   rareItem          26 people rated it, all of one group of two
 *   oneGroupOfTwelve  eleven groups answer at random; the twelfth answers six items alike
 *   weak              every item leans a little, none by much
 */
import { seeded } from './worlds.mjs';

const LEVELS = 5;

export const rareItem = ({ seed, leak = true, people = 800, items = 60 }) => {
  const draw = seeded(seed);
  const labels = Array.from({ length: people }, () => (draw() < 0.5 ? 0 : 1));
  const answers = labels.map(() =>
    Array.from({ length: items }, (_, item) => (item > 0 && draw() < 0.5 ? answer(draw) : Number.NaN)),
  );
  const candidates = [...labels.keys()].filter((person) => !leak || labels[person] === 1);
  for (let n = 0; n < 26; n++) {
    const [person] = candidates.splice(Math.floor(candidates.length * draw()), 1);
    answers[person][0] = answer(draw);
  }
  return { name: 'rareItem', description: '26 people rated an item, all of one group', answers, labels };
};

export const oneGroupOfTwelve = ({ seed, leak = true, people = 720, items = 30 }) => {
  const draw = seeded(seed);
  const labels = Array.from({ length: people }, (_, person) => person % 12);
  const answers = labels.map((label) =>
    Array.from({ length: items }, (_, item) => (leak && label === 5 && item < 6 ? LEVELS : answer(draw))),
  );
  return { name: 'oneGroupOfTwelve', description: 'one group of twelve is told with certainty', answers, labels };
};

/** `step`: by how much the chance of an answer moves per item. */
export const weak = ({ seed, leak = true, people = 300, items = 20, step = 0.35 }) => {
  const draw = seeded(seed);
  const leans = Array.from({ length: items }, () => (draw() < 0.5 ? -1 : 1));
  const labels = Array.from({ length: people }, () => (draw() < 0.5 ? 0 : 1));
  const answers = labels.map((label) =>
    leans.map((lean) => {
      const moved = answer(draw) + (leak && draw() < step ? lean * (label === 1 ? 1 : -1) * draw() : 0);
      return Math.min(LEVELS, Math.max(1, Math.round(moved)));
    }),
  );
  return { name: 'weak', description: 'every item leans a little', answers, labels };
};

const answer = (draw) => 1 + Math.floor(LEVELS * draw());
