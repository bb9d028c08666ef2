export { areaUnderCurve } from '../../src/testing/auc.ts';
