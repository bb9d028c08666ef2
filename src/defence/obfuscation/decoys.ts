/**
 * Decoys: ratings of items that were never seen, chosen to point to other types, added to the profile (the family of
 * BlurMe). Each carries the item's mean rating, rounded to the scale.
 *
 * How far item j, rated with its mean, points away from the own type t, for somebody of whom nothing else is known:
 *
 *     score_j = mean over s != t of l_js - l_jt,     l_js = -(mean_j - z_js)^2 / (2 s2 (1 + |v_j|^2 / lam))      [eq:decoy]
 *
 * For two types that is by how much the log odds move. Items with a score above 0 may serve. `decoysRandom` takes any
 * of them, `decoysSampled` draws in proportion to the score, `decoysGreedy` takes the largest.
 */
import type { FactorModel } from '../../factorization/index.ts';
import { type BeliefOptions, rowOf, type SparseVector, startBelief } from '../../inference/index.ts';
import type { RandomStream } from '../../maths/index.ts';
import { dithered, itemIndex, scaleSteps } from '../../ratings/index.ts';
import type { DefenceContext, DefenceDefinition } from './defence.ts';

export const shareAdded = { means: 'items made up, as a share of the ratings', max: 1, tried: [0.01, 0.05, 0.1] };

/** Scores below this are rounding: the item points nowhere. */
const LEAST = 1e-9;

/** The rating that a decoy carries, by item. */
export function decoyRatings({ scale, itemStatistics }: FactorModel): Float64Array {
  const { stepsOf, at } = scaleSteps(scale);
  return Float64Array.from(itemStatistics.means, (mean) => at(Math.round(stepsOf(mean))));
}

/** Of every item, for somebody of type `type`. */
export function decoyScores(model: FactorModel, type: number, options: BeliefOptions = {}): Float64Array {
  const start = startBelief(model, options);
  return decoyRatings(model).map((rating, item) => {
    const { means, spread } = start.predict(rowOf(model, itemIndex(item)));
    const width = 2 * model.noiseVariance * (1 + spread);
    const others =
      means.reduce((sum, mean, t) => sum + (t === type ? 0 : (rating - mean) ** 2), 0) / (means.length - 1);
    return ((rating - means[type]!) ** 2 - others) / width;
  });
}

/** Puts the candidates of a person in the order in which they are taken. */
type Choice = (candidates: readonly number[], scores: Float64Array, chance: RandomStream) => readonly number[];

export const choices: Readonly<Record<'Random' | 'Sampled' | 'Greedy', Choice>> = {
  Random: (candidates, _, chance) => chance.shuffle([...candidates]),
  // Exponential waiting times at the rates of the scores: those that ring first are drawn without replacement.
  Sampled: (candidates, scores, chance) => {
    const rings = new Map(candidates.map((item) => [item, -Math.log(chance.uniform()) / scores[item]!]));
    return candidates.toSorted((a, b) => rings.get(a)! - rings.get(b)! || a - b);
  },
  Greedy: (candidates, scores) => candidates.toSorted((a, b) => scores[b]! - scores[a]! || a - b),
};

function decoys(kind: keyof typeof choices, summary: string): DefenceDefinition {
  return {
    name: `decoys${kind}`,
    label: `Decoys (${kind.toLowerCase()})`,
    family: 'decoys',
    summary,
    needsType: true,
    changesItems: true,
    types: 'any',
    strength: shareAdded,
    create: adding(kind, ({ model, beliefOptions }, type) => decoyScores(model, type, beliefOptions)),
  };
}

/** Adds unseen items with a score above 0; `scoresOf` has them for a group. */
export function adding(
  kind: keyof typeof choices,
  scoresOf: (context: DefenceContext, type: number) => Float64Array,
): DefenceDefinition['create'] {
  return (context) => {
    const { model, strength: share } = context;
    const ratings = decoyRatings(model);
    const scores = model.typeLabels.map((_, type) => scoresOf(context, type));
    const serving = scores.map((own) => Array.from(own.keys()).filter((item) => own[item]! > LEAST));
    return ({ ratings: own, type, known = [] }, chance) => {
      const count = dithered(share * own.indices.length, chance);
      if (count === 0) return own;
      const seen = new Set([...Array.from(own.indices), ...Array.from(known)]);
      const candidates = serving[type!]!.filter((item) => !seen.has(item));
      const added = choices[kind](candidates, scores[type!]!, chance).slice(0, count);
      return merged(own, added, ratings);
    };
  };
}

export function merged(
  { indices, values }: SparseVector,
  added: readonly number[],
  ratings: Float64Array,
): SparseVector {
  const all = new Map(Array.from(indices, (item, n) => [item, values[n]!]));
  for (const item of added) all.set(item, ratings[item]!);
  const items = [...all.keys()].sort((a, b) => a - b);
  return { indices: items, values: items.map((item) => all.get(item)!) };
}

export const decoysRandom = decoys('Random', 'ratings of unseen items that point to other groups, at random');
export const decoysSampled = decoys('Sampled', 'the same, drawn in proportion to how strongly they point');
export const decoysGreedy = decoys('Greedy', 'the same, those that point most strongly');
