/** Vectors of users or items from whatever file or folder holds them. */

import { withDatabase } from '../datasets/index.ts';
import { UlteriorError } from '../errors/index.ts';
import { decodeTensors } from '../factorization/index.ts';
import { createVectors, type Vectors } from '../ratings/index.ts';
import { readWholeFile } from '../runtime/index.ts';
import { type Arrays, chooseVectors, idsAmong, type Side } from './chooseArray.ts';
import { type FileFormat, formatOfFile } from './fileFormat.ts';
import { realsOf } from './namedArray.ts';
import { parseNpy } from './npy.ts';
import { MOST_UNPACKED, parseNpz } from './npz.ts';
import { idsBeside, idsFromJson, readIds } from './readIds.ts';
import { readSparkModel } from './sparkModel.ts';
import { vectorsInTable } from './vectorTable.ts';

/** Which vectors of a file are read, and where their ids are. */
export interface VectorOptions {
  /** Whose vectors, where a file holds both. */
  readonly side: Side;
  /** Name of the array in an .npz or safetensors file; by habit where it is not given. */
  readonly array?: string | undefined;
  /** Name of the column with the ids in a table; by habit where it is not given. */
  readonly idColumn?: string | undefined;
  /**
   * Where the ids are, if not in the file itself: a file with one for each row, or `positions`, which takes the row
   * numbers from 0 as ids. Nothing guesses positions: vectors of the wrong items hide every leak.
   */
  readonly ids?: 'positions' | { readonly file: string } | undefined;
  /** Bytes that an archive may unpack to. */
  readonly mostBytes?: number | undefined;
}

/** Vectors, and what must be known about how they were read. */
export interface ReadVectors {
  readonly file: string;
  readonly format: FileFormat;
  readonly vectors: Vectors;
  /** What whoever uses the vectors must know, one sentence each. */
  readonly notes: readonly string[];
}

/** Vectors from CSV, Parquet, .npy, .npz, safetensors or the folder of a Spark ALS model. */
export async function readVectors(path: string, options: VectorOptions): Promise<ReadVectors> {
  const format = await formatOfFile(path);
  return { file: path, format, ...(await readAs(format, path, options)) };
}

async function readAs(format: FileFormat, path: string, options: VectorOptions) {
  const { side, idColumn } = options;
  switch (format) {
    case 'parquet':
    case 'text':
      refuseIds(path, options);
      return withDatabase((connection) => vectorsInTable(connection, path, side, idColumn));
    case 'sparkModel':
      refuseIds(path, options);
      return readSparkModel(path, side);
    case 'npy':
      return fromArrays(path, new Map([['values', parseNpy(await readWholeFile(path), path)]]), options);
    case 'npz': {
      const { arrays, unread } = parseNpz(await readWholeFile(path), path, options.mostBytes ?? MOST_UNPACKED);
      // Also where nothing else is in the archive: then that is why there are no vectors.
      const wanted = options.array === undefined && arrays.size === 0 ? [...unread.keys()][0] : options.array;
      const refusal = wanted === undefined ? undefined : unread.get(wanted);
      if (refusal !== undefined) throw refusal;
      return fromArrays(path, arrays, options);
    }
    case 'safetensors':
      return fromSafetensors(path, options);
    default:
      throw new UlteriorError(
        'FILE_FOREIGN',
        `"${path}" holds ratings (${format === 'recboleData' ? 'RecBole' : 'LensKit'} data), not vectors`,
        'name a file with vectors; see docs/export/README.md for how to write one',
        { path, format },
      );
  }
}

async function fromSafetensors(path: string, options: VectorOptions) {
  const decoded = decodeTensors(await readWholeFile(path));
  if (!decoded.ok) {
    throw new UlteriorError(
      decoded.fault === 'truncated' ? 'FILE_TRUNCATED' : 'FILE_MALFORMED',
      `"${path}" cannot be read as a safetensors file: ${decoded.reason}`,
      'copy or write the file again; tensors of numbers in two, four or eight bytes are read',
      { path },
    );
  }
  const { tensors, metadata } = decoded.file;
  const arrays: Arrays = new Map(
    Object.entries(tensors).map(([name, { shape, values }]) => [
      name,
      { shape, values: values instanceof Uint32Array ? Float64Array.from(values) : values },
    ]),
  );
  const listed = metadata[options.side === 'users' ? 'user_ids' : 'item_ids'] ?? metadata['ids'];
  return fromArrays(path, arrays, options, listed === undefined ? undefined : idsFromJson(listed, path));
}

async function fromArrays(path: string, arrays: Arrays, options: VectorOptions, listed?: readonly string[]) {
  const { side } = options;
  const name = chooseVectors(arrays, path, side, options.array);
  const array = arrays.get(name)!;
  const [count = 0, dimension = 0] = array.shape;
  const values = realsOf(array);
  if (values === undefined) throw notNumbers(path, name);
  const { ids, notes } = await idsFor(path, arrays, count, options, listed);
  return { vectors: createVectors({ file: path, ids, dimension, values }), notes };
}

/** From the file that was named, the file itself, or a file beside it. */
async function idsFor(
  path: string,
  arrays: Arrays,
  count: number,
  { side, ids }: VectorOptions,
  listed: readonly string[] | undefined,
): Promise<{ readonly ids: readonly string[]; readonly notes: readonly string[] }> {
  if (ids === 'positions') {
    const numbers = Array.from({ length: count }, (_, row) => String(row));
    const note = `"${path}": row numbers from 0 are taken as ids of ${side}; if they are not, every result about them is wrong`;
    return { ids: numbers, notes: [note] };
  }
  if (ids !== undefined) return { ids: await readIds(ids.file, side, count), notes: [] };
  const own = listed ?? idsAmong(arrays, path, side, count);
  if (own !== undefined) return { ids: own, notes: [] };
  const beside = idsBeside(path, side);
  if (beside !== undefined) {
    return { ids: await readIds(beside, side, count), notes: [`the ids of "${path}" are read from "${beside}"`] };
  }
  throw new UlteriorError(
    'ID_MISSING',
    `"${path}" has ${count} vectors of ${side} and no ids`,
    `name a file with one id for each row; or, if row n belongs to the id n counted from 0, say that the ids are positions`,
    { path, count },
  );
}

function refuseIds(path: string, { ids, array }: VectorOptions): void {
  const given = ids !== undefined ? 'ids' : array !== undefined ? 'array' : undefined;
  if (given === undefined) return;
  throw new UlteriorError(
    'PARAMETER_OUT_OF_RANGE',
    `${given} has no effect where the vectors are in a table: "${path}" has its own ids`,
    `leave ${given} out`,
    { parameter: given, path },
  );
}

function notNumbers(path: string, name: string): UlteriorError {
  return new UlteriorError(
    'VECTOR_NOT_FINITE',
    `the array "${name}" of "${path}" holds texts, not numbers`,
    'name the array that holds the vectors',
    { path, array: name },
  );
}
