/** What the envelope needs after the fifth answer: fetched while the first ones are given. */
import { readable } from '../components/readable.ts';

let loading: Promise<typeof import('./late/late.ts')> | undefined;

export function loadLate(): Promise<typeof import('./late/late.ts')> {
  loading ??= readable(import('./late/late.ts'));
  return loading;
}
