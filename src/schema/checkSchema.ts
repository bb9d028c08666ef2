/**
 * A value against a schema. Everything that does not fit is told at once, each with the path that leads to it
 * (`contenders[2].strategy`). A field that is not known is refused: what is misspelt would otherwise be read in vain.
 */
import { type ErrorCode, nearestName, UlteriorError } from '../errors/index.ts';
import { type FieldsSchema, type NumberSchema, namesIn, type Schema, wanted } from './schema.ts';

export interface Problem {
  readonly path: string;
  /** What is wrong, the path first. */
  readonly message: string;
  readonly advice: string;
  readonly code: ErrorCode;
  readonly value?: unknown;
}

/** Refuses a value that does not fit; `name` is what its path begins with, nothing for the whole. */
export function requireFit(schema: Schema, value: unknown, name = ''): void {
  refuse(problemsOf(schema, value, name));
}

/** The defaults with what is given; what is undefined is not given. */
export function filledIn<Value extends object>(defaults: Value, given: Partial<Value>): Value {
  const named = Object.entries(given).filter(([, value]) => value !== undefined);
  return { ...defaults, ...Object.fromEntries(named) };
}

/** One error for all of them; none for none. */
export function refuse(problems: readonly Problem[]): void {
  const [first, ...others] = problems;
  if (first === undefined) return;
  if (others.length === 0) {
    throw new UlteriorError(first.code, first.message, first.advice, { parameter: first.path, value: first.value });
  }
  const code = others.every((other) => other.code === first.code) ? first.code : 'PARAMETER_OUT_OF_RANGE';
  const numbered = (texts: readonly string[]) => texts.map((each, at) => `(${at + 1}) ${each}`).join(' ');
  throw new UlteriorError(
    code,
    `${problems.length} problems: ${numbered(problems.map(({ message }) => message))}`,
    numbered(problems.map(({ advice }) => advice)),
    { parameter: first.path, problems: problems.map(({ path, message }) => ({ path, message })) },
  );
}

/** A value that must be something else. */
export function misfit(path: string, shown: string, asked: string, value?: unknown, code?: ErrorCode): Problem {
  const place = path === '' ? 'the spec' : path;
  return {
    path,
    message: `${place} is ${shown}; it must be ${asked}`,
    advice: `set ${place} to ${asked}`,
    code: code ?? 'PARAMETER_OUT_OF_RANGE',
    value,
  };
}

export function problemsOf(schema: Schema, value: unknown, path = ''): Problem[] {
  switch (schema.kind) {
    case 'fields':
      return fieldProblems(schema, value, path);
    case 'map': {
      if (!isObject(value)) return [misfit(path, shown(value), wanted(schema), value)];
      return Object.entries(value).flatMap(([name, each]) => problemsOf(schema.of, each, within(path, name)));
    }
    case 'list': {
      if (!Array.isArray(value)) return [misfit(path, shown(value), wanted(schema), value)];
      if (value.length < (schema.fewest ?? 0)) {
        return [misfit(path, value.length === 0 ? 'empty' : `a list of ${value.length}`, wanted(schema), value)];
      }
      return value.flatMap((entry, at) => problemsOf(schema.of, entry, `${path}[${at}]`));
    }
    case 'choice': {
      const names = namesIn(schema);
      if (typeof value === 'string' && names.includes(value)) return [];
      const problem = misfit(
        path,
        typeof value === 'string' ? value : shown(value),
        wanted(schema),
        value,
        schema.code,
      );
      return [suggesting(problem, typeof value === 'string' ? nearestName(value, names) : undefined)];
    }
    case 'either': {
      const tried = schema.of.map((one) => problemsOf(one, value, path));
      if (tried.some((problems) => problems.length === 0)) return [];
      // Where only one of them is of the value's own kind, what is wrong within is what helps.
      const meant = tried.filter((_, at) => isOfKind(schema.of[at]!, value));
      if (meant.length === 1 && meant[0]!.some((problem) => problem.path !== path)) return meant[0]!;
      return [misfit(path, shown(value), wanted(schema), value)];
    }
    default:
      return fits(schema, value) ? [] : [misfit(path, shown(value), wanted(schema), value)];
  }
}

const within = (path: string, name: string) => (path === '' ? name : `${path}.${name}`);

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** An object, with fields that are known, those that are needed, and nothing in them that does not fit. */
function fieldProblems({ fields, required, ...schema }: FieldsSchema, value: unknown, path: string): Problem[] {
  if (!isObject(value)) return [misfit(path, shown(value), wanted({ ...schema, fields, required }), value)];
  const known = Object.keys(fields);
  const at = (name: string) => within(path, name);
  const given = Object.entries(value).filter(([, each]) => each !== undefined);
  const missing = required.filter((name) => !given.some(([each]) => each === name));
  return [
    ...given.flatMap(([name, each]) =>
      Object.hasOwn(fields, name) ? problemsOf(fields[name]!, each, at(name)) : [unknownField(at(name), name, known)],
    ),
    ...missing.map((name) => misfit(at(name), 'missing', wanted(fields[name]!))),
  ];
}

function unknownField(path: string, name: string, known: readonly string[]): Problem {
  const nearest = nearestName(name, known);
  return {
    path,
    message: `${path} is not a known field${nearest === undefined ? '' : `: did you mean ${nearest}?`}`,
    advice:
      nearest === undefined
        ? `leave ${path} out; known are ${known.join(', ')}`
        : `write ${nearest} in place of ${name}`,
    code: 'PARAMETER_OUT_OF_RANGE',
  };
}

function suggesting(problem: Problem, nearest: string | undefined): Problem {
  return nearest === undefined ? problem : { ...problem, message: `${problem.message}: did you mean ${nearest}?` };
}

type Plain = Exclude<Schema, { kind: 'fields' | 'map' | 'list' | 'choice' | 'either' }>;

function fits(schema: Plain, value: unknown): boolean {
  if (schema.kind === 'number') return typeof value === 'number' && isWithin(schema, value);
  if (schema.kind === 'nothing') return value === null;
  return typeof value === (schema.kind === 'text' ? 'string' : 'boolean');
}

function isWithin({ min, above, max, whole = false }: NumberSchema, value: number): boolean {
  if (!Number.isFinite(value) || (whole && !Number.isInteger(value))) return false;
  return (
    (min === undefined || value >= min) && (above === undefined || value > above) && (max === undefined || value <= max)
  );
}

function isOfKind({ kind }: Schema, value: unknown): boolean {
  if (kind === 'list') return Array.isArray(value);
  return (kind === 'fields' || kind === 'map') && isObject(value);
}

/** Short; a text in quotes, so that "10" differs from 10. */
function shown(value: unknown): string {
  if (typeof value === 'number' || value === undefined) return String(value);
  if (Array.isArray(value)) return value.length === 0 ? 'empty' : 'a list';
  if (typeof value === 'object' && value !== null) return 'an object';
  return JSON.stringify(value);
}
