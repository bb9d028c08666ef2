/** Flags that name the files of a recommender, and what is read from them. */
import { type Command, InvalidArgumentError } from 'commander';
import type { OwnSurface, OwnSurfaceKind, Surface } from '../../audit/index.ts';
import { outOfRange } from '../../errors/index.ts';
import type { RecommendationLists } from '../../ratings/index.ts';
import { readLists, readVectors, recogniseFile, type Side } from '../../recommenderFiles/index.ts';
import { schema } from '../../schema/index.ts';
import { asKey, refuseIdle, wordList } from '../shared/options.ts';
import { warn } from '../shared/output.ts';
import { shownPath } from '../shared/shownPath.ts';
import type { ItemVectorFlags } from '../train/importedTrain.ts';

/** What has no flag: surfaces that few have, and how files are read. */
interface SurfaceSettings {
  readonly itemVectors?: string;
  readonly scores?: string;
  readonly userIds?: string;
  readonly userArray?: string;
  readonly setAside?: string;
}

export interface SurfaceFlags extends SurfaceSettings, Omit<ItemVectorFlags, 'itemVectors'> {
  readonly vectors?: string;
  readonly lists?: string;
  readonly exposures?: readonly Surface[];
}

const { about, fieldsOf, text } = schema;

const VECTOR_FILES = 'CSV, Parquet, .npy, .npz, safetensors or a Spark ALS folder';

export const surfaceKeys = fieldsOf<SurfaceSettings>({
  itemVectors: about(
    `What a recommender keeps about items (people are placed by their ratings): a file of ${VECTOR_FILES}.`,
    text,
  ),
  scores: about(
    'What a recommender gives items: a table with user, item and score, or a row of numbers per person; a file.',
    text,
  ),
  userIds: about('For user vectors or scores without ids: a file with one id per row, or the word positions.', text),
  userArray: about('The array of an .npz or safetensors file that holds user vectors.', text),
  setAside: about('Ratings that the recommender did not see: a table with user and item.', text),
});

export function addSurfaceOptions(command: Command): Command {
  return command
    .option('--vectors <file>', `what a recommender keeps about each person: ${VECTOR_FILES}`)
    .option('--lists <file>', 'what it shows: a table with the columns user, item and rank or score')
    .option(
      '--exposures <list>',
      'what can be made from the ratings here: ratings (unchanged), userVectors, lists or scores of a recommender that is trained here (ease:lists, implicitFactors:userVectors), or the name of an exposure of a plug-in',
      exposureList,
    );
}

/** `live`: the lists of a running recommender, where it was asked. */
export async function readSurfaces(flags: SurfaceFlags, live?: Surface): Promise<Surface[]> {
  const own = flags.exposures ?? [];
  const surfaces: Surface[] = [...own.filter(isOwn), ...(live === undefined ? [] : [live])];
  const { vectors, itemVectors, lists, scores } = flags;
  if (live !== undefined) refuseIdle(flags, ['lists'], 'the lists are those of --recommender');
  if (vectors === undefined && scores === undefined) {
    refuseIdle(flags, ['userIds', 'userArray'], 'there is no --vectors', '', asKey);
  }
  if (itemVectors === undefined) refuseIdle(flags, ['itemIds', 'itemArray'], 'there are no itemVectors', '', asKey);
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
  surfaces.push(...own.filter((surface) => !isOwn(surface)));
  if (surfaces.length > 0) return surfaces;
  throw outOfRange(
    'surfaces',
    'empty',
    'one of --vectors, --lists, --exposures, --set itemVectors=FILE, --set scores=FILE',
  );
}

const OWN_KINDS: readonly OwnSurfaceKind[] = ['userVectors', 'lists', 'scores'];
const isOwn = (surface: Surface): boolean => 'recommender' in surface;

/** "ratings,ease:lists:scores,implicitFactors:userVectors" */
function exposureList(text: string, before: readonly Surface[] = []): Surface[] {
  const named = wordList(text).flatMap((word): Surface[] => {
    const [name, ...kinds] = word.split(':').map((part) => part.trim());
    if (kinds.length > 0) return kinds.map((kind) => ownSurface(name!, kind));
    return word === 'ratings' ? [{ kind: 'ratings' }] : [{ kind: 'exposure', name: word }];
  });
  return [...before, ...named];
}

function ownSurface(recommender: string, word: string): OwnSurface {
  const kind = OWN_KINDS.find((known) => known === word);
  if (kind === undefined) throw new InvalidArgumentError(`"${word}" is none of ${OWN_KINDS.join(', ')}.`);
  return { kind, recommender };
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
