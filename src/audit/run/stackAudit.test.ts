/** The stack in an audit: it finds what logistic regression misses, sees no label it should not, and says when it is too costly. */

import { afterAll, describe, expect, it } from 'vitest';
import { headlineIn, historyIn } from '../../../test/support/findings.ts';
import { parametersFrom } from '../../factorization/index.ts';
import { historyCoordinates } from '../../inference/index.ts';
import { derive } from '../../maths/index.ts';
import { attributeOf, type Dataset, holdOutRatings } from '../../ratings/index.ts';
import { loadKernels, openThreadPool } from '../../runtime/index.ts';
import { createTable, longTable } from '../../tables/index.ts';
import { sparse } from '../attackers/sparseData.ts';
import { scoreKey } from '../folds/index.ts';
import { workOnFold } from '../interviews/foldWork.ts';
import type { AuditRecords } from '../records/records.ts';
import type { AuditSpec } from '../spec/auditSchema.ts';
import { contender } from '../spec/contender.ts';
import { auditSpec } from '../spec/spec.ts';
import { affordableAttackers } from './affordable.ts';
import type { AuditTools } from './auditTools.ts';
import { runAudit } from './runAudit.ts';

const kernels = loadKernels();
const pool = openThreadPool(2);
afterAll(() => pool.close());
const tools: AuditTools = { kernels, source: 'a world', finished: () => 'then' };
const ITEMS = 80;

/**
 * Two independent tastes decide which half of either catalogue a person rates; the group is whether they agree. Both
 * groups rate each item alike: no weights on single items can tell them apart.
 */
function exclusiveOr(people: number, seed: number, leak = true): Dataset {
  const stream = derive(seed, 'exclusive-or');
  const rows: string[][] = [];
  for (let person = 0; person < people; person++) {
    const tastes = [stream.below(2), stream.below(2)];
    const group = (leak ? tastes[0] === tastes[1] : stream.below(2) === 1) ? 'alike' : 'apart';
    for (let item = 0; item < ITEMS; item++) {
      const half = Math.floor((item % 40) / 20);
      const rated = stream.uniform() < (half === tastes[Math.floor(item / 40)] ? 0.5 : 0.15);
      if (rated) rows.push([`p${person}`, `i${item}`, String(1 + stream.below(5)), group]);
    }
  }
  const column = (at: number) => ({ kind: 'texts', values: rows.map((row) => row[at]!) }) as const;
  const names = ['user', 'item', 'rating', 'group'];
  const ratings = createTable(
    'r.csv',
    names.map((name, at) => [name, column(at)] as const),
  );
  return longTable({ ratings }, { attributes: ['group'] }).dataset;
}

/** What does not bear on whole histories is kept small; the attackers on them are the default ones. */
const small: Partial<AuditSpec> & { attribute: string } = {
  attribute: 'group',
  folds: 3,
  training: parametersFrom('als', { dimension: 2, iterations: 4 }),
  contenders: [contender('random')],
  maxQuestions: 2,
  heldOut: 0,
  compareAt: [2],
  resamples: 100,
  controls: 1,
  permutations: 0,
};
const aucOf = (records: AuditRecords, name: string) => historyIn(records, name)?.auc;

describe('an audit by default', () => {
  const world = exclusiveOr(360, 1);
  const audited = runAudit(world, small, tools);

  it('shows a leak in how tastes go together, which logistic regression and naive Bayes miss', async () => {
    const records = await audited;
    expect(records.spec.fullHistory).toContain('stack');
    expect(aucOf(records, 'logistic')!.value).toBeLessThan(0.6);
    expect(aucOf(records, 'multinomial')!.value).toBeLessThan(0.6);
    const [strongest] = headlineIn(records, 'histories');
    expect(strongest!.attacker).toBe('stack');
    expect(strongest!.auc.bounds!.low).toBeGreaterThan(0.7);
    expect(records.verdict.leak).toBe(true);
    expect(records.attackerNotes).toBeUndefined();
  });

  it('gives the same bytes on two threads', async () => {
    expect(JSON.stringify(await runAudit(world, small, { ...tools, executor: pool }))).toBe(
      JSON.stringify(await audited),
    );
  });

  it('finds nothing where there is nothing', async () => {
    const records = await runAudit(exclusiveOr(360, 2, false), { ...small, fullHistory: ['stack'] }, tools);
    const { value, low, high } = aucOf(records, 'stack')!;
    expect(Math.abs(value - 0.5)).toBeLessThan(0.1);
    expect(low < 0.5 && high > 0.5).toBe(true);
    expect(records.verdict.leak).toBe(false);
  });
});

