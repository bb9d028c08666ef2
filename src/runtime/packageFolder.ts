/**
 * Files that come with a package, from wherever its code runs: the sources, the compiled modules, or what is bundled
 * of them for users, where one file holds modules of many folders.
 */
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** The path of a file or folder of this package, given as seen from its root. */
export const packageFile = filesOfPackage(import.meta.url);

/** The same for the package that a module belongs to, given by its address. */
export function filesOfPackage(module: string): (path: string) => string {
  const root = nearestPackage(new URL('./', module));
  return (path) => fileURLToPath(new URL(path, root));
}

function nearestPackage(folder: URL): URL {
  return existsSync(new URL('package.json', folder)) ? folder : nearestPackage(new URL('../', folder));
}
