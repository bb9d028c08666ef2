/**
 * Files that come with the package, from wherever this code runs: the sources, the compiled modules, or what is bundled
 * of them for users, where one file holds modules of many folders.
 */
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** The path of a file or folder of the package, given as seen from its root. */
export function packageFile(path: string): string {
  return fileURLToPath(new URL(path, root));
}

const root = nearestPackage(new URL('./', import.meta.url));

function nearestPackage(folder: URL): URL {
  return existsSync(new URL('package.json', folder)) ? folder : nearestPackage(new URL('../', folder));
}
