/**
 * The folder that Spark writes for a model of alternating least squares. `metadata` says in JSON what it is; the factors
 * are Parquet files with the columns id and features:
 *
 *     spark.ml      userFactors, itemFactors        spark.mllib (older)      data/user, data/product
 *
 * Ids are the whole numbers that Spark was given; where texts were made numbers by a StringIndexer, its labels are needed.
 */

import { existsSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { sqlName, sqlText, withDatabase } from '../datasets/index.ts';
import { UlteriorError } from '../errors/index.ts';
import { readWholeFile } from '../runtime/index.ts';
import type { Side } from './chooseArray.ts';
import { notReadable } from './fileFormat.ts';
import { type TableVectors, vectorsOf } from './vectorTable.ts';

const KNOWN = {
  'org.apache.spark.ml.recommendation.ALSModel': { users: 'userFactors', items: 'itemFactors' },
  'org.apache.spark.mllib.recommendation.MatrixFactorizationModel': { users: 'data/user', items: 'data/product' },
} as const satisfies Record<string, Record<Side, string>>;

export async function readSparkModel(folder: string, side: Side): Promise<TableVectors> {
  const places = KNOWN[await classOf(folder)];
  const part = join(folder, places[side]);
  const files = existsSync(part) ? (await filesIn(part)).filter((name) => name.endsWith('.parquet')) : [];
  if (files.length === 0) throw incomplete(folder, `${places[side]} with Parquet files in it`);
  const paths = files.map((name) => sqlText(join(part, name)));
  const table = {
    path: part,
    relation: `read_parquet([${paths.join(', ')}])`,
    names: ['id', 'features'],
    textOf: (name: string) => `cast(${sqlName(name)} as varchar)`,
    lineNumber: undefined,
    encoding: 'utf-8',
  } as const;
  return withDatabase((connection) => vectorsOf(connection, table, side));
}

async function classOf(folder: string): Promise<keyof typeof KNOWN> {
  const names = await filesIn(join(folder, 'metadata'));
  const part = names.find((name) => name.startsWith('part-'));
  if (part === undefined) throw incomplete(folder, 'metadata/part-00000');
  const path = join(folder, 'metadata', part);
  const [line = ''] = new TextDecoder('utf-8').decode(await readWholeFile(path)).split('\n', 1);
  const name = classIn(line);
  if (name !== undefined && Object.hasOwn(KNOWN, name)) return name as keyof typeof KNOWN;
  throw new UlteriorError(
    'FILE_FOREIGN',
    name === undefined ? `"${path}" names no class of Spark` : `"${folder}" is a model of Spark of the class ${name}`,
    'name the folder of an ALSModel; from a pipeline, save the stage that is the ALSModel',
    { folder, class: name },
  );
}

function classIn(line: string): string | undefined {
  try {
    const { class: name } = JSON.parse(line) as { readonly class?: unknown };
    return typeof name === 'string' ? name : undefined;
  } catch {
    return undefined;
  }
}

async function filesIn(folder: string): Promise<string[]> {
  try {
    return (await readdir(folder)).filter((name) => !/^[._]/.test(name)).sort();
  } catch (cause) {
    throw notReadable(folder, cause);
  }
}

function incomplete(folder: string, what: string): UlteriorError {
  return new UlteriorError(
    'MODEL_FOLDER_INCOMPLETE',
    `"${folder}" has no ${what}`,
    'copy the whole folder that model.write().save(...) wrote',
    { folder, missing: what },
  );
}
