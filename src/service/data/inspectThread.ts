/** Entry of the thread that reads what was handed in. */
import { parentPort, workerData } from 'node:worker_threads';
import { inspectModel } from '../models/inspectModel.ts';
import type { Limits } from '../process/limits.ts';
import { outcomeOf } from '../process/thread.ts';
import { inspectData } from './inspectData.ts';
import type { Inspection } from './uploads.ts';

const { what, bytes, limits } = workerData as { what: Inspection; bytes: Uint8Array; limits: Limits };

parentPort!.postMessage(
  await outcomeOf<unknown>(() => (what === 'model' ? inspectModel(bytes, limits) : inspectData(bytes, limits))),
);
