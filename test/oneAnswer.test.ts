/**
 * The same question has one answer, whoever asks it: values and pointwise intervals are equal. Bounds differ, because they
 * hold for other families of figures.
 */

import { beforeAll, describe, expect, it } from 'vitest';
import {
  type AuditRecords,
  type AuditSpec,
  contender,
  type Figure,
  type Finding,
  type LeakMatrixRecords,
  peopleWithRatings,
  runAudit,
  runLeakMatrix,
  runModelAudit,
} from '../src/audit/index.ts';
import { createDefence, evaluateDefences, listExposure, studyQuestionnaire } from '../src/defence/index.ts';
import { channelDefaults, parametersFrom, train, trained } from '../src/factorization/index.ts';
import { historyAt, packRows } from '../src/inference/index.ts';
import { type Dataset, itemIndex, ratingMatrixFromRows, withRatings } from '../src/ratings/index.ts';
import { loadKernels } from '../src/runtime/index.ts';
import { fixedList, type StrategyDefinition, strategyRegistry } from '../src/selection/index.ts';
import { createWorld } from '../src/worlds/index.ts';
import { curveIn, headlineIn } from './support/findings.ts';
import { lend } from './support/lend.ts';

const tools = { kernels: loadKernels(), source: 'a world', finished: () => 'then' };
const { dataset } = createWorld({ users: 150, items: 25, ratingsPerUser: 14, minimumPerUser: 10, leak: 0.2 }, 5);
const training = parametersFrom('als', { dimension: 2, iterations: 4 });
const shared = { attribute: 'type', folds: 3, resamples: 60, seed: 1 } as const;
const ATTACKERS = ['factor', 'logistic', 'boosted', 'stack'];

const auditOf = (data: Dataset, settings: Partial<AuditSpec> = { training }) =>
  runAudit(
    data,
    {
      ...shared,
      contenders: [contender('random')],
      maxQuestions: 2,
      compareAt: [],
      heldOut: 0,
      fullHistory: ATTACKERS,
      shuffled: [],
      controls: 1,
      permutations: 0,
      ...settings,
    },
    tools,
  );

/** What everybody sends who leaves out a share of their ratings at random: what an evaluation does, written down. */
async function withholding(data: Dataset, strength: number): Promise<Dataset> {
  const model = trained(await train(data, 'type', training, tools));
  const defence = createDefence('withholdRandom', { model, strength, seed: 1 });
  const { users, items, byUser } = data.ratings;
  const rows = { rows: users, columns: items, ...byUser };
  const sent = Array.from({ length: users }, (_, number) => defence.send({ ratings: historyAt(rows, number), number }));
  return withRatings(data, ratingMatrixFromRows(users, items, packRows(items, sent)));
}

/** By attacker: value and interval. */
const byAttacker = (found: readonly Finding[]) =>
  Object.fromEntries(found.map(({ attacker, auc }) => [attacker!, interval(auc!)]));
/** Bounds hold for other families. */
const interval = ({ value, low, high }: Figure) => ({ value, low, high });
const ofHistories = (records: AuditRecords) => byAttacker(headlineIn(records, 'histories'));

function expectSame(found: Readonly<Record<string, object>>, expected: Readonly<Record<string, object>>): void {
  expect(Object.keys(found).sort()).toEqual(Object.keys(expected).sort());
  for (const [name, figures] of Object.entries(expected)) {
    // Figures that could not differ would show nothing.
    expect((figures as { value: number }).value, name).toBeGreaterThan(0.55);
    expect((figures as { value: number }).value, name).toBeLessThan(0.99);
    for (const [end, value] of Object.entries(figures)) {
      expect(found[name]![end as keyof object], `${name}, ${end}`).toBeCloseTo(value, 9);
    }
  }
}

