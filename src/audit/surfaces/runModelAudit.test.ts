import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { asyncFailure, failure } from '../../../test/support/failure.ts';
import { boundedIn, controlIn, headlineIn, viewsIn } from '../../../test/support/findings.ts';
import { historyAt, packRows, selectRows, trainFeatureLogistic } from '../../inference/index.ts';
import { derive } from '../../maths/index.ts';
import {
  attributeFromCodes,
  type CategoricalAttribute,
  createLists,
  createVectors,
  createVocabulary,
  type RecommendationLists,
  stratifiedFolds,
  type UserIndex,
} from '../../ratings/index.ts';
import { loadKernels, openThreadPool } from '../../runtime/index.ts';
import { createWorld } from '../../worlds/index.ts';
import type { Checkpoints } from '../folds/index.ts';
import { findingsWith } from '../records/finding.ts';
import type { ModelAuditSpec } from './modelAuditSpec.ts';
import { type ModelAuditTools, planModelAudit, runModelAudit } from './runModelAudit.ts';
import { type AuditedPeople, peopleWithRatings, type Surface } from './surface.ts';

const tools: ModelAuditTools = { kernels: loadKernels(), source: 'a test', finished: () => 'then' };
const spec: Partial<ModelAuditSpec> & Pick<ModelAuditSpec, 'attribute'> = {
  attribute: 'club',
  folds: 3,
  controls: 2,
  resamples: 100,
};
const PEOPLE = 240;
const ids = Array.from({ length: PEOPLE }, (_, n) => `p${n}`);
const users = createVocabulary<UserIndex>(ids);
const stream = derive(4, 'test');
const clubs = (labels = ['red', 'blue'], shares = [0.4, 1]): CategoricalAttribute => {
  const codes = Int16Array.from(ids, () => {
    const drawn = stream.uniform();
    return shares.findIndex((share) => drawn < share);
  });
  return attributeFromCodes('club', labels, codes);
};
const attribute = clubs();
const people: AuditedPeople = { users, attribute };

/** Vectors of noise; `shift` is added where the group is the second. */
function vectorsWith(shift: number, dimension = 4, of: CategoricalAttribute = attribute): Surface {
  const noise = derive(5, 'vectors');
  const values = Float64Array.from(
    { length: PEOPLE * dimension },
    (_, at) => noise.normal() + (at % dimension === 1 ? shift * of.values[Math.floor(at / dimension)]! : 0),
  );
  return { kind: 'userVectors', file: 'v.csv', vectors: createVectors({ file: 'v.csv', ids, dimension, values }) };
}

/** Lists of ten random items, with an item of the group's own at place 5 for most. */
function listsOf(telling = true): RecommendationLists {
  const noise = derive(6, 'lists');
  const rows = ids.flatMap((_, user) => {
    const items = noise.shuffle(Uint32Array.from({ length: 30 }, (_, n) => n)).slice(0, 10);
    if (telling && noise.uniform() < 0.8) items[4] = 30 + attribute.values[user]!;
    return Array.from(items, (item, place) => ({ user, item, place }));
  });
  return createLists({
    file: 'l.csv',
    users: ids,
    items: Array.from({ length: 32 }, (_, n) => `i${n}`),
    userOfRow: Uint32Array.from(rows, ({ user }) => user),
    itemOfRow: Uint32Array.from(rows, ({ item }) => item),
    order: Float64Array.from(rows, ({ place }) => place),
    best: 'lowest',
    lineOf: (row) => `line ${row}`,
  });
}

