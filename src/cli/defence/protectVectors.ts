/** `ulterior protect --vectors`: what a recommender keeps about people, after a map that is to erase an attribute. */
import { erased, eraserNamed } from '../../defence/index.ts';
import { outOfRange, UlteriorError } from '../../errors/index.ts';
import { readVectors } from '../../recommenderFiles/index.ts';
import { writeFileAtomically } from '../../runtime/index.ts';
import { matchIds } from '../../tables/index.ts';
import { type DataFlags, peopleFrom } from '../shared/dataOptions.ts';
import { refuseIdle } from '../shared/options.ts';
import { count, percent, print, warn } from '../shared/output.ts';
import { npzOfVectors } from './npzOfVectors.ts';

export interface VectorFlags extends DataFlags {
  readonly vectors?: string;
  readonly defence?: string;
  readonly output: string;
  readonly quiet?: boolean;
}

/** Of histories alone. */
const OF_HISTORIES = [
  'presenceModel',
  'secretFile',
  'group',
  'guard',
  'thinning',
  'memory',
  'keepRatings',
  'json',
] as const;

export async function protectVectors(data: string | undefined, flags: VectorFlags): Promise<void> {
  const { vectors: path, defence, usersTable, attribute, output } = flags;
  if (data !== undefined) throw outOfRange('<ratings>', data, 'left out where --vectors are changed');
  refuseIdle(flags, OF_HISTORIES, 'vectors are changed');
  if (defence === undefined)
    throw outOfRange('--defence', 'missing', 'named where --vectors are changed, such as erase:leace');
  if (!output.endsWith('.npz'))
    throw outOfRange('--output', output, 'a file that ends in .npz where --vectors are changed');
  if (usersTable === undefined || attribute === undefined) {
    throw new UlteriorError(
      'ATTRIBUTE_UNKNOWN',
      'nothing says which group people are of',
      'name a table of people with --users-table and a column of it with --attribute',
    );
  }
  const { label, learn, needsGroups } = eraserNamed(defence);
  const { vectors, notes } = await readVectors(path!, { side: 'users' });
  for (const note of notes) warn(note);
  const people = await peopleFrom(usersTable, attribute, flags);
  const match = { file: path!, kind: 'user', unknown: 'tell' } as const;
  const { places } = matchIds(vectors.ids, people.users, match);
  const groupOf = new Int16Array(vectors.ids.length).fill(-1);
  for (const [user, row] of places.entries()) if (row >= 0) groupOf[row] = people.attribute.values[user]!;
  const rows = Array.from(groupOf.keys());
  const known = rows.filter((row) => groupOf[row]! >= 0);
  const kept = needsGroups ? known : rows;
  const tableOf = (some: readonly number[]) => ({
    people: some.length,
    width: vectors.dimension,
    values: Float64Array.from(some.flatMap((row) => [...rowOf(vectors, row)])),
  });
  const groups = (some: readonly number[]) => some.map((row) => groupOf[row]!);
  const before = tableOf(kept);
  const erasing = learn(tableOf(known), groups(known), people.attribute.labels.length);
  const after = erased(before, erasing, groups(kept));
  const ids = kept.map((row) => vectors.ids[row]!);
  await writeFileAtomically(output, npzOfVectors({ ids, dimension: vectors.dimension, values: after.values }));
  const unknown = rows.length - known.length;
  if (unknown > 0) {
    warn(
      `the group of ${count(unknown)} of ${count(rows.length)} people is not known. ${needsGroups ? `${label} needs it: their vectors are left out.` : 'Nothing was learned from their vectors; they are changed like all others.'}`,
    );
  }
  if (flags.quiet) return;
  print(
    `${output}: the vectors of ${count(kept.length)} people after ${label}, which is to erase ${people.attribute.name}`,
    `  it takes ${percent(shareMoved(before.values, after.values, vectors.dimension))} of their variance`,
    '',
    'The map was learned from these people themselves, so attackers who learn from them find too little. What is left, and for whom:',
    `  ulterior audit --vectors ${path} --users-table ${usersTable} --attribute '${attribute}' --defence ${defence} --output erased`,
  );
}

const rowOf = (
  { dimension, values }: { readonly dimension: number; readonly values: ArrayLike<number> },
  row: number,
) => Float64Array.from({ length: dimension }, (_, k) => values[row * dimension + k]!);

/** Squared length of the changes, as a share of the squared distances from the mean. */
function shareMoved(before: Float64Array, after: ArrayLike<number>, width: number): number {
  const people = before.length / width;
  const means = new Float64Array(width);
  for (const [at, value] of before.entries()) means[at % width]! += value / people;
  let [moved, all] = [0, 0];
  for (const [at, value] of before.entries()) {
    moved += (after[at]! - value) ** 2;
    all += (value - means[at % width]!) ** 2;
  }
  return all === 0 ? 0 : moved / all;
}
