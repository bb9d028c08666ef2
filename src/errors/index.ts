export { type Carried, type CarriedError, packError, unpackError } from './carriedError.ts';
export { filledIn, misfit, type Problem, problemsOf, refuse, requireFit } from './checkSchema.ts';
export { type JsonSchema, jsonSchemaOf } from './jsonSchema.ts';
export { nearestName } from './nearestName.ts';
export { outOfRange, type ParameterRange, requirePositive, requireWithin } from './parameters.ts';
export type { FieldsSchema, NumberSchema, Schema } from './schema.ts';
export * as schema from './schema.ts';
export { type ErrorCode, type ErrorKind, errorCodes, exitStatus, gateStatus, UlteriorError } from './ulteriorError.ts';
