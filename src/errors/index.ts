export { outOfRange, type ParameterRange, requirePositive, requireWithin } from './parameters.ts';
export { type ErrorCode, type ErrorKind, errorCodes, exitStatus, gateStatus, UlteriorError } from './ulteriorError.ts';
