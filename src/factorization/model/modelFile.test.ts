import { execFileSync } from 'node:child_process';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { failure } from '../../../test/support/failure.ts';
import { randomModel } from '../../../test/support/models.ts';
import { itNeeds } from '../../../test/support/needs.ts';
import { itemIndex } from '../../ratings/index.ts';
import { createModel, type FactorModel } from './factorModel.ts';
import { decodeModel, encodeModel } from './modelFile.ts';
import { decodeTensors, encodeTensors } from './safetensors.ts';
import { checksumOf } from './sealedFile.ts';

const model = randomModel({ items: 11, dimension: 3, types: 4, seed: 9 });
const single: FactorModel = {
  ...model,
  rows: {
    ...model.rows,
    profiles: Float32Array.from(model.rows.profiles),
    biases: Float32Array.from(model.rows.biases),
  },
};

describe('model file', () => {
  it.each([
    ['double', model],
    ['single', single],
  ])('gives back the same model, in %s precision', (_, original) => {
    const decoded = decodeModel(encodeModel(original));
    const { items: _items, ...rest } = original;
    expect(decoded).toMatchObject(rest);
    expect(decoded.rows.profiles.constructor).toBe(original.rows.profiles.constructor);
    for (let item = 0; item < 11; item++) {
      expect(decoded.items.id(itemIndex(item))).toBe(original.items.id(itemIndex(item)));
      expect(decoded.items.title(itemIndex(item))).toBe(original.items.title(itemIndex(item)));
    }
    expect(encodeModel(decoded)).toEqual(encodeModel(original));
  });

  const bytes = encodeModel(single);

  it('refuses a file cut off anywhere', () => {
    fc.assert(
      fc.property(fc.nat({ max: bytes.length - 1 }), (length) => {
        expect(failure(() => decodeModel(bytes.slice(0, length)))).toMatch(/^MODEL_(TRUNCATED|FOREIGN): .* -> /);
      }),
    );
    expect(failure(() => decodeModel(bytes.slice(0, -1)))).toMatch(
      /^MODEL_TRUNCATED: .* ends early: .* -> copy or download/,
    );
    expect(failure(() => decodeModel(bytes.slice(0, 200)))).toMatch(/^MODEL_TRUNCATED: .* header/);
    expect(failure(() => decodeModel(new Uint8Array(0)))).toMatch(/^MODEL_FOREIGN: .* 0 bytes/);
  });

  it('refuses a file with any byte of its data altered', () => {
    const headerLength = Number(new DataView(bytes.buffer).getBigUint64(0, true));
    fc.assert(
      fc.property(
        fc.integer({ min: 8 + headerLength, max: bytes.length - 1 }),
        fc.integer({ min: 1, max: 255 }),
        (at, change) => {
          const altered = bytes.slice();
          altered[at] = altered[at]! ^ change;
          expect(failure(() => decodeModel(altered))).toMatch(/^MODEL_ALTERED: .* checksum .* -> /);
        },
      ),
    );
  });

  it('refuses a file with any byte of its header altered, unless that changes nothing but white space', () => {
    const headerLength = Number(new DataView(bytes.buffer).getBigUint64(0, true));
    fc.assert(
      fc.property(fc.integer({ min: 8, max: 7 + headerLength }), fc.integer({ min: 33, max: 126 }), (at, value) => {
        fc.pre(bytes[at] !== value);
        const altered = bytes.slice();
        altered[at] = value;
        expect(failure(() => decodeModel(altered))).toMatch(/^MODEL_(ALTERED|FOREIGN|TRUNCATED|VERSION)/);
      }),
    );
  });

  it('refuses what is no model: text, another safetensors file, a later format', () => {
    const text = new TextEncoder().encode('user,item,rating\n1,2,3\n');
    expect(failure(() => decodeModel(text))).toMatch(
      /^MODEL_FOREIGN: .* does not start like a safetensors file -> pass a file/,
    );
    const other = encodeTensors({ metadata: { format: 'pt' }, tensors: {} });
    expect(failure(() => decodeModel(other))).toMatch(/^MODEL_FOREIGN: .* of something else/);
    const later = encodeTensors({
      metadata: { format: 'ulterior-model', formatVersion: '3', model: '{}' },
      tensors: {},
    });
    expect(failure(() => decodeModel(later))).toMatch(/^MODEL_VERSION: .* version 3; .* reads 1 -> /);
  });

  it('refuses a file that was made up to look like a model, checksum included', () => {
    const decoded = decodeTensors(bytes);
    if (!decoded.ok) throw new Error(decoded.reason);
    const { checksum: _, ...metadata } = decoded.file.metadata;
    const forged = (text: string) => {
      const file = { metadata: { ...metadata, model: text }, tensors: decoded.file.tensors };
      return encodeTensors({ ...file, metadata: { ...file.metadata, checksum: checksumOf(file) } });
    };
    expect(decodeModel(forged(metadata['model']!)).attribute).toBe('type');
    expect(failure(() => decodeModel(forged('{')))).toMatch(/^MODEL_FOREIGN: .* not JSON/);
    expect(failure(() => decodeModel(forged('null')))).toMatch(/^MODEL_FOREIGN: .* lacks what a model needs/);
    expect(failure(() => decodeModel(forged('{"dimension":3}')))).toMatch(
      /^MODEL_FOREIGN: .* lacks what a model needs/,
    );
    const wrongSize = JSON.stringify({ ...JSON.parse(metadata['model']!), dimension: 4 });
    expect(failure(() => decodeModel(forged(wrongSize)))).toMatch(
      /^MODEL_INVALID: .* row profiles has 33 values, not 44/,
    );
    const without = { metadata, tensors: {} };
    const empty = encodeTensors({ ...without, metadata: { ...metadata, checksum: checksumOf(without) } });
    expect(failure(() => decodeModel(empty))).toMatch(/^MODEL_FOREIGN: .* has no tensor "typePriors"/);
  });

  itNeeds('python3 with safetensors', 'Python’s safetensors package reads it', () => {
    const file = join(mkdtempSync(join(tmpdir(), 'ulterior-')), 'model.safetensors');
    writeFileSync(file, bytes);
    const script = [
      'import json, sys',
      'from safetensors import safe_open',
      'with safe_open(sys.argv[1], "numpy") as f:',
      '  t = {k: f.get_tensor(k) for k in f.keys()}',
      '  print(json.dumps({"meta": f.metadata()["format"], "shape": list(t["rowProfiles"].shape), "sum": float(t["rowProfiles"].astype("f8").sum())}))',
    ].join('\n');
    const { meta, shape, sum } = JSON.parse(execFileSync('python3', ['-c', script, file], { encoding: 'utf8' }));
    expect([meta, shape]).toEqual(['ulterior-model', [11, 3]]);
    expect(sum).toBeCloseTo(
      Array.from(single.rows.profiles).reduce((total, value) => total + value, 0),
      5,
    );
  });
});

