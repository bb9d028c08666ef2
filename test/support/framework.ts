/** What the conformance suites run under here; `npm run soak` goes through other seeds. */
import { describe, it } from 'vitest';
import type { Framework } from '../../src/testing/index.ts';

export const framework: Framework = { describe, it, seed: Number(process.env['ULTERIOR_SEED'] ?? 1) };
