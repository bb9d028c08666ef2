export { dealIntoFolds, dealTrainers, requireClusters, requirePeople } from './dealIntoFolds.ts';
export { type FoldCase, type FoldMembers, type FoldUnit, type FoldWork, foldUnits } from './foldUnits.ts';
export { labelsAnew } from './labelsAnew.ts';
export { labelsWithinFolds } from './labelsWithinFolds.ts';
export {
  type AuditProgress,
  type Checkpoints,
  collect,
  type FoundIn,
  missingUnits,
  type Part,
  type Plan,
  type RunTools,
  runPart,
  runPlan,
  runUnit,
  type Unit,
  type WorkTools,
} from './plan.ts';
export { decodeArrays, encodeArrays, type NamedArrays, placeRows } from './rows.ts';
