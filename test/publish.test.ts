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
    const declared = entries
      .map(({ types }) => types.replace('../', ''))
      .filter((path) => !path.startsWith('service/'));
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

describe('the package of the service', () => {
  const words = ['pack', '--workspace', 'ulterior-service', '--dry-run', '--json', '--ignore-scripts', '--offline'];
  const said = JSON.parse(execFileSync('npm', words, { cwd: root, encoding: 'utf8', stdio: 'pipe' }));
  const [packed] = said as [{ readonly files: readonly { readonly path: string }[] }];
  const paths = packed.files.map(({ path }) => path);

  it('has its entries, its threads, the page of the administrator, and what says whose it is', () => {
    const { exports } = JSON.parse(read('service/package.json'));
    const declared = Object.values<string | { types: string; default: string }>(exports).flatMap((target) =>
      typeof target === 'string' ? [target] : [target.types, target.default],
    );
    const needed = declared.map((path) => path.replace('./', ''));
    needed.push('README.md', 'LICENSE', 'dist/server/audits/auditThread.js', 'dist/page/admin.html');
    expect(needed.filter((path) => !paths.includes(path))).toEqual([]);
    expect(read('service/LICENSE')).toBe(read('LICENSE'));
  });

  it('has no tests, sources, maps or notes of the compiler', () => {
    expect([...new Set(paths.map((path) => path.split('/')[0]))].sort()).toEqual([
      'LICENSE',
      'README.md',
      'dist',
      'package.json',
    ]);
    expect(paths.filter((path) => /\.test\.|\.map$|\.tsbuildinfo$|(?<!\.d)\.ts$/.test(path))).toEqual([]);
  });
});

describe('the version', () => {
  it('is the same wherever it is named, and release-version.mjs finds each place', () => {
    const service = JSON.parse(read('service/package.json'));
    expect([service.version, service.peerDependencies.ulterior]).toEqual([manifest.version, manifest.version]);
    expect(jsr.version).toBe(manifest.version);
    expect(read('CITATION.cff')).toContain(`\nversion: ${manifest.version}\n`);
    expect(read('src/version/version.ts')).toContain(`VERSION = '${manifest.version}'`);
    const script = read('scripts/release-version.mjs');
    for (const path of ['jsr.json', 'CITATION.cff', 'src/version/version.ts', 'service/package.json'])
      expect(script).toContain(`'${path}'`);
  });

  it('is counted by changesets; the changelog is written by hand', () => {
    const config = JSON.parse(read('.changeset/config.json'));
    expect([config.baseBranch, config.access, config.changelog]).toEqual(['main', 'public', false]);
  });
});

describe('JSR', () => {
  it('gets the entries that need no database, from their sources', () => {
    const published = entries.map(({ text }) => text).filter((entry) => !entry.startsWith('ulterior-service'));
    expect(published.map((entry) => entry.replace('ulterior', '.')).sort()).toEqual(Object.keys(jsr.exports).sort());
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
    expect(publishing.slice(-6).map((step) => step.includes('--dry-run'))).toEqual([
      true,
      true,
      true,
      false,
      false,
      false,
    ]);
    expect(publishing.slice(-3, -1)).toEqual([
      'npm publish --provenance --access public',
      'npm publish --workspace ulterior-service --provenance --access public',
    ]);
  });
});
