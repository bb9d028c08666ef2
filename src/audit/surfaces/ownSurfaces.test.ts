/** Recommenders that are trained here, as surfaces; and every surface again after a defence. */

import { describe, expect, it } from 'vitest';
import { asyncFailure, failure } from '../../../test/support/failure.ts';
import { controlIn, headlineIn, viewsIn } from '../../../test/support/findings.ts';
import { topN, trainEase, trainImplicit } from '../../factorization/index.ts';
import { derive } from '../../maths/index.ts';
import {
  attributeFromCodes,
  createDataset,
  createLists,
  createVectors,
  type Dataset,
  numberedVocabulary,
  type RecommendationLists,
  ratingMatrixFromRows,
} from '../../ratings/index.ts';
import { loadKernels } from '../../runtime/index.ts';
import { sparse } from '../attackers/sparseData.ts';
import { findingsWith, type With } from '../records/finding.ts';
import { planModelAudit, runModelAudit } from './runModelAudit.ts';
import { type DefenceBefore, peopleWithRatings, type Surface } from './surface.ts';

const tools = { kernels: loadKernels(), source: 'a test', finished: () => 'then' };
const [PEOPLE, ITEMS] = [160, 30];
const spec = {
  attribute: 'club',
  folds: 2,
  controls: 1,
  resamples: 60,
  attackers: ['logistic' as const],
  tops: [4],
  headlineTop: 4,
};

/** Everybody rates some of 28 items; of the last two, the one of the own group, and one of its neighbours more often. */
const dataset = world();
const people = peopleWithRatings(dataset, 'club');

function world(): Dataset {
  const stream = derive(7, 'own');
  const codes = Int16Array.from({ length: PEOPLE }, () => stream.below(2));
  const rows = Array.from(codes, (group) => {
    const items = Array.from({ length: 28 }, (_, item) => item).filter(
      (item) => stream.uniform() < (item < 8 ? (item % 2 === group ? 0.6 : 0.3) : 0.3),
    );
    if (stream.uniform() < 0.9) items.push(28 + group);
    return items.length === 0 ? [0] : items;
  });
  const starts = new Uint32Array(PEOPLE + 1);
  for (const [n, row] of rows.entries()) starts[n + 1] = starts[n]! + row.length;
  const indices = Uint32Array.from(rows.flat());
  const values = Float32Array.from(indices, () => 1 + stream.below(5));
  return createDataset({
    users: numberedVocabulary(PEOPLE, 'u'),
    items: numberedVocabulary(ITEMS, 'i'),
    ratings: ratingMatrixFromRows(PEOPLE, ITEMS, { starts, indices, values }),
    attributes: [attributeFromCodes('club', ['red', 'blue'], codes)],
  });
}

const ids = Array.from({ length: PEOPLE }, (_, user) => dataset.users.id(user as never));
const itemIds = Array.from({ length: ITEMS }, (_, item) => dataset.items.id(item as never));
const historyOf = ({ ratings: { byUser } }: Dataset, user: number) =>
  byUser.indices.subarray(byUser.starts[user]!, byUser.starts[user + 1]!);

/** Lists as a file would hold them. */
function listsOf(shown: readonly (readonly number[])[]): RecommendationLists {
  return createLists({
    file: 'l.csv',
    users: ids,
    items: itemIds,
    userOfRow: Uint32Array.from(shown.flatMap((list, user) => list.map(() => user))),
    itemOfRow: Uint32Array.from(shown.flat()),
    order: Float64Array.from(shown.flatMap((list) => list.map((_, place) => place))),
    best: 'lowest',
    lineOf: (row) => `line ${row}`,
  });
}

/** `dropped`: items that nobody sends. */
function sending(dropped: (item: number) => boolean): DefenceBefore & { calls: number } {
  const defence = {
    name: 'dropping',
    label: 'Dropping',
    strength: 1,
    calls: 0,
    send: async (measured: Dataset) => {
      defence.calls++;
      const { starts, indices, values } = measured.ratings.byUser;
      const kept = (user: number) =>
        Array.from({ length: starts[user + 1]! - starts[user]! }, (_, n) => starts[user]! + n).filter(
          (entry) => !dropped(indices[entry]!),
        );
      const rows = Array.from({ length: measured.users.size }, (_, user) => kept(user));
      const from = new Uint32Array(rows.length + 1);
      for (const [n, row] of rows.entries()) from[n + 1] = from[n]! + row.length;
      const entries = rows.flat();
      return sparse(
        {
          starts: from,
          indices: Uint32Array.from(entries, (entry) => indices[entry]!),
          values: Float32Array.from(entries, (entry) => values[entry]!),
        },
        ITEMS,
      );
    },
  };
  return defence;
}

