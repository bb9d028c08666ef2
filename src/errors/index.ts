export { type Carried, type CarriedError, packError, unpackError } from './carriedError.ts';
export { nearestName } from './nearestName.ts';
export { outOfRange, type ParameterRange, requirePositive, requireWithin } from './parameters.ts';
export { type ErrorCode, type ErrorKind, errorCodes, exitStatus, gateStatus, UlteriorError } from './ulteriorError.ts';
