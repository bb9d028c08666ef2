export { type Carried, packError, unpackError } from './carriedError.ts';
export { requireInvariant } from './invariant.ts';
export { nearestName } from './nearestName.ts';
export { outOfRange, requirePositive, requireWithin } from './parameters.ts';
export { type ErrorCode, errorCodes, exitStatus, gateStatus, UlteriorError } from './ulteriorError.ts';
