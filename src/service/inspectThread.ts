/** Entry of the thread that reads what was handed in. */
import { parentPort, workerData } from 'node:worker_threads';
import { inspectData } from './inspectData.ts';
import { inspectModel } from './inspectModel.ts';
import type { Limits } from './limits.ts';
import { outcomeOf } from './thread.ts';
import type { Inspection } from './uploads.ts';

const { what, bytes, limits } = workerData as { what: Inspection; bytes: Uint8Array; limits: Limits };

parentPort!.postMessage(
  await outcomeOf<unknown>(() => (what === 'model' ? inspectModel(bytes, limits) : inspectData(bytes, limits))),
);
