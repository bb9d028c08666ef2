/** Surveys in which (nearly) everybody answered everything: who answered what says nothing, and no attacker dies of it. */

import { describe, expect, it } from 'vitest';
import { headlineIn, historyIn } from '../../../test/support/findings.ts';
import { parametersFrom } from '../../factorization/index.ts';
import { historyCoordinates, presenceOf } from '../../inference/index.ts';
import { derive } from '../../maths/index.ts';
import {
  attributeFromCodes,
  createDataset,
  createRatingMatrix,
  type Dataset,
  numberedVocabulary,
  scaleOf,
} from '../../ratings/index.ts';
import { loadKernels } from '../../runtime/index.ts';
import { sparse } from '../attackers/sparseData.ts';
import type { AuditRecords } from '../records/records.ts';
import type { AuditSpec } from '../spec/auditSchema.ts';
import { contender, defaultContenders } from '../spec/contender.ts';
import type { AuditTools } from './auditTools.ts';
import { runAudit } from './runAudit.ts';

const kernels = loadKernels();
const tools: AuditTools = { kernels, source: 'a survey', finished: () => 'then' };

/** Everybody answers every item but the first `missing` people the first; one group likes the first items better. */
function survey(people: number, items: number, { missing = 0, leak = 2 } = {}): Dataset {
  const stream = derive(people + items, 'survey');
  const types = Int16Array.from({ length: people }, () => stream.below(2));
  const triples = { users: [] as number[], items: [] as number[], values: [] as number[] };
  for (let person = 0; person < people; person++) {
    for (let item = person < missing ? 1 : 0; item < items; item++) {
      triples.users.push(person);
      triples.items.push(item);
      triples.values.push(1 + stream.below(4) + (item < 3 ? leak * types[person]! : 0));
    }
  }
  const values = Float32Array.from(triples.values);
  return createDataset({
    users: numberedVocabulary(people, 'u'),
    items: numberedVocabulary(items, 'i'),
    ratings: createRatingMatrix(people, items, {
      users: Uint32Array.from(triples.users),
      items: Uint32Array.from(triples.items),
      values,
    }),
    scale: scaleOf(values),
    attributes: [attributeFromCodes('type', ['a', 'b'], types)],
  });
}

const spec: Partial<AuditSpec> & { attribute: string } = {
  attribute: 'type',
  folds: 3,
  training: parametersFrom('als', { dimension: 2, iterations: 4 }),
  contenders: [contender('random')],
  maxQuestions: 2,
  heldOut: 0,
  compareAt: [2],
  fullHistory: ['factor', 'stack'],
  resamples: 50,
  controls: 1,
  permutations: 0,
};
const aucOf = (records: AuditRecords, name: string) => historyIn(records, name).auc.value;

describe('an audit of a survey', () => {
  it('that everybody answered finds the leak, and says what the stack went without', async () => {
    const records = await runAudit(survey(150, 12), spec, tools);
    expect(aucOf(records, 'stack')).toBeGreaterThan(0.85);
    expect(records.attackerNotes).toEqual([
      {
        kind: 'history',
        id: 'stack',
        label: expect.any(String),
        form: 'withoutPresence',
        missing: 0,
        people: 150,
        items: 12,
      },
    ]);
  });

  it('with one answer missing says so', async () => {
    const records = await runAudit(survey(150, 12, { missing: 1 }), spec, tools);
    expect(aucOf(records, 'stack')).toBeGreaterThan(0.85);
    expect(records.attackerNotes).toMatchObject([{ id: 'stack', form: 'withoutPresence', missing: 1 }]);
  });

  it('with more of them missing reads who answered what, and has nothing to say', async () => {
    const records = await runAudit(survey(150, 12, { missing: 10 }), spec, tools);
    expect(records.attackerNotes).toBeUndefined();
  });

  it('of few people and many items runs with all default attackers', async () => {
    const { fullHistory: _, ...byDefault } = spec;
    const records = await runAudit(survey(45, 150), byDefault, tools);
    expect(records.attackerNotes).toMatchObject([{ id: 'stack', form: 'withoutPresence' }]);
    expect(new Set(headlineIn(records, 'histories').map(({ attacker }) => attacker))).toEqual(
      new Set(['factor', 'logistic', 'boosted', 'stack', 'multinomial']),
    );
  });

  it('that everybody answered runs in the open protocol, too', async () => {
    const open = {
      ...spec,
      protocol: 'open',
      contenders: defaultContenders('open', 2).contenders,
      shuffled: [],
    } as const;
    const records = await runAudit(survey(150, 12), { ...open, fullHistory: ['channels'] }, tools);
    expect(headlineIn(records, 'questions').length).toBeGreaterThan(3);
  });
});

describe('factors of who answered what', () => {
  const rowsOf = ({ ratings }: Dataset) => sparse(ratings.byUser, ratings.items);

  it('are left out below one missing answer in a thousand', () => {
    expect(presenceOf(rowsOf(survey(100, 10)))).toEqual({ missing: 0, varies: false });
    expect(presenceOf(rowsOf(survey(101, 10, { missing: 1 })))).toEqual({ missing: 1, varies: false });
    expect(presenceOf(rowsOf(survey(100, 10, { missing: 1 })))).toEqual({ missing: 1, varies: true });
  });

  it('are read where there are more: whoever left an item out stands apart', async () => {
    const rows = rowsOf(survey(600, 10, { missing: 30 }));
    expect(presenceOf(rows).varies).toBe(true);
    const { width, values } = await historyCoordinates(rows, {}, { kernels });
    expect(values.every(Number.isFinite)).toBe(true);
    const apart = Array.from({ length: width }, (_, k) => Math.abs(values[k]! - values[50 * width + k]!));
    expect(Math.max(...apart)).toBeGreaterThan(1);
  });
});
