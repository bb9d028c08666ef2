/** The AUC of some people as a function of how often each of them counts: ranked once, evaluated for every resample. */
import { type Ranking, rank, weightedAuc } from './auc.ts';

/** With more than two types the mean over one against the rest. */
export function rankingsOf(
  people: Uint32Array,
  logitOf: (person: number, type: number) => number,
  types: ArrayLike<number>,
  typeCount: number,
): readonly Ranking[] {
  const ranked = typeCount === 2 ? [1] : Array.from({ length: typeCount }, (_, type) => type);
  return ranked.map((type) =>
    rank(
      people,
      (person) => logitOf(person, type),
      (person) => types[person] === type,
    ),
  );
}

export function meanAuc(rankings: readonly Ranking[], weights: ArrayLike<number>): number {
  return rankings.reduce((sum, ranking) => sum + weightedAuc(ranking, weights), 0) / rankings.length;
}

/** How many people of each type are among some. */
export function countByType(people: Uint32Array, types: ArrayLike<number>, typeCount: number): Uint32Array {
  const counts = new Uint32Array(typeCount);
  for (const person of people) counts[types[person]!]!++;
  return counts;
}

/** How many units of each type are among some: people who belong together and are of one type count once. */
export function unitsByType(
  people: Uint32Array,
  types: ArrayLike<number>,
  typeCount: number,
  clusters: ArrayLike<number> | undefined,
): Uint32Array {
  if (clusters === undefined) return countByType(people, types, typeCount);
  const units = Array.from({ length: typeCount }, () => new Set<number>());
  for (const person of people) units[types[person]!]!.add(clusters[person]!);
  return Uint32Array.from(units, ({ size }) => size);
}
