export {
  chancesGiven,
  chancesOf,
  type OwnAndTarget,
  ownAndTarget,
} from './chances.ts';
export { fitPresence, type PresenceOptions } from './fitPresence.ts';
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
export { type EarlierSending, MOST_THINNING, type ProtectedHistory, protectHistory } from './protectHistory.ts';
export { fitGuard, GUARDED_PLACES, guardedItems, type RecommendationGuard } from './recommendationGuard.ts';
export { type Draws, type ItemDraws, itemDigests, SECRET_BYTES, secretDraws } from './secretDraws.ts';
export { presenceSent } from './sendPresence.ts';
