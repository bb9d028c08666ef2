/** What operators do with lists: what is excluded, what is replaced, and what that leaves to attackers and to people. */
import { describe, expect, it } from 'vitest';
import { failure } from '../../../test/support/failure.ts';
import { headlineIn } from '../../../test/support/findings.ts';
import {
  findingsWith,
  type ModelAuditRecords,
  peopleWithRatings,
  planModelAudit,
  runModelAudit,
} from '../../audit/index.ts';
import { packRows } from '../../inference/index.ts';
import { derive } from '../../maths/index.ts';
import { createAttribute, createDataset, numberedVocabulary, ratingMatrixFromRows } from '../../ratings/index.ts';
import { reportOf } from '../../report/index.ts';
import { loadKernels } from '../../runtime/index.ts';
import { erasureBefore } from '../erasure/index.ts';
import { listChangeNamed } from './listChange.ts';
import { listsBefore } from './listsBefore.ts';

/** Item 0 goes to the first group alone, item 1 to most of it, 2 and 3 to everybody. */
const rankings = [
  [0, 1, 2, 3, 4, 5],
  [0, 1, 3, 2, 5, 4],
  [0, 1, 2, 3, 4, 5],
  [2, 3, 4, 1, 5, 0],
  [1, 2, 3, 4, 5, 0],
  [3, 2, 5, 4, 1, 0],
];
const groupOf = [0, 0, 0, 1, 1, 1];
const changed = (name: string, top: number, strength: number) =>
  rankings.map(listChangeNamed(name).learn(rankings, groupOf, 2, top, strength));

describe('excluding the most telling items', () => {
  it('takes the item that one group alone is shown from everybody, and fills the lists', () => {
    // Of three shown items (0, 1 and what follows) a quarter of five is one.
    expect(changed('excludeTelling', 3, 0.25)).toEqual([
      [1, 2, 3],
      [1, 3, 2],
      [1, 2, 3],
      [2, 3, 4],
      [1, 2, 3],
      [3, 2, 5],
    ]);
  });

  it('takes nothing where the share is less than an item', () => {
    expect(changed('excludeTelling', 3, 0.1)).toEqual(rankings.map((ranking) => ranking.slice(0, 3)));
  });
});

describe('balancing lists', () => {
  /** Log odds of the second group, of what all lists of two items show; by counting. */
  function said(list: readonly number[]): number {
    const shown = (item: number, group: number) =>
      rankings.filter((ranking, n) => groupOf[n] === group && ranking.slice(0, 2).includes(item)).length;
    const known = list.filter((item) => shown(item, 0) + shown(item, 1) > 0);
    return known.reduce((sum, item) => sum + Math.log((shown(item, 1) + 0.5) / (shown(item, 0) + 0.5)), 0);
  }

  it('replaces at most the budget, so that each list lies nearer to what the mean list says', () => {
    const mean = rankings.reduce((sum, ranking) => sum + said(ranking.slice(0, 2)) / rankings.length, 0);
    const lists = changed('balance', 2, 0.5);
    for (const [n, list] of lists.entries()) {
      const [before, later] = [rankings[n]!.slice(0, 2), rankings[n]!.slice(2, 4)];
      const taken = list.filter((item) => !before.includes(item));
      expect(taken.length).toBeLessThanOrEqual(1);
      expect(taken.every((item) => later.includes(item))).toBe(true);
    }
    const far = (list: readonly number[]) => Math.abs(said(list) - mean);
    const gained = lists.map((list, n) => far(rankings[n]!.slice(0, 2)) - far(list));
    expect(Math.min(...gained)).toBeGreaterThanOrEqual(0);
    expect(gained.filter((gain) => gain > 0.1).length).toBeGreaterThan(3);
  });

  it('leaves a list alone that already says what the mean list says, and all of them without a budget', () => {
    const alike = [
      [0, 1, 2],
      [0, 1, 2],
      [0, 1, 2],
      [0, 1, 2],
    ];
    const relist = listChangeNamed('balance').learn(alike, [0, 0, 1, 1], 2, 2, 1);
    expect(relist([0, 1, 2, 3])).toEqual([0, 1]);
    expect(changed('balance', 2, 0.4)).toEqual(rankings.map((ranking) => ranking.slice(0, 2)));
  });
});

it('groups without lists, strengths and names that make no sense are refused', () => {
  expect(failure(() => listChangeNamed('balance').learn(rankings, groupOf, 3, 2, 1))).toMatch(
    /^ATTRIBUTE_WITHOUT_USERS: nobody of group 2 has a list/,
  );
  expect(failure(() => listsBefore('balance', 2))).toMatch(/^PARAMETER_OUT_OF_RANGE: strength of balance/);
  expect(failure(() => listsBefore('hope'))).toMatch(/one of excludeTelling, balance/);
});

