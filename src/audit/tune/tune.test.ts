import { beforeAll, describe, expect, it } from 'vitest';
import { asyncFailure } from '../../../test/support/failure.ts';
import { parametersFrom, presets } from '../../factorization/index.ts';
import { type Executor, inlineExecutor } from '../../maths/index.ts';
import {
  attributeFromCodes,
  attributeOf,
  createDataset,
  createRatingMatrix,
  type Dataset,
  numberedVocabulary,
  subsetUsers,
} from '../../ratings/index.ts';
import { loadKernels } from '../../runtime/index.ts';
import { createWorld } from '../../worlds/index.ts';
import { type InterviewUnit, interviewTask } from '../interviews/interviewTask.ts';
import { runAudit } from '../run/runAudit.ts';
import { contender } from '../spec/contender.ts';
import { tune } from './tune.ts';

const kernels = loadKernels();
const { dataset } = createWorld({ users: 500, items: 50, ratingsPerUser: 25, dimension: 3, leak: 0.25 }, 3);

describe('tuning', () => {
  it('tries every combination and puts the best first', async () => {
    const seen: number[] = [];
    const grid = { training: { profileRidge: [1, 1e6], dimension: [2, 3] }, ridges: [1, 1e-4] };
    const options = { folds: 3, seed: 1, onProgress: ({ done }: { done: number }) => void seen.push(done) };
    const { results, users, testUsers } = await tune(
      dataset,
      'type',
      parametersFrom('als', { iterations: 6 }),
      grid,
      options,
      { kernels },
    );
    expect([users, testUsers]).toEqual([500, 0]);
    expect(results).toHaveLength(8);
    expect(seen).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12]);
    expect(results.map(({ auc }) => auc)).toEqual(results.map(({ auc }) => auc).toSorted((a, b) => b - a));
    expect(results[0]!.auc).toBeGreaterThan(0.75);
    expect(results[0]!.ridge).toBe(1);
    expect(
      await tune(dataset, 'type', parametersFrom('als', { iterations: 6 }), grid, { folds: 3, seed: 1 }, { kernels }),
    ).toEqual({ users, testUsers, results });
  });

  it('a step that diverges is not chosen, and does not stop the others', async () => {
    const base = { ...presets.paper, dimension: 3, iterations: 5 };
    const { results } = await tune(
      dataset,
      'type',
      base,
      { training: { step: [5, 0.02] }, ridges: [10] },
      { folds: 2, seed: 1 },
      { kernels },
    );
    expect(results.map(({ parameters }) => parameters.step)).toEqual([0.02, 5]);
    expect(results[1]!.auc).toBeNaN();
  });

  it('refuses an empty grid and ridges out of range', async () => {
    const tuning = (ridges: number[]) =>
      asyncFailure(() =>
        tune(dataset, 'type', presets.als, { training: {}, ridges }, { folds: 2, seed: 1 }, { kernels }),
      );
    expect(await tuning([])).toMatch(/^PARAMETER_OUT_OF_RANGE: ridges is empty/);
    expect(await tuning([0])).toMatch(/^PARAMETER_OUT_OF_RANGE: ridges is 0/);
  });
});

describe('tuning for an audit', () => {
  const seed = 5;
  const auditFold = { folds: 4, fold: 2 };
  const base = parametersFrom('als', { dimension: 2, iterations: 4 });
  const grid = { training: { profileRidge: [1, 100] }, ridges: [1, 10] };
  const tuned = (data: Dataset, fold?: typeof auditFold) =>
    tune(data, 'type', base, grid, { folds: 3, seed, auditFold: fold }, { kernels });
  const everybody = Array.from({ length: dataset.users.size }, (_, user) => user);
  let foldsOf: Awaited<ReturnType<typeof foldsOfAudit>>;
  let tested: number[];
  let trainers: number[];
  let alone: Awaited<ReturnType<typeof tuned>>;
  beforeAll(async () => {
    foldsOf = await foldsOfAudit(dataset, auditFold.folds, seed);
    tested = foldsOf[auditFold.fold - 1]!;
    trainers = everybody.filter((user) => !tested.includes(user));
    alone = await tuned(dataset, auditFold);
  });

  it('takes exactly those on whom that fold of the audit trains', async () => {
    expect(tested).toHaveLength(125);
    expect([alone.users, alone.testUsers]).toEqual([375, 125]);
    // Without those it tests in the data at all, tuning finds the same.
    expect((await tuned(subsetUsers(dataset, trainers))).results).toEqual(alone.results);
    expect((await tuned(dataset)).results).not.toEqual(alone.results);
    expect((await tuned(dataset, { ...auditFold, fold: 3 })).results).not.toEqual(alone.results);
  });

  it('what those rated on whom the fold tests, and how, changes nothing', async () => {
    expect(await tuned(otherRatings(dataset, tested), auditFold)).toEqual(alone);
    expect((await tuned(otherRatings(dataset, trainers.slice(0, 100)), auditFold)).results).not.toEqual(alone.results);
  });

  it('an item is there whether or not they rated it too, even where the audit would leave it out', async () => {
    // The audit keeps items of two folds or more; here only people of the third fold rated it, or they and the tested.
    const third = foldsOf[2]!;
    const [few, more] = [oneMoreItem(dataset, third), oneMoreItem(dataset, [...third, ...tested])];
    expect(await tuned(more, auditFold)).toEqual(await tuned(few, auditFold));
    expect((await tuned(few, auditFold)).results).not.toEqual(alone.results);
  });

  it('their labels change nothing either', async () => {
    const changed = exchangedLabels(dataset, tested);
    // Folds are dealt out by label; neighbours who exchange labels exchange places, and stay in the same fold.
    expect((await foldsOfAudit(changed, auditFold.folds, seed))[auditFold.fold - 1]).toEqual(tested);
    expect(attributeOf(changed, 'type').values).not.toEqual(attributeOf(dataset, 'type').values);
    expect(await tuned(changed, auditFold)).toEqual(alone);
    expect((await tuned(exchangedLabels(dataset, trainers), auditFold)).results).not.toEqual(alone.results);
  });

  it('refuses a fold that the audit does not have', async () => {
    const tuning = (fold: typeof auditFold) => asyncFailure(() => tuned(dataset, fold));
    expect(await tuning({ folds: 4, fold: 0 })).toMatch(/the fold of the audit is 0; .* from 1 to 4/);
    expect(await tuning({ folds: 4, fold: 5 })).toMatch(/the fold of the audit is 5; .* from 1 to 4/);
    expect(await tuning({ folds: 1, fold: 1 })).toMatch(/the folds of the audit is 1; .* from 2 to 1000/);
  });
});

