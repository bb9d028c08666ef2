/** Ratings in the files of other toolkits, as a dataset: RecBole's atomic files and LensKit's folders. */

import { openDataset } from '../datasets/index.ts';
import { UlteriorError } from '../errors/index.ts';
import type { DatasetOptions, ReadDataset } from '../tables/index.ts';
import { formatOfFile } from './fileFormat.ts';
import { openLenskitData } from './lenskit.ts';
import { recboleSource } from './recbole.ts';

export async function openRecommenderData(path: string, options: DatasetOptions = {}): Promise<ReadDataset> {
  const format = await formatOfFile(path);
  if (format === 'lenskitData') return openLenskitData(path, options);
  if (format === 'recboleData') return openDataset(await recboleSource(path, options));
  throw new UlteriorError(
    'FILE_FOREIGN',
    `"${path}" is no data set of RecBole or LensKit`,
    'name a folder with an .inter file or a schema.json; other tables of ratings are read as they are',
    { path, format },
  );
}
