/**
 * `ulterior/testing`: the suites that strategies, classifiers, rivals, defences, readers and recommenders must pass, ours and yours, and
 * small models to try them on.
 */
export { classifierConformance } from './classifierSuite.ts';
export { defenceConformance } from './defenceSuite.ts';
export type { Framework } from './framework.ts';
export {
  type ModelParts,
  modelFrom,
  type RandomModelSpec,
  randomAnswers,
  randomAnswersAndSkips,
  randomChannelModel,
  randomModel,
} from './models.ts';
export { madeUpPeople, type PeopleSpec } from './people.ts';
export { type ReaderSample, readerConformance } from './readerSuite.ts';
export { recommenderConformance } from './recommenderSuite.ts';
export { rivalConformance } from './rivalSuite.ts';
export { type StrategySuiteOptions, strategyConformance } from './strategySuite.ts';
