/** The views besides the first: fetched together, once the first statement can be answered. */
import { readable } from '../components/readable.ts';

let loading: Promise<typeof import('./allViews.ts')> | undefined;

export function loadViews(): Promise<typeof import('./allViews.ts')> {
  loading ??= readable(import('./allViews.ts'));
  return loading;
}
