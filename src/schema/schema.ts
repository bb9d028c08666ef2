/**
 * What plain JSON may look like, as plain data: one description from which values are checked, from which the published
 * JSON Schema is made (jsonSchema.ts), and from which the service takes the form of its requests.
 */
import type { ErrorCode } from '../errors/index.ts';

export interface NumberSchema {
  readonly kind: 'number';
  readonly min?: number;
  /** A bound that is itself not allowed. */
  readonly above?: number;
  readonly max?: number;
  readonly whole?: boolean;
  readonly about?: string;
}

export interface ChoiceSchema {
  readonly kind: 'choice';
  /** A function where plug-ins may add to them. */
  readonly names: readonly string[] | (() => readonly string[]);
  /** The code of another name, where it has one of its own. */
  readonly code?: ErrorCode;
  readonly about?: string;
}

interface ListSchema {
  readonly kind: 'list';
  readonly of: Schema;
  /** Entries at least. */
  readonly fewest?: number;
  readonly about?: string;
}

export interface FieldsSchema {
  readonly kind: 'fields';
  readonly fields: Readonly<Record<string, Schema>>;
  /** Those that cannot be left out. */
  readonly required: readonly string[];
  readonly about?: string;
}

/** An object whose names are free, such as limits by attribute. */
interface MapSchema {
  readonly kind: 'map';
  readonly of: Schema;
  readonly about?: string;
}

export type Schema =
  | NumberSchema
  | ChoiceSchema
  | ListSchema
  | FieldsSchema
  | MapSchema
  | { readonly kind: 'text'; readonly about?: string }
  | { readonly kind: 'flag'; readonly about?: string }
  | { readonly kind: 'nothing'; readonly about?: string }
  | { readonly kind: 'either'; readonly of: readonly Schema[]; readonly about?: string };

export const text: Schema = { kind: 'text' };
export const flag: Schema = { kind: 'flag' };
/** null. */
export const nothing: Schema = { kind: 'nothing' };
export const positive: NumberSchema = { kind: 'number', above: 0 };
export const seed: NumberSchema = whole(0, Number.MAX_SAFE_INTEGER);

export function whole(min: number, max: number): NumberSchema {
  return { kind: 'number', min, max, whole: true };
}

export function between(min: number, max: number): NumberSchema {
  return { kind: 'number', min, max };
}

export function oneOf(names: ChoiceSchema['names'], code?: ErrorCode): ChoiceSchema {
  return { kind: 'choice', names, code };
}

/** The names there are now. */
export function namesIn({ names }: ChoiceSchema): readonly string[] {
  return typeof names === 'function' ? names() : names;
}

export function listOf(of: Schema, fewest = 0): ListSchema {
  return { kind: 'list', of, fewest };
}

export function mapOf(of: Schema): MapSchema {
  return { kind: 'map', of };
}

export function either(...of: readonly Schema[]): Schema {
  return { kind: 'either', of };
}

/** `Value` is what it describes: a field of it without a line here does not compile. */
export function fieldsOf<Value>(
  fields: { readonly [Name in keyof Value]-?: Schema },
  required: readonly (keyof Value & string)[] = [],
): FieldsSchema {
  return { kind: 'fields', fields, required };
}

export function about<Kind extends Schema>(words: string, schema: Kind): Kind {
  return { ...schema, about: words };
}

/** What a schema asks for, in words that go after "it must be". */
export function wanted(schema: Schema): string {
  switch (schema.kind) {
    case 'number':
      return wantedNumber(schema);
    case 'choice': {
      const names = namesIn(schema);
      return names.length > 2 ? `one of ${names.join(', ')}` : names.join(' or ');
    }
    case 'list':
      return wantedList(schema);
    case 'fields':
      return `an object with ${Object.keys(schema.fields).join(', ')}`;
    case 'map':
      return `an object of which each value is ${wanted(schema.of)}`;
    case 'either':
      return schema.of.map(wanted).join(', or ');
    case 'text':
      return 'a text';
    case 'flag':
      return 'true or false';
    case 'nothing':
      return 'null';
  }
}

function wantedList({ of, fewest = 0 }: ListSchema): string {
  const list = fewest > 0 ? `a list of at least ${fewest}` : 'a list';
  return of.kind === 'fields' ? list : `${list}, each ${wanted(of)}`;
}

function wantedNumber({ min, above, max, whole: wholeOnly = false }: NumberSchema): string {
  if (min !== undefined && min === max) return String(min);
  const kind = wholeOnly ? 'a whole number' : 'a number';
  if (above !== undefined)
    return max === undefined ? `a finite number above ${above}` : `${kind} above ${above}, up to ${max}`;
  if (min === undefined) return max === undefined ? `a finite number` : `${kind} up to ${max}`;
  return max === undefined ? `${kind} from ${min} on` : `${kind} from ${min} to ${max}`;
}
