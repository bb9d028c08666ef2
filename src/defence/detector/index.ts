export { AimPath } from './path/aimPath.ts';
export { type AimRows, aimRowsOf } from './path/aimRows.ts';
export { benignPathsTask } from './path/benignPathsTask.ts';
export { type BenignPolicy, benignPolicies } from './path/benignPolicies.ts';
export { type AttributeAim, Detector, type DetectorTools, detectorDefaults, prepareDetector } from './path/detector.ts';
export { questionNames } from './path/questionList.ts';
export { type AimVerdict, verdictsOn } from './path/verdict.ts';
export * from './study/index.ts';
