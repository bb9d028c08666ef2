/**
 * Settings that are rarely needed have no flag: they are keys of a file, or said one at a time with `--set key=value`. The
 * schema of the file reads them, checks them and explains them.
 */
import { outOfRange } from '../../errors/index.ts';
import { type FieldsSchema, problemsOf, type Schema, schema } from '../../schema/index.ts';
import { wordList } from '../shared/options.ts';

/** The settings of a file with what `--set` says in their place; a dot leads into an object: training.dimension=4. */
export function withSet(keys: FieldsSchema, file: object, words: readonly string[] = []): Record<string, unknown> {
  const settings = structuredClone(file) as Record<string, unknown>;
  for (const word of words) {
    const [, path, text] = /^([a-z]\w*(?:\.[a-z]\w*)*)=(.*)$/is.exec(word) ?? [];
    if (path === undefined || text === undefined) throw outOfRange('--set', word, 'a key and its value: folds=5');
    let place = settings;
    let one: Schema | undefined = keys;
    const names = path.split('.');
    const last = names.pop()!;
    for (const name of names) {
      one = fieldOf(one, name);
      const inner = Object.hasOwn(place, name) ? place[name] : undefined;
      place[name] = typeof inner === 'object' && inner !== null ? inner : {};
      place = place[name] as Record<string, unknown>;
    }
    one = fieldOf(one, last);
    place[last] = one === undefined ? text : valueFrom(one, text);
  }
  return settings;
}

function fieldOf(one: Schema | undefined, name: string): Schema | undefined {
  return one?.kind === 'fields' && Object.hasOwn(one.fields, name) ? one.fields[name] : undefined;
}

/** What does not fit stays as it is, and the schema refuses it in its own words. */
function valueFrom(one: Schema, text: string): unknown {
  switch (one.kind) {
    case 'number':
      return text.trim() === '' || Number.isNaN(Number(text)) ? text : Number(text);
    case 'flag':
      return text === 'true' || text === 'false' ? text === 'true' : text;
    case 'map':
      return Object.fromEntries(text.split(';').map((part) => pairFrom(one.of, part)));
    case 'list':
      // A scale of words has commas of its own.
      if (one.of.kind === 'map') return text.split('|').map((part) => valueFrom(one.of, part));
      return wordList(text).map((word) => valueFrom(one.of, word));
    case 'either': {
      const read = one.of.map((each) => valueFrom(each, text));
      return read.find((value, at) => problemsOf(one.of[at]!, value).length === 0) ?? read[0];
    }
    default:
      return text;
  }
}

function pairFrom(one: Schema, text: string): [string, unknown] {
  const at = text.lastIndexOf('=');
  if (at < 0)
    throw outOfRange('--set', text.trim(), 'words and what each is worth: answers=Never=1; Sometimes=2; Often=3');
  return [text.slice(0, at).trim(), valueFrom(one, text.slice(at + 1))];
}

/** What the settings are if nothing else is said. */
export interface UsualSettings {
  readonly keys: FieldsSchema;
  readonly defaults: object;
}

/** What a measurement is told in its spec. */
export interface MeasurementSettings {
  /** What is measured. */
  readonly settings: UsualSettings;
  /** Keys of the same file that say how it is run; they are read as flags are. */
  readonly besides?: UsualSettings;
}

/** What flags and arguments alone say, or the reader of the file. */
const SAID_OTHERWISE = ['attribute', 'attributes', 'plugins', 'task', 'list', 'name', 'designedFor'];

/** All other keys that the spec of a measurement may have. */
export function keysOf({ settings, besides }: MeasurementSettings): FieldsSchema {
  const all = Object.entries({ ...settings.keys.fields, ...besides?.keys.fields });
  const fields = Object.fromEntries(all.filter(([name]) => !SAID_OTHERWISE.includes(name)));
  return { kind: 'fields', fields, required: [] };
}

export const settingsIntroduction = `
Everything else has a default. It is a key of the file that --spec names, {"folds": 5}, or is set with --set folds=5. Paths in
that file are relative to it.`;

/** One entry per key, for a help text: what it means, what it may be, and its default. Several schemas may have a key. */
export function keysHelp(several: readonly UsualSettings[]): string {
  const entries = new Map<string, { readonly words: string; readonly usual: Set<string> }>();
  for (const { keys, defaults } of several) {
    for (const [key, one, usual] of explained(keys, defaults)) {
      const entry = entries.get(key) ?? { words: wordsOf(one), usual: new Set() };
      entry.usual.add(usual === undefined || String(usual) === '' ? '' : ` (default: ${usual})`);
      entries.set(key, entry);
    }
  }
  const width = 24;
  return [...entries]
    .map(([key, { words, usual }]) => {
      const [only] = usual;
      const said = usual.size === 1 ? only : ' (the default depends on what is measured)';
      const lines = wrapped(`${words}${said}`, 80 - width);
      return `  ${key.padEnd(width - 3)} ${lines.join(`\n${' '.repeat(width)}`)}`;
    })
    .join('\n');
}

/** Those with a line of their own; the fields of an object one by one. */
export function explained(keys: FieldsSchema, defaults: object, before = ''): [string, Schema, unknown][] {
  return Object.entries(keys.fields).flatMap(([name, one]): [string, Schema, unknown][] => {
    const usual: unknown = Reflect.get(defaults, name);
    const key = `${before}${name}`;
    if (one.kind === 'fields')
      return explained(one, typeof usual === 'object' && usual !== null ? usual : {}, `${key}.`);
    return one.about === undefined ? [] : [[key, one, usual]];
  });
}

/** All keys, with dots into objects. */
export function keysIn(keys: FieldsSchema | undefined): string[] {
  return Object.entries(keys?.fields ?? {}).flatMap(([name, one]) =>
    one.kind === 'fields' ? keysIn(one).map((inner) => `${name}.${inner}`) : [name],
  );
}

/** "Folds of the cross-validation: a whole number from 2 to 1000" */
function wordsOf(one: Schema): string {
  const words = one.about!.replace(/\.$/, '');
  return one.kind === 'text' ? words : `${words}; ${schema.wanted(one)}`;
}

function wrapped(text: string, width: number): string[] {
  const lines = [''];
  for (const word of text.split(' ')) {
    const line = lines.at(-1)!;
    if (line === '') lines[lines.length - 1] = word;
    else if (line.length + 1 + word.length > width) lines.push(word);
    else lines[lines.length - 1] = `${line} ${word}`;
  }
  return lines;
}
