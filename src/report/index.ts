export { type AuditAnswer, answerOf, answerText, keyFigures } from './audit/answer.ts';
export { reportCharts } from './charts/all.ts';
export { aucChart } from './charts/auc.ts';
export { aucByTypeChart } from './charts/aucByType.ts';
export { confidenceChart } from './charts/confidence.ts';
export { confusionChart } from './charts/confusion.ts';
export { gapChart } from './charts/gaps.ts';
export { headlineChart } from './charts/headline.ts';
export { leakyItemsChart } from './charts/leakyItems.ts';
export { ratingErrorChart } from './charts/ratingError.ts';
export { ratingHistogramChart } from './charts/ratingHistogram.ts';
export { ratingsPerUserChart } from './charts/ratingsPerUser.ts';
export { reliabilityChart } from './charts/reliability.ts';
export { type TimingRow, timingChart } from './charts/timing.ts';
export * from './ci/index.ts';
export { cautionTexts } from './common/cautionWords.ts';
export type { Chart, DrawnChart, Explorable, Series } from './common/chart.ts';
export { counted, setAside } from './common/format.ts';
export type { AuditRecords, LeakMatrixRecords, ModelAuditRecords, NumericRecords } from './common/input.ts';
export { type Layout as ChartLayout, layouts, type Spec } from './common/layout.ts';
export { bounded, leakOfAudit } from './common/leakShown.ts';
export { type LeakSize, leakSize, leakWords } from './common/leakWords.ts';
export { largestGroup, leadOf } from './common/lookup.ts';
export { measuredWith } from './common/measuredWith.ts';
export { commandLine } from './common/shellWords.ts';
export { type Theme, type ThemeName, themeConfig, themes } from './common/themes.ts';
export * from './defence/index.ts';
export { type Finding, toCsv, toJsonLines } from './findings/finding.ts';
export * from './joint/index.ts';
export { type AnyRecords, type Report, recordVersions, reportOf } from './kinds/reportOf.ts';
export * from './numeric/index.ts';
export type { KeyFigure } from './page/pageDocument.ts';
export {
  type AuditExperiment,
  type Experiment,
  isAudit,
  type OtherExperiment,
  type Published,
} from './reproductionPage/experiment.ts';
export { type Reproduction, type RunExperiment, reproductionPage } from './reproductionPage/reproductionPage.ts';
export { type NextStep, type NextSteps, stepLines } from './steps/nextSteps.ts';
export * from './surfaces/index.ts';
