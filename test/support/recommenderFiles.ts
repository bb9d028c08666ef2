/** Files of recommenders, written byte by byte or by the database, for tests of their readers. */
import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Zippable, zipSync } from 'fflate';
import { afterAll } from 'vitest';
import { sqlText, withDatabase } from '../../src/datasets/index.ts';

export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'ulterior-vectors-'));
  afterAll(async () => {
    const { rm } = await import('node:fs/promises');
    await rm(folder, { recursive: true, force: true });
  });
  return folder;
}

/** An .npy file as numpy.save writes it: version 1, the header padded to a multiple of 64 bytes. */
export function npyBytes(header: string, data: Uint8Array): Uint8Array {
  const length = Math.ceil((10 + header.length + 1) / 64) * 64 - 10;
  const bytes = new Uint8Array(10 + length + data.length);
  bytes.set([0x93, ...Buffer.from('NUMPY'), 1, 0, length & 255, length >> 8]);
  bytes.set(Buffer.from(`${header.padEnd(length - 1)}\n`), 10);
  bytes.set(data, 10 + length);
  return bytes;
}

type Numbers = Float32Array | Float64Array | Uint32Array | BigInt64Array;

const typeOf = (values: Numbers) => {
  if (values instanceof Float32Array) return '<f4';
  if (values instanceof Float64Array) return '<f8';
  return values instanceof Uint32Array ? '<u4' : '<i8';
};

const headerFor = (type: string, shape: readonly number[], fortran = false) =>
  `{'descr': '${type}', 'fortran_order': ${fortran ? 'True' : 'False'}, 'shape': (${shape.join(', ')}${shape.length === 1 ? ',' : ''}), }`;

export function npyOf(values: Numbers, shape: readonly number[], fortran = false): Uint8Array {
  const bytes = new Uint8Array(values.buffer, values.byteOffset, values.byteLength);
  return npyBytes(headerFor(typeOf(values), shape, fortran), bytes);
}

/** Texts of four bytes a sign, padded with zeros. */
export function npyOfTexts(texts: readonly string[]): Uint8Array {
  const width = Math.max(...texts.map((text) => [...text].length));
  const codes = new Uint32Array(texts.length * width);
  for (const [n, text] of texts.entries()) {
    codes.set(
      [...text].map((sign) => sign.codePointAt(0)!),
      n * width,
    );
  }
  return npyBytes(headerFor(`<U${width}`, [texts.length]), new Uint8Array(codes.buffer));
}

export function npzOf(arrays: Readonly<Record<string, Uint8Array>>, stored = false): Uint8Array {
  const files: Zippable = {};
  for (const [name, bytes] of Object.entries(arrays)) files[`${name}.npy`] = [bytes, { level: stored ? 0 : 6 }];
  return zipSync(files);
}

/** A Parquet file of what a query gives. */
export async function parquetOf(query: string, path: string): Promise<void> {
  await withDatabase((connection) => connection.run(`copy (${query}) to ${sqlText(path)} (format parquet)`));
}

/** Rows for a query: ids and lists of numbers. */
export function vectorsQuery(
  ids: readonly (string | number)[],
  rows: readonly ArrayLike<number>[],
  type: string,
): string {
  const values = ids.map((id, n) => {
    const own = typeof id === 'number' ? String(id) : sqlText(id);
    return `(${own}, [${Array.from(rows[n]!).join(', ')}]::${type}[])`;
  });
  return `select * from (values ${values.join(', ')}) as t(id, features)`;
}

/** As Spark 4 names it; Spark 3 wrote part-00000. */
export const SPARK_METADATA = 'part-00000-4568bf3c-c000.txt';

/** A folder as ALSModel.write().save(...) leaves it, with the users in two parts. */
export async function sparkFolder(
  folder: string,
  parts: Readonly<Record<string, string>>,
  name = 'org.apache.spark.ml.recommendation.ALSModel',
): Promise<void> {
  mkdirSync(join(folder, 'metadata'), { recursive: true });
  writeFileSync(join(folder, 'metadata', '_SUCCESS'), '');
  writeFileSync(join(folder, 'metadata', '.part-00000.crc'), 'crc');
  writeFileSync(
    join(folder, 'metadata', name.includes('.mllib.') ? 'part-00000' : SPARK_METADATA),
    `${JSON.stringify({ class: name, sparkVersion: '3.5.0', uid: 'ALS_1', rank: 3 })}\n`,
  );
  for (const [place, query] of Object.entries(parts)) {
    const [part, file = 'part-00000-a.snappy.parquet'] = place.split(':');
    mkdirSync(join(folder, part!), { recursive: true });
    await parquetOf(query, join(folder, part!, file));
  }
}
