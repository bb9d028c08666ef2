import { copyFileSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { deflateSync, gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { zipSync } from 'fflate';
import { describe, expect, it } from 'vitest';
import { asyncFailure, failure } from '../../test/support/failure.ts';
import {
  npyBytes,
  npyOf,
  npyOfTexts,
  npzOf,
  parquetOf,
  SPARK_METADATA,
  sparkFolder,
  temporaryFolder,
  vectorsQuery,
} from '../../test/support/recommenderFiles.ts';
import { encodeTensors } from '../factorization/index.ts';
import { derive } from '../maths/index.ts';
import { createVectors, createVocabulary } from '../ratings/index.ts';
import { matchIds } from '../tables/index.ts';
import { numberedRun, numbersInCell } from './numberColumns.ts';
import { type ReadVectors, readVectors, type VectorOptions } from './readVectors.ts';
import { recogniseFile } from './recognise.ts';

const folder = temporaryFolder();
const place = (name: string) => join(folder, name);
const put = (name: string, contents: string | Uint8Array) => {
  writeFileSync(place(name), contents);
  return place(name);
};

const DIMENSION = 3;
const ids = Array.from({ length: 12 }, (_, n) => String(100 + 7 * n));
const stream = derive(11, 'vectors');
const values = Float32Array.from({ length: ids.length * DIMENSION }, () => stream.normal());
function rowOf(n: number) {
  return values.subarray(n * DIMENSION, (n + 1) * DIMENSION);
}
const rows = ids.map((_, n) => rowOf(n));
const items: VectorOptions = { side: 'items' };
const read = (name: string, options: Partial<VectorOptions> = {}) => readVectors(place(name), { ...items, ...options });
const refused = (name: string, options: Partial<VectorOptions> = {}) => asyncFailure(() => read(name, options));

function expectSame({ vectors }: ReadVectors): void {
  expect(vectors.ids).toEqual(ids);
  expect(vectors.dimension).toBe(DIMENSION);
  expect(vectors.values).toHaveLength(values.length);
  for (const [n, value] of vectors.values.entries()) expect(Math.abs(value - values[n]!)).toBeLessThan(1e-6);
}

const csv = (names: readonly string[], cells: (n: number) => readonly unknown[]) =>
  [names, ...ids.map((_, n) => cells(n))].map((line) => line.join(',')).join('\n');

describe('the same vectors in every container', () => {
  it('CSV with a column for each number, whatever stands beside them', async () => {
    put(
      'columns.csv',
      csv(['item_id', 'year', 'f2', 'f0', 'f1'], (n) => [ids[n], 1990, rows[n]![2], rows[n]![0], rows[n]![1]]),
    );
    const found = await read('columns.csv');
    expectSame(found);
    expect(found.notes).toEqual([`"${place('columns.csv')}": the column "year" is not part of the vectors`]);
    put(
      'plain.csv',
      csv(['id', 'name', 'x', 'y', 'z'], (n) => [ids[n], `title ${n}`, ...rows[n]!]),
    );
    expectSame(await read('plain.csv'));
  });

  it('CSV with a list in a cell', async () => {
    put(
      'brackets.csv',
      csv(['id', 'features'], (n) => [ids[n], `"[${rows[n]!.join(', ')}]"`]),
    );
    put('spaces.tsv', csv(['id', 'features'], (n) => [ids[n], rows[n]!.join(' ')]).replaceAll(',', '\t'));
    expectSame(await read('brackets.csv'));
    expectSame(await read('spaces.tsv'));
  });

  it.each(['float', 'double'])('Parquet with a list of %s', async (type) => {
    await parquetOf(vectorsQuery(ids, rows, type), place(`${type}.parquet`));
    const found = await read(`${type}.parquet`);
    expectSame(found);
    expect(found.vectors.values).toBeInstanceOf(type === 'float' ? Float32Array : Float64Array);
  });

  it('Parquet with arrays of fixed length, and with columns', async () => {
    const query = vectorsQuery(ids, rows, 'float');
    await parquetOf(`select id, features::float[3] as embedding from (${query})`, place('fixed.parquet'));
    await parquetOf(
      `select id as item_id, features[1] as dim_1, features[2] as dim_2, features[3] as dim_3 from (${query})`,
      place('columns.parquet'),
    );
    expectSame(await read('fixed.parquet'));
    expectSame(await read('columns.parquet'));
  });

  it.each(['txt', 'json', 'csv', 'npy', 'parquet'])('.npy with the ids in a file of the kind %s', async (kind) => {
    put('vectors.npy', npyOf(values, [ids.length, DIMENSION]));
    const file = place(`own-ids.${kind}`);
    if (kind === 'parquet') await parquetOf(vectorsQuery(ids, rows, 'float'), file);
    else {
      const contents = {
        txt: `${ids.join('\n')}\n`,
        json: JSON.stringify(ids),
        csv: `item_id,title\n${ids.map((id) => `${id},t`).join('\n')}`,
        npy: npyOf(BigInt64Array.from(ids, BigInt), [ids.length]),
      }[kind]!;
      writeFileSync(file, contents);
    }
    expectSame(await read('vectors.npy', { ids: { file } }));
  });

  it('.npy in Fortran order, with ids in a file beside it', async () => {
    const columns = Float64Array.from(values, (_, at) => rows[at % ids.length]![Math.floor(at / ids.length)]!);
    put('fortran.npy', npyOf(columns, [ids.length, DIMENSION], true));
    put('fortran.ids.txt', `item_id\n${ids.join('\n')}`);
    const found = await read('fortran.npy');
    expectSame(found);
    expect(found.notes[0]).toMatch(/ids of .*fortran.npy" are read from .*fortran.ids.txt"/);
  });

  it.each([true, false])('.npz of users and items with ids, stored: %s', async (stored) => {
    const arrays = {
      user_factors: npyOf(new Float32Array(6), [2, 3]),
      item_factors: npyOf(values, [ids.length, DIMENSION]),
      user_ids: npyOfTexts(['u', 'v']),
      item_ids: npyOfTexts(ids),
      regularization: npyOf(Float64Array.of(0.01), []),
    };
    put('both.npz', npzOf(arrays, stored));
    expectSame(await read('both.npz'));
    const users = await read('both.npz', { side: 'users' });
    expect(users.vectors).toMatchObject({ ids: ['u', 'v'], dimension: 3 });
  });

  it('safetensors, with ids in the metadata, as a tensor, or in a file', async () => {
    const tensors = {
      'item_embedding.weight': { shape: [ids.length, DIMENSION], values },
      'user_embedding.weight': { shape: [1, DIMENSION], values: new Float32Array(3) },
    };
    put('metadata.safetensors', encodeTensors({ metadata: { item_ids: JSON.stringify(ids) }, tensors }));
    expectSame(await read('metadata.safetensors'));
    const own = { item_ids: { shape: [ids.length], values: Uint32Array.from(ids, Number) } };
    put('tensor.safetensors', encodeTensors({ metadata: {}, tensors: { ...tensors, ...own } }));
    expectSame(await read('tensor.safetensors'));
    put('bare.safetensors', encodeTensors({ metadata: {}, tensors }));
    const file = put('ids.json', JSON.stringify(Object.fromEntries(ids.map((id, n) => [id, n]))));
    expectSame(await read('bare.safetensors', { ids: { file } }));
  });

  it('safetensors with numbers of two bytes, and with whole numbers', async () => {
    const file = (type: string, shape: readonly number[], data: Uint8Array, ids: Record<string, string>) => {
      const header = JSON.stringify({ __metadata__: ids, v: { dtype: type, shape, data_offsets: [0, data.length] } });
      const bytes = new Uint8Array(8 + header.length + data.length);
      new DataView(bytes.buffer).setBigUint64(0, BigInt(header.length), true);
      bytes.set(Buffer.from(header), 8);
      bytes.set(data, 8 + header.length);
      return bytes;
    };
    const ids = { item_ids: '["a"]' };
    // 1, -2 and 0.15625 in either notation.
    for (const [type, bits] of [
      ['F16', [0x3c00, 0xc000, 0x3100]],
      ['BF16', [0x3f80, 0xc000, 0x3e20]],
    ] as const) {
      put('two-bytes.safetensors', file(type, [1, 3], new Uint8Array(Uint16Array.from(bits).buffer), ids));
      expect((await read('two-bytes.safetensors')).vectors.values).toEqual(Float32Array.of(1, -2, 0.15625));
    }
    const whole = (number: bigint) => new Uint8Array(BigInt64Array.of(-4n, number).buffer);
    put('whole.safetensors', file('I64', [1, 2], whole(2n ** 53n - 1n), ids));
    expect((await read('whole.safetensors')).vectors.values).toEqual(Float64Array.of(-4, 2 ** 53 - 1));
    put('whole.safetensors', file('I64', [1, 2], whole(2n ** 53n), ids));
    expect(await refused('whole.safetensors')).toMatch(/^FILE_MALFORMED: .* whole numbers beyond 2\^53/);
    put('odd.safetensors', file('F8_E4M3', [1, 2], new Uint8Array(2), ids));
    expect(await refused('odd.safetensors')).toMatch(/^FILE_MALFORMED: .* tensor "v"/);
  });

  it.each([
    ['spark.ml', 'org.apache.spark.ml.recommendation.ALSModel', 'itemFactors', 'userFactors'],
    ['spark.mllib', 'org.apache.spark.mllib.recommendation.MatrixFactorizationModel', 'data/product', 'data/user'],
  ])('a folder of %s, in several parts', async (name, type, itemPart, userPart) => {
    const part = (from: number, to: number) =>
      vectorsQuery(ids.slice(from, to).map(Number), rows.slice(from, to), 'float');
    const parts = {
      [`${itemPart}:part-00000.parquet`]: part(0, 5),
      [`${itemPart}:part-00001.parquet`]: part(5, 12),
      [userPart]: vectorsQuery([4], [rows[0]!], 'float'),
    };
    await sparkFolder(place(name), parts, type);
    expectSame(await read(name));
    expect((await read(name, { side: 'users' })).vectors.ids).toEqual(['4']);
  });

  it('whatever the file is called', async () => {
    for (const [from, to] of [
      ['both.npz', 'a.bin'],
      ['float.parquet', 'b.csv'],
      ['metadata.safetensors', 'c.npz'],
      ['columns.csv', 'd.parquet'],
    ] as const) {
      copyFileSync(place(from), place(to));
      expectSame(await read(to));
    }
  });
});

describe('what a file is, by its contents', () => {
  it.each([
    ['columns.csv', 'text', 'vectors'],
    ['d.parquet', 'text', 'vectors'],
    ['b.csv', 'parquet', 'vectors'],
    ['vectors.npy', 'npy', 'vectors'],
    ['a.bin', 'npz', 'vectors'],
    ['c.npz', 'safetensors', 'vectors'],
    ['spark.ml', 'sparkModel', 'vectors'],
  ] as const)('%s is %s', async (name, format, holds) => {
    expect(await recogniseFile(place(name))).toEqual({ path: place(name), format, holds });
  });

  it('tells lists and ratings from vectors', async () => {
    put('lists.csv', 'user_id,item_id,rank\nu,a,1\n');
    put('x.inter', 'user_id:token\titem_id:token\trating:float\nu\ta\t3\n');
    mkdirSync(place('lenskit'));
    put('lenskit/schema.json', '{}');
    expect((await recogniseFile(place('lists.csv'))).holds).toBe('lists');
    expect(await recogniseFile(place('x.inter'))).toMatchObject({ format: 'recboleData', holds: 'ratings' });
    expect(await recogniseFile(place('lenskit'))).toMatchObject({ format: 'lenskitData', holds: 'ratings' });
    expect(await refused('x.inter')).toMatch(/^FILE_FOREIGN: .* holds ratings \(RecBole data\), not vectors -> /);
  });

  it('refuses files and folders that are something else', async () => {
    mkdirSync(place('empty'));
    expect(await refused('empty')).toMatch(/^FILE_FOREIGN: .* a folder of no kind/);
    expect(await refused('nowhere')).toMatch(/^FILE_NOT_READABLE: .* no such file or folder/);
    put('other.zip', zipSync({ 'a.txt': new Uint8Array(3) }));
    expect(await refused('other.zip')).toMatch(/^FILE_FOREIGN: .* zip archive without arrays/);
  });
});

describe('a pickle', () => {
  const pickle = Uint8Array.of(0x80, 4, 0x95, 10, 0, 0, 0, 0, 0, 0, 0, 0x5d, 0x2e);
  const old = new TextEncoder().encode("(dp0\nS'a'\np1\nI1\ns.");

  it.each([
    ['plain.pkl', pickle],
    ['hidden.csv', pickle],
    ['protocol2.npy', Uint8Array.of(0x80, 2, 0x2e)],
    ['joblib-zlib.bin', deflateSync(pickle)],
    ['joblib.gz', gzipSync(pickle)],
    ['zeros.gz', gzipSync(Buffer.concat([pickle, new Uint8Array(1e7)]))],
    ['old.pickle', old],
    ['torch.pt', zipSync({ 'model/data.pkl': pickle, 'model/data/0': new Uint8Array(4) })],
    ['torch.npz', zipSync({ 'model/data.pkl': pickle, 'x.npy': npyOf(new Float32Array(2), [1, 2]) })],
    ['objects.npy', npyBytes("{'descr': '|O', 'fortran_order': False, 'shape': (1,), }", pickle)],
    [
      'objects.npz',
      npzOf({ item_factors: npyBytes("{'descr': '|O', 'fortran_order': False, 'shape': (1, 1), }", pickle) }),
    ],
  ])('is refused as %s', async (name, bytes) => {
    put(name, bytes);
    expect(await refused(name)).toMatch(/^PICKLE_REFUSED: .* would run code .* -> .*docs\/export\/README.md/);
  });

  it('is refused where an array of it is asked for, and left alone where it is not', async () => {
    const objects = npyBytes("{'descr': '|O', 'fortran_order': False, 'shape': (1,), }", pickle);
    put('mixed.npz', npzOf({ vectors: npyOf(values, [12, 3]), ids: npyOfTexts(ids), extra: objects }));
    expectSame(await read('mixed.npz'));
    expect(await refused('mixed.npz', { array: 'extra' })).toMatch(/^PICKLE_REFUSED/);
  });
});

describe('bad vectors', () => {
  it('of different lengths', async () => {
    await parquetOf(
      vectorsQuery(
        ['a', 'b'],
        [
          [1, 2, 3],
          [1, 2],
        ],
        'double',
      ),
      place('ragged.parquet'),
    );
    expect(await refused('ragged.parquet')).toMatch(
      /^VECTORS_RAGGED: .* that of "a" has 3 numbers, that of "b" has 2 -> /,
    );
    put('ragged.csv', 'id,features\na,"[1, 2, 3]"\nb,"[1, 2]"\n');
    expect(await refused('ragged.csv')).toMatch(/^VECTORS_RAGGED/);
    put('ragged-columns.csv', 'id,f0,f1\na,1,2\nb,1\n');
    expect(await refused('ragged-columns.csv')).toMatch(/^ROW_RAGGED: line 3 .* has 2 columns where there should be 3/);
  });

  it.each(['nan', 'inf', 'x', ''])('with "%s" in place of a number', async (cell) => {
    put('wrong.csv', `id,f0,f1\na,1,2\nb,${cell},2\n`);
    expect(await refused('wrong.csv')).toMatch(
      /^VECTOR_NOT_FINITE: the vector of "b" in .* has no finite number at position 0 .* -> /,
    );
    put('wrong-list.csv', `id,features\na,"[1, 2]"\nb,"[${cell || 'None'}, 2]"\n`);
    expect(await refused('wrong-list.csv')).toMatch(/^VECTOR_NOT_FINITE/);
  });

  it('with a NaN or a null in a list of Parquet, or in an array', async () => {
    for (const wrong of ["'nan'::double", 'null', "'infinity'::double"]) {
      const query = `select * from (values ('a', [1, 2]::double[]), ('b', [1, ${wrong}]::double[])) as t(id, features)`;
      await parquetOf(query, place('null.parquet'));
      expect(await refused('null.parquet')).toMatch(/^VECTOR_NOT_FINITE: the vector of "b" .* position 1/);
    }
    put('nan.npz', npzOf({ ids: npyOfTexts(['a', 'b']), v: npyOf(Float32Array.of(1, 2, Number.NaN, 4), [2, 2]) }));
    expect(await refused('nan.npz')).toMatch(/^VECTOR_NOT_FINITE: the vector of "b" .* position 0/);
  });

  it('of an id that repeats, or of none', async () => {
    put('twice.csv', 'id,f0,f1\na,1,2\nb,1,2\na,3,4\n');
    expect(await refused('twice.csv')).toMatch(/^VOCABULARY_INVALID: .* two vectors for "a": row 1 and row 3 -> /);
    put('none.csv', 'id,f0,f1\na,1,2\n,1,2\n');
    expect(await refused('none.csv')).toMatch(/^ID_MISSING: .* line 3/);
    put('no-column.csv', 'x,f0,f1\na,1,2\n');
    expect(await refused('no-column.csv')).toMatch(/^COLUMN_MISSING: .* no column "id" .* -> .*item_id/);
  });

  it('in a file that ends early', async () => {
    const whole = npyOf(values, [ids.length, DIMENSION]);
    put('cut.npy', whole.subarray(0, -4));
    expect(await refused('cut.npy')).toMatch(/^FILE_TRUNCATED/);
    put(
      'cut.safetensors',
      encodeTensors({ metadata: {}, tensors: { v: { shape: [2], values: Float32Array.of(1, 2) } } }).slice(0, -4),
    );
    expect(await refused('cut.safetensors')).toMatch(/^FILE_TRUNCATED/);
  });

  it('in an archive that claims too much', async () => {
    put('bomb.npz', npzOf({ item_factors: npyOf(new Float64Array(200_000), [200_000, 1]) }));
    expect(await refused('bomb.npz', { mostBytes: 1_000_000 })).toMatch(/^FILE_TOO_LARGE: .* declares 1600128 bytes/);
  });

  it('without ids: positions are taken only where that is said', async () => {
    put(
      'implicit.npz',
      npzOf({ user_factors: npyOf(new Float32Array(4), [2, 2]), item_factors: npyOf(values, [12, 3]) }),
    );
    expect(await refused('implicit.npz')).toMatch(/^ID_MISSING: .* 12 vectors of items and no ids -> .* positions/);
    const { vectors, notes } = await read('implicit.npz', { ids: 'positions' });
    expect(vectors.ids.slice(0, 3)).toEqual(['0', '1', '2']);
    expect(notes[0]).toMatch(/row numbers from 0 are taken as ids of items; if they are not, every result .* wrong/);
    const file = put('few.txt', 'a\nb\n');
    expect(await refused('implicit.npz', { ids: { file } })).toMatch(/^ROWS_NOT_MATCHED: .* 2 ids for 12 vectors/);
  });

  it('whose array is not clear', async () => {
    const wide = npyOf(values, [12, 3]);
    put('several.npz', npzOf({ item_a: wide, item_b: wide }));
    expect(await refused('several.npz')).toMatch(/^ARRAY_UNKNOWN: .* several arrays .* "item_a" \(12 x 3\)/);
    expect(await refused('several.npz', { array: 'c' })).toMatch(/^ARRAY_UNKNOWN: .* no array "c"/);
    expect((await read('several.npz', { array: 'item_b', ids: 'positions' })).vectors.dimension).toBe(3);
    put('users.npz', npzOf({ user_factors: wide }));
    expect(await refused('users.npz')).toMatch(/^ARRAY_UNKNOWN: .* no array of vectors of items/);
  });

  it('in a folder of Spark that lacks a part, or is another model', async () => {
    await sparkFolder(place('cut-spark'), { itemFactors: vectorsQuery([1], [rows[0]!], 'float') });
    expect(await refused('cut-spark', { side: 'users' })).toMatch(
      /^MODEL_FOLDER_INCOMPLETE: .* has no userFactors .* -> copy the whole folder/,
    );
    expectLength(await read('cut-spark'), 1);
    await sparkFolder(place('other-spark'), {}, 'org.apache.spark.ml.classification.LogisticRegressionModel');
    expect(await refused('other-spark')).toMatch(/^FILE_FOREIGN: .* class org.apache.spark.ml.classification/);
    rmSync(join(place('other-spark'), 'metadata', SPARK_METADATA));
    expect(await refused('other-spark')).toMatch(/^MODEL_FOLDER_INCOMPLETE: .* metadata/);
  });

  it('of users that the data do not know: how many, and which', () => {
    const known = createVocabulary(['u1', 'u2', 'u3']);
    const match = { file: 'x.npz', kind: 'user', unknown: 'refuse' } as const;
    expect(failure(() => matchIds(['u1', 'u2', 'n1', 'n2', 'n3', 'n4'], known, match))).toMatch(
      /^IDS_UNKNOWN: 4 of the 6 users of "x.npz" are not in the data: "n1", "n2", "n3" and others -> /,
    );
    const told = matchIds(['u2', 'n1', 'u1'], known, { ...match, unknown: 'tell' });
    expect(told).toEqual({
      places: Int32Array.of(2, 0, -1),
      unknown: { count: 1, examples: ['n1'] },
      missing: { count: 1, examples: ['u3'] },
    });
    expect(failure(() => matchIds(['a', 'b', 'c'], known, { ...match, unknown: 'tell' }))).toMatch(/^IDS_NOT_SHARED/);
  });

  it('that do not fit together', () => {
    const file = 'x';
    expect(
      failure(() => createVectors({ file, ids: ['a'], dimension: 2, values: Float64Array.of(1, 2, 3, 4) })),
    ).toMatch(/^ROWS_NOT_MATCHED: "x" has 2 vectors of length 2, but there are 1 ids/);
    expect(failure(() => createVectors({ file, ids: [], dimension: 2, values: new Float64Array(0) }))).toMatch(
      /^FILE_EMPTY/,
    );
  });
});

describe('columns of numbers', () => {
  it('are a run counted from 0 or 1, in the order of its numbers', () => {
    const run = (length: number, first: number) => Array.from({ length }, (_, n) => `f${first + n}`);
    const names = fc.tuple(fc.integer({ min: 2, max: 40 }), fc.constantFrom(0, 1)).chain(([length, first]) => {
      const all = [...run(length, first), 'year', 'age50'];
      return fc.tuple(fc.constant(run(length, first)), fc.shuffledSubarray(all, { minLength: all.length }));
    });
    fc.assert(
      fc.property(names, ([ordered, shuffled]) => {
        expect(numberedRun(shuffled)).toEqual(ordered);
      }),
    );
    expect(numberedRun(['f0', 'f2'])).toEqual([]);
    expect(numberedRun(['id', 'x', 'y'])).toEqual([]);
    expect(numberedRun(['0', '1', '2'])).toEqual(['0', '1', '2']);
  });

  it('are read from one cell in the notations of common tools', () => {
    for (const text of ['[1, 2.5]', '[1 2.5]', '(1; 2.5)', '1|2.5', ' [ 1\n 2.5 ] '])
      expect(numbersInCell(text)).toEqual([1, 2.5]);
    expect(numbersInCell('[7]')).toEqual([7]);
    expect(numbersInCell('7')).toBeUndefined();
    expect(numbersInCell('two words')).toEqual([Number.NaN, Number.NaN]);
  });
});

function expectLength({ vectors }: ReadVectors, length: number): void {
  expect(vectors.ids).toHaveLength(length);
}
