/** The bills of materials name what comes with each package, in the versions of the lock file, and nothing that is not there. */
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { beforeAll, describe, expect, it } from 'vitest';

interface Bill {
  readonly bomFormat: string;
  readonly metadata: { readonly component: { readonly name: string; readonly version: string } };
  readonly components: readonly {
    readonly name: string;
    readonly version: string;
    readonly hashes?: readonly object[];
  }[];
}

const read = (path: string) => JSON.parse(readFileSync(new URL(`../${path}`, import.meta.url), 'utf8'));
const locked: Record<string, { version?: string; link?: boolean }> = read('package-lock.json').packages;

describe.each(['', 'service/'])('of the package in %j', (folder) => {
  let bill: Bill;
  let written: string;
  const manifest = read(`${folder}package.json`);
  const path = new URL(`../${folder}dist/sbom.cdx.json`, import.meta.url);
  beforeAll(() => {
    execFileSync('node', ['scripts/sbom.mjs']);
    written = readFileSync(path, 'utf8');
    bill = JSON.parse(written);
  });

  it('is about this version, in the CycloneDX format', () => {
    expect(bill.bomFormat).toBe('CycloneDX');
    expect(bill.metadata.component).toMatchObject({ name: manifest.name, version: manifest.version });
  });

  it('has every dependency, with a checksum and the version of the lock file', () => {
    for (const [name, range] of Object.entries<string>(manifest.dependencies)) {
      expect(
        bill.components.find((one) => one.name === name),
        name,
      ).toMatchObject({ name, version: range });
    }
    const versions = new Map<string, Set<string | undefined>>();
    for (const [place, { version }] of Object.entries(locked)) {
      const name = place.split('node_modules/').at(-1)!;
      versions.set(name, (versions.get(name) ?? new Set()).add(version));
    }
    for (const { name, version, hashes } of bill.components) {
      expect(versions.get(name)?.has(version), name).toBe(true);
      expect(hashes?.length, name).toBeGreaterThan(0);
    }
  });

  it('names no tool of development', () => {
    expect(bill.components.filter(({ name }) => /^(vitest|@biomejs|typescript|playwright-core)/.test(name))).toEqual(
      [],
    );
  });

  it('is the same again: no time and no number of its own', () => {
    execFileSync('node', ['scripts/sbom.mjs']);
    expect(readFileSync(path, 'utf8')).toBe(written);
  });
});
