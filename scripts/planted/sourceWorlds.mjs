/**
 * Invented worlds that leak in one way alone, to see whether the answer says which. The same form as worlds.mjs: answers from
 * 1 to 5 (NaN for none), labels from 0. A leak in pairs alone is xorOfTwo there.
 *
 *   onlySkips   groups answer other items, equally many; how they answer is alike
 *   onlyStars   everybody answers as many and the same; each group likes other items
 *   onlyOneItem one item is the group, but for three people in a hundred
 *   onlyStyle   one group likes extremes, in every item, to both ends alike
 */
import { seeded } from './worlds.mjs';

const LEVELS = 5;

/** `cell` gives an answer, or NaN for none; 1 or -1 says which group an item leans to. */
function world(name, description, cell) {
  return ({ seed, leak = true, people = 300, items = 24 }) => {
    const draw = seeded(seed);
    const labels = Array.from({ length: people }, () => (draw() < 0.5 ? 0 : 1));
    // Without the leak the answers follow a group that nobody has.
    const groups = leak ? labels : labels.map(() => (draw() < 0.5 ? 0 : 1));
    const answers = groups.map((group) =>
      Array.from({ length: items }, (_, item) => cell({ group, item, leans: (item + group) % 2 === 0 ? 1 : -1, draw })),
    );
    return { name, description, answers, labels };
  };
}

const anyLevel = (draw) => 1 + Math.floor(LEVELS * draw());
const often = (share, draw) => (draw() < share ? anyLevel(draw) : Number.NaN);

export const onlySkips = world('onlySkips', 'groups answer other items, and answer alike', ({ leans, draw }) =>
  often(0.5 + 0.17 * leans, draw),
);

export const onlyStars = world('onlyStars', 'groups like other items, and answer as many', ({ leans, draw }) => {
  const liked = anyLevel(draw) + (draw() < 0.45 ? leans : 0);
  return draw() < 0.7 ? Math.min(LEVELS, Math.max(1, liked)) : Number.NaN;
});

export const onlyOneItem = world('onlyOneItem', 'one item is the group', ({ group, item, draw }) =>
  item === 5 ? 1 + (draw() < 0.03 ? 1 - group : group) : often(0.7, draw),
);

export const onlyStyle = world('onlyStyle', 'one group likes extremes of both kinds', ({ group, draw }) => {
  if (draw() < 0.2) return Number.NaN;
  return group === 1 && draw() < 0.3 ? (draw() < 0.5 ? 1 : LEVELS) : anyLevel(draw);
});
