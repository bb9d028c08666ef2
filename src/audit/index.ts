export { type Ranking, rank, weightedAuc } from './auc.ts';
export { interval, pairedPValue, resampleWeights, simultaneousBand } from './bootstrap.ts';
export { curveTask } from './curveTask.ts';
export { describeData } from './describeData.ts';
export { historyTask } from './historyTask.ts';
export { interviewTask } from './interviewTask.ts';
export type * from './records.ts';
export { type AuditProgress, type AuditTools, type Checkpoints, runAudit } from './runAudit.ts';
export { type AuditSpec, auditDefaults, auditSpec, type ClassifierName, type Contender, contender } from './spec.ts';
