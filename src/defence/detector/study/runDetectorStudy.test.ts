import { beforeAll, describe, expect, it } from 'vitest';
import { asyncFailure, failure } from '../../../../test/support/failure.ts';
import { randomJointModel } from '../../../../test/support/jointModels.ts';
import { randomChannelModel, randomModel } from '../../../../test/support/models.ts';
import { findingsWith, type With } from '../../../audit/index.ts';
import { createModel, type FactorModel } from '../../../factorization/index.ts';
import { derive, inlineExecutor } from '../../../maths/index.ts';
import { benignPolicies } from '../path/benignPolicies.ts';
import type { AskerFigures, DetectorRecords } from './records.ts';
import { runDetectorStudy } from './runDetectorStudy.ts';
import { detectorSpec } from './spec.ts';

function counted(model: FactorModel, seed: number): FactorModel {
  const stream = derive(seed, 'popularity');
  const { countsByType, entropies } = model.itemStatistics;
  return createModel({
    ...model,
    itemStatistics: {
      ...model.itemStatistics,
      countsByType: countsByType.map(() => 1 + stream.below(50)),
      entropies: entropies.map(() => 0.5 + stream.uniform()),
    },
  });
}

const SMALL = {
  questions: 8,
  compareAt: [3, 8],
  samples: 300,
  interviews: 400,
  attacks: 120,
  shares: [0.5],
  resamples: 60,
};
const ofAsker = ({ figures }: DetectorRecords, asker: string, attribute?: string) =>
  figures.find((one) => one.asker === asker && (attribute === undefined || one.attribute === attribute))!;
const pointsOf = ({ findings }: DetectorRecords, { asker, attribute }: AskerFigures) =>
  findingsWith(findings, 'noticed', { attacker: asker, target: attribute }) as With<
    'noticed' | 'auc' | 'medianPValue'
  >[];

describe('the study of a model of two types', () => {
  const model = counted(randomChannelModel({ items: 60, dimension: 3, types: 2, seed: 7 }), 7);
  let records: Awaited<ReturnType<typeof runDetectorStudy>>;
  beforeAll(async () => {
    records = await runDetectorStudy(model, SMALL, { source: 'made up', finished: () => 'now' });
  });

  it('counts false alarms of every policy, at every length and at any time: about the level, or fewer', () => {
    const { falseAlarms, policies } = records;
    expect(policies.map(({ name }) => name)).toEqual(benignPolicies.map(({ name }) => name));
    expect(falseAlarms).toHaveLength(3 * 3);
    for (const { alarms, interviews, attribute } of falseAlarms) {
      expect(interviews).toBe(400);
      expect(attribute).toBe('type');
      // The level holds on average over detectors; this one's few drawn questionnaires add chance of their own.
      expect(alarms / interviews).toBeLessThan(0.05 + 4 * Math.sqrt((0.05 * 0.95) / 400 + (0.05 * 0.95) / 150));
    }
    expect(falseAlarms.some(({ alarms }) => alarms > 0)).toBe(true);
    expect(falseAlarms.map(({ questions }) => questions).slice(0, 3)).toEqual([3, 8, undefined]);
  });

  it('notices who aims, sooner than who hides, and hardly who does not aim', () => {
    const [aimed, stealth] = [ofAsker(records, 'aimed:type'), ofAsker(records, 'stealth:type:0.5')];
    expect(aimed.questionnaires).toBe(1);
    expect(aimed.alarmed).toEqual({ alarms: 120, interviews: 120 });
    expect(pointsOf(records, aimed).map(({ length }) => length)).toEqual([1, 2, 3, 4, 5, 6, 7, 8]);
    expect(pointsOf(records, aimed).at(-1)!.medianPValue).toBe(1 / 301);
    expect(stealth.questionnaires).toBeGreaterThan(100);
    expect(stealth.medianQuestions ?? Number.POSITIVE_INFINITY).toBeGreaterThan(aimed.medianQuestions!);
    expect(stealth.alarmed.alarms).toBeLessThan(120);
    const everything = records.figures.map(({ asker }) => asker);
    expect(everything).toEqual(['aimed:type', 'stealth:type:0.5', 'list:maxGap', 'list:entropy', 'list:popularity']);
  });

  it('finds in the people of the model the AUC that the questions imply', () => {
    for (const figures of records.figures) {
      for (const { auc, impliedAuc } of pointsOf(records, figures)) {
        expect(auc.low).toBeLessThanOrEqual(auc.value);
        expect(auc.high).toBeGreaterThanOrEqual(auc.value);
        // The same 120 people throughout: a standard error of about 0.05.
        expect(Math.abs(auc.value - impliedAuc!)).toBeLessThan(0.15);
      }
    }
    const [aimed, stealth] = [ofAsker(records, 'aimed:type'), ofAsker(records, 'stealth:type:0.5')];
    expect(pointsOf(records, aimed).at(-1)!.impliedAuc).toBeGreaterThan(pointsOf(records, stealth).at(-1)!.impliedAuc!);
  });

  it('says how much passes unnoticed: more than usual, less than who aims', () => {
    expect(records.bounds).toHaveLength(8);
    for (const { benign, unnoticed, aimed, questions } of records.bounds) {
      expect(Math.max(...benign)).toBeLessThan(unnoticed);
      if (questions > 3) expect(unnoticed).toBeLessThan(aimed);
    }
  });

  it('is plain JSON, and the same whatever the executor', async () => {
    expect(JSON.parse(JSON.stringify(records))).toEqual(records);
    const cloning: typeof inlineExecutor = {
      threads: 2,
      run: (task, inputs, options) => inlineExecutor.run(task, structuredClone(inputs), options),
    };
    const tiny = { ...SMALL, samples: 100, interviews: 30, attacks: 60, questions: 3, compareAt: [3] };
    let seen = 0;
    const onProgress = ({ done, total }: { done: number; total: number }) => {
      seen = done / total;
    };
    const again = await runDetectorStudy(model, tiny, { executor: cloning, onProgress });
    expect(again).toEqual(await runDetectorStudy(model, tiny));
    expect(seen).toBe(1);
  });
});

