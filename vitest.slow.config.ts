/** The tests that `npm test` leaves out; continuous integration runs them before it. */
import { defineConfig, mergeConfig } from 'vitest/config';
import { SLOW } from './test/slowTests.ts';
import quick from './vitest.config.ts';

const { include: _, exclude: __, ...test } = quick.test!;
export default mergeConfig({ resolve: quick.resolve, test }, defineConfig({ test: { include: SLOW } }));
