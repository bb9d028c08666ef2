/** What goes beyond the paper in an audit: open questions, rivals, known ratings, batches, lists, calibration. */

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { failure } from '../../../test/support/failure.ts';
import { curveIn, errorsIn, historyIn } from '../../../test/support/findings.ts';
import { madeUpPeople } from '../../../test/support/people.ts';
import { parametersFrom } from '../../factorization/index.ts';
import {
  attributeFromCodes,
  createDataset,
  createRatingMatrix,
  type Dataset,
  numberedVocabulary,
  scaleOf,
} from '../../ratings/index.ts';
import { loadKernels, openThreadPool } from '../../runtime/index.ts';
import { createWorld } from '../../worlds/index.ts';
import { equip, trainModels } from '../attackers/trainAttackers.ts';
import { interviewsBy } from '../interviews/groupInterviews.ts';
import { interviewAll } from '../interviews/interviewAll.ts';
import { findingsWith, type Variant } from '../records/finding.ts';
import type { AuditRecords } from '../records/records.ts';
import type { AuditSpec } from '../spec/auditSchema.ts';
import { contender, contenderNamed } from '../spec/contender.ts';
import { auditSpec } from '../spec/spec.ts';
import type { AuditTools } from './auditTools.ts';
import { runAudit } from './runAudit.ts';

const kernels = loadKernels();
const pool = openThreadPool(2);
afterAll(() => pool.close());
const tools: AuditTools = { kernels, source: 'made-up people', finished: () => 'then' };

/** The last item, which nobody has seen, is left out: data sets have no such items. */
function datasetOf(types: number, seed: number, people = 500): Dataset {
  const items = 40;
  const made = madeUpPeople({ people, items: items + 1, types, seed, leaking: 12, questions: 10 });
  const { starts, indices, values } = made.rows;
  const users = Uint32Array.from(indices, (_, at) => starts.findIndex((start) => start > at) - 1);
  const labels = Array.from({ length: types }, (_, type) => `type ${type}`);
  return createDataset({
    users: numberedVocabulary(people, 'u'),
    items: numberedVocabulary(items, 'i'),
    ratings: createRatingMatrix(people, items, {
      users,
      items: Uint32Array.from(indices),
      values: Float32Array.from(values),
    }),
    scale: scaleOf(Float32Array.from(values)),
    attributes: [attributeFromCodes('type', labels, Int16Array.from(made.types))],
  });
}

const base: Partial<AuditSpec> & { attribute: string } = {
  attribute: 'type',
  folds: 4,
  training: parametersFrom('als', { dimension: 3, iterations: 8 }),
  maxQuestions: 8,
  heldOut: 3,
  ratingErrorEvery: 4,
  compareAt: [4, 8],
  fullHistory: ['factor', 'channels'],
  resamples: 60,
};
const aucOf = (records: AuditRecords, id: string, questions: number, variant: Variant = 'real') =>
  curveIn(records, id, { variant })[questions]!.auc;

