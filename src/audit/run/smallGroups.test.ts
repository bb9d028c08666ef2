/** Groups that are too small to judge must not change what is found about the others. */

import { beforeAll, describe, expect, it } from 'vitest';
import { asyncFailure } from '../../../test/support/failure.ts';
import { headlineIn } from '../../../test/support/findings.ts';
import { parametersFrom } from '../../factorization/index.ts';
import { derive } from '../../maths/index.ts';
import {
  createAttribute,
  createDataset,
  createRatingMatrix,
  createVocabulary,
  type Dataset,
} from '../../ratings/index.ts';
import { loadKernels } from '../../runtime/index.ts';
import type { AuditRecords } from '../records/records.ts';
import { contender } from '../spec/contender.ts';
import type { AuditTools } from './auditTools.ts';
import { runAudit } from './runAudit.ts';

const ITEMS = 20;
const tools: AuditTools = { kernels: loadKernels(), source: 'a survey', finished: () => 'then' };

/** A survey that everybody answered in full; group number g shifts every third answer by g. */
function survey(groups: readonly (readonly [string, number, number])[]): Dataset {
  const people = groups.flatMap(([label, count, shift]) => Array.from({ length: count }, () => ({ label, shift })));
  const triples = { users: [] as number[], items: [] as number[], values: [] as number[] };
  for (const [person, { shift }] of people.entries()) {
    const stream = derive(3, 'survey-answers', person);
    for (let item = 0; item < ITEMS; item++) {
      triples.users.push(person);
      triples.items.push(item);
      const answer = Math.round(3 + stream.normal() + (item % 3 === 0 ? shift : 0));
      triples.values.push(Math.min(5, Math.max(1, answer)));
    }
  }
  return createDataset({
    users: createVocabulary(people.map((_, n) => `p${n}`)),
    items: createVocabulary(Array.from({ length: ITEMS }, (_, n) => `s${n}`)),
    ratings: createRatingMatrix(people.length, ITEMS, triples),
    attributes: [
      createAttribute(
        'group',
        people.map(({ label }) => label),
        groups.map(([label]) => label),
      ),
    ],
  });
}

const spec = {
  attribute: 'group',
  folds: 5,
  training: parametersFrom('als', { dimension: 2, iterations: 6 }),
  contenders: [contender('pairwise'), contender('random')],
  maxQuestions: 8,
  headlineQuestions: 8,
  heldOut: 0,
  compareAt: [8],
  fullHistory: ['factor', 'logistic', 'multinomial'],
  controls: 1,
  permutations: 200,
  resamples: 60,
} as const;
const MAIN = [
  ['a', 90, 0],
  ['b', 80, 0.6],
] as const;

const audit = (groups: Parameters<typeof survey>[0], more: object = {}) =>
  runAudit(survey(groups), { ...spec, ...more }, tools);
/** Everything that is stated about people, without the data's own description. */
const found = ({ findings, verdict, permutation, comparisons }: AuditRecords) =>
  JSON.stringify({ findings, verdict, permutation, comparisons });

describe('groups with a handful of people', () => {
  let alone: Awaited<ReturnType<typeof audit>>;
  beforeAll(async () => {
    alone = await audit(MAIN);
  });

  it('there is a leak to be found', () => {
    expect(alone.verdict.leak).toBe(true);
    expect(headlineIn(alone, 'histories')[0]!.auc.value).toBeGreaterThan(0.7);
    expect(alone.data.smallGroups).toEqual([]);
  });

  it.each([
    ['four people of a third group', [...MAIN, ['x', 4, 2]]],
    ['a raw column 1/2/3 where 3 has six people', [...MAIN, ['3', 6, -2]]],
    ['one person', [...MAIN, ['impossible', 1, 3]]],
    ['eight parties of one person each', [...MAIN, ...Array.from({ length: 8 }, (_, n) => [`p${n}`, 1, n] as const)]],
    ['three of seven values with fewer than five people', [...MAIN, ['x', 4, 2], ['y', 3, -2], ['z', 2, 1]]],
    ['a group that a filter emptied', [...MAIN, ['nobody', 0, 0]]],
  ] as [string, Parameters<typeof survey>[0]][])(
    '%s: the audit finds what it finds without them',
    async (_, groups) => {
      const records = await audit(groups);
      expect(found(records)).toBe(found(alone));
      expect(records.data.smallGroups).toEqual(
        groups.slice(2).map(([label, users]) => ({ label, users, merged: false })),
      );
      expect(records.data.labels.map(({ label }) => label)).toEqual(['a', 'b']);
    },
  );

  it('merged into one, they are one more group', async () => {
    const groups = [...MAIN, ['x', 12, 2], ['y', 11, 2]] as const;
    const records = await audit(groups, { smallGroups: 'merge' });
    expect(records.data.labels).toMatchObject([{ label: 'a' }, { label: 'b' }, { label: 'other', users: 23 }]);
    expect(records.confusions.length).toBeGreaterThan(0);
    expect(records.confusions.every(({ counts }) => counts.length === 3)).toBe(true);
  });

  it('a lower minimum keeps them, and every figure is a number', async () => {
    const records = await audit([...MAIN, ['x', 6, 2]], { minGroup: 5 });
    expect(records.data.labels).toHaveLength(3);
    const figures = records.findings.flatMap(({ auc }) => (auc === undefined ? [] : [auc.value]));
    expect(figures.length).toBeGreaterThan(0);
    expect(figures.every(Number.isFinite)).toBe(true);
  });

  it('fewer than two groups of enough people are refused, before anything is trained', async () => {
    expect(
      await asyncFailure(() =>
        audit([
          ['a', 90, 0],
          ['x', 6, 1],
        ]),
      ),
    ).toMatch(/^GROUPS_TOO_SMALL/);
  });
});
