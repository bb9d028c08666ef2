/**
 * Flags from schemas: a field's kind, its one line and its default make the flag, its help and how it is read. Ranges are
 * checked with the rest of the spec. A field without a flag can be set in a spec file.
 */
import { type Command, InvalidArgumentError } from 'commander';
import { type FieldsSchema, type Schema, schema } from '../../schema/index.ts';
import { numberList, optionOf, positiveNumber, wholeNumber, wordList } from '../shared/options.ts';
import { setsField } from '../words/flagErrors.ts';

/** What the flag of a field is called, in camel case. */
type FlagNames<Spec> = { readonly [Field in keyof Spec]?: string };

/** The flags that such names make. */
export type FlagsOf<Spec, Names extends FlagNames<Spec>> = {
  readonly [Field in keyof Names & keyof Spec as Names[Field] & string]?: Spec[Field];
};

/** Of a flag that several schemas have, with different defaults. */
const VARIES = ' (the default depends on what is measured)';

/** A flag that is there already is that of another schema, which reads it in the same way. */
export function addSpecFlags<Spec extends object>(
  command: Command,
  { fields }: FieldsSchema,
  defaults: Partial<Spec>,
  flags: FlagNames<Spec>,
): Command {
  for (const [field, name] of Object.entries<string>(flags as Record<string, string>)) {
    const one = fields[field]!;
    const { about = field } = one;
    const names = one.kind === 'list' && one.of.kind === 'choice' ? `: ${schema.namesIn(one.of).join(', ')}` : '';
    const words = `${about[0]!.toLowerCase()}${about.slice(1).replace(/\.$/, '')}${names}`;
    const usual: unknown = Reflect.get(defaults, field);
    const shown = usual === undefined || String(usual) === '' ? '' : ` (default: ${usual})`;
    const there = command.options.find((option) => option.attributeName() === name);
    if (there !== undefined) {
      if (!there.description.endsWith(shown))
        there.description = there.description.replace(/ \(default: .*\)$/, VARIES);
      setsField(command, name, field);
      continue;
    }
    if (one.kind === 'flag') {
      command.option(optionOf(name), words);
      setsField(command, name, field);
      continue;
    }
    command.option(`${optionOf(name)} <${placeholder(one)}>`, `${words}${shown}`, (text) => parsedBy(one, text));
    setsField(command, name, field);
  }
  return command;
}

/** What the flags say about the spec; undefined where a flag was not given. */
export function specFrom<Spec, Names extends FlagNames<Spec>>(
  names: Names,
  flags: FlagsOf<Spec, Names>,
): Partial<Spec> {
  const named = Object.entries<string>(names as Record<string, string>);
  return Object.fromEntries(named.map(([field, name]) => [field, Reflect.get(flags, name)])) as Partial<Spec>;
}

function placeholder(one: Schema): string {
  if (one.kind === 'either') return placeholder(one.of[0]!);
  if (one.kind === 'choice') return 'name';
  return one.kind === 'text' ? 'word' : one.kind;
}

function parsedBy(one: Schema, text: string): unknown {
  switch (one.kind) {
    case 'number':
      return one.whole ? wholeNumber(text) : positiveNumber(text);
    case 'list':
      return one.of.kind === 'number' ? numberList(text) : wordList(text);
    case 'either': {
      const isName = one.of.some((each) => each.kind === 'choice' && schema.namesIn(each).includes(text));
      return isName ? text : parsedBy(one.of[0]!, text);
    }
    case 'choice':
      // Names that plug-ins may add to are checked with the spec, once these are loaded.
      if (typeof one.names === 'function' || one.names.includes(text)) return text;
      throw new InvalidArgumentError(`Allowed choices are ${one.names.join(', ')}.`);
    default:
      return text;
  }
}
