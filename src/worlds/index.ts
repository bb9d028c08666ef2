export {
  createNumericWorld,
  type NumericWorld,
  type NumericWorldSpec,
  type NumericWorldTruth,
} from './createNumericWorld.ts';
export { createWorld, type World } from './createWorld.ts';
export { type WorldPresetName, worldPresets } from './worldPresets.ts';
export { type WorldSpec, type WorldType, worldDefaults } from './worldSpec.ts';
export type { WorldTruth } from './worldTruth.ts';
