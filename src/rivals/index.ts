export type { ForwardLogisticModel } from './forwardLogistic.ts';
export { oneVersusRest } from './oneVersusRest.ts';
export { rivalNamed, rivalRegistry, rivals } from './registry.ts';
export type { Rival, RivalData, RivalDefinition, RivalModel } from './rival.ts';
