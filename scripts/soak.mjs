/** Runs the test suite under other seeds of random generation: npm run soak -- ROUNDS. Stops at the first failure. */
import { spawnSync } from 'node:child_process';

const rounds = Number(process.argv[2] ?? 10);
for (let round = 1; round <= rounds; round++) {
  const seed = Math.floor(Math.random() * 2 ** 31);
  console.log(`round ${round} of ${rounds}, ULTERIOR_SEED=${seed}`);
  for (const config of ['vitest.slow.config.ts', 'vitest.config.ts']) {
    const { status } = spawnSync('npx', ['vitest', 'run', '--reporter=dot', '--config', config], {
      stdio: 'inherit',
      env: { ...process.env, ULTERIOR_SEED: String(seed) },
    });
    if (status !== 0) process.exit(1);
  }
}
