/**
 * The expected risk of asking an item whose answer is observed twice: E risk = 1 - integral over the plane of
 * max_t pi_t N(x; m_t, s2 (I + S)), exactly, for any number of types.
 *
 * Whitened, every type spreads like a standard normal about its mean mu_t, and log(pi_t N(x; mu_t, I)) are planes over x
 * once |x|^2 / 2 is taken off. Their upper envelope cuts the plane into cells, one a type, with straight edges: type t is
 * right in its cell and wrong elsewhere. Along the line where s and t are equally likely, at the signed distances h_s and
 * h_t from their means, every third type cuts off what it wins; what is left, from u to u', is the edge of s and t.
 * By the divergence theorem
 *
 *     Pr(wrong | t) = [mu_t is outside its cell] + sum over its edges of T(h_t, u'/h_t) - T(h_t, u/h_t)   [eq:cells]
 *
 * with Owen's T, which is odd in h here. All terms are positive while mu_t is inside, so a tiny risk stays exact. For
 * two types the edge is a whole line and the sum is Phi(-h). O(K^3) per item, and four values of T per edge.
 *
 * Types with the same mean cannot be told apart: the most likely of them stands for all, the others are always wrong.
 */
import { largestAt } from '../../maths/index.ts';
import { expectedRiskByEnvelope } from './expectedRisk.ts';
import { owensT } from './owensT.ts';

/** Means closer than this many standard deviations are one: what that changes in the risk is of the same size. */
const SAME = 1e-9;

/**
 * Three types can be equally likely along a whole line, which then is no edge or an edge too many, as rounding has it.
 * Weights that are a little smaller, by this much times the square of the type's number, settle it the same way for
 * every pair.
 */
const APART = 1e-13;

interface PlanePrediction {
  /** For each of the two rows, the mean under each type. */
  readonly means: readonly [ArrayLike<number>, ArrayLike<number>];
  readonly spreads: readonly [number, number];
  /** v_a' P v_b. */
  readonly cross: number;
}

export function expectedRiskInPlane(
  posterior: ArrayLike<number>,
  logWeights: ArrayLike<number>,
  prediction: PlanePrediction,
  noiseVariance: number,
): number {
  const types = posterior.length;
  const { x, y } = whitened(prediction, noiseVariance);
  const heaviest = logWeights[largestAt(logWeights)]!;
  const weights = new Float64Array(types);
  for (let t = 0; t < types; t++) weights[t] = logWeights[t]! - heaviest - t * t * APART;
  const stand = standing(x, y, weights);
  const outside = new Uint8Array(types).fill(1);
  for (const t of stand) outside[t] = 0;
  let risk = 0;
  for (let a = 0; a < stand.length; a++) {
    for (let b = a + 1; b < stand.length; b++) {
      const s = stand[a]!;
      const t = stand[b]!;
      const dx = x[t]! - x[s]!;
      const dy = y[t]! - y[s]!;
      const distance = Math.sqrt(dx * dx + dy * dy);
      const fromS = distance / 2 + (weights[s]! - weights[t]!) / distance;
      const fromT = distance - fromS;
      if (fromS < 0) outside[s] = 1;
      if (fromT < 0) outside[t] = 1;
      // Points of the line: (px, py) + u (-dy, dx) / distance. A third type r is ahead where offset + tilt u > 0.
      const px = x[s]! + (fromS * dx) / distance;
      const py = y[s]! + (fromS * dy) / distance;
      let from = Number.NEGATIVE_INFINITY;
      let to = Number.POSITIVE_INFINITY;
      for (let c = 0; c < stand.length && from < to; c++) {
        if (c === a || c === b) continue;
        const r = stand[c]!;
        const rx = x[r]! - x[s]!;
        const ry = y[r]! - y[s]!;
        const offset = weights[r]! - weights[s]! + rx * (px - (x[r]! + x[s]!) / 2) + ry * (py - (y[r]! + y[s]!) / 2);
        const tilt = (ry * dx - rx * dy) / distance;
        if (tilt > 0) to = Math.min(to, -offset / tilt);
        else if (tilt < 0) from = Math.max(from, -offset / tilt);
        else if (offset > 0) to = Number.NEGATIVE_INFINITY;
      }
      if (from < to) risk += posterior[s]! * beyond(fromS, from, to) + posterior[t]! * beyond(fromT, from, to);
    }
  }
  for (let t = 0; t < types; t++) if (outside[t] === 1) risk += posterior[t]!;
  return risk;
}

/**
 * The same where only one number of the answer is looked at: its component along the axis on which the means of the
 * types, weighted by the posterior, differ most. Never below the risk itself, mostly close to it, and ten times as fast.
 */
export function expectedRiskAlongAxis(
  posterior: ArrayLike<number>,
  logWeights: ArrayLike<number>,
  prediction: PlanePrediction,
  noiseVariance: number,
): number {
  const { x, y } = whitened(prediction, noiseVariance);
  let meanX = 0;
  let meanY = 0;
  for (let t = 0; t < x.length; t++) {
    meanX += posterior[t]! * x[t]!;
    meanY += posterior[t]! * y[t]!;
  }
  let xx = 0;
  let xy = 0;
  let yy = 0;
  for (let t = 0; t < x.length; t++) {
    const dx = x[t]! - meanX;
    const dy = y[t]! - meanY;
    xx += posterior[t]! * dx * dx;
    xy += posterior[t]! * dx * dy;
    yy += posterior[t]! * dy * dy;
  }
  // The first principal axis of the weighted scatter.
  const angle = Math.atan2(2 * xy, xx - yy) / 2;
  const cosine = Math.cos(angle);
  const sine = Math.sin(angle);
  for (let t = 0; t < x.length; t++) x[t] = cosine * x[t]! + sine * y[t]!;
  return expectedRiskByEnvelope(posterior, logWeights, x, 1);
}

/** The means in coordinates in which every type spreads like a standard normal: row a, and what row b adds to it. */
function whitened({ means, spreads, cross }: PlanePrediction, noiseVariance: number) {
  const types = means[0].length;
  const sd = Math.sqrt(noiseVariance * (1 + spreads[0]));
  const slope = cross / (1 + spreads[0]);
  const restSd = Math.sqrt(noiseVariance * (1 + spreads[1] - cross * slope));
  const x = new Float64Array(types);
  const y = new Float64Array(types);
  for (let t = 0; t < types; t++) {
    x[t] = means[0][t]! / sd;
    y[t] = (means[1][t]! - slope * means[0][t]!) / restSd;
  }
  return { x, y };
}

/** The types that have a mean of their own, or are the heaviest of those that share one. */
function standing(x: Float64Array, y: Float64Array, weights: Float64Array): number[] {
  const stand: number[] = [];
  for (let t = 0; t < x.length; t++) {
    let stands = true;
    for (let s = 0; s < x.length && stands; s++) {
      const near = (x[s]! - x[t]!) ** 2 + (y[s]! - y[t]!) ** 2 < SAME * SAME;
      if (near) stands = weights[s]! < weights[t]! || (weights[s]! === weights[t]! && s >= t);
    }
    if (stands) stand.push(t);
  }
  return stand;
}

/**
 * What lies behind an edge at the signed distance h, as seen from the mean: T(h, to/h) - T(h, from/h).
 * `from` and `to` are measured from the foot of the perpendicular.
 */
function beyond(h: number, from: number, to: number): number {
  const size = Math.abs(h);
  const part = size === 0 ? (Math.sign(to) - Math.sign(from)) / 4 : owensT(size, to / size) - owensT(size, from / size);
  return h < 0 ? -part : part;
}
