export { askerTask } from './askerTask.ts';
export type { AskerDescription, AskerFigures, Bound, DetectorRecords, FalseAlarms, Tally } from './records.ts';
export { runDetectorStudy } from './runDetectorStudy.ts';
export { type DetectorSpec, detectorSchema, detectorSpec, detectorStudyDefaults } from './spec.ts';
