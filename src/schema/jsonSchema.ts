/** A schema as JSON Schema (draft 2020-12), for editors, for documents and for the service. */
import { filledIn } from './checkSchema.ts';
import { type ChoiceSchema, type NumberSchema, namesIn, type Schema } from './schema.ts';

export type JsonSchema = { readonly [keyword: string]: unknown };

export function jsonSchemaOf(schema: Schema): JsonSchema {
  return filledIn<JsonSchema>(shapeOf(schema), { description: schema.about });
}

function shapeOf(schema: Schema): JsonSchema {
  switch (schema.kind) {
    case 'number':
      return numberShape(schema);
    case 'choice':
      return choiceShape(schema);
    case 'list':
      return {
        type: 'array',
        ...((schema.fewest ?? 0) > 0 ? { minItems: schema.fewest } : {}),
        items: jsonSchemaOf(schema.of),
      };
    case 'fields':
      return {
        type: 'object',
        additionalProperties: false,
        ...(schema.required.length > 0 ? { required: [...schema.required] } : {}),
        properties: Object.fromEntries(Object.entries(schema.fields).map(([name, one]) => [name, jsonSchemaOf(one)])),
      };
    case 'map':
      return { type: 'object', additionalProperties: jsonSchemaOf(schema.of) };
    case 'either':
      return { anyOf: schema.of.map(jsonSchemaOf) };
    case 'text':
      return { type: 'string' };
    case 'flag':
      return { type: 'boolean' };
    case 'nothing':
      return { type: 'null' };
  }
}

/** Where plug-ins may add names, an editor offers those that ship and takes others. */
function choiceShape(schema: ChoiceSchema): JsonSchema {
  const known = { enum: [...namesIn(schema)] };
  if (typeof schema.names !== 'function') return { type: 'string', ...known };
  return { type: 'string', anyOf: [known, { description: 'The name of a definition of a plug-in.' }] };
}

function numberShape({ min, above, max, whole = false }: NumberSchema): JsonSchema {
  const type = whole ? 'integer' : 'number';
  return filledIn<JsonSchema>({ type }, { minimum: min, exclusiveMinimum: above, maximum: max });
}
