/**
 * Several attributes, of one model or of several, watched in the same questionnaire: Holm's correction over all of them.
 * At any time the corrected sequential p-values are not below those at the end, so that the probability of a false
 * alarm about any attribute, at any question, is at most the level.
 */
import { requireWithin } from '../../../errors/index.ts';
import { holm } from '../../../maths/index.ts';
import type { AttributeAim } from './detector.ts';

/** Whether questions are aimed at an attribute, with p-values that are corrected for the number of attributes. */
export interface AimVerdict extends AttributeAim {
  readonly squaredSeparation: number;
  readonly pValue: number;
  /** The same, corrected for the number of attributes. */
  readonly correctedPValue: number;
  readonly sequentialPValue: number;
  readonly correctedSequentialPValue: number;
  /** After how many questions who looks after each would have been alarmed; left out where never. */
  readonly alarmAt?: number;
}

/** All aims are of the same questions. */
export function verdictsOn(aims: readonly AttributeAim[], level: number): AimVerdict[] {
  requireWithin('level', level, { min: Number.MIN_VALUE, max: 0.5 });
  const questions = Math.max(0, ...aims.map(({ points }) => points.length));
  const sequential = Array.from({ length: questions }, (_, at) =>
    holm(aims.map(({ points }) => points[at]!.sequentialPValue)),
  );
  const corrected = holm(aims.map(({ points }) => points.at(-1)!.pValue));
  return aims.map((aim, at) => {
    const last = aim.points.at(-1)!;
    const alarm = sequential.findIndex((pValues) => pValues[at]! <= level);
    return {
      ...aim,
      squaredSeparation: last.squaredSeparation,
      pValue: last.pValue,
      correctedPValue: corrected[at]!,
      sequentialPValue: last.sequentialPValue,
      correctedSequentialPValue: sequential.at(-1)![at]!,
      ...(alarm < 0 ? {} : { alarmAt: alarm + 1 }),
    };
  });
}
