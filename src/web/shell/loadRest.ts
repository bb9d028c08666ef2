/** What only the views besides the first need. */
import { loadChartLibrary } from '../components/chartLibrary.ts';
import { engine, startEngine } from '../engine/engine.ts';
import { loadModels } from '../models/models.ts';

export interface KernelsLoaded {
  readonly kind: 'wasm' | 'twin';
  readonly fallbackReason?: string | undefined;
}

export async function loadRest(): Promise<KernelsLoaded> {
  await Promise.all([loadModels(), startEngine(), loadChartLibrary()]);
  return engine.run('describeKernels', undefined);
}