/** Whom an audit interviews, fold by fold: overheard from the work it hands out. */
async function foldsOfAudit(data: Dataset, folds: number, seed: number): Promise<number[][]> {
  const found: number[][] = [];
  const executor: Executor = {
    threads: 1,
    run: (task, inputs, options) => {
      if (task.name === interviewTask.name) {
        found.push((inputs as readonly unknown[]).flatMap((unit) => [...(unit as InterviewUnit).people]));
      }
      return inlineExecutor.run(task, inputs, options);
    },
  };
  const spec = {
    attribute: 'type',
    folds,
    seed,
    training: parametersFrom('als', { dimension: 2, iterations: 1 }),
    contenders: [contender('random')],
    maxQuestions: 1,
    fullHistory: [],
    shuffled: [],
    resamples: 50,
  };
  await runAudit(data, spec, { kernels, executor, source: 'a world', finished: () => 'then' });
  expect(found).toHaveLength(folds);
  return found;
}

/** These users rated other items, and the other way round. */
function otherRatings(data: Dataset, users: readonly number[]): Dataset {
  const { min, max } = data.scale;
  const chosen = new Set(users);
  const changed = ratingsOf(data).map(
    ([user, item, value]): Rating =>
      chosen.has(user) ? [user, (item + 7) % data.items.size, min + max - value] : [user, item, value],
  );
  return withRatings(data, changed, data.items.size);
}

/** One more item, rated by these users alone: every other one low, the rest high. */
function oneMoreItem(data: Dataset, users: readonly number[]): Dataset {
  const item = data.items.size;
  const given = users.map((user): Rating => [user, item, user % 2 === 0 ? data.scale.min : data.scale.max]);
  return withRatings(data, [...ratingsOf(data), ...given], item + 1);
}

type Rating = [user: number, item: number, value: number];

function ratingsOf({ ratings }: Dataset): Rating[] {
  const { starts, indices, values } = ratings.byUser;
  return Array.from({ length: ratings.users }, (_, user) => user).flatMap((user) =>
    Array.from(
      indices.subarray(starts[user], starts[user + 1]),
      (item, n): Rating => [user, item, values[starts[user]! + n]!],
    ),
  );
}

function withRatings(data: Dataset, ratings: readonly Rating[], items: number): Dataset {
  const triples = {
    users: Uint32Array.from(ratings, ([user]) => user),
    items: Uint32Array.from(ratings, ([, item]) => item),
    values: Float32Array.from(ratings, ([, , value]) => value),
  };
  return createDataset({
    ...data,
    items: numberedVocabulary(items, 'i'),
    ratings: createRatingMatrix(data.users.size, items, triples),
    attributes: [...data.attributes.values()],
  });
}

/** Of these users, neighbours with different labels exchange them. */
function exchangedLabels(data: Dataset, users: readonly number[]): Dataset {
  const { name, labels, values } = attributeOf(data, 'type');
  const codes = values.slice();
  const chosen = new Set(users);
  for (let user = 0; user + 1 < codes.length; user++) {
    if (!chosen.has(user) || !chosen.has(user + 1) || codes[user] === codes[user + 1]) continue;
    [codes[user], codes[user + 1]] = [codes[user + 1]!, codes[user]!];
    user++;
  }
  return createDataset({ ...data, attributes: [attributeFromCodes(name, labels, codes)] });
}
