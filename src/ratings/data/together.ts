/**
 * People who are not independent of one another: members of a household, or rows that are copies of one person. They
 * must not be on both sides of a fold, and they count as one unit wherever people are resampled or shuffled: otherwise
 * an attacker recognises the household, and that reads as a leak.
 */

/** Who belongs together, and why. */
export interface Together {
  /** The number of each user's cluster, dense from 0 in order of first occurrence. Never write to it. */
  readonly clusters: Uint32Array;
  /** The column that says so, where there is one. */
  readonly column?: string | undefined;
  /** Rows that repeat others, where chance does not explain them. */
  readonly copies?: RepeatedRows | undefined;
  /** Where there are copies: numbers that copies of one row have in common. */
  readonly rows?: Uint32Array | undefined;
}

/** Rows of answers that are equal to others. */
export interface RepeatedRows {
  /** Rows that have an equal one before them. */
  readonly rows: number;
  /** Rows that have an equal one, before or after. */
  readonly people: number;
  /** How many pairs of equal rows chance would make. */
  readonly expected: number;
}

/** Numbers the distinct values in order of first occurrence; a user without a value (undefined) is alone. */
export function clustersFrom(values: ArrayLike<string | number | undefined>): Uint32Array {
  const numbers = new Map<string | number, number>();
  let next = 0;
  return Uint32Array.from(values, (value) => {
    if (value === undefined) return next++;
    const known = numbers.get(value);
    if (known !== undefined) return known;
    numbers.set(value, next);
    return next++;
  });
}

/** How many clusters there are. */
export function clusterCount(clusters: ArrayLike<number>): number {
  let most = -1;
  for (let user = 0; user < clusters.length; user++) most = Math.max(most, clusters[user]!);
  return most + 1;
}

/** The users of every cluster, ascending. */
export function clusterMembers(clusters: ArrayLike<number>): number[][] {
  const members = Array.from({ length: clusterCount(clusters) }, (): number[] => []);
  for (let user = 0; user < clusters.length; user++) members[clusters[user]!]!.push(user);
  return members;
}

/** Those who are together in either are together. */
export function joinClusters(first: Uint32Array, second: Uint32Array): Uint32Array {
  const parents = Uint32Array.from({ length: clusterCount(first) }, (_, cluster) => cluster);
  const rootOf = (cluster: number): number => {
    let root = cluster;
    while (parents[root] !== root) root = parents[root]!;
    for (let at = cluster; at !== root; ) {
      const above = parents[at]!;
      parents[at] = root;
      at = above;
    }
    return root;
  };
  const firstOf = new Map<number, number>();
  for (const [user, other] of second.entries()) {
    const known = firstOf.get(other);
    if (known === undefined) firstOf.set(other, first[user]!);
    else parents[rootOf(first[user]!)] = rootOf(known);
  }
  return clustersFrom(Array.from(first, rootOf));
}

/** Clusters follow the people. */
export function togetherOf(together: Together | undefined, users: ArrayLike<number>): Together | undefined {
  if (together === undefined) return undefined;
  const of = (numbers: Uint32Array) => Uint32Array.from({ length: users.length }, (_, n) => numbers[users[n]!]!);
  const { clusters, rows } = together;
  return { ...together, clusters: clustersFrom(of(clusters)), rows: rows && of(rows) };
}

/**
 * The first of each set of copies among the users. A copy teaches nothing new, but it misleads whoever chooses how
 * closely to look at people: on copies, looking at single people seems best.
 */
export function withoutCopies(users: Uint32Array, together: Together | undefined): Uint32Array {
  const rows = together?.rows;
  if (rows === undefined) return users;
  const seen = new Set<number>();
  return users.filter((user) => seen.size < seen.add(rows[user]!).size);
}