describe('open questions to people of whom one type sees other items', () => {
  const dataset = datasetOf(2, 5);
  const spec = {
    ...base,
    protocol: 'open' as const,
    contenders: [
      contenderNamed('channels:separation'),
      contenderNamed('separation'),
      contenderNamed('presence:separation'),
      contenderNamed('channels:random'),
      contenderNamed('forwardLogistic'),
      contenderNamed('skipModel'),
      contenderNamed('decisionTree'),
    ],
    shuffled: ['channels-separation', 'forwardLogistic'],
    controls: 2,
  };
  let records: Awaited<ReturnType<typeof runAudit>>;
  beforeAll(async () => {
    records = await runAudit(dataset, spec, tools);
  });

  it('everybody answers every question, a skip is an answer', () => {
    const curves = findingsWith(records.findings, 'logLoss');
    expect(new Set(curves.map(({ length }) => length)).size).toBe(9);
    expect(new Set(curves.map(({ people }) => people))).toEqual(new Set([500]));
  });

  it('what was seen gives the type away, and chosen questions do so sooner', () => {
    expect(aucOf(records, 'channels-separation', 8).low).toBeGreaterThan(0.85);
    expect(aucOf(records, 'presence-separation', 8).low).toBeGreaterThan(0.8);
    const ahead = (other: string) =>
      records.comparisons.find(({ second, length }) => second === other && length === 8)!.difference;
    expect(ahead('separation').low).toBeGreaterThan(0.05);
    expect(ahead('channels-random').low).toBeGreaterThan(0.05);
    for (const rival of ['forwardLogistic', 'skipModel', 'decisionTree']) {
      expect([rival, aucOf(records, rival, 8).low > 0.75]).toEqual([rival, true]);
    }
  });

  it('whole histories say more with skips than without', () => {
    const auc = (name: string) => historyIn(records, name).auc;
    expect(auc('channels').low).toBeGreaterThan(auc('factor').high);
  });

  it('finds nothing in shuffled labels', () => {
    for (const id of ['channels-separation', 'forwardLogistic']) {
      const { band } = aucOf(records, id, 8, 'shuffled');
      expect([band!.low < 0.5, band!.high > 0.5]).toEqual([true, true]);
    }
    const shuffled = { exposure: 'histories', variant: 'shuffled' } as const;
    const history = findingsWith(records.findings, 'auc', shuffled).map(({ auc }) => auc.value);
    expect(history.length).toBeGreaterThan(0);
    for (const value of history) expect(Math.abs(value - 0.5)).toBeLessThan(0.1);
  });

  it('predicts held-out ratings that were not asked', () => {
    for (const { id } of records.spec.contenders) {
      const points = errorsIn(records, id);
      for (const { rmse } of points) expect(rmse.value).toBeGreaterThan(0.5);
      expect(points[2]!.people).toBeLessThanOrEqual(points[0]!.people);
    }
  });

  it('gives the same records on threads', async () => {
    const few = datasetOf(2, 5, 120);
    const run = (executor?: typeof pool) => runAudit(few, { ...spec, folds: 2, controls: 1 }, { ...tools, executor });
    expect(JSON.stringify(await run(pool)) === JSON.stringify(await run())).toBe(true);
  });
});

describe('an order made beforehand', () => {
  it('is what live choice asks in the open protocol, and gives the same outcomes', async () => {
    const dataset = datasetOf(2, 8, 60);
    const full = auditSpec({ ...base, protocol: 'open', contenders: [contenderNamed('channels:separation')] });
    const models = await trainModels(dataset, full, full.contenders, { kernels });
    const [interviewerData] = await equip(full.contenders, models, new Map(), new Map(), dataset, full, {});
    expect(interviewerData!.list).toHaveLength(8);
    const people = Uint32Array.from({ length: 60 }, (_, person) => person);
    const asked = { people, histories: dataset.ratings.byUser };
    const outcomes = (list: Uint32Array | undefined) =>
      interviewAll(interviewsBy(full.contenders[0]!, { ...interviewerData!, list }, full), asked, { kernels });
    expect(await outcomes(interviewerData!.list)).toEqual(await outcomes(undefined));
  });
});

describe('three types', () => {
  let records: Awaited<ReturnType<typeof runAudit>>;
  beforeAll(async () => {
    records = await runAudit(
      datasetOf(3, 6, 450),
      {
        ...base,
        protocol: 'open',
        contenders: [
          contenderNamed('channels:envelope'),
          contenderNamed('channels:oneVersusRest'),
          contender('envelope', { model: 'channels', batch: 4 }),
        ],
      },
      tools,
    );
  });

  it('are told apart, alone, by vote and in batches, and each has its own figure', () => {
    for (const { id } of records.spec.contenders) {
      expect([id, aucOf(records, id, 8).low > 0.7]).toEqual([id, true]);
      const place = { attacker: id, length: 8, cohort: 'survivors' } as const;
      const told = findingsWith(records.findings, 'auc', place).filter(({ group }) => group !== undefined);
      expect(told.map(({ people }) => people)).toEqual([450, 450, 450]);
    }
  });

  it('in batches they are asked much the same as live', () => {
    const overlap = records.overlaps.find(({ second }) => second === 'channels-envelope-batch4')!;
    expect(overlap.share).toBeGreaterThan(0.3);
  });
});

