/**
 * `ulterior/testing`: the suites that strategies, classifiers, rivals, defences, readers and recommenders must pass, ours and yours, and
 * a model to try them on.
 */
export { classifierConformance } from './classifierSuite.ts';
export { defenceConformance } from './defenceSuite.ts';
export type { Framework } from './framework.ts';
export { randomModel } from './models.ts';
export { readerConformance } from './readerSuite.ts';
export { recommenderConformance } from './recommenderSuite.ts';
export { rivalConformance } from './rivalSuite.ts';
export { strategyConformance } from './strategySuite.ts';
