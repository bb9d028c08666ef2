export type * from './leakMatrixRecords.ts';
export { type LeakMatrixSpec, leakMatrixDefaults, leakMatrixSpec } from './leakMatrixSpec.ts';
export { type LeakMatrixTools, planLeakMatrix, runLeakMatrix } from './runLeakMatrix.ts';