describe('a world in which ratings leak', () => {
  const world = createWorld(
    { users: 500, items: 60, ratingsPerUser: 30, minimumPerUser: 20, dimension: 3, leak: 0.35 },
    4,
  ).dataset;
  let records: Awaited<ReturnType<typeof runAudit>>;
  beforeAll(async () => {
    records = await runAudit(
      world,
      {
        ...base,
        prior: 'training',
        contenders: [
          contender('separation'),
          contender('separation', { shrunken: true }),
          contender('separation', { calibrated: true }),
          contender('separation', { known: 6 }),
          contender('compiledList'),
        ],
        fullHistory: [],
      },
      tools,
    );
  });
  const point = (id: string, questions: number) => curveIn(records, id)[questions]!;

  it('known ratings count before the first question', () => {
    // Not exactly: the shares of the types differ a little from fold to fold.
    expect(Math.abs(point('separation', 0).auc.value - 0.5)).toBeLessThan(0.02);
    expect(point('separation-known6', 0).auc.low).toBeGreaterThan(0.55);
  });

  it('calibration changes the confidence, not the order of people', () => {
    expect(point('separation-calibrated', 8).auc.value).toBeCloseTo(point('separation', 8).auc.value, 1);
    expect(point('separation-calibrated', 8).confidence).not.toBe(point('separation', 8).confidence);
    expect(point('separation-calibrated', 8).logLoss.value).toBeLessThan(point('separation', 8).logLoss.value + 0.02);
  });

  it('a list made beforehand asks nearly what live choice asks', () => {
    const overlap = records.overlaps.find(({ second }) => second === 'compiledList')!;
    expect(overlap.share).toBeGreaterThan(0.6);
    expect(point('compiledList', 8).auc.value).toBeGreaterThan(point('separation', 8).auc.value - 0.05);
  });

  it('shrunken gaps find the leak too', () => {
    expect(point('separation-shrunken', 8).auc.low).toBeGreaterThan(0.65);
  });
});

describe('contenders', () => {
  it('are named by model and strategy', () => {
    expect(contenderNamed('channels:popularity')).toMatchObject({ id: 'channels-popularity', model: 'channels' });
    expect(contender('separation', { known: 5, shrunken: true }).id).toBe('separation-shrunken-known5');
  });

  it('that cannot be are refused', () => {
    const refused = (...contenders: AuditSpec['contenders']) => failure(() => auditSpec({ ...base, contenders }));
    expect(refused(contenderNamed('best'))).toMatch(
      /^STRATEGY_UNKNOWN: contenders\[0\].strategy is best; .* one of .*forwardLogistic/,
    );
    expect(refused(contenderNamed('dreams:separation'))).toMatch(
      /^PARAMETER_OUT_OF_RANGE: contenders\[0\].model is dreams/,
    );
    expect(refused(contender('separation', { model: 'channels', shrunken: true }))).toMatch(
      /^PARAMETER_OUT_OF_RANGE: contenders\[0\].shrunken .*only models of ratings.* -> leave shrunken out/,
    );
    expect(refused(contender('separation', { known: -1 }))).toMatch(
      /^PARAMETER_OUT_OF_RANGE: contenders\[0\].known is -1/,
    );
    expect(refused(contender('separation', { batch: 0 }))).toMatch(
      /^PARAMETER_OUT_OF_RANGE: contenders\[0\].batch is 0/,
    );
    expect(failure(() => auditSpec({ ...base, protocol: 'closed' as 'open' }))).toMatch(
      /^PARAMETER_OUT_OF_RANGE: protocol is closed/,
    );
  });
});
