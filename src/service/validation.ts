/**
 * Requests are checked against the same schemas that the interface is documented with. Bodies are taken as they are: a
 * text is no number, null is not 0. Paths, queries and headers are texts, and converted. Messages name the place and
 * the rule, never the value.
 */
import type { FastifySchemaCompiler } from 'fastify';
import type { TSchema } from 'typebox';
import { Compile } from 'typebox/compile';
import { Value } from 'typebox/value';
import { UlteriorError } from '../errors/index.ts';

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
    const converted = httpPart === 'body' ? value : Value.Convert(schema, Value.Clone(value));
    if (check.Check(converted)) return { value: converted };
    const [first] = check.Errors(converted);
    const { instancePath = '', message = 'it does not fit', params = {} } = first ?? {};
    const names = Object.values(params)
      .flat()
      .filter((name) => typeof name === 'string');
    const place = [PARTS[httpPart] ?? httpPart, ...instancePath.split('/').slice(1)].join(' / ');
    const about = /required|additional/i.test(first?.keyword ?? '') ? ` (${names.join(', ').slice(0, 100)})` : '';
    return {
      error: new UlteriorError(
        'REQUEST_INVALID',
        `${place}: ${message}${about}`,
        'compare the request with /openapi.json',
      ),
    };
  };
};

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
