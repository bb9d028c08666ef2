/** Entry of the thread that reads what was handed in. */
import { parentPort, workerData } from 'node:worker_threads';
import type { Limits } from '../common/limits.ts';
import { outcomeOf } from '../common/thread.ts';
import { inspectModel } from '../models/inspectModel.ts';
import { inspectData } from './inspectData.ts';
import type { Inspection } from './inspectUpload.ts';

const { what, bytes, limits } = workerData as { what: Inspection; bytes: Uint8Array; limits: Limits };

parentPort!.postMessage(
  await outcomeOf<unknown>(() => (what === 'model' ? inspectModel(bytes, limits) : inspectData(bytes, limits))),
);
