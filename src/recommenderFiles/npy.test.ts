import fc from 'fast-check';
import { zipSync } from 'fflate';
import { describe, expect, it } from 'vitest';
import { failure } from '../../test/support/failure.ts';
import { npyBytes, npyOf, npyOfTexts, npzOf } from '../../test/support/recommenderFiles.ts';
import { textsOf } from './namedArray.ts';
import { parseNpy } from './npy.ts';
import { parseNpyHeader } from './npyHeader.ts';
import { parseNpz } from './npz.ts';

const bytesOf = (values: ArrayBufferView) => new Uint8Array(values.buffer, values.byteOffset, values.byteLength);
const numbers = Float64Array.of(1, 2, 3, 4, 5, 6);

describe('an .npy file', () => {
  it('gives back numbers of every type, exactly', () => {
    fc.assert(
      fc.property(fc.float64Array({ maxLength: 30, noNaN: true }), (values) => {
        const back = parseNpy(npyOf(Float64Array.from(values), [values.length]), 'x');
        expect(back).toEqual({ shape: [values.length], values: Float64Array.from(values) });
      }),
    );
    const single = Float32Array.of(0.1, -2, 1e30);
    expect(parseNpy(npyOf(single, [3]), 'x').values).toEqual(single);
    expect(parseNpy(npyOf(Uint32Array.of(7, 2 ** 32 - 1), [2]), 'x').values).toEqual(Float64Array.of(7, 2 ** 32 - 1));
  });

  it('keeps whole numbers of eight bytes exact, as ids are', () => {
    const ids = BigInt64Array.of(9_007_199_254_740_993n, -1n);
    expect(textsOf(parseNpy(npyOf(ids, [2]), 'x'))).toEqual(['9007199254740993', '-1']);
  });

  it.each([
    ['|b1', Uint8Array.of(1, 0), [1, 0]],
    ['|i1', Int8Array.of(-3), [-3]],
    ['<i2', Int16Array.of(-300), [-300]],
    ['<i4', Int32Array.of(-70_000), [-70_000]],
    ['<f2', Uint16Array.of(0x3c00, 0xc000, 0x0001, 0x7bff), [1, -2, 2 ** -24, 65_504]],
    ['>f4', Uint8Array.of(0x3f, 0xc0, 0, 0), [1.5]],
    ['>i4', Uint8Array.of(0, 0, 1, 2), [258]],
  ])('reads the type %s', (type, data, expected) => {
    const header = `{'descr': '${type}', 'fortran_order': False, 'shape': (${expected.length},), }`;
    expect(Array.from(parseNpy(npyBytes(header, bytesOf(data)), 'x').values as Float64Array)).toEqual(expected);
  });

  it('puts Fortran order into C order', () => {
    // Columns (1, 2), (3, 4), (5, 6).
    expect(parseNpy(npyOf(numbers, [2, 3], true), 'x')).toEqual({
      shape: [2, 3],
      values: Float64Array.of(1, 3, 5, 2, 4, 6),
    });
    const cube = parseNpy(
      npyOf(
        Float64Array.from({ length: 24 }, (_, n) => n),
        [2, 3, 4],
        true,
      ),
      'x',
    ).values;
    // Value (1, 2, 3) stands at 1 + 2 (2 + 3 3) = 23, value (0, 1, 2) at 0 + 2 (1 + 3 2) = 14.
    expect([cube[23], cube[4 + 2]]).toEqual([23, 14]);
  });

  it('reads texts, also of several languages and of bytes', () => {
    const texts = ['a', 'Amélie', '電影😀', ''];
    expect(parseNpy(npyOfTexts(texts), 'x').values).toEqual(texts);
    const bytes = npyBytes("{'descr': '|S3', 'fortran_order': False, 'shape': (2,), }", Buffer.from('ab\0xyz'));
    expect(parseNpy(bytes, 'x').values).toEqual(['ab', 'xyz']);
  });

  it('refuses one that is cut off anywhere', () => {
    const whole = npyOf(numbers, [2, 3]);
    for (let length = 6; length < whole.length; length++) {
      expect(failure(() => parseNpy(whole.subarray(0, length), 'x.npy'))).toMatch(
        /^FILE_TRUNCATED: "x.npy" ends .* -> /,
      );
    }
    expect(failure(() => parseNpy(whole.subarray(0, 3), 'x.npy'))).toMatch(/^FILE_MALFORMED/);
    expect(failure(() => parseNpy(whole.subarray(0, -1), 'x.npy'))).toMatch(/need 48 bytes, and 47 are there/);
    expect(failure(() => parseNpy(Uint8Array.of(...whole, 0), 'x.npy'))).toMatch(/^FILE_MALFORMED: .*1 bytes follow/);
  });

  it('refuses objects, which are a pickle, and types that are no numbers', () => {
    const ofType = (type: string) =>
      npyBytes(`{'descr': ${type}, 'fortran_order': False, 'shape': (1,), }`, new Uint8Array(8));
    expect(failure(() => parseNpy(ofType("'|O'"), 'x.npy'))).toMatch(
      /^PICKLE_REFUSED: "x.npy" is an array of Python objects: .* -> .*docs\/export\/README.md/,
    );
    expect(failure(() => parseNpy(ofType("'<c8'"), 'x.npy'))).toMatch(/^FILE_MALFORMED: .* type "<c8"/);
    expect(failure(() => parseNpy(ofType("[('a', '<f8')]"), 'x.npy'))).toMatch(/^FILE_MALFORMED: .* holds records/);
    const endless = npyBytes("{'descr': '<U0', 'fortran_order': False, 'shape': (4000000000,), }", new Uint8Array(0));
    expect(failure(() => parseNpy(endless, 'x.npy'))).toMatch(/^FILE_MALFORMED: .* type "<U0"/);
    const later = npyOf(numbers, [6]);
    later[6] = 9;
    expect(failure(() => parseNpy(later, 'x.npy'))).toMatch(/^FILE_MALFORMED: .* version 9.0/);
  });
});

