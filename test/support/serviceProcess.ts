/** The service in processes of their own: the built program as people start it, or with options that it does not have. */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { WorkerOptions } from '../../service/src/server/index.ts';
import type { StoreLocation, StoreOptions } from '../../service/src/store/index.ts';

const file = (path: string) => fileURLToPath(new URL(`../../${path}`, import.meta.url));
const PROGRAM = file('dist/cli/main.js');
const SCRIPT = file('scripts/serviceProcess.mjs');

export interface ServiceProcess {
  readonly pid: number;
  /** Where it listens; '' of a worker. */
  readonly url: string;
  /** A key of the administrator, if it has made one. */
  readonly key: string | undefined;
  /** All that it printed so far: on standard output, and on standard error. */
  output(): string;
  complaints(): string;
  /** With no chance to tidy up; resolves when it is gone. */
  kill(): Promise<void>;
  /** Asks it to end; its exit status, null where it had to be killed after all. */
  end(): Promise<number | null>;
}

/** `ulterior serve` on any free port. */
export async function serveProgram(location: StoreLocation, words: readonly string[] = []): Promise<ServiceProcess> {
  const command = [PROGRAM, 'serve', '--port', '0', '--log', 'error', ...words];
  const text = 'folder' in location ? ['--store', location.folder] : [];
  const running = await start([...command, ...text], location, /Stop with Ctrl/);
  return {
    ...running,
    url: /is running: (\S+)/.exec(running.output())![1]!,
    key: /ulk_\S+/.exec(running.output())?.[0],
  };
}

/** `ulterior serve work`; `url` is where its status is, if it has one. */
export async function workProgram(location: StoreLocation, words: readonly string[] = []): Promise<ServiceProcess> {
  const text = 'folder' in location ? ['--store', location.folder] : [];
  const running = await start([PROGRAM, 'serve', 'work', ...words, ...text], location, /Stop with Ctrl/);
  return { ...running, url: /figures: (\S+)\/health/.exec(running.output())?.[1] ?? '', key: undefined };
}

export interface ScriptOptions {
  readonly role: 'server' | 'worker';
  readonly store?: StoreOptions;
  readonly worker?: WorkerOptions;
  /** Whether to make a key. */
  readonly key?: boolean;
  /** Where it writes temporary files, if not where all do. */
  readonly temporary?: string;
  /** With process numbers of its own, as in a container: it has number 1. */
  readonly ownNumbers?: boolean;
}

export async function serveScript(location: StoreLocation, options: ScriptOptions): Promise<ServiceProcess> {
  const { temporary, ownNumbers = false, ...given } = options;
  const words = [SCRIPT, JSON.stringify({ location, ...given })];
  const running = await start(words, location, /\n/, ownNumbers ? ['unshare', ...OWN_NUMBERS] : [], temporary);
  return { ...running, url: '', key: undefined, ...JSON.parse(running.output()) };
}

type Started = Omit<ServiceProcess, 'url' | 'key'>;

const OWN_NUMBERS = ['--pid', '--fork', '--kill-child'];

/** Why no process can have numbers of its own here, if that is so. */
export const numbersMissing =
  spawnSync('unshare', [...OWN_NUMBERS, 'true']).status === 0 ? undefined : 'unshare is not allowed';

/** Resolves when it has printed that; rejects where it ends before. `around`: the words of a program that starts it. */
async function start(
  words: readonly string[],
  location: StoreLocation,
  ready: RegExp,
  around: readonly string[] = [],
  temporary?: string,
): Promise<Started> {
  const [command, ...rest] = [...around, process.execPath, ...words];
  const env = { ...environment(location), ...(temporary && { TMPDIR: temporary }) };
  const child = spawn(command!, rest, { stdio: ['ignore', 'pipe', 'pipe'], env });
  let output = '';
  let complaints = '';
  child.stderr.on('data', (chunk) => {
    complaints += chunk;
  });
  const gone = new Promise<number | null>((resolve) => child.once('close', resolve));
  await new Promise<void>((resolve, reject) => {
    child.stdout.on('data', (chunk) => {
      output += chunk;
      if (ready.test(output)) resolve();
    });
    void gone.then((status) => reject(new Error(`it ended with ${status}: ${output}${complaints}`)));
  });
  return {
    pid: child.pid!,
    output: () => output,
    complaints: () => complaints,
    kill: async () => {
      child.kill('SIGKILL');
      await gone;
    },
    end: () => ended(child, gone),
  };
}

/** Longer than any request in hand takes. */
const PATIENCE = 60_000;

async function ended(child: ChildProcess, gone: Promise<number | null>): Promise<number | null> {
  child.kill('SIGTERM');
  const timer = setTimeout(() => child.kill('SIGKILL'), PATIENCE);
  const status = await gone;
  clearTimeout(timer);
  return status;
}

function environment(location: StoreLocation): NodeJS.ProcessEnv {
  // The test runner sets FORCE_COLOR for itself.
  return { ...process.env, FORCE_COLOR: '', DATABASE_URL: 'url' in location ? location.url : '' };
}
