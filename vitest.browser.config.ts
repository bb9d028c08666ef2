/**
 * The core's own tests in Chromium, because the page runs the same code there: the layers that are pure, with WebAssembly
 * as the browser has it. Tests that write files or start threads stay in Node.
 */
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { playwright } from '@vitest/browser-playwright';
import { defineConfig } from 'vitest/config';

const CHROMIUM = '/usr/bin/chromium';
const support = (file: string) => fileURLToPath(new URL(`test/web/support/${file}`, import.meta.url));

/** Long, and of code in which nothing depends on where it runs: only where everything is required. */
const LONG = [
  'src/{worlds,defence/detector}/**/*.test.ts',
  'src/defence/questionnaires/study/study.test.ts',
  'src/maths/singularDirections.test.ts',
];

const all = process.env['ULTERIOR_REQUIRE_ALL'] !== undefined;
const skipped = !existsSync(CHROMIUM) && !all;
if (skipped) console.warn(`skipping tests: ${CHROMIUM} is missing`);

export default defineConfig({
  resolve: {
    alias: [
      { find: 'node:fs', replacement: support('browserFiles.ts') },
      { find: 'node:assert/strict', replacement: support('browserAssert.ts') },
      { find: /^(\.\.\/)+(src\/)?runtime\/index\.ts$/, replacement: support('browserRuntime.ts') },
    ],
  },
  define: { 'process.env': JSON.stringify({ ULTERIOR_SEED: process.env['ULTERIOR_SEED'] }) },
  // Without these a page has no shared memory.
  server: {
    headers: { 'Cross-Origin-Opener-Policy': 'same-origin', 'Cross-Origin-Embedder-Policy': 'require-corp' },
  },
  test: {
    include: skipped
      ? []
      : [
          'src/{maths,kernels,ratings,tables,worlds,factorization,inference,selection,rivals,interview}/**/*.test.ts',
          'src/audit/{statistics/statistics,figures/typeFigures}.test.ts',
          'src/defence/{advisor,detector,obfuscation,questionnaires}/**/*.test.ts',
          'src/report/{common,numeric,page,steps,reproductionPage}/*.test.ts',
          'test/{golden,strategies}.test.ts',
        ],
    exclude: [
      'src/factorization/{model/modelFile,training/training}.test.ts',
      'src/report/common/{manyGroups,shellWords}.test.ts',
      // Files that Python writes.
      'src/tables/formats/{dta,sav,xlsx}File.test.ts',
      // Reads folders of sources.
      'src/report/page/howMeasured.test.ts',
      // Starts threads.
      'src/inference/classifiers/kernelRidge/*.test.ts',
      ...(all ? [] : LONG),
    ],
    passWithNoTests: skipped,
    setupFiles: ['test/support/setup.ts'],
    isolate: false,
    fileParallelism: false,
    testTimeout: 120_000,
    browser: {
      enabled: true,
      headless: true,
      screenshotFailures: false,
      provider: playwright({
        launchOptions: {
          executablePath: CHROMIUM,
          args: [
            '--no-sandbox',
            '--disable-gpu',
            '--disable-background-networking',
            '--disable-component-update',
            '--disable-sync',
            '--no-first-run',
          ],
        },
      }),
      instances: [{ browser: 'chromium' }],
    },
  },
});
