/** `--set key=value`: a key of a data file, read by its schema and checked by it. */
import { requireFit } from '../../schema/index.ts';
import { type Reading, readingSchema } from '../../tables/index.ts';
import { withSet } from '../spec/settings.ts';

export function setting(text: string): Reading {
  const found = withSet(readingSchema, {}, [text]);
  requireFit(readingSchema, found);
  return found;
}
