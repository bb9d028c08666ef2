export { choleskyFactor, choleskyInverse, choleskySolve, logDeterminant } from './cholesky.ts';
export { defineTask, type Executor, inlineExecutor, runInLanes, type Task } from './executor.ts';
export { fencesOf, withinFences } from './fences.ts';
export { fromBrainHalf, fromHalf } from './halfPrecision.ts';
export { holm } from './holm.ts';
export { answerTask, namedTasks, poolOver, type TaskLane, type TaskRequest } from './namedTasks.ts';
export { normalCdf, normalQuantile } from './normal.ts';
export {
  largestAt,
  logitsFromWeights,
  logOddsAgainstRest,
  logSigmoid,
  normalise,
  type Probabilities,
  requireShares,
  softmax,
} from './probabilities.ts';
export { derive, type RandomStream } from './random.ts';
export type { Reals } from './reals.ts';
export { roundStep } from './roundStep.ts';
export { BLOCK_WIDTH, type LinearOperator, singularDirections, startingBlock } from './singularDirections.ts';
export { dot, quadraticForm, shermanMorrison, symmetricTimesVector } from './symmetric.ts';
export { symmetricEigen } from './symmetricEigen.ts';
