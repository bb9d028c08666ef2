export { type CoordinateOptions, type Coordinates, historyCoordinates, presenceOf } from './coordinates.ts';
export {
  type KernelRidgeOptions,
  type KernelRidgeProblem,
  type KernelRidgeResult,
  type KernelRidgeScores,
  kernelRidge,
  ofAllTypes,
} from './kernelRidge.ts';