describe('in audits of lists', () => {
  const [PEOPLE, ITEMS] = [240, 60];
  const clubs = ['red', 'blue'];
  const clubOf = Array.from({ length: PEOPLE }, (_, person) => person % 2);
  const stream = derive(6, 'lists');
  // Each club has its own half of the items oftener, and everybody has other tastes, too.
  const histories = clubOf.map((club) => {
    const taste = stream.below(3);
    const chance = (item: number) => 0.1 + (item % 2 === club ? 0.2 : 0) + (item % 3 === taste ? 0.3 : 0);
    const indices = Array.from({ length: ITEMS }, (_, item) => item).filter((item) => stream.uniform() < chance(item));
    return { indices, values: indices.map(() => 3) };
  });
  const dataset = createDataset({
    users: numberedVocabulary(PEOPLE, 'person '),
    items: numberedVocabulary(ITEMS, 'film '),
    ratings: ratingMatrixFromRows(PEOPLE, ITEMS, packRows(ITEMS, histories)),
    scale: { min: 1, max: 5, step: 1 },
    attributes: [
      createAttribute(
        'type',
        clubOf.map((club) => clubs[club]!),
        clubs,
      ),
    ],
  });
  const people = peopleWithRatings(dataset, 'type');
  const spec = { attribute: 'type', folds: 2, attackers: ['logistic'], controls: 1, resamples: 60, tops: [5, 10] };
  const tools = { kernels: loadKernels(), source: 'a world', finished: () => 'then' };
  const audited = (afterDefence: Parameters<typeof runModelAudit>[0]['afterDefence']) => {
    const surfaces = [{ kind: 'lists', recommender: 'implicitFactors' }] as const;
    return runModelAudit({ people, surfaces, afterDefence }, spec, tools);
  };
  const useOf = ({ findings }: ModelAuditRecords, defence?: string) =>
    findingsWith(findings, 'ndcg', { exposure: 'lists', length: 10, defence });
  const aucOf = (records: ModelAuditRecords, defence?: string) =>
    headlineIn(records, 'lists', { defence }).find(({ length }) => length === 10)!.auc.value;

  it.each(['excludeTelling', 'balance'])('%s: lists tell less, and what they lose stands beside it', async (name) => {
    const records = await audited(listsBefore(name, 0.4));
    expect(aucOf(records)).toBeGreaterThan(0.7);
    expect(aucOf(records, name)).toBeLessThan(aucOf(records) - 0.03);
    const [[before], [after]] = [useOf(records), useOf(records, name)];
    expect(after!.ndcg.value).toBeLessThan(before!.ndcg.value);
    expect(before!.recall!.value).toBeGreaterThan(0);
    const text = reportOf(records).summary().join('\n');
    expect(text).toContain(`NDCG@10 of the lists is ${after!.ndcg.value.toFixed(3)}`);
    expect(reportOf(records).page([])).toContain('What top-10 lists lose');
  });

  it('lists that follow from erased vectors tell less, and both figures have their cost', async () => {
    const records = await audited(erasureBefore('erase:leace'));
    expect(aucOf(records, 'erase:leace')).toBeLessThan(aucOf(records) - 0.03);
    const [[before], [after]] = [useOf(records), useOf(records, 'erase:leace')];
    expect(after!.ndcg.value).not.toBe(before!.ndcg.value);
    // Attackers learn from the same half whatever is changed.
    expect(aucOf(await audited(listsBefore('balance', 0.1)))).toBe(aucOf(records));
  });

  it('lists in a file lose on ratings that the caller set aside', async () => {
    const items = ['a', 'b', 'c', 'd'];
    const users = Array.from({ length: dataset.users.size }, (_, user) => dataset.users.id(user as never));
    const { values } = people.attribute;
    // What the first group is shown first, the second is shown last.
    const shown = users.map((_, user) => (values[user] === 0 ? [0, 1, 2, 3] : [3, 2, 1, 0]));
    const tableOf = (lists: readonly (readonly number[])[]) => ({
      users,
      items,
      starts: Uint32Array.from({ length: lists.length + 1 }, (_, n) => n * lists[0]!.length),
      entries: Uint32Array.from(lists.flat()),
    });
    const input = {
      people,
      surfaces: [{ kind: 'lists', file: 'lists.csv', lists: tableOf(shown) } as const],
      setAside: tableOf(shown.map((list) => list.slice(0, 1))),
      afterDefence: listsBefore('excludeTelling', 0.5),
    };
    const records = await runModelAudit(input, { ...spec, tops: [2], headlineTop: 2 }, tools);
    const of = (defence?: string) => findingsWith(records.findings, 'ndcg', { exposure: 'lists', defence });
    expect(of().map(({ ndcg }) => ndcg.value)).toEqual([1]);
    expect(of('excludeTelling')).toHaveLength(1);
    expect(of('excludeTelling')[0]!.ndcg.value).toBeLessThan(1);
  });

  it('what is no list is refused, and so are lists in a file where vectors are changed', () => {
    const plan = (surfaces: Parameters<typeof runModelAudit>[0]['surfaces'], name: string) => () =>
      planModelAudit(
        { people, surfaces, afterDefence: name === 'balance' ? listsBefore(name) : erasureBefore(name) },
        spec,
      );
    const vectors = [{ kind: 'userVectors', recommender: 'implicitFactors' }] as const;
    expect(failure(plan(vectors, 'balance'))).toMatch(
      /^SURFACE_FIXED: balance changes lists, and "userVectors" is none/,
    );
    const lists = { users: [], items: [], starts: Uint32Array.of(0), entries: new Uint32Array() };
    const file = [{ kind: 'lists', file: 'lists.csv', lists }] as const;
    expect(failure(plan(file, 'erase:leace'))).toMatch(/^SURFACE_FIXED: .* and "lists" has none/);
  });
});
