/**
 * Trains on 100,000,000 synthetic ratings by SGD and prints the memory it took, generation included. A program of its
 * own, so that the peak belongs to it alone.
 */
import { loadKernels, openThreadPool } from 'ulterior';
import { createWorld, parametersFrom, train, trained } from 'ulterior/core';

const users = 480_000;
const items = 17_700;
const ratingsPerUser = 100_000_000 / users;
const gigabytes = () => (process.resourceUsage().maxRSS * 1024) / 1e9;
const seconds = (since: number) => Number(((performance.now() - since) / 1000).toFixed(1));

let start = performance.now();
const { dataset } = createWorld(
  { users, items, ratingsPerUser, minimumPerUser: 20, dimension: 20, popularity: 0.8 },
  1,
);
const generation = { seconds: seconds(start), peakGigabytes: gigabytes() };

const pool = openThreadPool();
start = performance.now();
let first = 0;
let last = 0;
const model = trained(
  await train(dataset, 'type', parametersFrom('paper', { step: 0.01 }), {
    kernels: loadKernels(),
    executor: pool,
    onProgress: ({ done, error }) => {
      last = performance.now();
      if (done === 1) first = last;
      process.stderr.write(`epoch ${done}, training error ${error.toFixed(4)}, ${seconds(start)} s\n`);
    },
  }),
);
const { iterations } = model.provenance.parameters;
const training = {
  seconds: seconds(start),
  secondsPerEpoch: Number(((last - first) / 1000 / (iterations - 1)).toFixed(2)),
};
await pool.close();
process.stdout.write(
  `${JSON.stringify({ ratings: dataset.ratings.count, threads: pool.threads, generation, training, peakGigabytes: gigabytes() })}\n`,
);
