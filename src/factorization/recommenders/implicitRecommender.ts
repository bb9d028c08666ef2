/** Implicit factors as a recommender: a history is folded in, and items are scored by x . y. */
import { choleskyFactor, choleskySolve } from '../../maths/index.ts';
import type { ImplicitFactors } from '../implicit/index.ts';
import { type ItemRecommender, itemRecommender } from './recommender.ts';

type ItemFactors = Omit<ImplicitFactors, 'people'>;

export function implicitRecommender(factors: ItemFactors): ItemRecommender {
  const personOf = implicitPerson(factors);
  const scoresOf = implicitScores(factors);
  const items = factors.items.length / factors.parameters.dimension;
  return itemRecommender({ name: 'implicitFactors', items, scores: (history) => scoresOf(personOf(history)) });
}

/** The scores of somebody with a vector. */
export function implicitScores({
  items: vectors,
  parameters: { dimension: d },
}: ItemFactors): (person: ArrayLike<number>) => Float64Array {
  return (person) =>
    Float64Array.from({ length: vectors.length / d }, (_, item) => {
      let score = 0;
      for (let k = 0; k < d; k++) score += person[k]! * vectors[item * d + k]!;
      return score;
    });
}

/** The vector of somebody with a history. */
export function implicitPerson({
  items: factors,
  parameters,
}: ItemFactors): (history: ArrayLike<number>) => Float64Array {
  const { dimension: d, alpha, ridge } = parameters;
  const items = factors.length / d;
  const base = new Float64Array(d * d);
  for (let k = 0; k < d; k++) base[k * d + k] = ridge;
  for (let item = 0; item < items; item++) addOuter(base, factors, item, d, 1);
  return (history) => {
    const system = Float64Array.from(base);
    const person = new Float64Array(d);
    for (let n = 0; n < history.length; n++) {
      addOuter(system, factors, history[n]!, d, alpha);
      for (let k = 0; k < d; k++) person[k]! += (1 + alpha) * factors[history[n]! * d + k]!;
    }
    // Positive definite by its ridge.
    choleskyFactor(system, d);
    choleskySolve(system, d, person);
    return person;
  };
}

/** matrix += weight x y y', the lower triangle. */
function addOuter(matrix: Float64Array, factors: Float32Array, item: number, d: number, weight: number): void {
  for (let a = 0; a < d; a++) {
    const factor = weight * factors[item * d + a]!;
    for (let b = 0; b <= a; b++) matrix[a * d + b]! += factor * factors[item * d + b]!;
  }
}
