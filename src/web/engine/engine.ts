/** The page's side of the engine: `engine.run(name, input)` runs a job in the web worker. */
import { proxy, type Remote, wrap } from 'comlink';
import { unpackError } from '../../errors/index.ts';
import type { JobInput, JobName, JobOutput } from './api/index.ts';
import type { JobProgress } from './jobs/job.ts';
import type { Remote as EngineRemote, Outcome } from './worker.ts';

export interface RunOptions {
  readonly onProgress?: ((progress: JobProgress) => void) | undefined;
  /** Aborting it ends the job at its next task; the promise then fails with the signal's reason. */
  readonly signal?: AbortSignal | undefined;
}

let starting: Promise<Remote<EngineRemote>> | undefined;
let jobs = 0;

/** Starts the worker and its kernels; once. */
export function startEngine(): Promise<Remote<EngineRemote>> {
  starting ??= begin();
  return starting;
}

async function begin(): Promise<Remote<EngineRemote>> {
  const worker = new Worker(new URL('./worker.ts', import.meta.url), { type: 'module' });
  const failed = new Promise<never>((_, reject) => {
    worker.addEventListener('error', (event) => reject(new Error(event.message || 'the engine could not be loaded')));
  });
  const remote = wrap<EngineRemote>(worker);
  const response = await fetch(new URL('../../../wasm/kernels.plain.wasm', import.meta.url));
  if (!response.ok) throw new Error(`the kernels could not be loaded (${response.status})`);
  await Promise.race([remote.start(new Uint8Array(await response.arrayBuffer())), failed]);
  return remote;
}

async function run<Name extends JobName>(
  name: Name,
  input: JobInput<Name>,
  { onProgress = () => {}, signal }: RunOptions = {},
): Promise<JobOutput<Name>> {
  const remote = await startEngine();
  signal?.throwIfAborted();
  const id = ++jobs;
  const cancel = () => void remote.cancel(id);
  signal?.addEventListener('abort', cancel);
  try {
    const outcome: Outcome = await remote.run(id, name, input, proxy(onProgress));
    signal?.throwIfAborted();
    if (outcome.kind === 'done') return outcome.output as JobOutput<Name>;
    if (outcome.kind === 'cancelled') throw new Error('the job was cancelled');
    throw unpackError(outcome.error);
  } finally {
    signal?.removeEventListener('abort', cancel);
  }
}

export const engine = { run };
