/**
 * A file of the tests with all sources that it needs, as one module: packages stay outside. `change` may change the text of each
 * file, given its path.
 */
import { readFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { build } from 'esbuild';

export async function bundleSources(entry, change = (text) => text) {
  const sources = {
    name: 'sources',
    setup: (on) => {
      on.onLoad({ filter: /\/(src|test)\/.*\.ts$/ }, ({ path }) => {
        // Each module finds the files of its package from where it was.
        const here = JSON.stringify(pathToFileURL(path).href);
        const contents = readFileSync(path, 'utf8').replaceAll('import.meta.url', here);
        return { contents: change(contents, path), loader: 'ts' };
      });
    },
  };
  const built = await build({
    entryPoints: [entry],
    write: false,
    bundle: true,
    format: 'esm',
    platform: 'node',
    target: 'node20.19',
    packages: 'external',
    // The sources, or there were two of every error.
    alias: { 'ulterior/service-parts': './src/serviceParts.ts' },
    sourcemap: 'inline',
    logLevel: 'warning',
    plugins: [sources],
  });
  return built.outputFiles[0].text;
}
