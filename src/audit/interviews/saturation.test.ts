/** Where much is known, probabilities round to 0 and 1. Who ranks people then must still rank them right. */
import { describe, expect, it } from 'vitest';
import { modelFrom } from '../../../test/support/models.ts';
import { parametersFrom } from '../../factorization/index.ts';
import { derive } from '../../maths/index.ts';
import {
  attributeFromCodes,
  createDataset,
  createRatingMatrix,
  type Dataset,
  numberedVocabulary,
} from '../../ratings/index.ts';
import type { ForwardLogisticModel } from '../../rivals/index.ts';
import { loadKernels } from '../../runtime/index.ts';
import { createWorld } from '../../worlds/index.ts';
import { sendModel } from '../attackers/sentModel.ts';
import { findingsWith, type With } from '../records/finding.ts';
import type { AuditRecords } from '../records/records.ts';
import type { AuditTools } from '../run/auditTools.ts';
import { runAudit } from '../run/runAudit.ts';
import type { AuditSpec } from '../spec/auditSchema.ts';
import { contender } from '../spec/contender.ts';
import { auditSpec } from '../spec/spec.ts';
import { interviewTask } from './interviewTask.ts';

const tools: AuditTools = { kernels: loadKernels(), source: 'made up', finished: () => 'then' };

/** Everybody rates everything; one group likes the even items, the other the odd ones. */
function denseSurvey(people: number, items: number): Dataset {
  const stream = derive(1, 'dense-survey');
  const cells = Array.from({ length: people * items }, (_, at) => [Math.floor(at / items), at % items] as const);
  return createDataset({
    users: numberedVocabulary(people, 'u'),
    items: numberedVocabulary(items, 'i'),
    ratings: createRatingMatrix(people, items, {
      users: Uint32Array.from(cells, ([person]) => person),
      items: Uint32Array.from(cells, ([, item]) => item),
      values: Float32Array.from(cells, ([person, item]) => ((person + item) % 2 === 0 ? 4 : 1) + stream.below(2)),
    }),
    scale: { min: 1, max: 5, step: 1 },
    attributes: [
      attributeFromCodes(
        'type',
        ['A', 'B'],
        Int16Array.from({ length: people }, (_, person) => person % 2),
      ),
    ],
  });
}

const base: Partial<AuditSpec> & { attribute: string } = {
  attribute: 'type',
  folds: 2,
  training: parametersFrom('als', { dimension: 2, iterations: 3 }),
  channelHistory: { dimension: 2, ridge: 10 },
  maxQuestions: 4,
  heldOut: 2,
  ratingErrorEvery: 4,
  compareAt: [4],
  shuffled: [],
  resamples: 50,
};

/** In the order of the spec. */
const fullHistoryOf = ({ spec, findings }: AuditRecords) =>
  spec.fullHistory.map((attacker) => {
    const place = { exposure: 'histories', attacker, variant: 'real' } as const;
    return findingsWith(findings, 'accuracy', place)[0] as With<'auc' | 'accuracy'>;
  });

const wholeHistories = async (dataset: Dataset, spec: Partial<AuditSpec>) => {
  const records = await runAudit(dataset, { ...base, contenders: [contender('random')], ...spec }, tools);
  return fullHistoryOf(records);
};

describe('whole histories that leave no doubt', () => {
  it('a dense survey of two groups that nobody could confuse: every classifier tells them apart', async () => {
    const fullHistory = ['factor', 'channels', 'logistic', 'boosted', 'plainLogistic', 'multinomial', 'svm'] as const;
    const found = await wholeHistories(denseSurvey(60, 500), { fullHistory });
    expect(found.map(({ attacker, auc, accuracy }) => [attacker, auc.value, auc.high, accuracy.value])).toEqual(
      fullHistory.map((classifier) => [classifier, 1, 1, 1]),
    );
  });

  it('a world that leaks much, and 300 ratings per person: every attacker is always right', async () => {
    const { dataset } = createWorld(
      { users: 120, items: 400, ratingsPerUser: 300, minimumPerUser: 250, dimension: 2, leak: 1, popularity: 0 },
      3,
    );
    const fullHistory = ['factor', 'logistic', 'boosted', 'plainLogistic', 'multinomial', 'svm'] as const;
    const found = await wholeHistories(dataset, { fullHistory });
    expect(found.map(({ attacker, auc }) => [attacker, auc.value])).toEqual(
      fullHistory.map((classifier) => [classifier, 1]),
    );
  });
});

describe('interviews that leave no doubt', () => {
  // Everybody answers one item; a rating above 3 points to the second type, by thousands of nats.
  const RATINGS = [1, 1.5, 2, 2.5, 3.5, 4, 4.5, 5];
  const model = sendModel(
    modelFrom({
      profiles: [[0], [0]],
      biases: Array(2).fill([2, 4]),
      noiseVariance: 1e-3,
      prior: [0.5, 0.5],
      scale: { min: 1, max: 5, step: 0.5 },
    }),
  );
  const { protocol, ridge, prior, maxQuestions, ratingErrorEvery, seed } = auditSpec({
    ...base,
    maxQuestions: 1,
    ratingErrorEvery: 1,
    contenders: [contender('random')],
  });
  const rows = (values: readonly number[]) => ({
    starts: Uint32Array.from({ length: RATINGS.length + 1 }, (_, n) => Math.min(n, values.length)),
    indices: new Uint32Array(values.length),
    values: Float32Array.from(values),
  });
  const unit = {
    about: 'groups' as const,
    contender: contender('random'),
    interviewerData: { model },
    spec: { protocol, ridge, prior, maxQuestions, ratingErrorEvery, seed },
    people: Uint32Array.from(RATINGS.keys()),
    histories: rows(RATINGS),
    heldOut: rows([]),
  };
  const steep = {
    types: 2,
    columns: 2,
    weights: Float64Array.of(0, 0, 4000, 0),
    intercepts: Float64Array.of(0, -12000),
  };
  const rival: ForwardLogisticModel = {
    rival: 'forwardLogistic',
    types: 2,
    items: 2,
    list: Uint32Array.of(0),
    means: Float64Array.of(3),
    shares: Float64Array.of(1),
    intercepts: new Float64Array(4),
    weights: Float64Array.of(0, 0, 0, 4000),
    popularity: Uint32Array.of(1, 0),
  };

  it.each([
    ['the belief', unit],
    ['a judge', { ...unit, interviewerData: { model, judge: { name: 'logistic', ...steep } } }],
    ['a rival', { ...unit, contender: contender('forwardLogistic'), interviewerData: { model, rival } }],
  ])('%s ranks everybody by how far they lean', (_, given) => {
    const { logits } = interviewTask.run(given) as { logits: Float32Array };
    const scores = RATINGS.map((_, person) => logits[(person * 2 + 1) * 2 + 1]!);
    expect(scores.every(Number.isFinite)).toBe(true);
    expect(scores).toEqual(scores.toSorted((a, b) => a - b));
    expect(new Set(scores).size).toBe(RATINGS.length);
    expect(Math.min(...scores.map(Math.abs))).toBeGreaterThan(800);
  });
});
