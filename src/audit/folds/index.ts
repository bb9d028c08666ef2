export { dealIntoFolds, dealTrainers, requireClusters, requirePeople } from './dealIntoFolds.ts';
export { type FoldMembers, type FoldUnit, factsUnit, foldUnits, scoresOfAll } from './foldUnits.ts';
export { type Dealing, dealtPeople, labelsWithinFolds } from './labelsWithinFolds.ts';
export {
  type Checkpoints,
  collect,
  type FoundIn,
  missingUnits,
  type Part,
  type Plan,
  type RunTools,
  runPart,
  runPlan,
  runTasks,
  runUnit,
  type Unit,
  uncounted,
  type WorkTools,
} from './plan.ts';
export {
  type FoldFound,
  joinedNumbers,
  joinedParts,
  type NamedArrays,
  noteScores,
  type ScoreTable,
  scoreKey,
  scoresAt,
} from './scoreTable.ts';
export { shuffleLabels } from './shuffleLabels.ts';
