export {
  aboveLimit,
  type LargestLeak,
  largestLeak,
  leakOfStudy,
  limitKept,
  strongestOf,
  withoutTheAsked,
} from './design/checkQuestionnaire.ts';
export { comparisonLists, type NamedList } from './design/comparisonLists.ts';
export { type DesignOrigin, designedListTable, designOrigin } from './design/designedList.ts';
export type { DesignedList, DesignOptions } from './design/designList.ts';
export { type CurveList, designQuestionnaire } from './design/designQuestionnaire.ts';
export {
  aucOfDistance,
  distanceOfAuc,
  type ImpliedLeak,
  impliedLeak,
  type LeakKind,
  type LeakOptions,
} from './design/impliedLeak.ts';
export { listFigures, worstQuestions } from './design/listFigures.ts';
export type * from './design/records.ts';
export { type StudySpec, studySpec } from './design/spec.ts';
export { Taste, type TasteOptions } from './design/taste.ts';
export { findItems } from './items/findItems.ts';
export { nearestTitles } from './items/nearestTitles.ts';
export { planStudy, studyModels, studyQuestionnaire } from './study/study.ts';
