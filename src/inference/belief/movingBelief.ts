/** A belief that is moved in place: the same bits as one after the other, without the beliefs in between. */
import {
  absorb,
  type BeliefParameters,
  type Moved,
  meansOf,
  type Observation,
  type ObservationRow,
} from './filterStep.ts';

/** The log weights and means of `belief.afterAll(...)`; each answer overwrites what was known before. */
export interface MovingBelief {
  readonly logWeights: Float64Array;
  absorbAll(observations: readonly Observation[]): void;
  /** How a row is expected to come out under each type. */
  meansAt(row: ObservationRow): Float64Array;
}

/** `moved` is overwritten, and `absorbed`, which led to it, grows. */
export function movingBelief(parameters: BeliefParameters, moved: Moved, absorbed: Observation[]): MovingBelief {
  return {
    logWeights: moved.logWeights,
    absorbAll: (observations) => {
      for (const observation of observations) {
        absorb(parameters, moved, observation, absorbed.push(observation), () => absorbed);
      }
    },
    meansAt: (row) => meansOf(moved, row),
  };
}