describe('user vectors with a planted leak', () => {
  const progress: number[] = [];
  let records: Awaited<ReturnType<typeof runModelAudit>>;
  beforeAll(async () => {
    records = await runModelAudit(
      { people, surfaces: [vectorsWith(1.2)] },
      { ...spec, seed: 2 },
      {
        ...tools,
        onProgress: ({ done, total }) => progress.push(done / total),
      },
    );
  });

  it('is found by every attacker, and the strongest stands first', () => {
    expect(records.verdict.leak).toBe(true);
    const found = headlineIn(records, 'userVectors');
    expect(found.map(({ attacker }) => attacker).sort()).toEqual(['boosted', 'logistic', 'stack']);
    // Two normal distributions 1.2 apart: an AUC of 0.80.
    for (const { auc } of found) {
      expect(auc.value).toBeGreaterThan(0.7);
      expect(auc.bounds!.low).toBeGreaterThan(0.55);
      expect(auc.bounds!.low).toBeLessThanOrEqual(auc.low);
      expect(auc.bounds!.high).toBeGreaterThanOrEqual(auc.high);
    }
    const aucs = found.map(({ auc }) => auc.value);
    expect(aucs).toEqual([...aucs].sort((a, b) => b - a));
    expect(Math.max(...aucs)).toBeLessThan(0.86);
  });

  it('is not found where the labels are shuffled', () => {
    const controls = findingsWith(records.findings, 'auc', { variant: 'shuffled' });
    expect(controls).toHaveLength(3);
    for (const { attacker, auc, shuffles } of controls) {
      expect(auc.low).toBeLessThan(0.5);
      expect(auc.high).toBeGreaterThan(0.5);
      // The mean over five shuffles varies less than one of them.
      expect(auc.high).toBeLessThan(shuffles === 1 ? 0.7 : 0.65);
      expect(shuffles).toBe(attacker === records.spec.attackers[0] ? records.spec.controls : 1);
    }
  });

  it('counts its work to the end, and says who was measured', () => {
    expect(progress.every((share, at) => share > (progress[at - 1] ?? 0))).toBe(true);
    expect(progress.at(-1)).toBe(1);
    expect(records.data).toMatchObject({ users: PEOPLE, leftOut: 0, source: 'a test' });
    expect(viewsIn(records)).toEqual([['userVectors', undefined]]);
    expect(records.surfaces).toEqual([{ kind: 'userVectors', file: 'v.csv', dimension: 4, missing: 0, unknown: 0 }]);
  });
});

it('shows no leak in vectors of noise', async () => {
  const records = await runModelAudit({ people, surfaces: [vectorsWith(0)] }, spec, tools);
  expect(records.verdict.leak).toBe(false);
  for (const { auc } of boundedIn(records)) expect(auc.bounds!.low).toBeLessThanOrEqual(0.5);
});

it('finds a leak in a small column beside one of millions', async () => {
  const surface = vectorsWith(1.2) as Extract<Surface, { kind: 'userVectors' }>;
  const values = Float64Array.from(surface.vectors.values, (value, at) => value * (at % 4 === 0 ? 1e7 : 1e-3));
  const vectors = createVectors({ ...surface.vectors, file: 'v.csv', values });
  const records = await runModelAudit({ people, surfaces: [{ ...surface, vectors }] }, spec, tools);
  expect(boundedIn(records)[0]!.auc.bounds!.low).toBeGreaterThan(0.6);
});

it('reads vectors with all four attackers, and trees find what tells only together', async () => {
  const noise = derive(12, 'together');
  const values = Float64Array.from({ length: PEOPLE * 3 }, () => noise.normal());
  // The group shows in whether the first two numbers have the same sign.
  for (const [n, code] of attribute.values.entries()) {
    if (noise.uniform() < 0.9)
      values[3 * n + 1] = Math.abs(values[3 * n + 1]!) * Math.sign(values[3 * n]!) * (2 * code - 1);
  }
  const vectors = createVectors({ file: 'v.csv', ids, dimension: 3, values });
  const surfaces = [{ kind: 'userVectors', file: 'v.csv', vectors } as const];
  const attackers = ['boosted', 'kernelRidge', 'logistic', 'stack'];
  const records = await runModelAudit({ people, surfaces }, { ...spec, attackers, controls: 1 }, tools);
  expect(
    boundedIn(records)
      .map(({ attacker }) => attacker)
      .toSorted(),
  ).toEqual(attackers);
  const of = (wanted: string) => boundedIn(records, { attacker: wanted })[0]!;
  expect(of('boosted').auc.bounds!.low).toBeGreaterThan(0.7);
  expect(of('logistic').auc.value).toBeLessThan(0.6);
});

