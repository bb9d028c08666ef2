/** Who is trained on and who is tested on. Randomness comes in as a stream: the same seed gives the same folds. */

import { requireWithin, UlteriorError } from '../../errors/index.ts';
import type { RandomStream } from '../../maths/index.ts';
import type { Attribute } from '../data/attribute.ts';
import { accumulateStarts } from '../data/compressedRows.ts';
import { assembleDataset, type Dataset } from '../data/dataset.ts';
import { quantileGroups } from '../data/numericAttribute.ts';
import { ratingMatrixFromRows } from '../data/ratingMatrix.ts';
import { clusterMembers, togetherOf } from '../data/together.ts';
import { selectVocabulary } from '../data/vocabulary.ts';
import { attributesOfUsers } from './selection.ts';

/** Groups of equal size by which a numeric attribute is dealt out. */
const NUMERIC_STRATA = 10;

/**
 * The fold of every user. Users are dealt out label by label, each label in random order and each going on where the
 * one before stopped, so that both the folds and each label's share of them differ in size by at most one user. Users
 * whose attribute is missing are dealt out too, as if missing were a label: they still serve for training profiles.
 * A numeric attribute is dealt out by its quantile groups in place of labels. Users of one of the `clusters` share a
 * fold; labels and sizes are then as even as clusters allow.
 */
export function stratifiedFolds(
  attribute: Attribute,
  folds: number,
  stream: RandomStream,
  clusters?: ArrayLike<number>,
): Uint16Array {
  const numeric = attribute.kind === 'numeric';
  const codes = numeric ? quantileGroups(attribute.values, NUMERIC_STRATA) : attribute.values;
  const strata = numeric ? NUMERIC_STRATA : attribute.labels.length;
  const users = codes.length;
  requireWithin('folds', folds, { min: 2, max: Math.min(users, 65_535), whole: true });
  if (clusters !== undefined) return foldsOfClusters(clusters, codes, strata, folds, stream);
  const foldOf = new Uint16Array(users);
  let next = 0;
  for (let code = -1; code < strata; code++) {
    const members: number[] = [];
    for (let user = 0; user < users; user++) if (codes[user] === code) members.push(user);
    for (const user of stream.shuffle(members)) {
      foldOf[user] = next;
      next = (next + 1) % folds;
    }
  }
  return foldOf;
}

/**
 * The largest clusters first, in random order among equals: each goes to the fold that has least of the labels it
 * brings, and of these to the smallest fold.
 */
function foldsOfClusters(
  clusters: ArrayLike<number>,
  codes: ArrayLike<number>,
  strata: number,
  folds: number,
  stream: RandomStream,
): Uint16Array {
  const totals = new Uint32Array(strata + 1);
  for (let user = 0; user < codes.length; user++) totals[codes[user]! + 1]!++;
  const dealt = Array.from({ length: folds }, () => ({ users: 0, byLabel: new Uint32Array(strata + 1) }));
  const foldOf = new Uint16Array(codes.length);
  const all = clusterMembers(clusters);
  const order = stream.shuffle([...all.keys()]).sort((a, b) => all[b]!.length - all[a]!.length);
  for (const cluster of order) {
    const members = all[cluster]!;
    let best = 0;
    let least = Number.POSITIVE_INFINITY;
    for (const [fold, { users, byLabel }] of dealt.entries()) {
      const there = members.reduce((sum, user) => sum + byLabel[codes[user]! + 1]! / totals[codes[user]! + 1]!, 0);
      const cost = there / members.length + (1e-6 * users) / codes.length;
      if (cost >= least) continue;
      [best, least] = [fold, cost];
    }
    for (const user of members) {
      foldOf[user] = best;
      dealt[best]!.byLabel[codes[user]! + 1]!++;
    }
    dealt[best]!.users += members.length;
  }
  return foldOf;
}

/**
 * The dataset of these users (distinct), in the given order. Items keep their vocabulary and their indexes, so that a
 * model trained on some users speaks of the same items as the others; an item may be without ratings here.
 */
export function subsetUsers(dataset: Dataset, users: ArrayLike<number>): Dataset {
  const { byUser, items, users: available } = dataset.ratings;
  const selected = checkSelection(users, available);
  const starts = new Uint32Array(selected.length + 1);
  for (let n = 0; n < selected.length; n++)
    starts[n + 1] = byUser.starts[selected[n]! + 1]! - byUser.starts[selected[n]!]!;
  accumulateStarts(starts);

  const indices = new Uint32Array(starts[selected.length]!);
  const values = new Float32Array(starts[selected.length]!);
  for (let n = 0; n < selected.length; n++) {
    const [from, to] = [byUser.starts[selected[n]!]!, byUser.starts[selected[n]! + 1]!];
    indices.set(byUser.indices.subarray(from, to), starts[n]);
    values.set(byUser.values.subarray(from, to), starts[n]);
  }
  return assembleDataset(
    {
      users: selectVocabulary(dataset.users, selected),
      items: dataset.items,
      ratings: ratingMatrixFromRows(selected.length, items, { starts, indices, values }),
      scale: dataset.scale,
      together: togetherOf(dataset.together, selected),
      findings: dataset.findings,
    },
    attributesOfUsers(dataset, selected),
  );
}

function checkSelection(users: ArrayLike<number>, available: number): Uint32Array {
  if (users.length === 0) {
    throw new UlteriorError('DATASET_EMPTY', 'a subset of no users has no ratings', 'name at least one user');
  }
  const seen = new Uint8Array(available);
  for (let n = 0; n < users.length; n++) {
    const user = users[n]!;
    requireWithin('user', user, { min: 0, max: available - 1, whole: true });
    if (seen[user] === 1) {
      throw new UlteriorError('VOCABULARY_INVALID', `the subset names user ${user} twice`, 'name every user once', {
        user,
      });
    }
    seen[user] = 1;
  }
  return Uint32Array.from(users);
}
