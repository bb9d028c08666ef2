export { filledIn, misfit, type Problem, problemsOf, refuse, requireFit } from './checkSchema.ts';
export { type JsonSchema, jsonSchemaOf } from './jsonSchema.ts';
export type { FieldsSchema, NumberSchema, Schema } from './schema.ts';
export * as schema from './schema.ts';
