/**
 * Audits, and what every audit needs: kernels, threads, files and plug-ins. It runs with the plain dependencies alone.
 *
 * Other entries have the rest: `ulterior/core` (data, models, beliefs and interviews: the paper), `ulterior/datasets` (files to
 * data), `ulterior/attack` (audits of a recommender, and parts of attackers), `ulterior/defence` (advisor, detector,
 * obfuscation, questionnaires), `ulterior/report` (records to pages and charts), `ulterior-service/store` and `ulterior-service` (HTTP).
 *
 * Parts of specs and records have no names of their own: `AuditRecords['findings'][number]` is the type of a figure and its place.
 */

// Audits
export {
  type AuditRecords,
  type AuditSpec,
  contender,
  describeData,
  type LeakMatrixRecords,
  type LeakMatrixSpec,
  type NumericAuditSpec,
  type NumericRecords,
  runAudit,
  runLeakMatrix,
  runNumericAudit,
  tune,
} from './audit/index.ts';
// Kernels, threads, files and plug-ins
export {
  type Definition,
  definePlugin,
  definitions,
  loadAnyModel,
  loadKernels,
  loadModel,
  loadPlugins,
  openCheckpoints,
  openThreadPool,
  type Plugin,
  saveModel,
} from './runtime/index.ts';
