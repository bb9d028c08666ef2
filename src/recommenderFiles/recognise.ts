/** What can be read from a file or folder, by its contents, before it is read. */

import { previewTable } from '../datasets/index.ts';
import { type FileFormat, formatOfFile } from './fileFormat.ts';
import { numberedRun } from './numberColumns.ts';
import { looksLikeLists } from './readLists.ts';

interface RecommenderFile {
  readonly path: string;
  readonly format: FileFormat;
  /** `vectors`: readVectors. `lists`: readLists. `ratings`: openRecommenderData. */
  readonly holds: 'vectors' | 'lists' | 'ratings';
}

export async function recogniseFile(path: string): Promise<RecommenderFile> {
  const format = await formatOfFile(path);
  if (format === 'lenskitData' || format === 'recboleData') return { path, format, holds: 'ratings' };
  if (format !== 'text' && format !== 'parquet') return { path, format, holds: 'vectors' };
  const { names } = await previewTable(path, {}, 1);
  return { path, format, holds: looksLikeLists(names) && numberedRun(names).length === 0 ? 'lists' : 'vectors' };
}
