/**
 * What users run, from the compiled modules of build/: every entry of package.json, the command line and the files that
 * threads start, with the modules they share in dist/chunks. A process then reads a dozen files instead of some eight
 * hundred, which takes less than half the time. All entries are bundled together, so that a plug-in that imports
 * `ulterior` and the command line that loads it have the same modules. Packages stay outside.
 */
import { readdirSync, readFileSync, rmSync } from 'node:fs';
import { build } from 'esbuild';

const { bin, exports } = JSON.parse(readFileSync('package.json', 'utf8'));
const threads = readdirSync('build/service', { recursive: true }).filter((name) => name.endsWith('Thread.js'));
const files = [
  ...Object.values(exports).flatMap((entry) => entry.default ?? []),
  ...Object.values(bin),
  'dist/runtime/worker.js',
  ...threads.map((name) => `dist/service/${name}`),
];

const common = {
  bundle: true,
  format: 'esm',
  platform: 'node',
  target: 'node20.19',
  packages: 'external',
  logLevel: 'warning',
};

rmSync('dist/chunks', { recursive: true, force: true });
await build({
  ...common,
  entryPoints: files.map((file) => file.replace(/^(\.\/)?dist\//, 'build/')),
  outbase: 'build',
  outdir: 'dist',
  chunkNames: 'chunks/[name]-[hash]',
  splitting: true,
});
// What the repository alone runs, from its sources: no part of the package.
await build({ ...common, entryPoints: ['scripts/reproduce/main.ts'], outfile: 'build/reproduce.js' });
