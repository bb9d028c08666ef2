/** What the package offers: a list that changes only on purpose, every name with a doc comment. Build first. */
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { entryPoints, packagesSeen, publicNames } from './support/declarations.ts';

const names = publicNames();
const entries = entryPoints().map(({ entry }) => entry);

describe('the public names', () => {
  it('are those of test/golden/public-names.txt; after a change on purpose: npx vitest run -u test/publicNames.test.ts', async () => {
    const listed = entries.map((entry) => {
      const own = names.filter((name) => name.entry === entry).map(({ name }) => `  ${name}`);
      return [`${entry}: ${own.length}`, ...own.sort(), ''].join('\n');
    });
    await expect(listed.join('\n')).toMatchFileSnapshot('golden/public-names.txt');
  });

  it('all have a doc comment', () => {
    expect(names.filter(({ documented }) => !documented).map(({ entry, name }) => `${entry}: ${name}`)).toEqual([]);
    expect(names.length).toBeGreaterThan(200);
  });

  it('stand in one entry each, so that there is one place to import from', () => {
    const seen = new Map<string, string[]>();
    for (const { entry, name } of names) seen.set(name, [...(seen.get(name) ?? []), entry]);
    // Helpers for tests may repeat what they are about.
    const twice = [...seen].filter(([, where]) => where.filter((entry) => entry !== 'ulterior/testing').length > 1);
    expect(twice).toEqual([]);
  });

  it('need no types of another package', () => {
    expect(packagesSeen()).toEqual([]);
  });

  it.each(entryPoints())('$entry lists what it offers', ({ declarations }) => {
    expect(readFileSync(declarations, 'utf8')).not.toMatch(/^export (?:type )?\*/m);
  });
});