it('an attacker with a factor model reads ratings, is left out where there are none, and alone is refused there', async () => {
  const { dataset } = createWorld({ users: 90, items: 20, ratingsPerUser: 12, leak: 0.6 }, 2);
  const own = { attribute: 'type', folds: 2, resamples: 50, controls: 1 };
  const given = {
    people: peopleWithRatings(dataset, 'type'),
    surfaces: [{ kind: 'ratings' } as const, { kind: 'userVectors', recommender: 'implicitFactors' } as const],
  };
  const records = await runModelAudit(given, { ...own, attackers: ['factor', 'logistic'] }, tools);
  const readers = viewsIn(records).map(([exposure]) => headlineIn(records, exposure).map(({ attacker }) => attacker));
  expect(readers.map((names) => names.toSorted())).toEqual([['factor', 'logistic'], ['logistic']]);
  expect(await asyncFailure(() => runModelAudit(given, { ...own, attackers: ['factor'] }, tools))).toMatch(
    /^PARAMETER_OUT_OF_RANGE: attackers .*factor.*an attacker that can read userVectors/,
  );
});

describe('lists', () => {
  const linear = { ...spec, attackers: ['logistic' as const], tops: [1, 4, 5, 10, 20] };
  const run = (lists: RecommendationLists, more: Partial<ModelAuditSpec> = {}) =>
    runModelAudit({ people, surfaces: [{ kind: 'lists', file: 'l.csv', lists }] }, { ...linear, ...more }, tools);

  it('tell from the length on at which the telling item comes in, and no further than they are long', async () => {
    const records = await run(listsOf());
    const lows = new Map(
      viewsIn(records).map(([exposure, length]) => [
        length,
        headlineIn(records, exposure, { length })[0]!.auc.bounds!.low,
      ]),
    );
    expect([...lows.keys()]).toEqual([1, 4, 5, 10]);
    expect(lows.get(1)).toBeLessThanOrEqual(0.5);
    expect(lows.get(4)).toBeLessThanOrEqual(0.5);
    expect(lows.get(5)).toBeGreaterThan(0.75);
    expect(lows.get(10)).toBeGreaterThan(0.75);
    expect(records.headlineTop).toBe(10);
    expect(records.surfaces[0]).toMatchObject({ items: 32, longest: 10 });
  });

  it('that are the same for everybody leave every attacker at 0.5 exactly', async () => {
    const same = listsOf(false);
    const entries = same.entries.map((_, at) => at % 10);
    const records = await run({ ...same, entries }, { attackers: ['logistic', 'stack', 'kernelRidge', 'boosted'] });
    expect(records.verdict.leak).toBe(false);
    for (const found of boundedIn(records)) {
      const half = { low: 0.5, high: 0.5 };
      expect(found.auc).toEqual({ value: 0.5, ...half, bounds: half });
      expect(controlIn(records, found)!.auc.value).toBe(0.5);
    }
  });

  it('are read by all attackers', async () => {
    const records = await run(listsOf(), { attackers: ['stack', 'boosted', 'kernelRidge'], tops: [10] });
    for (const { auc } of boundedIn(records)) expect(auc.bounds!.low).toBeGreaterThan(0.6);
  });
});

