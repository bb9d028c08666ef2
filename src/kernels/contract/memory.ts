/**
 * Named typed arrays laid out in one memory that the kernels can address. A layout is a plain value: whoever gets the
 * memory and the layout (a worker, say) sees the same arrays at the same addresses.
 */
import { UlteriorError } from '../../errors/index.ts';

type ElementType = 'f32' | 'f64' | 'u32' | 'u8';
export type Layout = Readonly<Record<string, { readonly type: ElementType; readonly length: number }>>;

interface ArrayOf {
  f32: Float32Array;
  f64: Float64Array;
  u32: Uint32Array;
  u8: Uint8Array;
}
export type Arrays<L extends Layout> = { readonly [Name in keyof L]: ArrayOf[L[Name]['type']] };

const CONSTRUCTORS = { f32: Float32Array, f64: Float64Array, u32: Uint32Array, u8: Uint8Array } as const;

/** The first bytes stay free: AssemblyScript keeps its constants there. */
const FIRST_BYTE = 1024;
const PAGE_BYTES = 65536;
/** The end of a 32-bit address space, less one page. */
const LAST_BYTE = 2 ** 32 - PAGE_BYTES;

export function pagesFor(layout: Layout): number {
  const bytes = endOf(layout);
  if (bytes > LAST_BYTE) {
    throw new UlteriorError(
      'TRAINING_TOO_LARGE',
      `the arrays need ${(bytes / 2 ** 30).toFixed(1)} GiB; 32-bit WebAssembly memory ends at 4 GiB`,
      'use fewer ratings or a smaller dimension; SGD needs half the memory of ALS; for ratings in Parquet, ulterior train --out-of-core needs one block at a time',
      { bytes },
    );
  }
  return Math.ceil(bytes / PAGE_BYTES);
}

export function arraysIn<L extends Layout>(layout: L, buffer: ArrayBuffer | SharedArrayBuffer): Arrays<L> {
  const arrays: Record<string, ArrayOf[ElementType]> = {};
  let at = FIRST_BYTE;
  for (const [name, { type, length }] of Object.entries(layout)) {
    // One call signature for both kinds of buffer.
    arrays[name] = new CONSTRUCTORS[type](buffer as ArrayBuffer, at, length);
    at = after(at, type, length);
  }
  return arrays as Arrays<L>;
}

function endOf(layout: Layout): number {
  let at = FIRST_BYTE;
  for (const { type, length } of Object.values(layout)) at = after(at, type, length);
  return at;
}

/** Every array starts at a multiple of 16 bytes: whole vectors, and no cache line split more than needed. */
function after(at: number, type: ElementType, length: number): number {
  return Math.ceil((at + length * CONSTRUCTORS[type].BYTES_PER_ELEMENT) / 16) * 16;
}
