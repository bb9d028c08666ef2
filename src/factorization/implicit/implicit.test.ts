/**
 * Implicit factors against the package `implicit` (fixture by `fixtures/make_fixture.py`) and against the literal
 * objective in double precision.
 */
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { startKernels, twinRuntime } from '../../kernels/index.ts';
import { choleskyFactor, choleskySolve } from '../../maths/index.ts';
import { foldInPeople, type ImplicitFactors, type SeenRows, trainImplicit } from './index.ts';

interface Fixture {
  readonly versions: Record<string, string>;
  readonly parameters: { dimension: number; alpha: number; ridge: number; sweeps: number };
  readonly seen: string[];
  readonly start: number[];
  readonly people: number[];
  readonly items: number[];
  readonly gradients: { readonly steps: number; readonly people: number[]; readonly items: number[] };
}
const fixture: Fixture = JSON.parse(readFileSync(new URL('./fixtures/implicit.json', import.meta.url), 'utf8'));
const kernels = startKernels(readFileSync(new URL('../../../wasm/kernels.shared.wasm', import.meta.url)), {
  shared: true,
});

function packed(lines: readonly string[]): SeenRows {
  const rows = lines.map((line) => [...line.matchAll(/1/g)].map((match) => match.index));
  const starts = new Uint32Array(rows.length + 1);
  for (const [n, row] of rows.entries()) starts[n + 1] = starts[n]! + row.length;
  return { rows: rows.length, columns: lines[0]!.length, starts, indices: Uint32Array.from(rows.flat()) };
}
const seen = packed(fixture.seen);
const { parameters } = fixture;
const start = Float32Array.from(fixture.start);

function farthest(ours: ArrayLike<number>, theirs: ArrayLike<number>): number {
  let most = ours.length === theirs.length ? 0 : Number.POSITIVE_INFINITY;
  for (let n = 0; n < theirs.length; n++) most = Math.max(most, Math.abs(ours[n]! - theirs[n]!));
  return most;
}

/** x . y of every person and item: factors themselves may turn without changing it. */
function productsOf({ people, items, parameters: { dimension: d } }: ImplicitFactors): number[] {
  return Array.from({ length: (people.length / d) * (items.length / d) }, (_, at) => {
    const [person, item] = [Math.floor(at / (items.length / d)), at % (items.length / d)];
    let sum = 0;
    for (let k = 0; k < d; k++) sum += people[person * d + k]! * items[item * d + k]!;
    return sum;
  });
}

/** One half of a sweep as the objective says it: every item counts, seen or not. */
function literalStep(lines: readonly string[], others: Float64Array, d: number): Float64Array {
  const { alpha, ridge } = parameters;
  const solved = lines.map((line) => {
    const system = new Float64Array(d * d);
    const right = new Float64Array(d);
    for (let k = 0; k < d; k++) system[k * d + k] = ridge;
    for (let other = 0; other < line.length; other++) {
      const s = Number(line[other]);
      const weight = 1 + alpha * s;
      for (let a = 0; a < d; a++) {
        right[a]! += weight * s * others[other * d + a]!;
        for (let b = 0; b < d; b++) system[a * d + b]! += weight * others[other * d + a]! * others[other * d + b]!;
      }
    }
    choleskyFactor(system, d);
    return [...choleskySolve(system, d, right)];
  });
  return Float64Array.from(solved.flat());
}
const transposed = (lines: readonly string[]) =>
  Array.from({ length: lines[0]!.length }, (_, c) => lines.map((line) => line[c]).join(''));

