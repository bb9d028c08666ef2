/**
 * Fits who has seen what: P(person of type t and activity a has seen item j) = sigmoid(b_j + a + g_jt).      [eq:skip]
 *
 *   a      activities    ACTIVITIES; a grid. A person's activity is one of its points, which one is not known
 *   pi_ta  priors        types x activities; how probable type and activity are together
 *   b_j    visibilities  items
 *   g_jt   leanings      items x types
 *
 * maximises the likelihood of all that the training users have seen and not seen, less ridge / 2 * sum of g^2, by
 * expectation-maximisation. A user's activity given the type depends on the *number* of items seen only,
 *
 *     log P(a | t, n) = log pi_ta + a n - sum_j log(1 + exp(b_j + a + g_jt)) + constant,
 *
 * and an item is then fitted to the counts of seen and not seen in types x activities cells (skipItem.ts). The grid
 * spans the activities that the numbers of ratings show, and one person more than there is in every cell keeps its
 * prior above 0. Cost per round O(ratings * activities + items * types * activities).
 */
import type { SparseRows, TypeLabels } from '../inference/index.ts';
import { softmax } from '../maths/index.ts';
import { fitSkipItem, sigmoid, softplus } from './skipItem.ts';

export interface SkipFit {
  readonly activities: Float64Array;
  readonly priors: Float64Array;
  readonly visibilities: Float64Array;
  readonly leanings: Float64Array;
}

export const ACTIVITIES = 9;
/** Part of the users on either side whose activity may lie beyond the grid. */
const TAIL = 0.01;
/** No activity beyond this, in log-odds: nobody has seen nothing or everything for certain. */
const MOST_ACTIVITY = 8;
/** Memberships below this are not counted. */
const NEGLIGIBLE = 1e-9;

/** Everything here speaks of the types that occur, in the order of `known.present`. */
export function fitSkipModel(rows: SparseRows, known: TypeLabels, ridge: number, rounds: number): SkipFit {
  const types = known.present.length;
  const cells = types * ACTIVITIES;
  const sizes = Uint32Array.from({ length: rows.rows }, (_, user) => rows.starts[user + 1]! - rows.starts[user]!);
  const anchors = shareLogits(rows);
  const activities = activityGrid(anchors, sizes);
  const visibilities = Float64Array.from(anchors);
  const leanings = new Float64Array(rows.columns * types);
  let priors = new Float64Array(cells).fill(1 / cells);
  for (let round = 0; round < rounds; round++) {
    const shares = memberships({ activities, priors, visibilities, leanings }, sizes, known);
    const totals = new Float64Array(cells);
    const seen = new Float64Array(rows.columns * cells);
    for (let user = 0; user < rows.rows; user++) {
      const own = known.positions[user]! * ACTIVITIES;
      for (let a = 0; a < ACTIVITIES; a++) {
        const share = shares[user * ACTIVITIES + a]!;
        totals[own + a]! += share;
        if (share < NEGLIGIBLE) continue;
        for (let entry = rows.starts[user]!; entry < rows.starts[user + 1]!; entry++) {
          seen[rows.indices[entry]! * cells + own + a]! += share;
        }
      }
    }
    priors = totals.map((total) => (total + 1) / (rows.rows + cells));
    for (let item = 0; item < rows.columns; item++) {
      const counts = { totals, seen: seen.subarray(item * cells, (item + 1) * cells) };
      const point = Float64Array.of(visibilities[item]!, ...leanings.subarray(item * types, (item + 1) * types));
      const fitted = fitSkipItem(counts, activities, anchors[item]!, ridge, point);
      visibilities[item] = fitted[0]!;
      leanings.set(fitted.subarray(1), item * types);
    }
  }
  return { activities, priors, visibilities, leanings };
}

/** How probable each activity is for each user, given type and number of items seen (users x activities). */
export function memberships(fit: SkipFit, sizes: Uint32Array, known: TypeLabels): Float64Array {
  const { activities, priors, visibilities, leanings } = fit;
  const types = known.present.length;
  const base = priors.map(Math.log);
  for (let item = 0; item < visibilities.length; item++) {
    for (let t = 0; t < types; t++) {
      const level = visibilities[item]! + leanings[item * types + t]!;
      for (let a = 0; a < ACTIVITIES; a++) base[t * ACTIVITIES + a]! -= softplus(level + activities[a]!);
    }
  }
  const shares = new Float64Array(sizes.length * ACTIVITIES);
  for (let user = 0; user < sizes.length; user++) {
    const own = known.positions[user]! * ACTIVITIES;
    const logs = activities.map((activity, a) => base[own + a]! + activity * sizes[user]!);
    shares.set(softmax(logs), user * ACTIVITIES);
  }
  return shares;
}

/** The log-odds that somebody has seen each item, by its share of the users. */
function shareLogits(rows: SparseRows): Float64Array {
  const counts = new Float64Array(rows.columns).fill(0.5);
  for (const item of rows.indices) counts[item]!++;
  return counts.map((count) => Math.log(count / (rows.rows + 1 - count)));
}

/** Equally spaced from the activity that explains a small number of ratings to the one that explains a large number. */
function activityGrid(logits: Float64Array, sizes: Uint32Array): Float64Array {
  const sorted = sizes.toSorted();
  const low = activityOf(sorted[Math.floor(TAIL * (sorted.length - 1))]!, logits);
  const high = activityOf(sorted[Math.ceil((1 - TAIL) * (sorted.length - 1))]!, logits);
  return Float64Array.from({ length: ACTIVITIES }, (_, a) => low + ((high - low) * a) / (ACTIVITIES - 1));
}

/** The activity with which somebody is expected to have seen `size` items, by bisection. */
function activityOf(size: number, logits: Float64Array): number {
  let low = -MOST_ACTIVITY;
  let high = MOST_ACTIVITY;
  for (let halving = 0; halving < 40; halving++) {
    const middle = (low + high) / 2;
    let expected = 0;
    for (const logit of logits) expected += sigmoid(logit + middle);
    if (expected < size) low = middle;
    else high = middle;
  }
  return (low + high) / 2;
}
