/** What a registry gets: the right files, one version everywhere, and a workflow that can sign where it was built. */
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { entries } from '../site/contents.mjs';

const root = fileURLToPath(new URL('../', import.meta.url));
const read = (path: string) => readFileSync(`${root}${path}`, 'utf8');
const manifest = JSON.parse(read('package.json'));
const jsr = JSON.parse(read('jsr.json'));

describe('the files', () => {
  const words = ['pack', '--dry-run', '--json', '--ignore-scripts', '--offline'];
  const [packed] = JSON.parse(execFileSync('npm', words, { cwd: root, encoding: 'utf8', stdio: 'pipe' })) as [
    { readonly size: number; readonly files: readonly { readonly path: string }[] },
  ];
  const paths = packed.files.map(({ path }) => path);

  it('are those that somebody needs who installs the package', () => {
    const declared = entries.map(({ types }) => types.replace('../', ''));
    const needed = [
      'README.md',
      'LICENSE',
      'CHANGELOG.md',
      'dist/cli/main.js',
      'wasm/kernels.shared.wasm',
      ...declared,
    ];
    expect(needed.filter((path) => !paths.includes(path))).toEqual([]);
  });

  it('are no others: no tests, sources, maps, examples or data', () => {
    const folders = new Set(paths.map((path) => (path.includes('/') ? path.split('/')[0] : '')));
    expect([...folders].sort()).toEqual(['', 'deploy', 'dist', 'docs', 'models', 'spark', 'wasm']);
    expect(paths.filter((path) => /\.test\.|\.map$|\.tsbuildinfo$|\.ipynb$/.test(path))).toEqual([]);
  });
});

describe('the version', () => {
  it('is the same wherever it is named, and release-version.mjs finds each place', () => {
    expect(jsr.version).toBe(manifest.version);
    expect(read('CITATION.cff')).toContain(`\nversion: ${manifest.version}\n`);
    expect(read('src/version/version.ts')).toContain(`VERSION = '${manifest.version}'`);
    const script = read('scripts/release-version.mjs');
    for (const path of ['jsr.json', 'CITATION.cff', 'src/version/version.ts']) expect(script).toContain(`'${path}'`);
  });

  it('is counted by changesets; the changelog is written by hand', () => {
    const config = JSON.parse(read('.changeset/config.json'));
    expect([config.baseBranch, config.access, config.changelog]).toEqual(['main', 'public', false]);
  });
});

describe('JSR', () => {
  it('gets the entries that need no database, from their sources', () => {
    const published = entries.map(({ text }) => text.replace('ulterior', '.'));
    const left = published.filter((entry) => !(entry in jsr.exports));
    expect(left).toEqual(['./store', './service']);
    for (const source of Object.values<string>(jsr.exports))
      expect([source, existsSync(root + source)]).toEqual([source, true]);
  });
});

describe('the workflow', () => {
  const { on, permissions, jobs } = parse(read('.github/workflows/publish.yml'));
  const steps: string[] = jobs.publish.steps.flatMap(({ run }: { readonly run?: string }) => run ?? []);

  it('runs for tags alone, with the right to an identity and no other', () => {
    expect(on).toEqual({ push: { tags: ['v*'] } });
    expect(permissions).toEqual({ contents: 'read', 'id-token': 'write' });
    expect(read('.github/workflows/publish.yml')).not.toContain('secrets.');
  });

  it('tries both registries before it publishes to either, with provenance', () => {
    const publishing = steps.filter((step) => step.includes('publish ') || step.endsWith('publish'));
    expect(publishing.slice(-4).map((step) => step.includes('--dry-run'))).toEqual([true, true, false, false]);
    expect(publishing.at(-2)).toBe('npm publish --provenance --access public');
  });
});
