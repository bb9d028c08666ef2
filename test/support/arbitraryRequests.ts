/** Requests made up from an OpenAPI document: mostly as it says, now and then not. */
import fc from 'fast-check';

// biome-ignore lint/suspicious/noExplicitAny: a document is plain JSON
export type Json = any;

export interface MadeUpRequest {
  readonly method: string;
  readonly path: string;
  readonly query: Readonly<Record<string, unknown>>;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: unknown;
  readonly contentType?: string;
}

/** A value that the schema allows. `known` are values that stand for something in the service, by the name of the field. */
export function fitting(schema: Json, document: Json, name = '', known: Json = {}): fc.Arbitrary<unknown> {
  const resolved = resolve(schema, document);
  const made = unaided(resolved, document, known);
  const hints = known[name];
  return hints === undefined || hints.length === 0
    ? made
    : fc.oneof({ weight: 4, arbitrary: fc.constantFrom(...hints) }, made);
}

function unaided(schema: Json, document: Json, known: Json): fc.Arbitrary<unknown> {
  if (schema.const !== undefined) return fc.constant(schema.const);
  if (schema.enum !== undefined) return fc.constantFrom(...schema.enum);
  if (schema.anyOf !== undefined) {
    return fc.oneof(...schema.anyOf.map((option: Json) => fitting(option, document, '', known)));
  }
  switch (schema.type) {
    case 'integer':
      return fc.integer({ min: schema.minimum ?? -1000, max: schema.maximum ?? 1000 });
    case 'number': {
      const min = schema.minimum ?? schema.exclusiveMinimum ?? -1000;
      const range = { min, max: schema.maximum ?? 1000, noNaN: true };
      return fc.double({ ...range, minExcluded: schema.exclusiveMinimum !== undefined });
    }
    case 'boolean':
      return fc.boolean();
    case 'null':
      return fc.constant(null);
    case 'array':
      return fc.array(fitting(schema.items, document, '', known), {
        minLength: schema.minItems ?? 0,
        maxLength: Math.min(schema.maxItems ?? 4, 4),
      });
    case 'object': {
      const { properties = {}, required = [] } = schema;
      const fields = Object.entries(properties).map(([field, part]) => [field, fitting(part, document, field, known)]);
      return fc.record(Object.fromEntries(fields), { requiredKeys: required });
    }
    case 'string':
      if (schema.pattern !== undefined) return fc.stringMatching(new RegExp(schema.pattern, 'u'), { size: 'xsmall' });
      return fc.string({ minLength: schema.minLength ?? 0, maxLength: Math.min(schema.maxLength ?? 20, 20) });
    default:
      return fc.anything();
  }
}

/** Anything that JSON can say, with the names and texts that attackers like. */
export const hostile: fc.Arbitrary<unknown> = fc.oneof(
  fc.jsonValue(),
  fc.constantFrom(
    '',
    ' ',
    '\u0000',
    '\ud800',
    '💥'.repeat(20),
    "'; drop table interviews; --",
    '../../../../etc/passwd',
    '%2e%2e%2f',
    '{{7*7}}',
    '<script>alert(1)</script>',
    'a\r\nset-cookie: x=1',
    '__proto__',
    'constructor',
    -1,
    0,
    -0,
    1e308,
    Number.MAX_SAFE_INTEGER,
    5e-324,
    true,
    null,
    [],
    {},
    [[[[[[[[]]]]]]]],
  ),
);

/** Requests to one operation: as documented, or with a part replaced, left out or added. */
export function requestsTo(
  method: string,
  template: string,
  operation: Json,
  document: Json,
  known: Json,
): fc.Arbitrary<MadeUpRequest> {
  const parameters = (operation.parameters ?? []).map((parameter: Json) => resolve(parameter, document));
  const within = (place: string) => {
    const listed = parameters.filter((parameter: Json) => parameter.in === place);
    const fields = listed.map(({ name, schema }: Json) => [name, mostly(fitting(schema, document, name, known))]);
    const requiredKeys = listed.filter(({ required }: Json) => required).map(({ name }: Json) => name);
    return fc.record(Object.fromEntries(fields) as Record<string, fc.Arbitrary<unknown>>, { requiredKeys });
  };
  const [contentType, content] = Object.entries<Json>(operation.requestBody?.content ?? {})[0] ?? [];
  const bytes = contentType === 'application/octet-stream';
  const body = bytes
    ? fc.uint8Array({ maxLength: 60 })
    : content === undefined
      ? fc.constant(undefined)
      : mostly(mutated(fitting(content.schema, document, '', known)));
  return fc
    .record({ path: within('path'), query: within('query'), headers: within('header'), body })
    .map(({ path, query, headers, body }) => ({
      method,
      path: template.replace(/\{(\w+)\}/g, (_, name) => encodeURIComponent(wellFormed(String(path[name] ?? 'x')))),
      query,
      headers: Object.fromEntries(
        Object.entries(headers).map(([name, value]) => [name, String(value).replace(/[^\x20-\x7e]/g, '?')]),
      ),
      ...(body === undefined ? {} : { body }),
      ...(contentType === undefined ? {} : { contentType }),
    }));
}

const mostly = (arbitrary: fc.Arbitrary<unknown>) =>
  fc.oneof({ weight: 9, arbitrary }, { weight: 1, arbitrary: hostile });

/** One field replaced, removed or added. */
function mutated(arbitrary: fc.Arbitrary<unknown>): fc.Arbitrary<unknown> {
  const change = fc.record({
    kind: fc.constantFrom('none', 'none', 'replace', 'remove', 'add'),
    at: fc.nat(),
    value: hostile,
  });
  return fc.tuple(arbitrary, change).map(([value, { kind, at, value: other }]) => {
    if (typeof value !== 'object' || value === null || kind === 'none') return value;
    const fields = Object.entries(value);
    if (kind === 'add') return { ...value, [typeof other === 'string' ? other : 'extra']: other };
    const [name] = fields[at % Math.max(1, fields.length)] ?? [];
    const rest = fields.filter(([field]) => field !== name);
    return Object.fromEntries(kind === 'remove' || name === undefined ? rest : [...rest, [name, other]]);
  });
}

const wellFormed = (text: string) => Buffer.from(text).toString();

export function resolve(schema: Json, document: Json): Json {
  if (schema?.$ref === undefined) return schema;
  const parts = schema.$ref.replace(/^#\//, '').split('/');
  return resolve(
    parts.reduce((at: Json, part: string) => at[part], document),
    document,
  );
}
