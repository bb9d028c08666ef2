export { setCommonPrior, setCommonScale, sharesOf } from './attackers/comparableScores.ts';
export { factorModels, trainHistoryModel } from './attackers/factorModels.ts';
export { historyTask } from './attackers/historyTask.ts';
export { memoizeAsync } from './attackers/memoizeAsync.ts';
export { readRatings, readSparse } from './attackers/readable.ts';
export { scorePeople } from './attackers/scorePeople.ts';
export type { Groups, Seen } from './attackers/seen.ts';
export { sendModel } from './attackers/sentModel.ts';
export { sparse } from './attackers/sparseData.ts';
export type { GivenItemVectors } from './attackers/trainAttackers.ts';
export { modelAbout } from './attackers/trainOnRated.ts';
export { flipped, noticed } from './compared/flipped.ts';
export { type Growth, growthOf } from './compared/growth.ts';
export {
  attackersNamed,
  attackFindings,
  attacksTask,
  type FoundAttack,
  findAttacks,
  type MeasuredPlace,
} from './exposures/attackFigures.ts';
export { type Experiment, experimentUnits, joinExperiment } from './exposures/experiment.ts';
export type { Dealing, Exposure } from './exposures/exposure.ts';
export { type ExposureDefinition, exposureRegistry } from './exposures/exposureRegistry.ts';
export { estimated, meanOver, rootMeanSquare, type Statistic } from './exposures/worth.ts';
export { curveTask } from './figures/curveTask.ts';
export { detectableAuc, familyOf } from './figures/family.ts';
export { measured, scoresFrom } from './figures/measured.ts';
export { verdictFrom } from './figures/verdict.ts';
export * from './folds/index.ts';
export { calibrate } from './interviews/calibrate.ts';
export { interviewTask } from './interviews/interviewTask.ts';
export { planLeakMatrix, runLeakMatrix } from './joint/runLeakMatrix.ts';
export { numberTestTask } from './numeric/numberTestTask.ts';
export { numericHistoryTask } from './numeric/numericHistoryTask.ts';
export { planNumericAudit, runNumericAudit } from './numeric/runNumericAudit.ts';
export { impliedAuc, plantedLeak } from './planted/plantedLeak.ts';
export { plantedNumber } from './planted/plantedNumber.ts';
export { type FirstLook, type FirstLookSpec, planFirstLook } from './quick/firstLook.ts';
export { cautionsOf, type DataCautions } from './records/cautions.ts';
export { describeData } from './records/describeData.ts';
export * from './records/finding.ts';
export type * from './records/leakMatrixRecords.ts';
export { lookUp, type Sought } from './records/lookUp.ts';
export type * from './records/numericRecords.ts';
export { type NamedData, type Provenance, provenanceOf } from './records/provenance.ts';
export type * from './records/records.ts';
export type { AuditTools } from './run/auditTools.ts';
export { planAudit, runAudit } from './run/runAudit.ts';
export type { AuditSpec } from './spec/auditSchema.ts';
export { auditSchema } from './spec/auditSchema.ts';
export { beliefRidge, measuredFields } from './spec/commonSpec.ts';
export { type Contender, contender, contenderNamed, defaultContenders, MODELS } from './spec/contender.ts';
export { type LeakMatrixSpec, leakMatrixDefaults, leakMatrixSchema, leakMatrixSpec } from './spec/leakMatrixSpec.ts';
export {
  type NumericAuditSpec,
  numericAuditDefaults,
  numericAuditSchema,
  numericAuditSpec,
} from './spec/numericSpec.ts';
export { auditDefaults, auditSpec } from './spec/spec.ts';
export { rank, weightedAuc } from './statistics/auc.ts';
export { aucEstimate, certaintyError } from './statistics/aucInterval.ts';
export { everyoneOnce, resamplesOf, resampleWeights } from './statistics/bootstrap.ts';
export { foldDependence } from './statistics/foldDependence.ts';
export { permutationTask } from './statistics/permutationTest.ts';
export { wilsonInterval } from './statistics/shareInterval.ts';
export * from './surfaces/index.ts';
export { auditTasks } from './tasks.ts';
export { planTuning, type Tuning, tune } from './tune/tune.ts';
