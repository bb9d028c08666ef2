/**
 * What a list of questions tells about an attribute before anyone answers: how far apart the types lie, measured in the
 * spread of the answers, if every question of the list is answered.
 *
 *     D_A^2 = gap' (I + V V' / lam)^-1 gap / s2,     AUC = Phi(D_A / sqrt 2)                      [eq:implied-leak]
 *
 *   V    profiles of the list's observation rows      gap  difference between the types' biases of those rows
 *   lam  ridge                                        s2   noise variance
 *
 * A model of ratings has a row for each question: its D_A^2 is that of people who know every item, and an upper bound
 * for those who skip some. A model of channels has a row also for whether the item was seen: there a skip is observed,
 * and nothing is left out. With more than two types it is the pair that lies farthest apart.
 *
 * Cost O(n^2 d + n^3) for n rows. LeakState (leakState.ts) is the same, question by question.
 */
import { requireWithin, UlteriorError } from '../../../errors/index.ts';
import type { FactorModel } from '../../../factorization/index.ts';
import { factoredRows, rowOf } from '../../../inference/index.ts';
import { normalCdf, normalQuantile } from '../../../maths/index.ts';
import type { ItemIndex } from '../../../ratings/index.ts';

/** What an attacker is taken to read: ratings alone, what was seen and how it was rated, or what was seen alone. */
export type LeakKind = 'ratings' | 'channels' | 'presence';

/** How far apart the answers to a list put two groups, and the AUC that this implies. */
export interface ImpliedLeak {
  readonly attribute: string;
  readonly kind: LeakKind;
  /** D_A^2. */
  readonly squaredDistance: number;
  /** Probability that of two people who differ in the attribute the right one is picked. */
  readonly auc: number;
  /** The two types that lie farthest apart. */
  readonly labels: readonly [string, string];
}

/** How a leak is computed. */
export interface LeakOptions {
  /** The attacker's ridge; by default noise variance over profile variance, as the model has it. */
  readonly ridge?: number | undefined;
}

/** What a list of questions leaks, by what the model knows. Needs no answers. */
export function impliedLeak(model: FactorModel, items: readonly ItemIndex[], options: LeakOptions = {}): ImpliedLeak {
  const rows = items.flatMap((item) => model.rows.channels.map((_, channel) => rowOf(model, item, channel)));
  const { ridge = model.noiseVariance / model.profileVariance } = options;
  const size = rows.length;
  const factor = factoredRows(rows, ridge);
  let [squaredDistance, labels] = [Number.NEGATIVE_INFINITY, ['', ''] as readonly [string, string]];
  for (const [s, t] of typePairs(model.typeLabels.length)) {
    const squared = squaredNorm(
      factor,
      size,
      rows.map(({ biases }) => biases[t]! - biases[s]!),
    );
    if (squared / model.noiseVariance <= squaredDistance) continue;
    squaredDistance = squared / model.noiseVariance;
    labels = [model.typeLabels[s]!, model.typeLabels[t]!];
  }
  return {
    attribute: model.attribute,
    kind: leakKind(model),
    squaredDistance,
    auc: aucOfDistance(squaredDistance),
    labels,
  };
}

/** |L^-1 x|^2 = x' (L L')^-1 x. */
function squaredNorm(factor: Float64Array, size: number, x: readonly number[]): number {
  const solved = new Float64Array(size);
  let sum = 0;
  for (let a = 0; a < size; a++) {
    let rest = x[a]!;
    for (let k = 0; k < a; k++) rest -= factor[a * size + k]! * solved[k]!;
    solved[a] = rest / factor[a * size + a]!;
    sum += solved[a]! ** 2;
  }
  return sum;
}

/** A ridge that was chosen for ratings says nothing about models of channels: those keep their own. */
export function ownRidge(model: FactorModel, { ridge }: LeakOptions): LeakOptions {
  return leakKind(model) === 'ratings' ? { ridge } : {};
}

/** Every two types once. */
export function typePairs(types: number): (readonly [number, number])[] {
  return Array.from({ length: types }, (_, s) => s).flatMap((s) =>
    Array.from({ length: types - s - 1 }, (_, n) => [s, s + 1 + n] as const),
  );
}

export function aucOfDistance(squaredDistance: number): number {
  return normalCdf(Math.sqrt(squaredDistance / 2));
}

/** The D^2 at which an AUC is reached: what a list may cost that is to stay below it. */
export function distanceOfAuc(auc: number): number {
  requireWithin('maxAuc', auc, { min: 0.5, max: 1 });
  return 2 * normalQuantile(auc) ** 2;
}

/** Models that infer several attributes at once have no single gap. */
export function leakKind({ attribute, attributes, rows: { channels } }: FactorModel): LeakKind {
  if (attributes !== undefined && attributes.length > 1) {
    throw new UlteriorError(
      'STRATEGY_UNSUITABLE',
      `the model infers ${attributes.map(({ name }) => name).join(' and ')} at once (${attribute})`,
      'train a model of each attribute, and pass them all',
      { attributes: attributes.map(({ name }) => name) },
    );
  }
  if (channels.includes('rating')) return 'ratings';
  return channels.join() === 'presence' ? 'presence' : 'channels';
}
