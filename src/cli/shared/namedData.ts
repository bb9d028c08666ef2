/** What a command said about its data, kept in the records: a report prints commands about the same data. */
import { Command, type Option } from 'commander';
import type { NamedData } from '../../audit/index.ts';
import { sourceFromText } from '../../datasets/index.ts';
import { attributeName, parseAttribute } from '../../tables/index.ts';
import { addDataOptions, type DataFlags } from './dataOptions.ts';
import { shownPath } from './shownPath.ts';

const { options } = addDataOptions(new Command());
const isPath = ({ flags }: Option) => /<(file|folder)\b/.test(flags);

/** `attributes`: expressions of what was inferred. A world and a data file have their own, which need no flag. */
export function namedData(text: string, flags: DataFlags, attributes: readonly string[]): NamedData {
  const { file = text, keys = [], attributes: described = [] } = flags.described ?? {};
  const source = flags.described || flags.itemColumns !== undefined ? undefined : sourceFromText(text);
  const own = source?.kind === 'world' || keys.includes('attribute');
  const data = source?.kind === 'known' ? `${source.name}:${shownPath(source.folder)}` : shownPath(file);
  const typed = options.filter((option) => ![...keys, 'attribute'].includes(option.attributeName()));
  // What the file describes needs no more than its name.
  const named = attributes.map((expression) =>
    described.includes(expression) ? attributeName(parseAttribute(expression)) : expression,
  );
  return { data, attributes: own ? [] : named, flags: typed.flatMap((option) => wordsOf(option, flags)) };
}

/** A flag as it was typed, and its value; nothing where it was not given. */
function wordsOf(option: Option, flags: DataFlags): string[] {
  const value: unknown = Reflect.get(flags, option.attributeName());
  const long = option.long!;
  if (value === undefined || value === false) return [];
  if (value === true) return [long];
  const values = (Array.isArray(value) ? value : [value]).map(String);
  const shown = isPath(option) ? values.map(shownPath) : values;
  if (long === '--plugin') return shown.flatMap((place) => [long, place]);
  return option.variadic ? [long, ...shown] : [long, shown.join(',')];
}

/** The records with what the command said about its data. */
export function withNamedData<Records extends { readonly provenance: object }>(
  records: Records,
  named: NamedData,
): Records {
  return { ...records, provenance: { ...records.provenance, named } };
}