describe('a recommender that is trained here', () => {
  it('is measured as its files would be', async () => {
    const { users, items, byUser } = dataset.ratings;
    const seen = { rows: users, columns: items, starts: byUser.starts, indices: byUser.indices };
    const ease = await trainEase(seen, {}, tools);
    const lists = listsOf(ids.map((_, user) => topN(ease, historyOf(dataset, user), 4)));
    const scores = createVectors({
      file: 's.npy',
      ids,
      dimension: ITEMS,
      values: Float64Array.from(
        ids.flatMap((_, user) => [...Float32Array.from(ease.scores(historyOf(dataset, user)))]),
      ),
    });
    const given: Surface[] = [
      { kind: 'lists', file: 'l.csv', lists },
      { kind: 'scores', file: 's.npy', scores },
    ];
    const own: Surface[] = [
      { kind: 'lists', recommender: 'ease' },
      { kind: 'scores', recommender: 'ease' },
    ];
    const fromFiles = await runModelAudit({ people, surfaces: given }, spec, tools);
    const trained = await runModelAudit({ people, surfaces: own }, spec, tools);
    const figures = (records: typeof trained) => records.findings.filter(({ auc }) => auc !== undefined);
    expect(figures(trained)).toEqual(figures(fromFiles));
    expect(headlineIn(trained, 'lists')[0]!.auc.bounds!.low).toBeGreaterThan(0.5);
    expect(trained.surfaces).toEqual([
      { kind: 'lists', recommender: 'EASE', missing: 0, unknown: 0 },
      { kind: 'scores', recommender: 'EASE', missing: 0, unknown: 0 },
    ]);
    expect(trained.findings.some(({ catalogue }) => catalogue !== undefined)).toBe(false);
  });

  it('keeps about people what implicit factors would, up to their last half sweep', async () => {
    const surfaces: Surface[] = [{ kind: 'userVectors', recommender: 'implicitFactors' }];
    const own = await runModelAudit({ people, surfaces }, spec, tools);
    const { users, items, byUser } = dataset.ratings;
    const seen = { rows: users, columns: items, starts: byUser.starts, indices: byUser.indices };
    const { people: values, parameters } = await trainImplicit(seen, { seed: 1, dimension: ITEMS }, tools);
    const vectors = createVectors({ file: 'v', ids, dimension: parameters.dimension, values });
    const given = await runModelAudit({ people, surfaces: [{ kind: 'userVectors', file: 'v', vectors }] }, spec, tools);
    const aucOf = (records: typeof own) => headlineIn(records, 'userVectors')[0]!.auc.value;
    expect(Math.abs(aucOf(own) - aucOf(given))).toBeLessThan(0.02);
  });

  it('is refused where there is none, or where it has no vectors', async () => {
    const unknown: Surface[] = [{ kind: 'lists', recommender: 'none' }];
    expect(await asyncFailure(() => runModelAudit({ people, surfaces: unknown }, spec, tools))).toMatch(
      /^PARAMETER_OUT_OF_RANGE: recommender is "none"/,
    );
    const without: Surface[] = [{ kind: 'userVectors', recommender: 'ease' }];
    expect(await asyncFailure(() => runModelAudit({ people, surfaces: without }, spec, tools))).toMatch(
      /^SURFACE_NOT_OFFERED: the recommender "ease" has no vectors of people -> measure its lists or scores/,
    );
    expect(
      failure(() => planModelAudit({ people, surfaces: [{ kind: 'ratings' }] }, { ...spec, anchors: ['x'] })),
    ).toMatch(/^PARAMETER_OUT_OF_RANGE: recommender is "x"/);
  });
});

