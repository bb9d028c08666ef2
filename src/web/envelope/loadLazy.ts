/** What the envelope needs after the fifth answer: fetched while the first ones are given. */
import { readable } from '../components/readable.ts';

let loading: Promise<typeof import('./lazy/lazy.ts')> | undefined;

export function loadLazy(): Promise<typeof import('./lazy/lazy.ts')> {
  loading ??= readable(import('./lazy/lazy.ts'));
  return loading;
}
