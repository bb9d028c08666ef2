/**
 * The gallery: every example runs as it stands, and what it prints and draws is kept in docs/gallery, which the site shows. A
 * changed output fails: look at it, then run this file with -u. Build first.
 */
import { execFile } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { examples } from '../site/gallery.mjs';

const root = fileURLToPath(new URL('../', import.meta.url));
const sources = join(root, 'examples/gallery');
const kept = join(root, 'docs/gallery');
const folder = mkdtempSync(join(tmpdir(), 'ulterior-gallery-'));
afterAll(() => rmSync(folder, { recursive: true }));

/** The last digits of places in a picture differ from machine to machine. What is written between the tags stays as it is. */
const steady = (text: string) =>
  text.replaceAll(/>[^<]*<|-?\d+\.\d{3,}/g, (part) =>
    part.startsWith('>') ? part : String(Number(Number(part).toFixed(2))),
  );

describe('every example', () => {
  it('has its place', () => {
    const files = readdirSync(sources).filter((name) => name.endsWith('.mjs'));
    expect(examples.map(({ name }) => `${name}.mjs`).sort()).toEqual(files.sort());
    const outputs = examples.flatMap(({ name }) => [`${name}.svg`, `${name}.txt`]);
    expect(readdirSync(kept).sort()).toEqual(outputs.sort());
    expect(examples.length).toBeGreaterThanOrEqual(15);
  });

  it.each(examples)('is short, and uses what everybody can: $name', ({ code, sentence, title, imports }) => {
    expect(code.split('\n').length).toBeLessThanOrEqual(52);
    expect(title).not.toMatch(/\.$/);
    expect(sentence).toMatch(/^[A-Z"].*\.$/);
    const others = [...code.matchAll(/from '([^']+)'/g)].map(([, from]) => from!).filter((from) => !imports.has(from));
    expect(others.filter((from) => !/^node:|^\.\/support\//.test(from))).toEqual([]);
  });
});

describe('run', () => {
  const printed = new Map<string, string>();
  beforeAll(async () => {
    // One process for all: most of the time is starting and compiling.
    const all = examples.map(
      ({ name }) => `console.log('# ${name}');\nawait import('${pathToFileURL(join(sources, name))}.mjs');\n`,
    );
    writeFileSync(join(folder, 'all.mjs'), all.join(''));
    const { FORCE_COLOR: _, ...environment } = process.env;
    const { stdout } = await promisify(execFile)(process.execPath, ['all.mjs'], {
      cwd: folder,
      env: { ...environment, NO_COLOR: '1' },
    });
    for (const part of stdout.split(/^# /m).slice(1)) {
      const [name, ...lines] = part.split('\n');
      printed.set(name!, lines.join('\n'));
    }
  });

  it.each(examples)('prints and draws what is kept: $name', async ({ name }) => {
    const picture = readFileSync(join(folder, `${name}.svg`), 'utf8');
    expect(picture).toMatch(/^<svg/);
    expect(printed.get(name)).not.toBe('');
    for (const [kind, text] of [
      ['txt', printed.get(name)!],
      ['svg', steady(picture)],
    ] as const) {
      const file = join(kept, `${name}.${kind}`);
      // Where every test must run, one may not make up what it expects.
      if (process.env['ULTERIOR_REQUIRE_ALL'] !== undefined) expect(existsSync(file), file).toBe(true);
      await expect(text).toMatchFileSnapshot(file);
    }
  });
});
