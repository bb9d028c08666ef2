/** What can be seen of people and made from their ratings alone, by name. Plug-ins add theirs when they are loaded. */
import { outOfRange, UlteriorError } from '../../errors/index.ts';
import { historyAt, packRows, type SparseVector } from '../../inference/index.ts';
import { createRegistry } from '../../plugins/index.ts';
import { type Dataset, ratingMatrixFromRows, subsetUsers, type UserIndex, withRatings } from '../../ratings/index.ts';
import { schema } from '../../schema/index.ts';
import { readDense, readRatings, readSparse } from '../attackers/readable.ts';
import type { Seen } from '../attackers/seen.ts';
import { sparse } from '../attackers/sparseData.ts';
import { auditDefaults } from '../spec/spec.ts';

/** What is seen of a person: some items with a number each, or a row of numbers. */
type Shown = SparseVector | ArrayLike<number>;

export interface ExposureDefinition {
  readonly name: string;
  /** For people: "the last three ratings". */
  readonly label: string;
  readonly summary: string;
  /**
   * `ratings`: items of the catalogue with their ratings; attackers with a factor model read them, too. `items`: items with
   * any number. `numbers`: a row that is as long for everybody.
   */
  readonly shows: 'ratings' | 'items' | 'numbers';
  /** Everybody's ratings, without attributes; then who is looked at: the index of a user. */
  readonly open: (
    dataset: Dataset,
    options: { readonly seed: number },
  ) => ((user: UserIndex) => Shown) | Promise<(user: UserIndex) => Shown>;
}

const ratings: ExposureDefinition = {
  name: 'ratings',
  label: 'whole histories',
  summary: 'everything that a person rated',
  shows: 'ratings',
  open: ({ ratings: { byUser, items } }) => {
    const rows = sparse(byUser, items);
    return (user) => historyAt(rows, user);
  },
};

const { fieldsOf, oneOf, text } = schema;
/** What surfaces of a recommender are called. */
const TAKEN = ['userVectors', 'itemVectors', 'lists', 'scores', 'anchor', 'exposure'];

export const exposureRegistry = createRegistry<ExposureDefinition>(
  {
    kind: 'exposure',
    values: fieldsOf<Omit<ExposureDefinition, 'open'>>(
      { name: text, label: text, summary: text, shows: oneOf(['ratings', 'items', 'numbers']) },
      ['name', 'label', 'summary', 'shows'],
    ),
    functions: ['open'],
    names: new Map(TAKEN.map((name) => [name, 'Ulterior'])),
  },
  [ratings],
);

export function exposureNamed(name: string): ExposureDefinition {
  const found = exposureRegistry.find(name);
  if (found !== undefined) return found;
  throw outOfRange('exposure', `"${name}"`, `one of ${exposureRegistry.all.map((one) => one.name).join(', ')}`);
}

/** What attackers read of some users of the dataset. */
export async function readExposure(
  { name, shows, open }: ExposureDefinition,
  dataset: Dataset,
  users: Uint32Array,
  seed: number,
): Promise<Seen> {
  const show = await open({ ...dataset, attributes: new Map() }, { seed });
  const shown = Array.from(users, (user) => show(user as UserIndex));
  const items = dataset.items.size;
  if (shows === 'numbers') {
    const width = (shown[0] as ArrayLike<number> | undefined)?.length ?? 0;
    const rows = shown.map((row) => requireNumbers(row as ArrayLike<number>, width, name));
    return readDense({ people: rows.length, width, values: Float64Array.from(rows.flat()) }, seed);
  }
  const rows = packRows(
    items,
    shown.map((row) => requireItems(row as SparseVector, items, name)),
  );
  if (shows === 'items') return readSparse(rows, seed);
  const seen = ratingMatrixFromRows(users.length, items, rows);
  return readRatings(withRatings(subsetUsers(dataset, users), seen), auditDefaults, seed);
}

function requireNumbers(row: ArrayLike<number>, width: number, name: string): number[] {
  const numbers = Array.from(row ?? []);
  if (numbers.length === width && numbers.every(Number.isFinite)) return numbers;
  throw misbehaved(
    name,
    `the row ${numbers.slice(0, 5).join(', ')} of ${numbers.length} numbers, and ${width} of another person`,
  );
}

/** In the order of the catalogue. */
function requireItems({ indices, values }: SparseVector, items: number, name: string): SparseVector {
  const entries = Array.from(indices ?? [], (item, at) => [item, values?.[at] ?? Number.NaN] as const);
  const known = ([item, value]: readonly [number, number]) =>
    Number.isInteger(item) && item >= 0 && item < items && Number.isFinite(value);
  const wrong = entries.find((entry) => !known(entry));
  if (wrong !== undefined) throw misbehaved(name, `the number ${wrong[1]} for item ${wrong[0]} of ${items}`);
  const sorted = entries.toSorted(([a], [b]) => a - b);
  const twice = sorted.find(([item], at) => sorted[at - 1]?.[0] === item);
  if (twice !== undefined) throw misbehaved(name, `item ${twice[0]} twice`);
  return { indices: sorted.map(([item]) => item), values: sorted.map(([, value]) => value) };
}

function misbehaved(exposure: string, what: string): UlteriorError {
  return new UlteriorError('PLUGIN_MISBEHAVED', `the exposure "${exposure}" shows ${what}`, 'mend the plug-in', {
    exposure,
  });
}
