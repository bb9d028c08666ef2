/** Whether a path is that of ratings in the files of another toolkit; false for anything else, readable or not. */

import { readdir } from 'node:fs/promises';

export async function isRecommenderData(path: string): Promise<boolean> {
  if (path.endsWith('.inter')) return true;
  const names = await readdir(path).catch(() => []);
  return names.some((name) => name === 'schema.json' || name.endsWith('.inter'));
}