it('is the figure of a literal twin: fold by fold, pair by pair', async () => {
  const surface = vectorsWith(0.6) as Extract<Surface, { kind: 'userVectors' }>;
  const given = { ...spec, attackers: ['logistic' as const], folds: 2 };
  const records = await runModelAudit({ people, surfaces: [surface] }, given, tools);

  const { dimension, values } = surface.vectors;
  const column = (k: number) => ids.map((_, n) => values[n * dimension + k]!);
  const mean = (list: readonly number[]) => list.reduce((sum, value) => sum + value, 0) / list.length;
  const scaled = Array.from({ length: dimension }, (_, k) => {
    const middle = mean(column(k));
    const deviation = Math.sqrt(mean(column(k).map((value) => (value - middle) ** 2)));
    return column(k).map((value) => (value - middle) / deviation);
  });
  const rows = packRows(
    dimension,
    ids.map((_, n) => ({ indices: scaled.map((_, k) => k), values: scaled.map((own) => own[n]!) })),
  );
  const foldOf = stratifiedFolds(attribute, 2, derive(1, 'audit-folds'));
  const share = (some: readonly number[]) => mean(some.map((n) => attribute.values[n]!));
  const scores = new Float64Array(PEOPLE);
  const everyone = ids.map((_, n) => n);
  for (const fold of [0, 1]) {
    const trainers = everyone.filter((n) => foldOf[n] !== fold);
    const tested = everyone.filter((n) => foldOf[n] === fold);
    const labels = trainers.map((n) => attribute.values[n]!);
    const classifier = trainFeatureLogistic(selectRows(rows, trainers), labels, 2);
    const inTraining = share(trainers);
    const odds = tested.map((n) => {
      const [first, second] = classifier.logWeights(historyAt(rows, n));
      // As far from the shares of the groups as this person is; those of everybody shift all alike.
      return second! - first! - Math.log(inTraining / (1 - inTraining));
    });
    const loudness = Math.sqrt(mean(odds.map((value) => value ** 2)));
    for (const [at, n] of tested.entries()) scores[n] = odds[at]! / loudness;
  }
  let [won, pairs] = [0, 0];
  for (const a of everyone.filter((n) => attribute.values[n] === 1)) {
    for (const b of everyone.filter((n) => attribute.values[n] === 0)) {
      won += scores[a]! > scores[b]! ? 1 : scores[a] === scores[b] ? 0.5 : 0;
      pairs++;
    }
  }
  // Scores are kept in single precision: a pair may tie.
  expect(boundedIn(records)[0]!.auc.value).toBeCloseTo(won / pairs, 5);
});

describe('data with ratings', () => {
  const { dataset } = createWorld({ users: 200, items: 40, ratingsPerUser: 16, leak: 0.9 }, 3);
  const audited = peopleWithRatings(dataset, 'type');
  const own = { ...spec, attribute: 'type', attackers: ['logistic' as const, 'kernelRidge' as const], controls: 1 };
  const itemIds = Array.from({ length: dataset.items.size }, (_, n) => dataset.items.id(n as never));
  const noise = derive(9, 'items');
  const dimension = 6;
  const values = Float64Array.from({ length: itemIds.length * dimension }, () => noise.normal());
  const itemVectors: Surface = {
    kind: 'itemVectors',
    file: 'i.npz',
    vectors: createVectors({ file: 'i.npz', ids: itemIds, dimension, values }),
  };

  it('gives histories, and people folded in from item vectors', async () => {
    const surfaces: Surface[] = [{ kind: 'ratings' }, itemVectors];
    const records = await runModelAudit({ people: audited, surfaces }, own, tools);
    expect(viewsIn(records).map(([exposure]) => exposure)).toEqual(['ratings', 'itemVectors']);
    expect(headlineIn(records, 'ratings')[0]!.auc.bounds!.low).toBeGreaterThan(0.6);
    expect(headlineIn(records, 'itemVectors')[0]!.auc.bounds!.low).toBeGreaterThan(0.5);
  });

  it('is compared with recommenders of our own, which gain from ratings they did not see', async () => {
    const anchors = ['popularity', 'ease'] as const;
    const records = await runModelAudit(
      { people: audited, surfaces: [{ kind: 'ratings' }] },
      { ...own, attackers: ['logistic'], anchors, headlineTop: 5 },
      tools,
    );
    for (const name of anchors) {
      const [use] = findingsWith(records.findings, 'ndcg', { exposure: `lists of ${name}`, length: 5 });
      expect(use!.people).toBeGreaterThan(150);
      expect(use!.ndcg.low).toBeGreaterThan(0);
      expect(use!.ndcg.value).toBeLessThan(1);
      expect(use!.recall!.value).toBeGreaterThan(0);
      expect(use!.catalogue).toBeGreaterThan(5 / 40 - 1e-9);
      expect(use!.aucDifference).toBeUndefined();
    }
  });

  it('judges the lists of others by what was set aside for them', async () => {
    const userIds = Array.from({ length: dataset.users.size }, (_, n) => dataset.users.id(n as never));
    const shown = (first: number) =>
      createLists({
        file: 'l.csv',
        users: userIds,
        items: itemIds,
        userOfRow: Uint32Array.from({ length: 3 * userIds.length }, (_, at) => Math.floor(at / 3)),
        itemOfRow: Uint32Array.from({ length: 3 * userIds.length }, (_, at) => first + (at % 3)),
        order: Float64Array.from({ length: 3 * userIds.length }, (_, at) => at % 3),
        best: 'lowest',
        lineOf: (row) => `line ${row}`,
      });
    const surfaces: Surface[] = [{ kind: 'lists', file: 'l.csv', lists: shown(4) }];
    const given = { ...own, attackers: ['logistic' as const], anchors: ['popularity' as const] };
    const input = { people: audited, surfaces, setAside: shown(5) };
    const { findings } = await runModelAudit(input, given, tools);
    // Shown 4, 5, 6; wanted 5, 6, 7: two of three, at the second and the third place.
    const gain = 1 / Math.log2(3) + 1 / Math.log2(4);
    const worth = (exposure: string) => findingsWith(findings, 'ndcg', { exposure })[0]!;
    expect(worth('lists').ndcg.value).toBeCloseTo(gain / (1 + gain), 12);
    expect(worth('lists').recall!.value).toBeCloseTo(2 / 3, 12);
    expect(worth('lists').catalogue).toBeCloseTo(3 / 40, 12);
    const exposure = 'lists of popularity';
    const [popular] = findingsWith(findings, 'auc', { exposure, variant: 'real' });
    expect(worth(exposure).aucDifference!.value).toBeCloseTo(0.5 - popular!.auc.value, 12);
  });

  it('needs ratings for what is made from them', () => {
    const none = { users, attribute };
    expect(failure(() => planModelAudit({ people: none, surfaces: [{ kind: 'ratings' }] }, spec))).toMatch(
      /^DATASET_EMPTY: "ratings" needs the ratings/,
    );
    const anchors = { ...spec, anchors: ['ease' as const] };
    expect(failure(() => planModelAudit({ people: none, surfaces: [vectorsWith(1)] }, anchors))).toMatch(
      /^DATASET_EMPTY: "anchors" needs/,
    );
  });
});

