import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import { configDefaults, defineConfig } from 'vitest/config';
import { LEFT_OUT } from './test/slowTests.ts';

const parts = fileURLToPath(new URL('src/serviceParts.ts', import.meta.url));

export default defineConfig({
  // The sources of the service and of the rest are the same modules here, as they are for those who install both.
  resolve: { alias: { 'ulterior/service-parts': parts } },
  test: {
    include: ['{src,test,scripts,service/src}/**/*.test.ts'],
    exclude: [...configDefaults.exclude, ...LEFT_OUT],
    setupFiles: ['test/support/setup.ts'],
    // Files share the modules they load: most of the time would otherwise go into loading them again for each file.
    isolate: false,
    // Half of the time a test waits for a process, a database or a browser: three files keep two cores busy.
    maxWorkers: Math.ceil(1.5 * availableParallelism()),
    testTimeout: 300_000,
    hookTimeout: 300_000,
  },
});
