/**
 * Work that must not hold up requests, nor take the process down with it: in a thread of its own, ended when it takes too
 * long or too much memory. Threads run compiled code, also when this file runs from the sources.
 */

import { Worker } from 'node:worker_threads';
import { type Carried, packError, type UlteriorError, unpackError } from 'ulterior/service-parts';
import { serviceFile } from './servicePackage.ts';

type ThreadFile = 'data/inspectThread' | 'audits/reportThread' | 'audits/auditThread' | 'interviews/viewThread';

/** What a thread says at its end. */
export type Outcome<Result> = Carried<Result>;

interface ThreadLimits {
  readonly seconds: number;
  readonly megabytes: number;
  /** The error where a limit is reached. */
  readonly tooCostly: (reason: 'time' | 'memory') => UlteriorError;
}

/** `temporary`: the folder for its temporary files, and for those of its own threads; the system's if left out. */
export function openThread(file: ThreadFile, input: unknown, megabytes: number, temporary?: string): Worker {
  const path = serviceFile(`dist/server/${file}.js`);
  return new Worker(path, {
    workerData: input,
    // Its own options and environment: what a test runner or the operator set for this process is not for it.
    execArgv: [],
    env: temporary === undefined ? process.env : { ...process.env, TMPDIR: temporary, TEMP: temporary, TMP: temporary },
    resourceLimits: { maxOldGenerationSizeMb: megabytes },
  });
}

export async function runInThread<Result>(file: ThreadFile, input: unknown, limits: ThreadLimits): Promise<Result> {
  const worker = openThread(file, input, limits.megabytes);
  let timer: NodeJS.Timeout | undefined;
  try {
    const outcome = await new Promise<Outcome<Result>>((resolve, reject) => {
      timer = setTimeout(() => reject(limits.tooCostly('time')), 1000 * limits.seconds);
      worker.once('message', resolve);
      worker.once('error', (error) => reject(isOutOfMemory(error) ? limits.tooCostly('memory') : error));
      worker.once('exit', () => reject(new Error(`the thread ${file} ended without a word`)));
    });
    return resultOf(outcome);
  } finally {
    clearTimeout(timer);
    await worker.terminate();
  }
}

export function resultOf<Result>(outcome: Outcome<Result>): Result {
  if (outcome.kind === 'done') return outcome.output;
  throw unpackError(outcome.error);
}

export function isOutOfMemory(error: unknown): boolean {
  return (error as { code?: unknown }).code === 'ERR_WORKER_OUT_OF_MEMORY';
}

/** In a thread: what the work gives, or why it failed. */
export async function outcomeOf<Result>(work: () => Promise<Result> | Result): Promise<Outcome<Result>> {
  try {
    return { kind: 'done', output: await work() };
  } catch (error) {
    return { kind: 'failed', error: packError(error) };
  }
}
