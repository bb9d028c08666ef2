/**
 * A step along a descent direction that satisfies the strong Wolfe conditions: for phi(s) = f(x + s d),
 *
 *   phi(s) <= phi(0) + DECREASE * s * phi'(0)      enough decrease
 *   |phi'(s)| <= CURVATURE * |phi'(0)|             slope flattened enough
 *
 * The step is bracketed, then the bracket is narrowed by the minimiser of the cubic through both ends (Nocedal and
 * Wright, Numerical Optimization, section 3.5). Close to the minimum the change of phi drowns in its rounding error
 * while the slope is still exact to many digits; so values that differ by less than the rounding noise count as equal,
 * and the slopes decide alone.
 */

export interface Sample {
  readonly step: number;
  readonly value: number;
  readonly slope: number;
}

const DECREASE = 1e-4;
const CURVATURE = 0.9;
const EXPANSION = 4;
const NOISE = 1e-12;
const MOST_SAMPLES = 40;

/** The accepted sample, which is the last one taken; undefined if none was acceptable. */
export function searchStep(sampleAt: (step: number) => Sample, start: Sample, firstStep: number): Sample | undefined {
  const noise = NOISE * Math.abs(start.value);
  let low = start;
  let high: Sample | undefined;
  let step = firstStep;
  for (let samples = 0; samples < MOST_SAMPLES; samples++) {
    const trial = sampleAt(step);
    // Written so that a value that is not a number counts as too high.
    const decreased = trial.value <= start.value + DECREASE * step * start.slope + noise;
    if (decreased && Math.abs(trial.slope) <= -CURVATURE * start.slope) return trial;
    if (!decreased || trial.value > low.value + noise) {
      high = trial;
    } else {
      // The minimum lies on the side to which the slope at the new low end points down.
      const towardsHigh = high === undefined ? 1 : high.step - low.step;
      if (trial.slope * towardsHigh >= 0) high = low;
      low = trial;
    }
    step = high === undefined ? step * EXPANSION : between(low, high);
  }
  return undefined;
}

/** The minimiser of the cubic through two samples, kept off both ends of the bracket so that it must shrink. */
function between(low: Sample, high: Sample): number {
  const width = high.step - low.step;
  const theta = low.slope + high.slope - (3 * (high.value - low.value)) / width;
  const root = Math.sign(width) * Math.sqrt(theta * theta - low.slope * high.slope);
  const fraction = 1 - (high.slope + root - theta) / (high.slope - low.slope + 2 * root);
  if (!Number.isFinite(fraction)) return low.step + width / 2;
  return low.step + width * Math.min(0.9, Math.max(0.1, fraction));
}
