/**
 * Random generation repeats: the same seed each run, so that a failure is a failure again. `npm run soak` goes through
 * other seeds.
 */
import fc from 'fast-check';

fc.configureGlobal({ seed: Number(process.env['ULTERIOR_SEED'] ?? 1) });
