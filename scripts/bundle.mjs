/**
 * What users run, from the compiled modules of build/: every entry of package.json, the command line and the files that
 * threads start, with the modules they share in dist/chunks. A process then reads a dozen files instead of some eight
 * hundred, which takes less than half the time. All entries are bundled together, so that a plug-in that imports
 * `ulterior` and the command line that loads it have the same modules. Packages stay outside, and so is this one to the
 * package of the service, which is bundled by itself: both have the same modules, too.
 */
import { readdirSync, readFileSync, rmSync } from 'node:fs';
import { build } from 'esbuild';

const common = {
  bundle: true,
  format: 'esm',
  platform: 'node',
  target: 'node20.19',
  packages: 'external',
  logLevel: 'warning',
};

/** `extra`: files in dist that are no entries. */
async function bundlePackage(folder, extra) {
  const { bin = {}, exports } = JSON.parse(readFileSync(`${folder}/package.json`, 'utf8'));
  const files = [...Object.values(exports).flatMap((entry) => entry.default ?? []), ...Object.values(bin), ...extra];
  rmSync(`${folder}/dist/chunks`, { recursive: true, force: true });
  await build({
    ...common,
    entryPoints: files.map((file) => file.replace(/^(\.\/)?dist\//, `${folder}/build/`)),
    outbase: `${folder}/build`,
    outdir: `${folder}/dist`,
    chunkNames: 'chunks/[name]-[hash]',
    splitting: true,
  });
}

await bundlePackage('.', ['dist/runtime/worker.js']);
const threads = readdirSync('service/build/server', { recursive: true }).filter((name) => name.endsWith('Thread.js'));
await bundlePackage(
  'service',
  threads.map((name) => `dist/server/${name}`),
);
// What the repository alone runs, from its sources: no part of the package.
await build({ ...common, entryPoints: ['scripts/reproduce/main.ts'], outfile: 'build/reproduce.js' });