describe('implicit factors', () => {
  it(`are those of implicit ${fixture.versions['implicit']}`, async () => {
    const factors = await trainImplicit(seen, parameters, { kernels }, start);
    expect(farthest(factors.people, fixture.people)).toBeLessThan(2e-5);
    expect(farthest(factors.items, fixture.items)).toBeLessThan(2e-5);
  });

  it('are those of the literal objective in double precision', async () => {
    let items: Float64Array = Float64Array.from(start);
    let people: Float64Array = new Float64Array(0);
    for (let sweep = 0; sweep < parameters.sweeps; sweep++) {
      people = literalStep(fixture.seen, items, parameters.dimension);
      items = literalStep(transposed(fixture.seen), people, parameters.dimension);
    }
    const factors = await trainImplicit(seen, parameters, { kernels }, start);
    expect(farthest(factors.people, people)).toBeLessThan(2e-5);
    expect(farthest(factors.items, items)).toBeLessThan(2e-5);
  });

  it('are the same bits by the twin, from the same seed, and others from another seed', async () => {
    const first = await trainImplicit(seen, { ...parameters, seed: 5 }, { kernels });
    const twin = await trainImplicit(seen, { ...parameters, seed: 5 }, { kernels: twinRuntime({ shared: false }) });
    const other = await trainImplicit(seen, { ...parameters, seed: 6 }, { kernels });
    expect(twin).toEqual(first);
    expect(farthest(other.items, first.items)).toBeGreaterThan(0.01);
  });

  it('of somebody new are those that a sweep would give', async () => {
    const factors = await trainImplicit(seen, parameters, { kernels }, start);
    const next = literalStep(fixture.seen, Float64Array.from(factors.items), parameters.dimension);
    const some = packed(fixture.seen.slice(10, 15));
    const folded = await foldInPeople(factors, some, { kernels });
    expect(farthest(folded, next.subarray(10 * parameters.dimension, 15 * parameters.dimension))).toBeLessThan(2e-5);
  });

  it('by conjugate gradients are those of implicit with its default solver', async () => {
    const { steps: gradientSteps, people, items } = fixture.gradients;
    const factors = await trainImplicit(seen, { ...parameters, gradientSteps }, { kernels }, start);
    expect(farthest(factors.people, people)).toBeLessThan(2e-5);
    expect(farthest(factors.items, items)).toBeLessThan(2e-5);
    // They are not the exact ones: a test that cannot tell them apart would show nothing.
    expect(farthest(items, fixture.items)).toBeGreaterThan(0.005);
  });

  it('by conjugate gradients end where the exact ones do, after enough steps or enough sweeps', async () => {
    const manySteps = await trainImplicit(seen, { ...parameters, gradientSteps: 30 }, { kernels }, start);
    expect(farthest(manySteps.items, fixture.items)).toBeLessThan(5e-5);
    const many = { ...parameters, sweeps: 1000 };
    const exact = await trainImplicit(seen, many, { kernels }, start);
    const manySweeps = await trainImplicit(seen, { ...many, gradientSteps: 3 }, { kernels }, start);
    expect(farthest(productsOf(manySweeps), productsOf(exact))).toBeLessThan(1e-4);
  });

  it('by conjugate gradients are the same bits by the twin, and somebody new is solved exactly', async () => {
    const given = { ...parameters, seed: 5, gradientSteps: 3 };
    const first = await trainImplicit(seen, given, { kernels });
    expect(await trainImplicit(seen, given, { kernels: twinRuntime({ shared: false }) })).toEqual(first);
    const folded = await foldInPeople(first, seen, { kernels });
    const { gradientSteps: _, ...exactly } = first.parameters;
    expect(folded).toEqual(await foldInPeople({ ...first, parameters: exactly }, seen, { kernels }));
  });

  it('are determined where thousands of people have seen the same, which single precision takes for singular', async () => {
    const everything = packed(Array.from({ length: 20_000 }, () => '1'.repeat(10)));
    const factors = await trainImplicit(everything, { dimension: 2 }, { kernels });
    // With all of them alike, each product is 1, less what the ridge takes.
    for (const product of productsOf({ ...factors, people: factors.people.subarray(0, 6) })) {
      expect(product).toBeGreaterThan(0.9);
      expect(product).toBeLessThan(1);
    }
  });

  it('refuse parameters out of range and factors of other items', async () => {
    await expect(trainImplicit(seen, { ridge: 0 }, { kernels })).rejects.toThrow(
      expect.objectContaining({ code: 'PARAMETER_OUT_OF_RANGE' }),
    );
    await expect(trainImplicit(seen, { gradientSteps: 0 }, { kernels })).rejects.toThrow(
      expect.objectContaining({ code: 'PARAMETER_OUT_OF_RANGE' }),
    );
    await expect(trainImplicit({ ...seen, columns: 3 }, parameters, { kernels })).rejects.toThrow(
      expect.objectContaining({ code: 'ITEM_UNKNOWN' }),
    );
    await expect(trainImplicit({ ...seen, rows: 3 }, parameters, { kernels })).rejects.toThrow(
      expect.objectContaining({ code: 'PARAMETER_OUT_OF_RANGE' }),
    );
    await expect(trainImplicit(seen, parameters, { kernels }, start.subarray(1))).rejects.toThrow(
      expect.objectContaining({ code: 'PARAMETER_OUT_OF_RANGE' }),
    );
  });
});
