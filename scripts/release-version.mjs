/** Copies the version of package.json to the other places that name it. Run after `npx @changesets/cli version`. */
import { readFileSync, writeFileSync } from 'node:fs';

const file = (path) => new URL(`../${path}`, import.meta.url);
const { version } = JSON.parse(readFileSync(file('package.json'), 'utf8'));

/** Each place by the pattern around the version. */
const PLACES = {
  'src/version/version.ts': /(VERSION = ')[^']+(')/,
  'CITATION.cff': /(^version: ).+($)/m,
  'jsr.json': /("version": ")[^"]+(")/,
  // Its own version, and the one version of the core that it works with.
  'service/package.json': /("(?:version|ulterior)": ")[^"]+(")/g,
};
for (const [path, pattern] of Object.entries(PLACES)) {
  const text = readFileSync(file(path), 'utf8');
  if (text.search(pattern) < 0) throw new Error(`${path} does not name a version`);
  writeFileSync(file(path), text.replace(pattern, `$1${version}$2`));
}
