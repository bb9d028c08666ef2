/** Vectors of people as an archive of NumPy: `user_factors` in double precision and `user_ids`, which `readVectors` and numpy.load read. */
import { zipSync } from 'fflate';
import type { Vectors } from '../../ratings/index.ts';

export function npzOfVectors({ ids, dimension, values }: Vectors): Uint8Array {
  const numbers = Float64Array.from(values);
  const letters = Math.max(...ids.map((id) => [...id].length));
  const texts = new Uint32Array(ids.length * letters);
  for (const [n, id] of ids.entries())
    texts.set(
      Array.from(id, (letter) => letter.codePointAt(0)!),
      n * letters,
    );
  return zipSync({
    'user_factors.npy': npyOf('<f8', `(${ids.length}, ${dimension})`, numbers),
    'user_ids.npy': npyOf(`<U${letters}`, `(${ids.length},)`, texts),
  });
}

/** Version 1.0; header and data begin at a multiple of 64 bytes. */
function npyOf(type: string, shape: string, values: Float64Array | Uint32Array): Uint8Array {
  const said = `{'descr': '${type}', 'fortran_order': False, 'shape': ${shape}, }`;
  const length = Math.ceil((10 + said.length + 1) / 64) * 64 - 10;
  const header = `${said.padEnd(length - 1)}\n`;
  const bytes = new Uint8Array(10 + length + values.byteLength);
  bytes.set([0x93, 0x4e, 0x55, 0x4d, 0x50, 0x59, 1, 0, length % 256, Math.floor(length / 256)]);
  bytes.set(new TextEncoder().encode(header), 10);
  bytes.set(new Uint8Array(values.buffer, values.byteOffset, values.byteLength), 10 + length);
  return bytes;
}
