export {
  type DefenceContext,
  type DefenceDefinition,
  openDefence,
  requireSuitable as requireSuitableDefence,
  type Sender,
} from './defence.ts';
export { factoredGram, fittedProfile, linearForm, logWeightsOf } from './linearForm.ts';
export { type PublicLists, publicListsOf } from './publicLists.ts';
export { createDefence, defenceNamed, defenceRegistry, defences } from './registry.ts';
export { SBO_THRESHOLD } from './sbo.ts';
export { quantilesOf, standardisedEvidence } from './targets.ts';
