export { type Ranking, rank, weightedAuc } from './auc.ts';
export { interval, pairedPValue, resampleWeights, simultaneousBand } from './bootstrap.ts';
export { calibrate } from './calibrate.ts';
export { type ClassifierName, type Contender, contender, contenderNamed } from './contender.ts';
export { curveTask, foldDependence } from './curveTask.ts';
export { dealIntoFolds } from './dealIntoFolds.ts';
export { describeData } from './describeData.ts';
export {
  type AuditExperiment,
  type Experiment,
  type Finding,
  isAudit,
  lookUp,
  type OtherExperiment,
  type Published,
} from './experiment.ts';
export { historyTask } from './historyTask.ts';
export { interviewTask } from './interviewTask.ts';
export * from './joint/index.ts';
export * from './numeric/index.ts';
export { logitsFromWeights } from './outcomes.ts';
export { impliedAuc, plantedLeak } from './plantedLeak.ts';
export type * from './records.ts';
export { type AuditProgress, type AuditTools, type Checkpoints, runAudit } from './runAudit.ts';
export { sparse } from './sparseData.ts';
export { type AuditSpec, auditDefaults, auditSpec } from './spec.ts';
export { rivalTask } from './trainAttackers.ts';
export { type Tuning, type TuningGrid, type TuningOptions, type TuningResult, tune } from './tune.ts';
export type { AuditFold } from './tuneUsers.ts';
