/** What the package offers: a list that changes only on purpose, every name with a doc comment. Build first. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { entryPoints, namesIn, packagesSeen, publicNames } from './support/declarations.ts';

/** It may only fall: what a user needs is a run, its spec and its records; parts of these are reached by indexed access. */
const MOST_NAMES = 150;

const names = publicNames();
const entries = entryPoints().map(({ entry }) => entry);

describe('the public names', () => {
  it('are those of test/golden/public-names.txt; after a change on purpose: npx vitest run test/publicNames.test.ts -u', async () => {
    const listed = entries.map((entry) => {
      const own = names.filter((name) => name.entry === entry).map(({ name }) => `  ${name}`);
      return [`${entry}: ${own.length}`, ...own.sort(), ''].join('\n');
    });
    await expect(listed.join('\n')).toMatchFileSnapshot('golden/public-names.txt');
  });

  it('all have a doc comment', () => {
    expect(names.filter(({ documented }) => !documented).map(({ entry, name }) => `${entry}: ${name}`)).toEqual([]);
  });

  it('are few: a reader can go through all of them, and a name that is a bag of others counts as its members', () => {
    const total = names.reduce((sum, { counts }) => sum + counts, 0);
    expect(total, `${total} public names`).toBeLessThanOrEqual(MOST_NAMES);
    expect(total).toBeGreaterThan(100);
  });

  it('are counted so that no bag hides others', () => {
    const folder = mkdtempSync(join(tmpdir(), 'ulterior-names-'));
    const [entry, other] = ['entry.d.ts', 'other.d.ts'].map((name) => join(folder, name));
    writeFileSync(
      other!,
      'export declare const a: number;\nexport declare const b: number;\nexport type C = string;\n',
    );
    const lines = [
      "export * as all from './other.js';",
      'export declare const tools: { one(): void; readonly two: () => void; readonly size: number };',
      'export declare const settings: { readonly size: number; readonly width: number };',
      'export declare function run(): void;',
    ];
    writeFileSync(entry!, lines.join('\n'));
    const counts = namesIn(entry!, 'x').map(({ name, counts: members }) => [name, members]);
    rmSync(folder, { recursive: true });
    expect(Object.fromEntries(counts)).toEqual({ all: 3, tools: 2, settings: 1, run: 1 });
  });

  it('stand in one entry each, so that there is one place to import from', () => {
    const seen = new Map<string, string[]>();
    for (const { entry, name } of names) seen.set(name, [...(seen.get(name) ?? []), entry]);
    expect([...seen].filter(([, where]) => where.length > 1)).toEqual([]);
  });

  it('need no types of another package', () => {
    expect(packagesSeen()).toEqual([]);
  });

  it.each(entryPoints())('$entry lists what it offers', ({ declarations }) => {
    expect(readFileSync(declarations, 'utf8')).not.toMatch(/^export (?:type )?\*/m);
  });
});
