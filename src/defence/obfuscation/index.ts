export { excessOf } from './blinding.ts';
export { decoyRatings, decoyScores } from './decoys.ts';
export {
  type Defence,
  type DefenceContext,
  type DefenceDefinition,
  openDefence,
  type PresenceUse,
  requireSuitable as requireSuitableDefence,
  type Sender,
  type StrengthRange,
} from './defence.ts';
export { factoredGram, fittedProfile, linearForm, logWeightsOf } from './linearForm.ts';
export { createDefence, defenceNamed, defenceRegistry, defences } from './registry.ts';
export { evidenceIn, quantilesOf, standardisedEvidence } from './targets.ts';
