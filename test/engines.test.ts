/** No package of the lock file needs a newer Node than package.json promises. */
import { readFileSync } from 'node:fs';
import semver from 'semver';
import { expect, it } from 'vitest';

const read = (path: string) => JSON.parse(readFileSync(new URL(`../${path}`, import.meta.url), 'utf8'));
const ours: string = read('package.json').engines.node;
const packages = Object.entries(
  read('package-lock.json').packages as Record<string, { engines?: { node?: string } | string[] }>,
);

/** What a package says it needs; some old ones say it in a list. */
function nodeOf(engines: { node?: string } | string[] | undefined): string {
  if (!Array.isArray(engines)) return engines?.node ?? '*';
  return engines.find((text) => text.startsWith('node'))?.replace('node', '') ?? '*';
}

it('every package runs on every Node that package.json names', () => {
  const newer = packages.filter(([path, { engines }]) => path !== '' && !semver.subset(ours, nodeOf(engines)));
  expect(newer.map(([path, { engines }]) => `${path} needs Node ${nodeOf(engines)}`)).toEqual([]);
  expect(packages.length).toBeGreaterThan(100);
});

it('the check finds what it is there for', () => {
  expect(semver.subset(ours, '>=22')).toBe(false);
  expect(semver.subset(ours, '>=20.20')).toBe(false);
  expect(semver.subset(ours, nodeOf(['node >= 18']))).toBe(true);
});