describe('after a defence', () => {
  const itemVectors: Surface = {
    kind: 'itemVectors',
    file: 'i.npz',
    vectors: createVectors({
      file: 'i.npz',
      ids: itemIds,
      dimension: ITEMS,
      values: Float64Array.from({ length: ITEMS * ITEMS }, (_, at) => (at % (ITEMS + 1) === 0 ? 1 : 0)),
    }),
  };
  const surfaces: Surface[] = [
    { kind: 'ratings' },
    itemVectors,
    { kind: 'userVectors', recommender: 'implicitFactors' },
    { kind: 'lists', recommender: 'itemNeighbours' },
  ];

  it('that changes nothing, every surface tells exactly what it told', async () => {
    const afterDefence = sending(() => false);
    const records = await runModelAudit({ people, surfaces, afterDefence }, spec, tools);
    const { name, label, strength } = records.afterDefence!;
    expect({ name, label, strength }).toEqual({ name: 'dropping', label: 'Dropping', strength: 1 });
    const figures = (defence: string | undefined) =>
      records.findings
        .filter((one) => one.defence === defence && one.auc !== undefined)
        .map(({ defence: _, strength: __, judged: ___, ...one }) => one);
    expect(figures('dropping')).toEqual(figures(undefined));
    const differences = findingsWith(records.findings, 'aucDifference');
    expect(differences.map(({ exposure, length }) => [exposure, length])).toEqual(viewsIn(records));
    for (const { aucDifference } of differences) expect(aucDifference).toEqual({ value: 0, low: 0, high: 0 });
    // Once for each fold, however many surfaces and shuffles there are.
    expect(afterDefence.calls).toBe(2);
  });

  it('that hides what tells, less is found, with a paired interval; what was measured before stays', async () => {
    const plain = await runModelAudit({ people, surfaces: [{ kind: 'ratings' }] }, spec, tools);
    const afterDefence = sending((item) => item >= 28);
    const records = await runModelAudit({ people, surfaces: [{ kind: 'ratings' }], afterDefence }, spec, tools);
    const [before, was] = [records, plain].map((one) => headlineIn(one, 'ratings', { defence: undefined })[0]!);
    expect(before!.auc).toEqual(was!.auc);
    expect(records.data.fingerprint).not.toBe(plain.data.fingerprint);
    const [after] = headlineIn(records, 'ratings', { defence: 'dropping' });
    expect(before!.auc.value).toBeGreaterThan(0.9);
    expect(after!.auc.value).toBeLessThan(0.85);
    const [{ aucDifference: auc, pValue }] = findingsWith(records.findings, 'aucDifference') as [
      With<'aucDifference' | 'pValue'>,
    ];
    expect(auc.value).toBeCloseTo(after!.auc.value - before!.auc.value, 12);
    expect(auc.high).toBeLessThan(0);
    expect(pValue).toBeLessThan(0.05);
    expect(Math.abs(controlIn(records, after!)!.auc.value - 0.5)).toBeLessThan(0.15);
  });

  it('the defence learns from training people, and a live recommender is asked again with what they sent', async () => {
    const asked: [string, number][] = [];
    const trainers: number[] = [];
    const hiding = sending((item) => item >= 28);
    const afterDefence: DefenceBefore = {
      ...hiding,
      send: async (measured, members, given) => {
        expect(members.trainers.some((trainer) => members.people.includes(trainer))).toBe(false);
        trainers.push(members.trainers.length);
        return hiding.send(measured, members, given);
      },
    };
    const telling = (data: Dataset) => ids.map((_, user) => [historyOf(data, user).includes(28) ? 28 : 29, user % 20]);
    const again = async (sent: Dataset, word: string) => {
      asked.push([word, historyOf(sent, 0).filter((item) => item >= 28).length]);
      return listsOf(telling(sent));
    };
    const live: Surface = { kind: 'lists', file: 'https://shop.example/', lists: listsOf(telling(dataset)), again };
    const records = await runModelAudit(
      { people, surfaces: [live], afterDefence },
      { ...spec, tops: [1, 2], headlineTop: 2 },
      tools,
    );
    expect(asked.toSorted()).toEqual([
      ['fold-0', 0],
      ['fold-1', 0],
    ]);
    expect(trainers).toEqual([PEOPLE / 2, PEOPLE / 2]);
    const [[exposure, length]] = viewsIn(records).slice(1) as [readonly [string, number | undefined]];
    const aucOf = (defence?: string) => headlineIn(records, exposure, { length, defence })[0]!.auc.value;
    expect(aucOf()).toBeGreaterThan(0.9);
    expect(aucOf('dropping')).toBeLessThan(0.7);
  });

  it('refuses files, which say nothing of other ratings', () => {
    const lists: Surface = { kind: 'lists', file: 'l.csv', lists: listsOf(ids.map((_, user) => [user % 20])) };
    const afterDefence = sending(() => false);
    expect(failure(() => planModelAudit({ people, surfaces: [lists], afterDefence }, spec))).toMatch(
      /^SURFACE_FIXED: "l.csv" is what the recommender made .* after dropping .*--recommender.*--exposures/,
    );
    const { users, attribute } = people;
    const vectors = createVectors({ file: 'v', ids, dimension: 1, values: new Float64Array(PEOPLE) });
    const kept: Surface = { kind: 'userVectors', file: 'v', vectors };
    expect(
      failure(() => planModelAudit({ people: { users, attribute }, surfaces: [kept], afterDefence }, spec)),
    ).toMatch(/^SURFACE_FIXED: "v"/);
  });
});