describe('scores', () => {
  const linear = { ...spec, attackers: ['logistic' as const], controls: 1 };

  it('as a long table are read by what is there and how high', async () => {
    const base = listsOf(false);
    const noise = derive(8, 'scores');
    const scores = Float64Array.from(base.entries, (item, at) => {
      const telling = item === 3 ? 2 * attribute.values[Math.floor(at / 10)]! : 0;
      return noise.normal() * 0.2 + telling;
    });
    const surface: Surface = { kind: 'scores', file: 's.csv', scores: { ...base, scores } };
    const records = await runModelAudit({ people, surfaces: [surface] }, linear, tools);
    expect(boundedIn(records)[0]!.auc.bounds!.low).toBeGreaterThan(0.5);
  });

  it('of very many items are read by their leading directions', async () => {
    const noise = derive(8, 'wide');
    const wide = 300;
    const values = Float64Array.from({ length: PEOPLE * wide }, (_, at) => {
      const person = Math.floor(at / wide);
      return noise.normal() + attribute.values[person]! * (at % 2 === 0 ? 0.5 : -0.5);
    });
    const scores = createVectors({ file: 's.npy', ids, dimension: wide, values });
    const input = { people, surfaces: [{ kind: 'scores', file: 's.npy', scores } as const] };
    const records = await runModelAudit(input, linear, tools);
    expect(boundedIn(records)[0]!.auc.bounds!.low).toBeGreaterThan(0.8);
  });
});

it('takes the mean over groups, and leaves out those that are too small', async () => {
  const three = clubs(['red', 'blue', 'green', 'rare'], [0.4, 0.7, 0.98, 1]);
  const surface = vectorsWith(1.5, 4, three);
  const records = await runModelAudit({ people: { users, attribute: three }, surfaces: [surface] }, spec, tools);
  expect(records.data.labels.map(({ label }) => label)).toEqual(['red', 'blue', 'green']);
  const [small] = records.data.smallGroups;
  expect(small).toMatchObject({ label: 'rare', merged: false });
  expect(records.data.leftOut).toBe(small!.users);
  expect(records.data.users + small!.users).toBe(PEOPLE);
  expect(boundedIn(records)[0]!.auc.bounds!.low).toBeGreaterThan(0.6);
});

