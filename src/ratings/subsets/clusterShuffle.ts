/**
 * Labels dealt out anew among people who belong together: the labels of a cluster move as a whole to a cluster of the
 * same size, and are shuffled among its members there. Under "the answers tell nothing" such clusters are exchangeable;
 * single people are not, because members of a household share answers and labels without any leak.
 *
 * With folds, clusters are exchanged within their fold, so that each fold keeps its groups. A cluster whose size no
 * other of its fold has is exchanged with such clusters of other folds: staying in place, it would carry the real labels
 * into every shuffle, and a real leak might not be seen. Whoever is the only one of that size keeps its labels, in
 * another order among its members, which errs towards "no leak shown".
 */
import type { RandomStream } from '../../maths/index.ts';
import { clusterMembers } from '../data/together.ts';

/** For each person the one whose label they get. */
export function shuffledPeople(
  clusters: ArrayLike<number>,
  stream: RandomStream,
  folds?: ArrayLike<number>,
): Uint32Array {
  const members = clusterMembers(clusters).filter((cluster) => cluster.length > 0);
  const from = new Uint32Array(clusters.length);
  for (const alike of exchangeable(members, folds)) {
    const givers = stream.shuffle([...alike.keys()]);
    for (const [n, cluster] of alike.entries()) {
      const labels = stream.shuffle([...alike[givers[n]!]!]);
      for (const [at, person] of cluster.entries()) from[person] = labels[at]!;
    }
  }
  return from;
}

type Cluster = readonly number[];

/** Clusters of one size and fold; of those that are alone there, the ones of one size. */
function exchangeable(members: readonly Cluster[], folds: ArrayLike<number> | undefined): Cluster[][] {
  const inFold = groupedBy(members, (cluster) => `${folds?.[cluster[0]!] ?? 0} ${cluster.length}`);
  const several = inFold.filter((alike) => alike.length > 1);
  const alone = inFold.filter((alike) => alike.length === 1).flat();
  return [...several, ...groupedBy(alone, (cluster) => String(cluster.length))];
}

function groupedBy(members: readonly Cluster[], keyOf: (cluster: Cluster) => string): Cluster[][] {
  const groups = new Map<string, Cluster[]>();
  for (const cluster of members) {
    const key = keyOf(cluster);
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [cluster]);
    else group.push(cluster);
  }
  return [...groups.values()];
}
