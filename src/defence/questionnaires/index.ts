export {
  aboveLimit,
  type LargestLeak,
  largestLeak,
  leakOfStudy,
  limitKept,
  strongestOf,
  withoutTheAsked,
} from './checkQuestionnaire.ts';
export { comparisonLists, type NamedList, widestModel } from './comparisonLists.ts';
export { type DesignOrigin, designedListTable, designOrigin } from './designedList.ts';
export type { DesignedList, DesignOptions } from './designList.ts';
export {
  type CurveList,
  designQuestionnaire,
  type QuestionnaireDesign,
  type QuestionnaireDesignOptions,
} from './designQuestionnaire.ts';
export { findItems } from './findItems.ts';
export {
  aucOfDistance,
  distanceOfAuc,
  type ImpliedLeak,
  impliedLeak,
  type LeakKind,
  type LeakOptions,
} from './impliedLeak.ts';
export { listFigures, worstQuestions } from './listFigures.ts';
export { nearestTitles } from './nearestTitles.ts';
export type * from './records.ts';
export { type StudySpec, studyDefaults, studySpec } from './spec.ts';
export { planStudy, type StudyTools, studyModels, studyQuestionnaire } from './study.ts';
export { Taste, type TasteOptions } from './taste.ts';
