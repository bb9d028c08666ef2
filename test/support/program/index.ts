/**
 * The built program (`dist/cli/main.js`) as a shell would call it: words, environment, folder and input go in; status and
 * what was printed come out. `ulterior` calls it in a process that stays between calls, because starting one and warming it
 * up takes longer than most commands; there, measurements draw no charts unless `drawn` is set, because that would be most of
 * their work. `freshUlterior` starts a process of its own: for flags of Node and plug-ins, and where the process itself is
 * what is tested.
 */
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { MessageChannel, receiveMessageOnPort, Worker } from 'node:worker_threads';

export const PROGRAM = fileURLToPath(new URL('../../../dist/cli/main.js', import.meta.url));

/** `npm run reproduce`, as it is built. */
export const REPRODUCE = fileURLToPath(new URL('../../../build/reproduce.js', import.meta.url));

export interface CallOptions {
  readonly env?: Readonly<Record<string, string | undefined>>;
  readonly cwd?: string;
  /** What it can read from its standard input. */
  readonly input?: string;
}

interface StayingOptions extends CallOptions {
  readonly drawn?: boolean;
}

interface FreshOptions {
  readonly node?: readonly string[];
  readonly program?: string;
}

export interface Called {
  readonly status: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** The test runner sets FORCE_COLOR for itself. */
const environment = (env: CallOptions['env']) => ({ ...process.env, FORCE_COLOR: '', NO_COLOR: '', ...env });

export function freshUlterior(
  words: readonly string[],
  { env, cwd, input = '', node = [], program = PROGRAM }: CallOptions & FreshOptions = {},
): Called {
  const { status, stdout, stderr } = spawnSync(process.execPath, [...node, program, ...words], {
    encoding: 'utf8',
    env: environment(env),
    cwd,
    input,
  });
  return { status, stdout, stderr: withoutProgress(stderr) };
}

/** How far long work is, is said after half a minute: on a busy machine where otherwise nothing is. And what a first look found. */
const withoutProgress = (stderr: string) =>
  stderr
    .replaceAll(/^Preliminary: .* The audit goes on, and its report replaces this\.\n/gm, '')
    .replaceAll(/^[a-z ]+: (?:\d+% done, about .* left|\d+ (?:s|min) so far)(?: \(.*\))?\n/gm, '');

const LONGEST = 600_000;
let line: ReturnType<typeof open> | undefined;

/** A thread that talks to the process while this one waits: tests read better when a call is not a promise. */
function open() {
  const { port1, port2 } = new MessageChannel();
  const done = new Int32Array(new SharedArrayBuffer(4));
  const worker = new Worker(new URL('thread.mjs', import.meta.url), {
    workerData: { port: port2, done, program: PROGRAM },
    transferList: [port2],
    execArgv: [],
  });
  worker.unref();
  port1.unref();
  return { port: port1, done };
}

export function ulterior(
  words: readonly string[],
  { env, cwd, input = '', drawn = false }: StayingOptions = {},
): Called {
  line ??= open();
  const { port, done } = line;
  Atomics.store(done, 0, 0);
  const pictures = drawn ? {} : { ULTERIOR_PICTURES: 'no' };
  port.postMessage({ words, env: environment({ ...pictures, ...env }), cwd: cwd ?? process.cwd(), input });
  if (Atomics.wait(done, 0, 0, LONGEST) === 'timed-out') {
    line = undefined;
    throw new Error(`no end of: ulterior ${words.join(' ')}`);
  }
  const called: Called = receiveMessageOnPort(port)!.message;
  return { ...called, stderr: withoutProgress(called.stderr) };
}
