/** How closely a number is guessed after each number of questions. */

import { normalQuantile } from '../../maths/index.ts';
import type { NumericOutcomes } from '../interviews/outcomes.ts';
import { everyoneOnce } from '../statistics/bootstrap.ts';
import type { CurvePoints, CurveSetting } from './curvePoints.ts';
import { type NumberTruth, numberFigures, numberMeasure, numberSpread, weightedMean } from './numberFigures.ts';

export interface NumberTarget extends NumberTruth {
  readonly about: 'number';
  readonly outcomes: NumericOutcomes;
  /** Probability with which the attacker's interval is said to hold the number. */
  readonly coverage: number;
}

/** Fewer people than this give no figure worth drawing. */
export const FEWEST_PEOPLE = 20;

export function numberPoints(target: NumberTarget, setting: CurveSetting): CurvePoints {
  const { outcomes, truth, coverage } = target;
  const { cohort, maxQuestions, level } = setting;
  const z = normalQuantile((1 + coverage) / 2);
  return {
    everyone: truth.length,
    dependence: numberSpread,
    banded: [0, 2],
    at: (questions) => {
      const least = cohort === 'fixed' ? maxQuestions : questions;
      const people = Uint32Array.from(truth.keys()).filter((person) => outcomes.lengths[person]! >= least);
      if (people.length < FEWEST_PEOPLE) return undefined;
      const at = (person: number) => person * (maxQuestions + 1) + questions;
      const guess = (person: number) => outcomes.means[at(person)]!;
      const reach = (person: number) => z * outcomes.deviations[at(person)]!;
      const guesses = { ...target, people, guess, reach };
      const ones = everyoneOnce(truth.length);
      return {
        measure: numberMeasure(guesses),
        point: (found, [mae, r2]) => ({
          length: questions,
          ...numberFigures(guesses, found, level),
          mae: mae!,
          r2: r2!,
          width: weightedMean(people, (person) => 2 * reach(person), ones),
        }),
      };
    },
  };
}
