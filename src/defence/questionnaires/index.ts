export {
  aboveLimit,
  attacksOn,
  largestLeak,
  leakOfStudy,
  limitKept,
  strongestOf,
  withoutTheAsked,
} from './design/checkQuestionnaire.ts';
export { comparisonLists } from './design/comparisonLists.ts';
export { type DesignOrigin, designedListTable, designOrigin } from './design/designedList.ts';
export { designQuestionnaire } from './design/designQuestionnaire.ts';
export { aucOfDistance, impliedLeak, type LeakKind } from './design/impliedLeak.ts';
export { listFigures, worstQuestions } from './design/listFigures.ts';
export * from './design/records.ts';
export { type StudySpec, studyDefaults, studySchema, studySpec } from './design/spec.ts';
export { findItems } from './items/findItems.ts';
export { nearestTitles } from './items/nearestTitles.ts';
export { planStudy, studyModels, studyQuestionnaire } from './study/study.ts';
