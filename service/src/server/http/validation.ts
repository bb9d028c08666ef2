/**
 * Requests are checked against the same schemas that the interface is documented with. Bodies are taken as they are: a
 * text is no number, null is not 0. Paths, queries and headers are texts; those that are written as a number become one. Messages name the place and
 * the rule, never the value.
 */

import type { FastifySchemaCompiler } from 'fastify';
import type { TSchema } from 'typebox';
import { Compile } from 'typebox/compile';
import type { TLocalizedValidationError } from 'typebox/error';
import { nearestName, UlteriorError } from 'ulterior/service-parts';

const PARTS: Readonly<Record<string, string>> = {
  body: 'body',
  params: 'path',
  querystring: 'query',
  headers: 'header',
};

export const validatorCompiler: FastifySchemaCompiler<TSchema> = ({ schema, httpPart = 'body' }) => {
  if ((schema as { format?: unknown }).format === 'binary') return requireBytes;
  const check = Compile(schema);
  return (value: unknown) => {
    const converted = httpPart === 'body' ? value : withNumbers(schema, value);
    if (check.Check(converted)) return hasHalfCharacter(converted) ? { error: halfCharacter() } : { value: converted };
    const found = check.Errors(converted).map((error) => problemAt(PARTS[httpPart] ?? httpPart, schema, error));
    const shown = [...new Set(found)].slice(0, MOST_PROBLEMS);
    return {
      error: new UlteriorError(
        'REQUEST_INVALID',
        shown.length === 0 ? 'the request does not fit' : shown.join('; '),
        'compare the request with /openapi.json',
      ),
    };
  };
};

/** Half of a pair of code units is no character: JSON can write it ("\\ud800"), databases and pages cannot keep it. */
function hasHalfCharacter(value: unknown): boolean {
  if (typeof value === 'string') return /\p{Surrogate}/u.test(value);
  return typeof value === 'object' && value !== null && Object.values(value).some(hasHalfCharacter);
}

function halfCharacter(): UlteriorError {
  return new UlteriorError(
    'REQUEST_INVALID',
    'a text of the request has half a character (an unpaired surrogate)',
    'send whole characters, as UTF-8',
  );
}

const NUMBER = /^-?\d{1,20}(\.\d{1,20})?(e-?\d{1,3})?$/i;

/** The same fields; where a number is wanted and written, as a number. */
function withNumbers(schema: TSchema, value: unknown): Record<string, unknown> {
  const { properties = {} } = schema as { properties?: Readonly<Record<string, { type?: unknown }>> };
  const fields = Object.entries(value ?? {}).map(([name, text]: [string, unknown]) => {
    const type = Object.hasOwn(properties, name) ? properties[name]?.type : undefined;
    const wanted = type === 'integer' || type === 'number';
    return [name, wanted && typeof text === 'string' && NUMBER.test(text) ? Number(text) : text];
  });
  return Object.fromEntries(fields);
}

/** Of a request that is wrong in many places, the first ones are enough to begin with. */
const MOST_PROBLEMS = 5;

/** The place and the rule; for a field that is not known also the known one that was probably meant. */
function problemAt(
  part: string,
  schema: TSchema,
  { instancePath, message, params, keyword }: TLocalizedValidationError,
) {
  const steps = instancePath.split('/').slice(1);
  const place = [part, ...steps].join(' / ');
  if (!/required|additional/i.test(keyword)) return `${place}: ${message}`;
  const names = Object.values(params)
    .flat()
    .filter((name) => typeof name === 'string')
    .slice(0, MOST_PROBLEMS);
  const known = knownAt(schema, steps);
  const meant = /additional/i.test(keyword) ? names.map((name) => nearestName(name, known)).filter(isText) : [];
  const suggestion = meant.length === 0 ? '' : `; did you mean ${meant.join(', ')}?`;
  return `${place}: ${message} (${names.join(', ').slice(0, 100)})${suggestion}`;
}

const isText = (name: string | undefined) => name !== undefined;

/** The fields that an object at the place may have. */
function knownAt(schema: unknown, steps: readonly string[]): string[] {
  let at = schema as { properties?: Record<string, unknown>; items?: unknown } | undefined;
  for (const step of steps) at = (at?.properties?.[step] ?? at?.items) as typeof at;
  return Object.keys(at?.properties ?? {});
}

/** A file is no JSON that a schema could check. */
function requireBytes(value: unknown) {
  if (Buffer.isBuffer(value)) return { value };
  return {
    error: new UlteriorError(
      'MEDIA_TYPE_UNKNOWN',
      'the body is not a file',
      'send the bytes of the file as application/octet-stream',
    ),
  };
}
