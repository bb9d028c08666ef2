export { excessOf } from './blinding.ts';
export {
  type Defence,
  type DefenceContext,
  type DefenceDefinition,
  openDefence,
  requireSuitable as requireSuitableDefence,
  type Sender,
} from './defence.ts';
export { factoredGram, fittedProfile, linearForm, logWeightsOf } from './linearForm.ts';
export { createDefence, defenceNamed, defenceRegistry, defences } from './registry.ts';
export { quantilesOf, standardisedEvidence } from './targets.ts';
