export { askerTask } from './askerTask.ts';
export type { AskerDescription, AskerFigures, Bound, DetectorRecords, FalseAlarms, Tally } from './records.ts';
export { runDetectorStudy } from './runDetectorStudy.ts';
export { type DetectorSpec, detectorSpec, detectorStudyDefaults } from './spec.ts';
