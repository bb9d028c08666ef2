export { type ErrorCode, type ErrorKind, errorCodes, exitStatus, UlteriorError } from './ulteriorError.ts';
