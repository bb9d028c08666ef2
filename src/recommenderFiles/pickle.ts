/**
 * Pickles of Python, recognised by their bytes and never read: loading one runs whatever code it names. Most toolkits save
 * their models so; `docs/export` has ten lines for each that write numbers instead.
 *
 *     pickle           0x80, then the protocol, 2 to 5
 *     PyTorch          a zip archive with data.pkl in it
 *     joblib           a pickle, often inside zlib or gzip
 */

import { UlteriorError } from '../errors/index.ts';

/** The older protocols, which are text, have no mark; there the name decides. */
const PICKLE_NAMES = /\.(pkl|pickle|joblib|pt|pth|ckpt)(\.(gz|z|bz2|xz|lzma))?$/i;

/** `head`: the beginning of the file, unpacked where it was packed. */
export function isPickle(head: Uint8Array): boolean {
  return head[0] === 0x80 && head[1]! >= 2 && head[1]! <= 5;
}

export function isNamedLikePickle(path: string): boolean {
  return PICKLE_NAMES.test(path);
}

/** Whether the names in a zip archive are those of a PyTorch file. */
export function holdsPickle(names: readonly string[]): boolean {
  return names.some((name) => /(^|\/)data\.pkl$|\.(pkl|pickle)$/i.test(name));
}

export function pickleRefused(file: string, what = 'a pickle of Python'): UlteriorError {
  return new UlteriorError(
    'PICKLE_REFUSED',
    `"${file}" is ${what}: reading it would run code that it names`,
    'write the vectors as numbers, with the ten lines for your toolkit in docs/export/README.md',
    { file },
  );
}
