/**
 * Makes the files of an empty database, once, for the package: service/dist/emptyDatabase.br, which a first start unpacks
 * (service/src/store/databases/emptyDatabase.ts). The programs that make them take about 700 MiB of memory together. A small
 * container has no room for that.
 */
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync, constants } from 'node:zlib';
import { PGlite } from '@electric-sql/pglite';

const folder = mkdtempSync(join(tmpdir(), 'ulterior-database-'));
try {
  const dataDir = join(folder, 'database');
  // Small log files: those of erased rows are deleted whole.
  const pglite = await PGlite.create({ dataDir, initDbStartParams: ['--wal-segsize=1'] });
  await pglite.exec('checkpoint');
  await pglite.close();
  writeFileSync('service/dist/emptyDatabase.br', packed(dataDir));
} finally {
  rmSync(folder, { recursive: true });
}

/** How long the list of files is, the list, and what is in them, one after another. A folder has no size. */
function packed(root) {
  const entries = readdirSync(root, { recursive: true, withFileTypes: true });
  const files = entries
    .map((entry) => ({ path: join(entry.parentPath, entry.name), isFolder: entry.isDirectory() }))
    .sort((one, other) => (one.path < other.path ? -1 : 1))
    .map(({ path, isFolder }) => {
      const name = path.slice(root.length + 1).replaceAll('\\', '/');
      return isFolder ? { name } : { name, contents: readFileSync(path) };
    });
  const list = Buffer.from(JSON.stringify(files.map(({ name, contents }) => ({ name, size: contents?.length }))));
  const length = Buffer.alloc(4);
  length.writeUInt32LE(list.length);
  const bytes = Buffer.concat([length, list, ...files.flatMap(({ contents }) => contents ?? [])]);
  return brotliCompressSync(bytes, {
    params: { [constants.BROTLI_PARAM_QUALITY]: 9, [constants.BROTLI_PARAM_LGWIN]: 24 },
  });
}
