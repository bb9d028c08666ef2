/**
 * Which ids of a file are those of a data set. Vectors or lists of people whom the data do not know cannot be audited:
 * they are refused, or counted with examples where the caller expects them. Two sets of ids that share hardly anything
 * are not about the same people, and are always refused.
 */

import { UlteriorError } from '../../errors/index.ts';
import type { Vocabulary } from '../../ratings/index.ts';
import { createTable } from '../cells/table.ts';
import { rowsOfIds } from './joinTables.ts';

const EXAMPLES = 3;

/** How many, and a few of them. */
export interface NamedIds {
  readonly count: number;
  readonly examples: readonly string[];
}

interface IdMatch {
  /** As messages name it. */
  readonly file: string;
  readonly kind: 'user' | 'item';
  /** What happens to ids that the data do not have. */
  readonly unknown: 'refuse' | 'tell';
}

interface MatchedIds {
  /** For each entry of the vocabulary the position of its id among `ids`, or -1. */
  readonly places: Int32Array;
  /** Ids that the data do not have. */
  readonly unknown: NamedIds;
  /** Entries of the vocabulary that have no id here. */
  readonly missing: NamedIds;
}

export function matchIds<Index extends number>(
  ids: readonly string[],
  vocabulary: Vocabulary<Index>,
  { file, kind, unknown: rule }: IdMatch,
): MatchedIds {
  const known = Array.from({ length: vocabulary.size }, (_, index) => vocabulary.id(index as Index));
  const table = createTable(file, [['id', { kind: 'texts', values: ids }]]);
  const places = rowsOfIds(known, { table, column: 'id', kind, source: 'the data' });
  const used = new Set(places);
  const unknown = named(ids.filter((_, at) => !used.has(at)));
  if (unknown.count > 0 && rule === 'refuse') throw idsUnknown(file, kind, ids.length, unknown);
  return { places, unknown, missing: named(known.filter((_, index) => places[index] === -1)) };
}

function idsUnknown(file: string, kind: 'user' | 'item', total: number, { count, examples }: NamedIds): UlteriorError {
  const quoted = examples.map((id) => `"${id}"`).join(', ');
  return new UlteriorError(
    'IDS_UNKNOWN',
    `${count} of the ${total} ${kind}s of "${file}" ${count === 1 ? 'is' : 'are'} not in the data: ${quoted}${count > examples.length ? ' and others' : ''}`,
    `load data that have these ${kind}s, or leave them out of the file`,
    { file, count, examples },
  );
}

function named(ids: readonly string[]): NamedIds {
  return { count: ids.length, examples: ids.slice(0, EXAMPLES) };
}