describe('the study of other models', () => {
  const tiny = {
    questions: 4,
    compareAt: [4],
    samples: 100,
    interviews: 60,
    attacks: 60,
    shares: [],
    resamples: 50,
    lists: [],
  };

  it('of more than two types implies no AUC, and finds one', async () => {
    const model = counted(randomModel({ items: 40, dimension: 2, types: 3, seed: 5 }), 5);
    const records = await runDetectorStudy(model, tiny);
    const { figures } = records;
    expect(figures).toHaveLength(1);
    expect(pointsOf(records, figures[0]!).at(-1)!.impliedAuc).toBeUndefined();
    expect(pointsOf(records, figures[0]!).at(-1)!.auc.value).toBeGreaterThan(0.55);
    expect(pointsOf(records, figures[0]!).at(-1)!.noticed.value).toBeGreaterThan(50 / 60);
    // What is asked depends on the answers.
    expect(figures[0]!.questionnaires).toBeGreaterThan(1);
  });

  it('of people who are all told apart says how sure so few of them are', async () => {
    const model = counted(randomModel({ items: 40, dimension: 2, types: 2, seed: 5 }), 5);
    const biases = model.rows.biases.map((bias) => 40 * bias);
    const clear = createModel({ ...model, rows: { ...model.rows, biases } });
    const records = await runDetectorStudy(clear, tiny);
    const { auc } = pointsOf(records, records.figures[0]!).at(-1)!;
    expect(auc).toMatchObject({ value: 1, high: 1 });
    // Percentiles of resampled people would say 1 to 1.
    expect(auc.low).toBeGreaterThan(0.8);
    expect(auc.low).toBeLessThan(0.99);
  });

  it('of several attributes watches each, and all of them together', async () => {
    const model = counted(randomJointModel({ items: 40, dimension: 2, shape: [2, 2], rows: 1, seed: 3, gap: 0.5 }), 3);
    const { figures, falseAlarms } = await runDetectorStudy(model, { ...tiny, lists: ['popularity'] });
    expect(figures.map(({ asker, attribute }) => [asker, attribute])).toEqual([
      ['aimed:a', 'a'],
      ['aimed:b', 'b'],
      ['list:popularity', 'a'],
      ['list:popularity', 'b'],
    ]);
    const popular = falseAlarms.filter(({ policy }) => policy === 'popularity');
    expect(popular.map(({ attribute, questions }) => [attribute, questions])).toEqual([
      ['a', 4],
      ['a', undefined],
      ['b', 4],
      ['b', undefined],
      [undefined, 4],
      [undefined, undefined],
    ]);
    for (const questions of [4, undefined]) {
      const at = (attribute?: string) =>
        popular.find((one) => one.attribute === attribute && one.questions === questions)!.alarms;
      expect(at()).toBeLessThanOrEqual(at('a') + at('b'));
    }
  });

  it('refuses specs that cannot be run', async () => {
    expect(detectorSpec().shares).toEqual([0.5, 0.75, 0.9]);
    expect(detectorSpec({ level: 0.5, coverage: 0.5 })).toMatchObject({ level: 0.5, coverage: 0.5 });
    expect(failure(() => detectorSpec({ level: 0.51 }))).toMatch(/level is 0\.51/);
    expect(failure(() => detectorSpec({ coverage: 0.49 }))).toMatch(/coverage is 0\.49/);
    expect(detectorSpec({ questions: 12 }).compareAt).toEqual([5, 10]);
    expect(detectorSpec({ questions: 3 }).compareAt).toEqual([3]);
    expect(failure(() => detectorSpec({ level: 0.001, samples: 500 }))).toMatch(/samples is 500; .* at least 2000/);
    expect(failure(() => detectorSpec({ compareAt: [30] }))).toMatch(/^PARAMETER_OUT_OF_RANGE: compareAt is 30/);
    expect(failure(() => detectorSpec({ compareAt: [] }))).toMatch(/^PARAMETER_OUT_OF_RANGE: compareAt is empty/);
    expect(failure(() => detectorSpec({ lists: ['random'] }))).toMatch(/^PARAMETER_OUT_OF_RANGE: lists\[0\] is random/);
    expect(failure(() => detectorSpec({ sample: 500 } as object))).toMatch(
      /sample is not a known field.* did you mean samples\?/,
    );
    expect(failure(() => detectorSpec({ shares: [1.5] }))).toMatch(/^PARAMETER_OUT_OF_RANGE: shares\[0\] is 1.5/);
    const model = randomModel({ items: 5, dimension: 2, types: 2, seed: 1 });
    expect(await asyncFailure(() => runDetectorStudy(model))).toMatch(/^PARAMETER_OUT_OF_RANGE: questions is 20/);
  });
});
