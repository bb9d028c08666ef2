export { type DecisionTreeModel, type DecisionTreeOptions, decisionTree } from './decisionTree.ts';
export { type ForwardLogisticModel, type ForwardLogisticOptions, forwardLogistic } from './forwardLogistic.ts';
export { type OneVersusRestOptions, oneVersusRest } from './oneVersusRest.ts';
export { rivalNamed, rivalRegistry, rivals } from './registry.ts';
export {
  checkRivalData,
  checkRivalModel,
  type Rival,
  type RivalData,
  type RivalDefinition,
  type RivalModel,
  rivalFrom,
} from './rival.ts';
export { type SkipModel, type SkipModelOptions, skipModel } from './skipModel.ts';
