/**
 * Random generation repeats: the same seed each run, so that a failure is a failure again. `npm run soak` goes through
 * other seeds.
 */
import fc from 'fast-check';
import { afterEach, vi } from 'vitest';

fc.configureGlobal({ seed: Number(process.env['ULTERIOR_SEED'] ?? 1) });

const times = process.env['ULTERIOR_TEST_TIMES'];
if (times) (await import('./processorTime.ts')).tellProcessorTime(times);

// Files share a process: a test that fails must not leave its environment to those after it.
afterEach(() => {
  vi.unstubAllEnvs();
});