describe('safetensors', () => {
  const tensors = {
    a: { shape: [2, 2], values: Float32Array.of(1, 2, 3, 4) },
    b: { shape: [3], values: Float64Array.of(0.1, 0.2, 0.3) },
    c: { shape: [1], values: Uint32Array.of(7) },
    empty: { shape: [0, 5], values: new Float32Array(0) },
  };

  it('gives back tensors of every type, whatever their order and names', () => {
    const decoded = decodeTensors(encodeTensors({ metadata: { title: 'Amélie — é' }, tensors }));
    expect(decoded).toEqual({ ok: true, file: { metadata: { title: 'Amélie — é' }, tensors } });
  });

  it('starts every tensor at a multiple of its element size', () => {
    const bytes = encodeTensors({ metadata: {}, tensors });
    const headerLength = Number(new DataView(bytes.buffer).getBigUint64(0, true));
    expect(headerLength % 8).toBe(0);
    const header = JSON.parse(new TextDecoder().decode(bytes.subarray(8, 8 + headerLength)));
    expect(header.b.data_offsets[0] % 8).toBe(0);
    expect(header.a.data_offsets[0] % 4).toBe(0);
  });

  it.each([
    ['a header that is no object', '[]', 'foreign'],
    ['metadata that are no strings', '{"__metadata__":{"a":1}}', 'foreign'],
    ['an unknown type', '{"a":{"dtype":"F8","shape":[1],"data_offsets":[0,1]}}', 'foreign'],
    ['a shape that does not fit', '{"a":{"dtype":"F32","shape":[2],"data_offsets":[0,4]}}', 'foreign'],
    ['missing offsets', '{"a":{"dtype":"F32","shape":[0],"data_offsets":[]}}', 'foreign'],
    ['a negative offset', '{"a":{"dtype":"F32","shape":[1],"data_offsets":[-4,0]}}', 'foreign'],
    ['a tensor beyond the end', '{"a":{"dtype":"F32","shape":[4],"data_offsets":[0,16]}}', 'truncated'],
  ])('refuses %s', (_, header, fault) => {
    const text = new TextEncoder().encode(header);
    const bytes = new Uint8Array(8 + text.length);
    new DataView(bytes.buffer).setBigUint64(0, BigInt(text.length), true);
    bytes.set(text, 8);
    // The first byte of the list is not a brace; refused earlier, as foreign all the same.
    expect(decodeTensors(bytes)).toMatchObject({ ok: false, fault });
  });

  /** Eight bytes of data, and a header that says where its tensors of bytes are. */
  const withRanges = (...ranges: readonly (readonly [number, number])[]) => {
    const entries = ranges.map(([start, end], at) => [
      `t${at}`,
      { dtype: 'U32', shape: [(end - start) / 4], data_offsets: [start, end] },
    ]);
    const text = new TextEncoder().encode(JSON.stringify(Object.fromEntries(entries)));
    const bytes = new Uint8Array(8 + text.length + 8);
    new DataView(bytes.buffer).setBigUint64(0, BigInt(text.length), true);
    bytes.set(text, 8);
    return bytes;
  };

  it.each([
    [
      [0, 8],
      [0, 8],
    ],
    [
      [4, 8],
      [0, 8],
    ],
    [
      [0, 8],
      [4, 4],
      [4, 8],
    ],
    [
      [0, 4],
      [4, 8],
      [0, 4],
    ],
  ] as const)('refuses tensors that share bytes, which would multiply the memory of the file', (...ranges) => {
    const bytes = withRanges(...ranges);
    expect(decodeTensors(bytes)).toMatchObject({
      ok: false,
      fault: 'foreign',
      reason: expect.stringContaining('share bytes'),
    });
    expect(failure(() => decodeModel(bytes))).toMatch(/^MODEL_FOREIGN: .* share bytes/);
  });

  it('takes tensors side by side in any order, and empty ones anywhere', () => {
    expect(decodeTensors(withRanges([4, 8], [0, 4], [2, 2], [4, 4])).ok).toBe(true);
  });
});

describe('createModel', () => {
  it.each([
    [
      'too few profiles',
      { rows: { ...model.rows, profiles: new Float64Array(3) } },
      /row profiles has 3 values, not 33/,
    ],
    ['too few biases', { rows: { ...model.rows, biases: new Float64Array(3) } }, /row biases has 3 values, not 44/],
    ['one type', { typeLabels: ['a'] }, /it knows 1 type/],
    ['no dimension', { dimension: 0 }, /its dimension is 0/],
    ['no noise', { noiseVariance: 0 }, /a variance is not positive/],
    [
      'a bias that is not finite',
      { rows: { ...model.rows, biases: new Float64Array(44).fill(Number.NaN) } },
      /a type bias is not finite/,
    ],
    [
      'a profile that is not finite',
      { rows: { ...model.rows, profiles: new Float64Array(33).fill(Number.NaN) } },
      /a profile is not finite/,
    ],
  ])('refuses %s', (_, change, expected) => {
    const message = failure(() => createModel({ ...model, ...change } as FactorModel));
    expect(message).toMatch(/^MODEL_INVALID: the model is not consistent: .* -> train it again/);
    expect(message).toMatch(expected);
  });
});
