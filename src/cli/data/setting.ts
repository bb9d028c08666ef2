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
    case 'list':
      return wordList(text).map((word) => valueFrom(one.of, word));
    default:
      return text;
  }
}

const numberFrom = (text: string) => (text.trim() === '' || Number.isNaN(Number(text)) ? text : Number(text));
