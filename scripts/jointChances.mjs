/**
 * A trial of equal chances in which made-up items hang together (scripts/equal-chances.mjs, settings with `joint`). Items stand in a
 * random order, in blocks. What somebody sends of a block depends on what they have sent of the blocks before:
 *
 *     own    = P(item | what the person rated before, own group)
 *     target = mean over groups g of P(item | what the person SENT before, g)
 *
 * A rated item is withheld with probability 1 - target / own, another one is made up with (target - own) / (1 - own). With
 * exact chances all groups then send whole histories alike, not only single items: both follow the same chain. Chances are logistic in
 * where the rated items of the earlier blocks lie along the leading singular directions, and in their number.
 */
import { ItemRegressions } from '../build/defence/equalChances/itemRegressions.js';
import { historyAt, sparseProducts } from '../build/inference/index.js';
import { derive, singularDirections } from '../build/maths/index.js';

const BLOCKS = 40;
const RIDGES = { intercept: 0.1, taste: 2 };

/** `variance`: of group effects, as the model of single items has it. */
export function fitJoint({ histories, groupOf, groups }, { directions, variance, seed }) {
  const { rows, columns } = histories;
  const order = derive(seed, 'joint-order').shuffle(Array.from({ length: columns }, (_, item) => item));
  const blocks = Array.from({ length: BLOCKS }, (_, block) => {
    return order.filter((_, place) => Math.floor((place * BLOCKS) / columns) === block).sort((a, b) => a - b);
  });
  const found = singularDirections(sparseProducts(histories, new Uint8Array(histories.indices.length).fill(1)), {
    count: directions,
    steps: 24,
    stream: derive(seed, 'joint-directions'),
  });
  const shares = new Float64Array(columns);
  for (const item of histories.indices) shares[item] += 1 / rows;
  const chain = { blocks, directions, basis: found.directions, shares, groups: groups.length };

  // People sorted by group, and who rated each item.
  const sorted = [...groupOf.keys()].sort((a, b) => groupOf[a] - groupOf[b] || a - b);
  const bounds = Uint32Array.from({ length: groups.length + 1 }, (_, g) => sorted.filter((p) => groupOf[p] < g).length);
  const raters = Array.from({ length: columns }, () => []);
  for (const [place, person] of sorted.entries()) {
    for (const item of historyAt(histories, person).indices) raters[item].push(place);
  }
  const starts = new Uint32Array(columns + 1);
  for (const [item, list] of raters.entries()) starts[item + 1] = starts[item] + list.length;
  const people = Uint32Array.from(raters.flat());

  const walks = sorted.map((person) => walkOf(chain, historyAt(histories, person).indices));
  const fits = new Array(columns);
  const scaling = [];
  for (let block = 0; block < BLOCKS; block++) {
    const raw = walks.map((walk) => walk.next().value);
    const means = raw[0].map((_, k) => raw.reduce((sum, row) => sum + row[k], 0) / rows);
    const spreads = means.map(
      (mean, k) => Math.sqrt(raw.reduce((sum, row) => sum + (row[k] - mean) ** 2, 0) / rows) || 1,
    );
    scaling.push({ means, spreads });
    const features = [
      new Float64Array(rows).fill(1),
      ...means.map((mean, k) => Float64Array.from(raw, (row) => (row[k] - mean) / spreads[k])),
    ];
    const regressions = new ItemRegressions({ features, bounds }, { starts, people });
    for (const item of blocks[block]) fits[item] = regressions.fit(item, { ...RIDGES, group: 1 / variance });
  }
  return { ...chain, fits, scaling };
}

/** Before each block: where the items of the earlier ones lie, and how many there are beyond expectation. */
function* walkOf(chain, history) {
  const walk = newWalk(chain);
  const rated = new Set(Array.from(history));
  for (let block = 0; block < BLOCKS; block++) {
    yield placeOf(walk);
    step(chain, walk, block, rated);
  }
}

const newWalk = ({ directions }) => ({ sums: new Float64Array(directions), extra: 0, passed: 0 });
const placeOf = ({ sums, extra, passed }) => [...sums, extra / Math.sqrt(1 + passed)];

/** Takes a block in: what was rated in it, less what is expected. */
function step({ blocks, directions, basis, shares }, walk, block, rated) {
  for (const item of blocks[block]) {
    const left = (rated.has(item) ? 1 : 0) - shares[item];
    for (let k = 0; k < directions; k++) walk.sums[k] += left * basis[item * directions + k];
    walk.extra += left;
    walk.passed++;
  }
}

/** The items that somebody sends, ascending. `madeUp` is the share of the chance of made-up items that is used. */
export function sendJoint(chain, history, group, { strength, guarded, madeUp }, uniform) {
  const { blocks, groups, fits, scaling } = chain;
  const rated = new Set(Array.from(history));
  const [own, other] = [newWalk(chain), newWalk(chain)];
  const sent = new Set();
  for (let block = 0; block < BLOCKS; block++) {
    const { means, spreads } = scaling[block];
    const [truth, shown] = [own, other].map((walk) => placeOf(walk).map((value, k) => (value - means[k]) / spreads[k]));
    for (const item of blocks[block]) {
      const chance = (place, g) => {
        const fit = fits[item];
        const odds = place.reduce((sum, value, k) => sum + value * fit[1 + k], fit[0] + fit[1 + place.length + g]);
        return 1 / (1 + Math.exp(-odds));
      };
      const before = chance(truth, group);
      let middle = 0;
      for (let g = 0; g < groups; g++) middle += chance(shown, g) / groups;
      const after = guarded[item] === 1 ? before : before + strength * (middle - before);
      const keeps = rated.has(item)
        ? uniform(item) >= 1 - Math.min(1, after / before)
        : after > before && uniform(item) < (madeUp * (after - before)) / (1 - before);
      if (keeps) sent.add(item);
    }
    step(chain, own, block, rated);
    step(chain, other, block, sent);
  }
  return sent.size > 0 ? [...sent].sort((a, b) => a - b) : [history[0]];
}
