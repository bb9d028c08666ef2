/** A unit of work: some questionnaires of a benign policy, and D_A^2 after each of their questions. */
import { defineTask, derive } from '../../../maths/index.ts';
import { AimPath } from './aimPath.ts';
import type { AimRows } from './aimRows.ts';
import { WeightedDraw } from './weightedDraw.ts';

interface BenignUnit {
  readonly rows: AimRows;
  /** How likely each item is to be asked. */
  readonly weights: Float64Array;
  readonly questions: number;
  /** Of the random streams: the same purpose and number give the same questionnaire. */
  readonly seed: number;
  readonly purpose: string;
  /** Numbers of the questionnaires: from `first`, `count` of them. */
  readonly first: number;
  readonly count: number;
}

/** Attributes x questionnaires x questions. */
type AimPaths = readonly Float64Array[];

export const benignPathsTask = defineTask<BenignUnit, AimPaths>('benign-paths', (unit) => {
  const { rows, weights, questions, seed, purpose, first, count } = unit;
  const paths = rows.attributes.map(() => new Float64Array(count * questions));
  const path = new AimPath(rows);
  const draw = new WeightedDraw(weights);
  for (let n = 0; n < count; n++) {
    const stream = derive(seed, purpose, first + n);
    path.restart();
    draw.restart();
    for (let question = 0; question < questions; question++) {
      path.ask(draw.draw(stream));
      for (const [at, values] of paths.entries()) values[n * questions + question] = path.squared[at]!;
    }
  }
  return paths;
});
