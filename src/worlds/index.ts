export { createNumericWorld, type NumericWorld, type NumericWorldSpec } from './createNumericWorld.ts';
export { createWorld, type World } from './createWorld.ts';
export { type WorldPresetName, worldPresets } from './worldPresets.ts';
export { type WorldSpec, worldDefaults } from './worldSpec.ts';
