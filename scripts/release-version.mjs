/** Copies the version of package.json to the other places that name it. Run after `npx @changesets/cli version`. */
import { readFileSync, writeFileSync } from 'node:fs';

const file = (path) => new URL(`../${path}`, import.meta.url);
const { version } = JSON.parse(readFileSync(file('package.json'), 'utf8'));

/** Each place by the pattern around the version. */
const PLACES = {
  'src/version/version.ts': /(VERSION = ')[^']+(')/,
  'CITATION.cff': /(^version: ).+($)/m,
  'jsr.json': /("version": ")[^"]+(")/,
};
for (const [path, pattern] of Object.entries(PLACES)) {
  const text = readFileSync(file(path), 'utf8');
  if (!pattern.test(text)) throw new Error(`${path} does not name a version`);
  writeFileSync(file(path), text.replace(pattern, `$1${version}$2`));
}
