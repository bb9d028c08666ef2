/**
 * Entry of the thread that works out views of interviews (viewWork.ts). It keeps the models it used last, and asks for
 * the bytes of others.
 */

import { parentPort, workerData } from 'node:worker_threads';
import { decodeModel, type FactorModel } from 'ulterior/service-parts';
import { LeastRecentlyUsed } from '../common/leastRecentlyUsed.ts';
import { outcomeOf } from '../common/thread.ts';
import type { FromViewThread, ToViewThread } from './viewThreads.ts';
import { viewOf } from './viewWork.ts';

const port = parentPort!;
const models = new LeastRecentlyUsed<FactorModel>(workerData as number, () => new Date());
const tell = (message: FromViewThread) => port.postMessage(message);

port.on('message', async ({ call, modelId, work, bytes }: ToViewThread) => {
  const known = models.get(modelId);
  if (known === undefined && bytes === undefined) return tell({ call, kind: 'model wanted' });
  const outcome = await outcomeOf<unknown>(() => {
    const model = known ?? decodeModel(bytes!);
    if (known === undefined) models.set(modelId, model, bytes!.length);
    return viewOf(model, work);
  });
  tell({ call, kind: 'end', outcome });
});
