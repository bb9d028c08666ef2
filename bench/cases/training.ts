/** What training costs. */
import { loadKernels, openThreadPool } from 'ulterior';
import { createWorld, parametersFrom, train, trained, twinRuntime } from 'ulterior/core';
import { type Comparison, timed } from '../harness.ts';
import { sgdLikeReference } from '../likeReference.ts';
import { DIMENSION, type NativeReference } from '../native.ts';

const USERS = 6000;
const ITEMS = 3000;
const RATINGS = 1_000_000;

interface Shape {
  readonly users: number;
  readonly ratings: number;
}

function sgdEpochs(kernels: ReturnType<typeof loadKernels>, shape: Shape, repeats: number): () => number[] {
  const epoch = sgdLikeReference(kernels, { ...shape, items: ITEMS, dimension: DIMENSION });
  return () => timed(repeats, epoch);
}

export function sgdEpoch(native: NativeReference | undefined, share: number): Comparison {
  const shape = { users: Math.ceil(share * USERS), ratings: Math.ceil(share * RATINGS) };
  const { users, ratings } = shape;
  const twin = native ? undefined : sgdEpochs(twinRuntime({ shared: false }), shape, 2);
  return {
    name: `SGD epoch over ${ratings.toLocaleString('en')} ratings, d = ${DIMENSION}`,
    measure: native ? 'time over that of C' : 'time over that of the twin',
    kind: 'time',
    bar: 1.3,
    rounds: 7,
    subject: sgdEpochs(loadKernels(), shape, 5),
    reference: () => (native ? native.run('sgd', users, ITEMS, ratings, 5) : twin!()),
    // Per rating: 2 d for the prediction, 6 d for the two updates.
    limit: (time) =>
      `${((time * 1e6) / ratings).toFixed(1)} ns per rating, ${((ratings * 8 * DIMENSION) / time / 1e6).toFixed(1)} Gflop/s; bound by the chain from one rating of a user to the next`,
  };
}

const world = (share: number) => {
  const users = Math.ceil(share * USERS);
  // Each item is rated.
  const items = Math.min(ITEMS, 100 * users);
  return createWorld({ users, items, ratingsPerUser: 166, minimumPerUser: 20, dimension: 10 }, 1);
};

/** Times of whole sweeps of training, the first (cold) one left out. */
function alsSweeps(dataset: ReturnType<typeof world>['dataset'], sweeps: number, tools: Parameters<typeof train>[3]) {
  return async () => {
    const times: number[] = [];
    let last = 0;
    const onProgress = () => {
      const now = performance.now();
      if (last > 0) times.push(now - last);
      last = now;
    };
    const parameters = parametersFrom('als', { dimension: DIMENSION, iterations: sweeps + 1 });
    trained(await train(dataset, 'type', parameters, { ...tools, onProgress }));
    return times;
  };
}

export function alsAgainstTwin(share: number): Comparison {
  const { dataset } = world(share);
  return {
    name: `ALS sweep over ${dataset.ratings.count.toLocaleString('en')} ratings, d = 20`,
    measure: 'speed over that of the twin',
    kind: 'speed',
    bar: 5,
    rounds: 3,
    subject: alsSweeps(dataset, 5, { kernels: loadKernels() }),
    reference: alsSweeps(dataset, 1, { kernels: twinRuntime({ shared: false }) }),
    // Per rating and side: the upper triangle of the normal matrix (d^2 / 2 multiply-adds), twice.
    limit: (time) => `${((dataset.ratings.count * 2 * DIMENSION * DIMENSION) / time / 1e6).toFixed(1)} Gflop/s`,
  };
}

/** The pool of threads lives as long as the comparison; `close` ends it. */
export function alsOnTwoThreads(share: number): { comparison: Comparison; close: () => Promise<void> } {
  const { dataset } = world(share);
  const kernels = loadKernels();
  const pool = openThreadPool(2);
  const single = openThreadPool(1);
  return {
    comparison: {
      name: 'ALS sweep on two threads against one',
      measure: 'speed over that of one thread',
      kind: 'speed',
      bar: 1.7,
      rounds: 5,
      subject: alsSweeps(dataset, 12, { kernels, executor: pool }),
      reference: alsSweeps(dataset, 12, { kernels, executor: single }),
    },
    close: async () => {
      await pool.close();
      await single.close();
    },
  };
}
