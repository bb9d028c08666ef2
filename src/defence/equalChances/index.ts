export { chancesOf } from './chances.ts';
export { fitPresence, type PresenceOptions } from './fitPresence.ts';
export { type Mechanism, type MechanismNumbers, mechanismAttack, numbersOfRows } from './mechanismAttack.ts';
export { presenceFactors } from './presenceFactors.ts';
export { decodePresenceModel, encodePresenceModel, PRESENCE_FORMAT } from './presenceFile.ts';
export { createPresenceModel, type PresenceModel, presenceWarnings } from './presenceModel.ts';
export { type EarlierSending, MOST_THINNING, type ProtectedHistory, protectHistory } from './protectHistory.ts';
export { fitGuard } from './recommendationGuard.ts';
export { itemDigests, SECRET_BYTES, secretDraws } from './secretDraws.ts';
