export { numberTestTask } from './numberTestTask.ts';
export { numericCurveTask } from './numericCurveTask.ts';
export { numericHistoryTask } from './numericHistoryTask.ts';
export type * from './numericRecords.ts';
export { type NumericAuditSpec, numericAuditDefaults, numericAuditSpec } from './numericSpec.ts';
export { type PlantedNumberOptions, plantedNumber } from './plantedNumber.ts';
export { type NumericAuditTools, planNumericAudit, runNumericAudit } from './runNumericAudit.ts';