describe('the header of an .npy file', () => {
  it('is read in any order of its entries, with either quote', () => {
    const expected = { type: '<f4', fortranOrder: true, shape: [3, 4] };
    expect(parseNpyHeader("{'descr': '<f4', 'fortran_order': True, 'shape': (3, 4), }   ")).toEqual(expected);
    expect(parseNpyHeader('{"shape": (3,4), "fortran_order": True, "descr": "<f4"}')).toEqual(expected);
    expect(parseNpyHeader("{'descr': '<f4', 'fortran_order': False, 'shape': (), }")?.shape).toEqual([]);
    expect(parseNpyHeader("{'descr': '<f4', 'fortran_order': False, 'shape': (5,), }")?.shape).toEqual([5]);
  });

  it.each([
    '',
    '{}',
    "{'descr': '<f4', 'fortran_order': False, 'shape': (5), }",
    "{'descr': '<f4', 'fortran_order': False, 'shape': (-5,), }",
    "{'descr': '<f4', 'fortran_order': False, 'shape': (5,), } + exec('x')",
    "{'descr': '<f4', 'fortran_order': False, 'shape': (__import__('os').system('x'),), }",
    "{'descr': '<f4', 'fortran_order': 0, 'shape': (5,), }",
    "{'descr': '<f4', 'descr': '<f8', 'shape': (5,), }",
    "{'descr': '<f4', 'fortran_order': False}",
    "{'descr': '<f4', 'fortran_order': False, 'shape': (5,), 'more': 1, }",
    "{'descr': '\\x3cf4', 'fortran_order': False, 'shape': (5,), }",
  ])('is refused where the grammar does not allow it: %s', (text) => {
    expect(parseNpyHeader(text)).toBeUndefined();
    expect(failure(() => parseNpy(npyBytes(text, new Uint8Array(40)), 'x.npy'))).toMatch(/^FILE_MALFORMED: .* header/);
  });

  it('never fails in another way, whatever the bytes', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 80 }), fc.string({ maxLength: 60 }), (data, text) => {
        const bytes = npyBytes(text.replaceAll(/[^ -~]/g, '?'), data);
        expect(failure(() => parseNpy(bytes, 'x'))).toMatch(/^(FILE_\w+|PICKLE_REFUSED): |^no error$/);
      }),
    );
  });
});

describe('an .npz file', () => {
  const arrays = { item_factors: npyOf(numbers, [3, 2]), item_ids: npyOfTexts(['a', 'b', 'c']) };

  it.each([true, false])('gives back its arrays, stored: %s', (stored) => {
    const { arrays: back } = parseNpz(npzOf(arrays, stored), 'x.npz');
    expect([...back.keys()]).toEqual(['item_factors', 'item_ids']);
    expect(back.get('item_factors')).toEqual({ shape: [3, 2], values: numbers });
    expect(back.get('item_ids')!.values).toEqual(['a', 'b', 'c']);
  });

  it('leaves arrays of objects unread and keeps the others', () => {
    const objects = npyBytes("{'descr': '|O', 'fortran_order': False, 'shape': (), }", Uint8Array.of(0x80, 4));
    const { arrays: back, unread } = parseNpz(npzOf({ ...arrays, extra: objects }), 'x.npz');
    expect(back.size).toBe(2);
    expect(unread.get('extra')?.code).toBe('PICKLE_REFUSED');
  });

  it('unpacks nothing that is declared to be larger than allowed, or than it can be', () => {
    const zeros = npzOf({ item_factors: npyOf(new Float64Array(50_000), [50_000, 1]) });
    expect(zeros.length).toBeLessThan(2000);
    expect(failure(() => parseNpz(zeros, 'x.npz', 100_000))).toMatch(
      /^FILE_TOO_LARGE: "x.npz" declares 400128 bytes of arrays; at most 100000 are unpacked -> /,
    );
    // The directory of the archive says 2^31 - 1 bytes where some hundred are packed.
    const lying = zeros.slice();
    const view = new DataView(lying.buffer);
    const directory = view.getUint32(lying.length - 6, true);
    view.setUint32(directory + 24, 2 ** 31 - 1, true);
    expect(failure(() => parseNpz(lying, 'x.npz'))).toMatch(/^FILE_TOO_LARGE: .* packed bytes cannot hold/);
  });

  it('refuses what is damaged, holds no array, or holds a pickle', () => {
    const whole = npzOf(arrays);
    expect(failure(() => parseNpz(whole.subarray(0, 100), 'x.npz'))).toMatch(/^FILE_MALFORMED: .* archive/);
    expect(failure(() => parseNpz(zipSync({ 'a.txt': new Uint8Array(3) }), 'x.npz'))).toMatch(/holds no .npy file/);
    const torch = zipSync({ 'archive/data.pkl': Uint8Array.of(0x80, 2), 'archive/data/0': new Uint8Array(8) });
    expect(failure(() => parseNpz(torch, 'x.npz'))).toMatch(/^PICKLE_REFUSED/);
    const short = npzOf(arrays).slice();
    const view = new DataView(short.buffer);
    view.setUint32(view.getUint32(short.length - 6, true) + 24, 10_000, true);
    expect(failure(() => parseNpz(short, 'x.npz'))).toMatch(/^FILE_MALFORMED: .* unpacks to \d+ bytes, not 10000/);
  });
});