it('measures those who are in every surface, and counts the others', async () => {
  const surface = vectorsWith(1.2) as Extract<Surface, { kind: 'userVectors' }>;
  const { values } = surface.vectors;
  const some = createVectors({
    file: 'v.csv',
    ids: [...ids.slice(10), 'stranger'],
    dimension: 4,
    values: Float64Array.from([...values.slice(40), 0, 0, 0, 0]),
  });
  const linear = { ...spec, attackers: ['logistic' as const], controls: 1, tops: [10] };
  const surfaces: Surface[] = [
    { ...surface, vectors: some },
    { kind: 'lists', file: 'l.csv', lists: listsOf() },
  ];
  const records = await runModelAudit({ people, surfaces }, linear, tools);
  expect(records.data).toMatchObject({ users: PEOPLE - 10, leftOut: 10 });
  expect(records.surfaces.map(({ missing, unknown }) => [missing, unknown])).toEqual([
    [10, 1],
    [0, 0],
  ]);
});

describe('the plan', () => {
  const pool = openThreadPool(2);
  afterAll(() => pool.close());
  const { dataset } = createWorld({ users: 150, items: 30, ratingsPerUser: 14, leak: 0.9 }, 3);
  const input = {
    people: peopleWithRatings(dataset, 'type'),
    surfaces: [{ kind: 'ratings' }] as const,
  };
  const own = { ...spec, attribute: 'type', folds: 2, controls: 1, anchors: ['ease', 'implicitFactors'] as const };

  it('gives the same bytes with two threads as with one, and after a stop', async () => {
    const shared = { ...tools, kernels: loadKernels('shared') };
    const one = JSON.stringify(await runModelAudit(input, own, tools));
    const kept = new Map<string, Uint8Array>();
    const checkpoints: Checkpoints = {
      read: async (key) => kept.get(key),
      write: async (key, bytes) => void kept.set(key, bytes),
    };
    const two = await runModelAudit(input, own, { ...shared, executor: pool, checkpoints });
    expect(JSON.stringify(two)).toBe(one);
    expect(kept.size).toBe(2 * 2 * 3 + 2);
    // As if it had been stopped: some units are there, one of them damaged.
    for (const [n, key] of [...kept.keys()].entries()) if (n % 2 === 0) kept.delete(key);
    kept.set([...kept.keys()][0]!, new Uint8Array(3));
    expect(JSON.stringify(await runModelAudit(input, own, { ...tools, checkpoints }))).toBe(one);
  });

  it('stops when it is told to', async () => {
    const control = new AbortController();
    const run = runModelAudit(input, own, {
      ...tools,
      signal: control.signal,
      onProgress: () => control.abort(new Error('enough')),
    });
    await expect(run).rejects.toThrow('enough');
  });

  it('refuses no surface, two of a kind, and lists of repeated names', () => {
    expect(failure(() => planModelAudit({ ...input, surfaces: [] }, own))).toMatch(
      /^PARAMETER_OUT_OF_RANGE: surfaces is empty/,
    );
    const twice = { ...input, surfaces: [{ kind: 'ratings' }, { kind: 'ratings' }] as const };
    expect(failure(() => planModelAudit(twice, own))).toMatch(/^PARAMETER_OUT_OF_RANGE: surfaces is two of "ratings"/);
    expect(failure(() => planModelAudit(input, { ...own, anchors: ['ease', 'ease'] }))).toMatch(/"ease" twice/);
    expect(failure(() => planModelAudit(input, { ...own, folds: 1000 }))).toMatch(/^PEOPLE_TOO_FEW/);
  });

  it('refuses vectors of strangers', () => {
    const strangers = ids.map((id) => `x${id}`);
    const vectors = createVectors({ file: 'v.csv', ids: strangers, dimension: 1, values: new Float64Array(PEOPLE) });
    const surfaces = [{ kind: 'userVectors', file: 'v.csv', vectors } as const];
    expect(failure(() => planModelAudit({ people, surfaces }, spec))).toMatch(/^IDS_NOT_SHARED/);
  });
});
