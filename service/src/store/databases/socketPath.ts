/** Sockets that have a name in a folder. A name that is too long is shortened by way of the open folder, where the system has that. */
import { closeSync, openSync } from 'node:fs';
import { join } from 'node:path';

/** Of the name of a socket, in bytes: 104 on macOS and 108 on Linux, with a 0 at the end. */
const LONGEST_NAME = 100;

/** Under which name it can be opened until it is released. */
export function socketPath(folder: string, name: string): { readonly name: string; release(): void } {
  const path = join(folder, name);
  if (Buffer.byteLength(path) <= LONGEST_NAME || process.platform !== 'linux') return { name: path, release: () => {} };
  const descriptor = openSync(folder, 'r');
  return { name: `/proc/self/fd/${descriptor}/${name}`, release: () => closeSync(descriptor) };
}