describe('labels of those who are judged', () => {
  it('never enter: whatever they are, the scores are the same', async () => {
    const dataset = exclusiveOr(200, 3);
    const everyone = Uint32Array.from({ length: dataset.users.size }, (_, user) => user);
    const people = everyone.subarray(140);
    const spec = auditSpec({ ...small, fullHistory: ['stack'] });
    const { byUser, items } = dataset.ratings;
    const judged = (labelled: Dataset) =>
      workOnFold(
        {
          dataset: labelled,
          ...holdOutRatings(labelled, { most: 0, share: 0 }, 1),
          people,
          trainers: everyone.subarray(0, 140),
          coordinates: (given) => historyCoordinates(sparse(byUser, items), {}, given),
        },
        spec,
        { contenders: spec.contenders, classifiers: ['stack'], openLists: [], sources: [], predicts: false },
        { kernels },
      ).then(({ scores }) => scores.get(scoreKey({ exposure: 'history', attacker: 'stack', quantity: 'logits' }))!);
    const attribute = attributeOf(dataset, 'group');
    const turned = Array.from(attribute.values, (value, user) => (user < 140 ? value : attribute.values[339 - user]!));
    expect(turned).not.toEqual(Array.from(attribute.values));
    const other = { ...dataset, attributes: new Map([['group', { ...attribute, values: Int16Array.from(turned) }]]) };
    expect(await judged(other)).toEqual(await judged(dataset));
  });
});

describe('cost', () => {
  const world = exclusiveOr(240, 4);
  const stack = { ...small, fullHistory: ['factor', 'stack'] };

  it('beyond the first limit people are compared with landmarks, and the records say so', async () => {
    const transductive = { exactPeople: 100, landmarks: 40, mostPeople: 1000 };
    const records = await runAudit(world, { ...stack, transductive }, tools);
    expect(records.attackerNotes).toEqual([
      {
        kind: 'history',
        id: 'stack',
        label: expect.any(String),
        people: 160,
        form: 'landmarks',
        limit: 100,
        landmarks: 40,
      },
    ]);
    const exact = await runAudit(world, stack, tools);
    expect(exact.attackerNotes).toBeUndefined();
    expect(aucOf(records, 'stack')).not.toEqual(aucOf(exact, 'stack'));
    expect(aucOf(records, 'stack')!.value).toBeGreaterThan(0.7);
  });

  it('beyond the second one the attacker is left out, and the records say so', async () => {
    const transductive = { exactPeople: 100, landmarks: 40, mostPeople: 159 };
    const records = await runAudit(world, { ...stack, transductive }, tools);
    expect(records.attackerNotes).toMatchObject([{ id: 'stack', people: 160, form: 'leftOut', limit: 159 }]);
    expect(aucOf(records, 'stack')).toBeUndefined();
    expect(records.spec.fullHistory).toEqual(['factor']);
    expect(headlineIn(records, 'histories').map(({ attacker }) => attacker)).toEqual(['factor']);
  });

  it('goes by the fold with most training people, and by these attackers alone', () => {
    const transductive = { exactPeople: 3, landmarks: 2, mostPeople: 4 };
    const folds = [0, 0, 0, 1, 1];
    const { notes, fullHistory } = affordableAttackers(
      { fullHistory: ['factor', 'stack'], transductive, folds: 2 },
      folds,
    );
    expect(fullHistory).toEqual(['factor', 'stack']);
    expect(notes).toEqual([]);
    const smaller = { ...transductive, exactPeople: 2 };
    expect(
      affordableAttackers({ fullHistory: ['factor', 'stack'], transductive: smaller, folds: 2 }, folds).notes,
    ).toMatchObject([{ id: 'stack', form: 'landmarks', people: 3, limit: 2 }]);
  });
});
