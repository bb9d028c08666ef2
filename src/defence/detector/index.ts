export { AimPath } from './aimPath.ts';
export { type AimAttribute, type AimRows, aimRowsOf } from './aimRows.ts';
export { benignPathsTask } from './benignPathsTask.ts';
export { type BenignPolicy, benignPolicies } from './benignPolicies.ts';
export {
  type AimPoint,
  type AttributeAim,
  Detector,
  type DetectorOptions,
  type DetectorTools,
  detectorDefaults,
  prepareDetector,
} from './detector.ts';
export { questionNames } from './questionList.ts';
export * from './study/index.ts';
export { type AimVerdict, verdictsOn } from './verdict.ts';
