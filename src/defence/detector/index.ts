export { benignPathsTask } from './path/benignPathsTask.ts';
export { benignPolicies } from './path/benignPolicies.ts';
export { type AttributeAim, detectorDefaults, prepareDetector } from './path/detector.ts';
export { questionNames } from './path/questionList.ts';
export { type AimVerdict, verdictsOn } from './path/verdict.ts';
export * from './study/index.ts';
