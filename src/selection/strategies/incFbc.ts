/**
 * IncFBC, the paper's incremental implementation as it is written: Sigma_A^-1, det Sigma_A and M_A are carried from
 * question to question, and for each candidate extended by its row. O(n^2 + d^2) per item with n answers, which the paper
 * calls optimal; separation.ts needs O(d). A readable reference, and the yardstick of the timing figure.
 */
import { type Belief, type ObservationRow, rowOf } from '../../inference/belief/index.ts';
import { dot, quadraticForm, shermanMorrison, symmetricTimesVector } from '../../maths/index.ts';
import { gapAndMiddle, paperScore } from '../risk/paperRisk.ts';
import { pathTo } from '../scan/beliefPath.ts';
import { requireSuitable, type StrategyDefinition } from './strategy.ts';

/** What is carried along for the answered items A. */
interface Carried {
  readonly rows: readonly ObservationRow[];
  readonly centredRatings: readonly number[];
  readonly inverse: Float64Array;
  readonly determinant: number;
  readonly m: Float64Array;
}

export const incFbc: StrategyDefinition = {
  name: 'incFbc',
  label: 'IncFBC',
  summary: 'the paper’s active strategy with its incremental matrices (reference)',
  types: 'two',
  channels: 'rating',
  service: [],
  create: ({ model }) => {
    requireSuitable(incFbc, model);
    let at: Belief | undefined;
    let carried: Carried | undefined;
    return {
      name: incFbc.name,
      next: (belief, candidates) => {
        const { restart, steps } = pathTo(belief, at);
        if (restart || carried === undefined) carried = begin(belief);
        for (const step of steps) carried = extend(carried, step);
        at = belief;
        const known = carried;
        const position = candidates.argmax(
          (place) => -incrementalScore(known, rowOf(model, candidates.itemAt(place)), belief.parameters.noiseVariance),
        );
        return position < 0 ? undefined : { item: candidates.itemAt(position) };
      },
    };
  },
};

function begin({ parameters: { dimension: d, ridge } }: Belief): Carried {
  const inverse = new Float64Array(d * d);
  for (let k = 0; k < d; k++) inverse[k * d + k] = 1 / ridge;
  return { rows: [], centredRatings: [], inverse, determinant: ridge ** d, m: new Float64Array(0) };
}

function extend(carried: Carried, step: Belief): Carried {
  const { row, value } = step.last!;
  const { inverse, determinant, m } = extendedBy(carried, row);
  return {
    rows: [...carried.rows, row],
    centredRatings: [...carried.centredRatings, value - gapAndMiddle(row.biases).middle],
    inverse,
    determinant,
    m,
  };
}

/** The three matrices after one more row. */
function extendedBy({ rows, inverse, determinant, m }: Carried, { profile }: ObservationRow) {
  const d = profile.length;
  const n = rows.length;
  const solved = symmetricTimesVector(inverse, d, profile);
  let spread = 0;
  for (let k = 0; k < d; k++) spread += profile[k]! * solved[k]!;

  // Determinant lemma, with the inverse that the print lacks                                        [eq:matdetform]
  const nextDeterminant = (1 + spread) * determinant;
  // Sherman-Morrison                                                                                        [eq:sm]
  const nextInverse = shermanMorrison(inverse, d, solved, 1 + spread);
  // phi = V_A Sigma_A^-1 v, xi = V_A Sigma_Aj^-1 v, and the block matrix                                 [eq:matrix]
  const nextSolved = symmetricTimesVector(nextInverse, d, profile);
  const phi = rows.map((row) => dot(row.profile, solved));
  const xi = rows.map((row) => dot(row.profile, nextSolved));
  const size = n + 1;
  const next = new Float64Array(size * size);
  for (let a = 0; a < n; a++) {
    for (let b = 0; b < n; b++) next[a * size + b] = m[a * n + b]! + (phi[a]! * phi[b]!) / (1 + spread);
    next[a * size + n] = -xi[a]!;
    next[n * size + a] = -xi[a]!;
  }
  next[n * size + n] = 1 - quadraticForm(nextInverse, d, profile);
  return { inverse: nextInverse, determinant: nextDeterminant, m: next };
}

function incrementalScore(carried: Carried, candidate: ObservationRow, noiseVariance: number): number {
  const { m, determinant } = extendedBy(carried, candidate);
  return paperScore({
    size: carried.rows.length + 1,
    m,
    deltas: Float64Array.from([...carried.rows, candidate], ({ biases }) => gapAndMiddle(biases).delta),
    centredRatings: Float64Array.from(carried.centredRatings),
    determinant,
    noiseVariance,
  });
}
