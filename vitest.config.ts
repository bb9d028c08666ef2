import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['src/**/*.test.ts', 'test/**/*.test.ts'],
    setupFiles: ['test/support/setup.ts'],
    // Files share the modules they load: most of the time would otherwise go into loading them again for each file.
    isolate: false,
    // Half of the time a test waits for a process, a database or a browser: three files keep two cores busy.
    maxWorkers: Math.ceil(1.5 * availableParallelism()),
    testTimeout: 300_000,
    hookTimeout: 300_000,
  },
});
