/**
 * Fetches everything the page can need, once, when it opens: models, kernels, the engine and the chart library. From
 * then on the page makes no request, and goes on working without a network.
 */
import { loadChartLibrary } from '../components/chartLibrary.ts';
import { startEngine } from '../engine/engine.ts';
import { loadModels } from '../models/models.ts';

let loading: Promise<void> | undefined;

/** Settles once nothing is left to fetch; fails if anything could not be had. */
export function preloadAll(): Promise<void> {
  loading ??= Promise.all([loadModels(), startEngine(), loadChartLibrary()]).then(() => undefined);
  return loading;
}
