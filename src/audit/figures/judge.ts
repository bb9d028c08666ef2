/** How single people are judged by their log odds, and how far stated confidence is right. */
import { largestAt } from '../../maths/index.ts';

/** Scores of single people from their logits. */
export function judge(people: Uint32Array, logitsOf: (person: number) => Float64Array, types: ArrayLike<number>) {
  const right = new Float64Array(people.length);
  const logLoss = new Float64Array(people.length);
  const brier = new Float64Array(people.length);
  const confidences = new Float64Array(people.length);
  for (const [n, person] of people.entries()) {
    const logits = logitsOf(person);
    const truth = types[person]!;
    const best = largestAt(logits);
    right[n] = best === truth ? 1 : 0;
    // -log p = log(1 + exp(-logit)), without overflow.
    const own = logits[truth]!;
    logLoss[n] = Math.log1p(Math.exp(-Math.abs(own))) + Math.max(0, -own);
    for (let t = 0; t < logits.length; t++)
      brier[n] = brier[n]! + (probability(logits[t]!) - (t === truth ? 1 : 0)) ** 2;
    confidences[n] = probability(logits[best]!);
  }
  const confidence = confidences.reduce((sum, value) => sum + value, 0) / people.length;
  return { right, logLoss, brier, confidence, confidences, calibrationError: calibrationError(confidences, right) };
}

export function probability(logit: number): number {
  return logit >= 0 ? 1 / (1 + Math.exp(-logit)) : Math.exp(logit) / (1 + Math.exp(logit));
}

/** Mean distance between stated confidence and share right, over ten bins of equal mass. */
function calibrationError(confidences: Float64Array, right: Float64Array): number {
  return binsOfEqualMass(confidences, 10).reduce((sum, bin) => {
    const mean = (values: Float64Array) => bin.reduce((total, n) => total + values[n]!, 0) / bin.length;
    return sum + (Math.abs(mean(confidences) - mean(right)) * bin.length) / confidences.length;
  }, 0);
}

/** Positions in ascending order of their value, cut into groups of about equal size; empty groups are left out. */
export function binsOfEqualMass(values: Float64Array, bins: number): number[][] {
  const order = Array.from(values.keys()).sort((a, b) => values[a]! - values[b]!);
  return Array.from({ length: bins }, (_, bin) =>
    order.slice(Math.round((bin * order.length) / bins), Math.round(((bin + 1) * order.length) / bins)),
  ).filter((bin) => bin.length > 0);
}
