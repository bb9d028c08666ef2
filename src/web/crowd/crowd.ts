/**
 * People who do not exist, drawn from a model of ratings, and what an attacker makes of their answers. Licences forbid to
 * ship real ones.
 *
 *     group t by the model's shares,   x ~ N(0, profile variance),
 *     rating_j = b_tj + v_j'x + N(0, noise variance), in the row's unit, then rounded to the scale
 *
 * That is what the model itself assumes, so its figures here are a little better or worse than with real people. For a
 * fixed list of questions the attacker's log weights are linear in the ratings (src/defence/obfuscation/linearForm.ts):
 * a thousand people cost some milliseconds.
 */
import { rank, weightedAuc } from '../../audit/index.ts';
import { linearForm } from '../../defence/index.ts';
import type { FactorModel } from '../../factorization/index.ts';
import { calibrated, rowOf } from '../../inference/index.ts';
import { derive, softmax } from '../../maths/index.ts';
import { type ItemIndex, nearestOnScale } from '../../ratings/index.ts';

export interface Invented {
  /** Group of each person. */
  readonly types: Uint8Array;
  /** What each person would honestly say of each of the items, in their order. */
  readonly ratings: readonly Float64Array[];
}

export function inventCrowd(model: FactorModel, items: readonly ItemIndex[], people: number, seed: number): Invented {
  const types = new Uint8Array(people);
  const rows = items.map((item) => ({ ...rowOf(model, item), scale: model.rows.scales[item]! }));
  const [taste, noise] = [Math.sqrt(model.profileVariance), Math.sqrt(model.noiseVariance)];
  const ratings = Array.from({ length: people }, (_, person) => {
    const stream = derive(seed, 'invented-crowd', person);
    types[person] = stream.uniform() < model.typePriors[0]! ? 0 : 1;
    const tastes = Float64Array.from({ length: model.dimension }, () => taste * stream.normal());
    return Float64Array.from(rows, ({ profile, biases, scale }) => {
      const mean = tastes.reduce((sum, one, at) => sum + one * profile[at]!, biases[types[person]!]!);
      return nearestOnScale(model.scale, (mean + noise * stream.normal()) / scale);
    });
  });
  return { types, ratings };
}

/** Whether each of the questions is answered; the others are skipped by everybody, and tell nothing. */
type Answering = readonly boolean[];

/** After 0, 1, 2, … questions: the share of the second group that the attacker states, for each person. */
export function sharesAfter(
  model: FactorModel,
  items: readonly ItemIndex[],
  ratings: readonly Float64Array[],
  answered: Answering = items.map(() => true),
): Float64Array[] {
  return Array.from({ length: items.length + 1 }, (_, asked) => {
    const heard = Array.from({ length: asked }, (_, at) => at).filter((at) => answered[at]);
    return sharesOf(model, items, ratings, heard);
  });
}

/** The same once the questions at these places were answered. */
export function sharesOf(
  model: FactorModel,
  items: readonly ItemIndex[],
  ratings: readonly Float64Array[],
  heard: readonly number[],
): Float64Array {
  const { influences, intercepts } = linearForm(
    model,
    heard.map((at) => items[at]!),
  );
  return Float64Array.from(ratings, (given) => {
    const weights = intercepts.map((intercept, type) =>
      heard.reduce(
        (sum, at, n) => sum + model.rows.scales[items[at]!]! * given[at]! * influences[2 * n + type]!,
        intercept,
      ),
    );
    const stated = model.calibration && calibrated(model.calibration, weights, model.typePriors, heard.length);
    return softmax(stated ?? weights)[1]!;
  });
}

/** Of the people that are shown: the share of pairs, one of each group, that the scores rank correctly; ties count half. */
export function aucOf(scores: ArrayLike<number>, types: Uint8Array): number {
  const ranking = rank(
    Uint32Array.from(types.keys()),
    (person) => scores[person]!,
    (person) => types[person] === 1,
  );
  return weightedAuc(ranking, new Uint8Array(types.length).fill(1));
}

/**
 * How far the AUC of as many other people may be, 19 times in 20 (Hanley and McNeil 1982, for two groups of n and m):
 *
 *     var = (A (1 - A) + (n - 1) (A / (2 - A) - A^2) + (m - 1) (2 A^2 / (1 + A) - A^2)) / (n m)
 */
export function reachOf(auc: number, types: Uint8Array): number {
  const n = types.reduce((sum, type) => sum + type, 0);
  const m = types.length - n;
  const square = auc * auc;
  const variance =
    (auc * (1 - auc) + (n - 1) * (auc / (2 - auc) - square) + (m - 1) * ((2 * square) / (1 + auc) - square)) / (n * m);
  return 1.96 * Math.sqrt(variance);
}

/** Who is taken for the other group. */
export function misjudged(shares: Float64Array, types: Uint8Array): Uint8Array {
  return Uint8Array.from(shares, (share, person) => Number((share >= 0.5 ? 1 : 0) !== types[person]));
}
