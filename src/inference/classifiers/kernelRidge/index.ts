export { type Coordinates, historyCoordinates, presenceOf } from './coordinates.ts';
export { type KernelRidgeOptions, kernelRidge, ofAllTypes } from './kernelRidge.ts';
