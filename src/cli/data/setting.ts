/** `--set key=value`: a key of a data file, read by its schema and checked by it. */
import { outOfRange } from '../../errors/index.ts';
import { requireFit, type Schema } from '../../schema/index.ts';
import { type Reading, readingSchema } from '../../tables/index.ts';
import { wordList } from '../shared/options.ts';

export function setting(text: string): Reading {
  const [, key, value] = /^(\w+)=(.*)$/s.exec(text) ?? [];
  if (key === undefined || value === undefined)
    throw outOfRange('--set', text, 'a key and its value: encoding=latin-1');
  const one = Object.hasOwn(readingSchema.fields, key) ? readingSchema.fields[key]! : undefined;
  const found = { [key]: one === undefined ? value : valueFrom(one, value) };
  requireFit(readingSchema, found);
  return found;
}

/** What does not fit stays a text, which the schema then refuses in its own words. */
function valueFrom(one: Schema, text: string): unknown {
  switch (one.kind) {
    case 'number':
      return numberFrom(text);
    case 'flag':
      return text === 'true' || text === 'false' ? text === 'true' : text;
    case 'map':
      return Object.fromEntries(text.split(';').map((part) => pairFrom(one.of, part)));
    case 'list':
      // A scale of words has commas of its own.
      if (one.of.kind === 'map') return text.split('|').map((part) => valueFrom(one.of, part));
      return wordList(text).map((word) => valueFrom(one.of, word));
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

const numberFrom = (text: string) => (text.trim() === '' || Number.isNaN(Number(text)) ? text : Number(text));
