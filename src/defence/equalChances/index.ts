export {
  chancesGiven,
  chancesOf,
  type OwnAndTarget,
  ownAndTarget,
} from './chances.ts';
export { fitPresence, type PresenceOptions, type PresencePeople } from './fitPresence.ts';
export { type Mechanism, type MechanismNumbers, mechanismAttack, numbersOfRows } from './mechanismAttack.ts';
export { presenceFactors } from './presenceFactors.ts';
export { decodePresenceModel, encodePresenceModel, PRESENCE_FORMAT } from './presenceFile.ts';
export {
  createPresenceModel,
  type PresenceModel,
  type PresenceStage,
  presenceWarnings,
  type SendingHabit,
} from './presenceModel.ts';
export {
  type EarlierSending,
  MOST_THINNING,
  type ProtectedHistory,
  type ProtectedPerson,
  type ProtectionOptions,
  protectHistory,
} from './protectHistory.ts';
export {
  fitGuard,
  GUARDED_PLACES,
  type GuardOptions,
  guardedItems,
  type RecommendationGuard,
} from './recommendationGuard.ts';
export { type Draws, type ItemDraws, itemDigests, SECRET_BYTES, secretDraws } from './secretDraws.ts';
export { presenceSent, type SendingRule } from './sendPresence.ts';
