/** What only the views besides the first need; how the hot loops run on this machine. */
import { loadChartLibrary } from '../components/chartLibrary.ts';
import { engine, startEngine } from '../engine/engine.ts';
import { loadModels } from '../models/models.ts';

export async function loadRest() {
  await Promise.all([loadModels(), startEngine(), loadChartLibrary()]);
  return engine.run('describeKernels', undefined);
}
