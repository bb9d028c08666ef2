export { type Ranking, rank, weightedAuc } from './auc.ts';
export { aucEstimate } from './aucInterval.ts';
export type { AuditSpec } from './auditSchema.ts';
export { auditSchema, auditSpecDocument } from './auditSchema.ts';
export type { AuditTools } from './auditTools.ts';
export { interval, pairedPValue, resamplesOf, resampleWeights, simultaneousBand } from './bootstrap.ts';
export { calibrate } from './calibrate.ts';
export { setCommonPrior, setCommonScale, sharesOf } from './comparableScores.ts';
export {
  type ClassifierName,
  type Contender,
  contender,
  contenderNamed,
  defaultContenders,
  MODELS,
  strategyNames,
} from './contender.ts';
export { curveTask } from './curveTask.ts';
export { describeData } from './describeData.ts';
export { foldDependence } from './foldDependence.ts';
export * from './folds/index.ts';
export { type AucFigure, aucFigure, maxT } from './headlines.ts';
export { historyTask } from './historyTask.ts';
export { interviewTask } from './interviewTask.ts';
export * from './joint/index.ts';
export { type Finding, lookUp } from './lookUp.ts';
export * from './numeric/index.ts';
export { logitsFromWeights } from './outcomes.ts';
export { permutationTask } from './permutationTest.ts';
export { impliedAuc, plantedLeak } from './plantedLeak.ts';
export type * from './records.ts';
export { planAudit, runAudit } from './runAudit.ts';
export { sparse } from './sparseData.ts';
export { auditDefaults, auditSpec } from './spec.ts';
export { rivalTask } from './trainAttackers.ts';
export { planTuning, type Tuning, type TuningGrid, type TuningOptions, type TuningResult, tune } from './tune.ts';
export type { AuditFold } from './tuneUsers.ts';
