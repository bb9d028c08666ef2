/** Flags that name the files of a recommender, and what is read from them. */
import { type Command, InvalidArgumentError } from 'commander';
import type { OwnSurface, OwnSurfaceKind, Surface } from '../../audit/index.ts';
import { outOfRange } from '../../errors/index.ts';
import type { RecommendationLists } from '../../ratings/index.ts';
import { readLists, readVectors, recogniseFile, type Side } from '../../recommenderFiles/index.ts';
import { refuseIdle, wordList } from '../shared/options.ts';
import { warn } from '../shared/output.ts';
import { shownPath } from '../shared/shownPath.ts';

export interface SurfaceFlags {
  readonly vectors?: string;
  readonly userIds?: string;
  readonly userArray?: string;
  readonly itemVectors?: string;
  readonly itemIds?: string;
  readonly itemArray?: string;
  readonly lists?: string;
  readonly scores?: string;
  readonly ratings?: boolean;
  readonly exposures?: string[];
  readonly own?: OwnSurface[];
  readonly setAside?: string;
}

export const OF_SURFACES = [
  ...['vectors', 'userIds', 'userArray', 'itemVectors', 'itemIds', 'itemArray'],
  ...['lists', 'scores', 'ratings', 'exposures', 'own', 'setAside'],
];

const VECTOR_FILES = 'CSV, Parquet, .npy, .npz, safetensors or a Spark ALS folder';

export function addSurfaceOptions(command: Command): Command {
  return command
    .option('--vectors <file>', `what is exposed: what a recommender keeps about each person: ${VECTOR_FILES}`)
    .option('--user-ids <file>', 'for user vectors or scores without ids: one id per row, or the word positions')
    .option('--user-array <name>', 'the array of an .npz or safetensors file that holds them')
    .option('--item-vectors <file>', `what it keeps about items; people follow from their ratings: ${VECTOR_FILES}`)
    .option('--item-ids <file>', 'for item vectors without ids: one id per row, or the word positions')
    .option('--item-array <name>', 'the array of an .npz or safetensors file that holds them')
    .option('--lists <file>', 'what it shows: a table with the columns user, item and rank or score')
    .option('--scores <file>', 'what it gives items: a table with user, item and score, or a row of numbers per person')
    .option('--ratings', 'what is exposed: the ratings themselves')
    .option('--exposures <list>', 'what plug-ins make of the ratings, by name (docs/plugins.md)', wordList)
    .option(
      '--own <list>',
      'what recommenders that are trained here make of the ratings: ease:lists,implicitFactors:userVectors',
      ownList,
    )
    .option('--set-aside <file>', 'ratings that the recommender did not see: a table with user and item');
}

/** `live`: the lists of a running recommender, where it was asked. */
export async function readSurfaces(flags: SurfaceFlags, live?: Surface): Promise<Surface[]> {
  const surfaces: Surface[] = [...(flags.own ?? []), ...(live === undefined ? [] : [live])];
  const { vectors, itemVectors, lists, scores } = flags;
  if (live !== undefined) refuseIdle(flags, ['lists'], 'the lists are those of --recommender');
  if (vectors === undefined && scores === undefined) {
    refuseIdle(flags, ['userIds', 'userArray'], 'there is no --vectors');
  }
  if (itemVectors === undefined) refuseIdle(flags, ['itemIds', 'itemArray'], 'there is no --item-vectors');
  if (vectors !== undefined) {
    const own = await vectorsFrom(vectors, 'users', flags.userIds, flags.userArray);
    surfaces.push({ kind: 'userVectors', ...own });
  }
  if (itemVectors !== undefined) {
    const own = await vectorsFrom(itemVectors, 'items', flags.itemIds, flags.itemArray);
    surfaces.push({ kind: 'itemVectors', ...own });
  }
  if (lists !== undefined) surfaces.push({ kind: 'lists', file: shownPath(lists), lists: await listsFrom(lists) });
  if (scores !== undefined) surfaces.push(await scoresFrom(scores, flags));
  for (const name of flags.exposures ?? []) surfaces.push({ kind: 'exposure', name });
  if (flags.ratings) surfaces.push({ kind: 'ratings' });
  if (surfaces.length > 0) return surfaces;
  throw outOfRange(
    'surfaces',
    'empty',
    'one of --vectors, --item-vectors, --lists, --scores, --exposures, --own, --ratings',
  );
}

const OWN_KINDS: readonly OwnSurfaceKind[] = ['userVectors', 'lists', 'scores'];

/** "ease:lists:scores,implicitFactors:userVectors"; a name alone stands for its lists. */
function ownList(text: string): OwnSurface[] {
  return wordList(text).flatMap((word) => {
    const [recommender, ...given] = word.split(':').map((part) => part.trim());
    const kinds = given.length === 0 ? ['lists'] : given;
    return kinds.map((kind) => {
      if (!OWN_KINDS.includes(kind as OwnSurfaceKind)) {
        throw new InvalidArgumentError(`"${kind}" is none of ${OWN_KINDS.join(', ')}.`);
      }
      return { kind: kind as OwnSurfaceKind, recommender: recommender! };
    });
  });
}

export async function listsFrom(path: string): Promise<RecommendationLists> {
  const { lists, notes } = await readLists(path);
  for (const note of notes) warn(note);
  return lists;
}

async function vectorsFrom(path: string, side: Side, given: string | undefined, array: string | undefined) {
  const ids = given === undefined || given === 'positions' ? given : { file: given };
  const { vectors, notes } = await readVectors(path, { side, ids, array });
  for (const note of notes) warn(note);
  return { file: shownPath(path), vectors };
}

/** A long table, or a row of scores per person, which is read as vectors are. */
async function scoresFrom(path: string, { userIds, userArray }: SurfaceFlags): Promise<Surface> {
  const { holds } = await recogniseFile(path);
  if (holds !== 'lists') {
    const { file, vectors } = await vectorsFrom(path, 'users', userIds, userArray);
    return { kind: 'scores', file, scores: vectors };
  }
  const { lists } = await readLists(path, { read: 'scores' });
  return { kind: 'scores', file: shownPath(path), scores: lists };
}
