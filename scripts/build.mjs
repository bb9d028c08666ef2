/**
 * Builds everything: kernels, program, an empty database, pages. All but the program are built only where something they
 * are made from has changed since, or something they consist of: most of the time of a build would otherwise go into making
 * the same pages.
 * The compiler looks after the program by itself.
 */
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const STAMPS = 'build/stamps.json';
const stamps = existsSync(STAMPS) ? JSON.parse(readFileSync(STAMPS, 'utf8')) : {};

function filesIn(path) {
  if (!existsSync(path)) return [];
  if (!statSync(path).isDirectory()) return [path];
  const names = readdirSync(path, { recursive: true }).map((name) => join(path, name));
  return names.filter((name) => statSync(name).isFile()).sort();
}

/** Sources by what they say, what was made of them by when it was written. */
function stampOf({ from, to }) {
  const hash = createHash('sha256').update(process.env['ULTERIOR_PAGE_URL'] ?? '');
  for (const path of from.flatMap(filesIn)) {
    if (!path.endsWith('.test.ts')) hash.update(`\0${path}\0`).update(readFileSync(path));
  }
  for (const path of to.flatMap(filesIn)) hash.update(`\0${path}\0${statSync(path).mtimeMs}\0${statSync(path).size}`);
  return hash.digest('hex');
}

function run(script) {
  const { status } = spawnSync('npm', ['run', script], { stdio: 'inherit', shell: process.platform === 'win32' });
  if (status !== 0) process.exit(status ?? 1);
}

function runIfChanged(script, files) {
  if (stamps[script] === stampOf(files)) return;
  run(script);
  stamps[script] = stampOf(files);
  mkdirSync('build', { recursive: true });
  writeFileSync(STAMPS, JSON.stringify(stamps));
}

const packages = 'package-lock.json';
runIfChanged('build:wasm', { from: ['assembly', 'scripts/build-wasm.mjs', packages], to: ['wasm'] });
run('build:ts');
runIfChanged('build:database', {
  from: ['scripts/empty-database.mjs', packages],
  to: ['service/dist/emptyDatabase.br'],
});
runIfChanged('build:web', {
  from: [
    'src',
    'service/src/admin',
    'models',
    'wasm',
    'vite.config.ts',
    'service/vite.config.ts',
    'scripts/pageUrl.mjs',
    packages,
  ],
  to: ['dist/web', 'service/dist/page'],
});
run('build:sbom');
