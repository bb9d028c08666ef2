/**
 * The paper's score L_j, proportional to the expected risk of asking item j under a uniform prior (its equation
 * "eqn:risk" and the closed form of its appendix, with the corrections listed in docs/paper-map.md).
 *
 *     L_j = (1 / sqrt det Sigma_Aj) integral exp( -(a1 x^2 + a2 x + |a3 x + a4| + a5) / 2 ) dx
 *
 * Both FBC-Selection and IncFBC fill in the matrices their own way and end here. It underflows once the answers are
 * improbable enough; kept as the paper has it.
 */
import { normalCdf } from '../../maths/index.ts';

/** M_Aj ((n+1) x (n+1), the candidate last), delta and rbar of the answered items followed by those of the candidate. */
interface PaperTerms {
  readonly size: number;
  readonly m: Float64Array;
  readonly deltas: Float64Array;
  /** r - zbar of the n answered items. */
  readonly centredRatings: Float64Array;
  readonly determinant: number;
  readonly noiseVariance: number;
}

export function paperScore(terms: PaperTerms): number {
  const { size, m, deltas, centredRatings, determinant, noiseVariance } = terms;
  const last = size - 1;
  let linear = 0;
  let quadratic = 0;
  let gapSlope = 0;
  let gapConstant = 0;
  let gapSquare = 0;
  for (let a = 0; a < size; a++) {
    let rowTimesDelta = 0;
    let rowTimesRatings = 0;
    for (let b = 0; b < size; b++) {
      rowTimesDelta += m[a * size + b]! * deltas[b]!;
      if (b < last) rowTimesRatings += m[a * size + b]! * centredRatings[b]!;
    }
    gapSquare += deltas[a]! * rowTimesDelta;
    if (a < last) {
      quadratic += centredRatings[a]! * rowTimesRatings;
      gapConstant += centredRatings[a]! * rowTimesDelta;
    } else {
      linear = rowTimesRatings;
      gapSlope = rowTimesDelta;
    }
  }
  const a1 = m[last * size + last]! / noiseVariance;
  const a2 = (2 * linear) / noiseVariance;
  const sign = gapSlope < 0 ? -1 : 1;
  const a3 = (sign * 2 * gapSlope) / noiseVariance;
  const a4 = (sign * 2 * gapConstant) / noiseVariance;
  const a5 = (quadratic + gapSquare) / noiseVariance;
  const front = Math.sqrt((2 * Math.PI) / (a1 * determinant));
  if (a3 === 0) return front * Math.exp((a2 ** 2 / (4 * a1) - a5 - Math.abs(a4)) / 2);
  const root = Math.sqrt(a1);
  const turn = (a4 * root) / a3;
  const left = Math.exp(((a2 - a3) ** 2 / (4 * a1) - a5 + a4) / 2) * normalCdf((a2 - a3) / (2 * root) - turn);
  const right = Math.exp(((a2 + a3) ** 2 / (4 * a1) - a5 - a4) / 2) * normalCdf(-(a2 + a3) / (2 * root) + turn);
  return front * (left + right);
}

/** delta and zbar of a row: half the gap between the type biases, and their middle. */
export function gapAndMiddle(biases: ArrayLike<number>): { delta: number; middle: number } {
  return { delta: (biases[1]! - biases[0]!) / 2, middle: (biases[1]! + biases[0]!) / 2 };
}