describe('whole histories', () => {
  let audited: AuditRecords;
  beforeAll(async () => {
    audited = await auditOf(dataset);
  });

  it('by an audit, and as a surface', async () => {
    const records = await runModelAudit(
      { people: peopleWithRatings(dataset, 'type'), surfaces: [{ kind: 'ratings' }] },
      { ...shared, attackers: ATTACKERS, controls: 1 },
      tools,
    );
    // Surfaces read factor models with the usual settings, those of this audit are small.
    const usual = ofHistories(await auditOf(dataset, { fullHistory: ['factor'] }));
    expectSame(byAttacker(headlineIn(records, 'ratings')), { ...ofHistories(audited), ...usual });
  });

  it('by an audit, and by an evaluation of defences before any defence', async () => {
    const records = await evaluateDefences(
      dataset,
      { ...shared, training, defences: [{ name: 'withholdRandom', strengths: [0.3] }], attackers: ATTACKERS },
      tools,
    );
    expectSame(byAttacker(headlineIn(records, 'histories', { defence: undefined })), ofHistories(audited));
  });

  it('after a defence: sent, written down and audited, and by an evaluation of the defence', async () => {
    const strength = 0.3;
    const records = await evaluateDefences(
      dataset,
      { ...shared, training, defences: [{ name: 'withholdRandom', strengths: [strength] }], attackers: ATTACKERS },
      tools,
    );
    const retrained = headlineIn(records, 'histories', { defence: 'withholdRandom', situation: 'retrained' });
    const sent = await auditOf(await withholding(dataset, strength));
    expectSame(byAttacker(retrained), ofHistories(sent));
  });
});

describe('a list of questions', () => {
  // The same for everybody, whatever the answers: a strategy as a plug-in would bring it.
  const LIST = [3, 0, 7, 12, 5, 9].map(itemIndex);
  const strategy: StrategyDefinition = {
    name: 'theseQuestions',
    label: 'These questions',
    summary: 'a fixed list',
    types: 'any',
    channels: 'any',
    looksAt: 'items',
    create: () => fixedList(LIST),
  };

  it('asked by a contender, and checked as a questionnaire', async () => {
    lend(strategyRegistry, strategy);
    const asking = await runAudit(
      dataset,
      {
        ...shared,
        training,
        protocol: 'open',
        contenders: [contender('theseQuestions')],
        maxQuestions: LIST.length,
        headlineQuestions: LIST.length,
        compareAt: [],
        heldOut: 0,
        fullHistory: [],
        shuffled: [],
        controls: 1,
        permutations: 0,
      },
      tools,
    );
    const [asked] = headlineIn(asking, 'questions');
    const study = await studyQuestionnaire(
      dataset,
      {
        folds: shared.folds,
        resamples: shared.resamples,
        seed: shared.seed,
        attributes: [shared.attribute],
        training,
        task: 'check',
        list: LIST.map((item) => dataset.items.id(item)),
        control: false,
        budgets: [],
        agendaSamples: 0,
      },
      tools,
    );
    const [checked] = headlineIn(study, listExposure(study.subject.id), { attacker: 'factor' });
    expectSame({ factor: interval(checked!.auc) }, { factor: interval(asked!.auc) });
  });
});

describe('answers to questions', () => {
  it('about one attribute alone, and in a leak matrix', async () => {
    const channels = { ...channelDefaults, dimension: 2 };
    const asked = { folds: 3, resamples: 60, seed: 1, maxQuestions: 8, compareAt: [8], prior: 'uniform' } as const;
    const contenders = ['targeted', 'entropy', 'random'].map((name) => contender(name, { model: 'channels' }));
    const audited = await runAudit(
      dataset,
      {
        ...asked,
        attribute: 'type',
        protocol: 'open',
        channels,
        contenders,
        headlineQuestions: 8,
        heldOut: 0,
        fullHistory: [],
        shuffled: [],
        permutations: 0,
      },
      tools,
    );
    const matrix = await runLeakMatrix(
      dataset,
      { ...asked, attributes: ['type'], training: channels, baselines: ['entropy', 'random'], shuffled: false },
      tools,
    );
    const rowOf = (strategy: string) => (strategy === 'targeted' ? 'target:type' : strategy);
    const endOf = (records: LeakMatrixRecords | AuditRecords, who: string) => interval(curveIn(records, who)[8]!.auc);
    const told = (records: LeakMatrixRecords | AuditRecords, attacker: string) =>
      interval(headlineIn(records, 'questions', { attacker })[0]!.auc);
    const byStrategy = (found: (strategy: string, id: string) => object) =>
      Object.fromEntries(contenders.map(({ strategy, id }) => [strategy, found(strategy, id)]));
    expectSame(
      byStrategy((strategy) => endOf(matrix, rowOf(strategy))),
      byStrategy((_, id) => endOf(audited, id)),
    );
    expectSame(
      byStrategy((strategy) => told(matrix, rowOf(strategy))),
      byStrategy((_, id) => told(audited, id)),
    );
    // A model that knows one attribute alone is the model of all attributes there are.
    expect(endOf(matrix, 'dedicated:type')).toEqual(endOf(matrix, 'target:type'));
  });
});
