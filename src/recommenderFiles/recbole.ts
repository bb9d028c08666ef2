/**
 * RecBole's atomic files as a source of data: NAME.inter with one row per rating, NAME.user and NAME.item beside it. The
 * names of their columns carry types (`gender:token`); attributes are named without.
 */

import { existsSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { type LongSource, previewTable } from '../datasets/index.ts';
import { UlteriorError } from '../errors/index.ts';
import { attributeName, type DatasetOptions, formatAttribute, parseAttribute } from '../tables/index.ts';
import { atomicColumn, firstAtomic } from './recboleColumns.ts';

const LAYOUT = { delimiter: '\t', header: true, format: 'delimited' } as const;
const TITLES = ['title', 'movie_title', 'name', 'item_name'];

/** `path`: the folder, or the .inter file. */
export async function recboleSource(path: string, options: DatasetOptions): Promise<LongSource> {
  const ratings = path.endsWith('.inter') ? path : await interactionsIn(path);
  const [users, items] = ['user', 'item'].map((ending) => ratings.replace(/inter$/, ending));
  const [ratingNames, userNames, itemNames] = [
    await columnsOf(ratings),
    await columnsOf(users!),
    await columnsOf(items!),
  ];
  const title = firstAtomic(itemNames, TITLES);
  const attributes = options.attributes?.map((text) => typedAttribute(text, [...userNames, ...ratingNames]));
  return {
    ...options,
    attributes,
    kind: 'long',
    ratings: {
      path: ratings,
      ...LAYOUT,
      columns: {
        user: atomicColumn(ratingNames, 'user_id'),
        item: atomicColumn(ratingNames, 'item_id'),
        rating: atomicColumn(ratingNames, 'rating'),
        time: firstAtomic(ratingNames, ['timestamp']),
      },
    },
    users: userNames.length === 0 ? undefined : { path: users!, ...LAYOUT, user: atomicColumn(userNames, 'user_id') },
    items:
      title === undefined ? undefined : { path: items!, ...LAYOUT, item: atomicColumn(itemNames, 'item_id'), title },
  };
}

/** "gender" becomes "gender:token" as gender, whatever rule follows. */
function typedAttribute(text: string, columns: readonly string[]): string {
  const expression = parseAttribute(text);
  const column = atomicColumn(columns, expression.column);
  return formatAttribute({ ...expression, column, name: attributeName(expression) });
}

async function interactionsIn(folder: string): Promise<string> {
  const found = (await readdir(folder)).filter((name) => name.endsWith('.inter'));
  if (found.length === 1) return join(folder, found[0]!);
  throw new UlteriorError(
    'MODEL_FOLDER_INCOMPLETE',
    `"${folder}" has ${found.length === 0 ? 'no file' : `${found.length} files`} ending in .inter`,
    'name the .inter file itself',
    { folder, files: found },
  );
}

/** None where there is no such file. */
async function columnsOf(path: string): Promise<readonly string[]> {
  return existsSync(path) ? (await previewTable(path, LAYOUT, 1)).names : [];
}
