/**
 * A sweep of implicit factors against one of the package `implicit` (Python; ULTERIOR_PYTHON names the one that has it), on
 * the same matrix and one thread each. Both have two solvers: Cholesky, which is exact, and three steps of conjugate
 * gradients, which is not (its default). Each is compared with its like. Processor time is compared: on one thread it is the time of the work, and
 * other programs do not add to it.
 */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { loadKernels } from 'ulterior';
import { createWorld } from 'ulterior/core';
import type { Comparison } from '../harness.ts';

const DIMENSION = 64;
const SWEEPS = 3;
/** Of the package, unless it is told otherwise. */
const GRADIENT_STEPS = 3;
const PYTHON = process.env['ULTERIOR_PYTHON'] ?? 'python3';

interface Seen {
  readonly rows: number;
  readonly columns: number;
  readonly starts: Uint32Array;
  readonly indices: Uint32Array;
}
type TrainImplicit = (
  seen: Seen,
  parameters: { dimension: number; sweeps: number; gradientSteps?: number },
  tools: { kernels: ReturnType<typeof loadKernels> },
) => Promise<unknown>;

/** undefined where Python or the package is missing. */
export async function implicitSweep(solver: 'cholesky' | 'cg', share: number): Promise<Comparison | undefined> {
  if (!hasImplicit()) return undefined;
  // Not a public name: taken from the build, beside which this program lies.
  const inside: string = new URL('../../build/factorization/index.js', import.meta.url).href;
  const { trainImplicit } = (await import(inside)) as { readonly trainImplicit: TrainImplicit };
  const seen = seenItems(share);
  const folder = mkdtempSync(join(tmpdir(), 'ulterior-implicit-'));
  for (const name of ['starts', 'indices'] as const) {
    const { buffer, byteOffset, byteLength } = seen[name];
    writeFileSync(join(folder, `${name}.bin`), new Uint8Array(buffer, byteOffset, byteLength));
  }
  const kernels = loadKernels();
  const memory = { ours: 0, theirs: 0 };
  const count = seen.indices.length;
  const exact = { dimension: DIMENSION, sweeps: SWEEPS };
  const parameters = solver === 'cg' ? { ...exact, gradientSteps: GRADIENT_STEPS } : exact;
  return {
    name: `implicit factors, a sweep over ${count.toLocaleString('en')} seen items, d = ${DIMENSION}`,
    measure: `processor time over that of implicit, both by ${solver === 'cg' ? `${GRADIENT_STEPS} steps of conjugate gradients` : 'Cholesky'}`,
    kind: 'time',
    bar: 1,
    rounds: 3,
    subject: async () => {
      const before = process.cpuUsage();
      await trainImplicit(seen, parameters, { kernels });
      const { user, system } = process.cpuUsage(before);
      memory.ours = process.memoryUsage().rss;
      return [(user + system) / 1000 / SWEEPS];
    },
    reference: () => {
      const { times, peak } = theirSweeps(folder, seen, solver);
      memory.theirs = peak;
      return times;
    },
    limit: () =>
      `whole process: ${megabytes(memory.ours)} here, which also holds the invented world, ${megabytes(memory.theirs)} there`,
  };
}

function hasImplicit(): boolean {
  try {
    execFileSync(PYTHON, ['-c', 'import implicit, scipy'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

function seenItems(share: number): Seen {
  const users = Math.ceil(share * 6000);
  const items = Math.min(3000, 100 * users);
  const world = { users, items, ratingsPerUser: 166, minimumPerUser: 20, dimension: 10 };
  const { starts, indices } = createWorld(world, 1).dataset.ratings.byUser;
  return { rows: users, columns: items, starts, indices };
}

function theirSweeps(folder: string, { rows, columns }: Seen, solver: string): { times: number[]; peak: number } {
  const script = fileURLToPath(new URL('../../bench/native/implicit_sweeps.py', import.meta.url));
  const words = [folder, rows, columns, DIMENSION, solver, SWEEPS].map(String);
  const env = { ...process.env, OMP_NUM_THREADS: '1', OPENBLAS_NUM_THREADS: '1', PYTHONWARNINGS: 'ignore' };
  const [times = '', peak = ''] = execFileSync(PYTHON, [script, ...words], { encoding: 'utf8', env }).split('\n');
  return { times: times.trim().split(' ').map(Number), peak: Number(peak) };
}

const megabytes = (bytes: number) => `${Math.round(bytes / 1e6)} MB`;
