import { beforeAll, describe, expect, it } from 'vitest';
import { asyncFailure } from '../../../../test/support/failure.ts';
import { controlIn } from '../../../../test/support/findings.ts';
import { jointWorld } from '../../../../test/support/jointWorld.ts';
import { ratedModel } from '../../../../test/support/ratedModel.ts';
import type { Checkpoints } from '../../../audit/index.ts';
import { findingsWith, type With } from '../../../audit/index.ts';
import { parametersFrom, train, trainChannels, trained } from '../../../factorization/index.ts';
import { twinRuntime } from '../../../kernels/index.ts';
import { derive, type RandomStream } from '../../../maths/index.ts';
import {
  type Answer,
  createAttribute,
  createDataset,
  createRatingMatrix,
  createVocabulary,
  type Dataset,
} from '../../../ratings/index.ts';
import { createWorld } from '../../../worlds/index.ts';
import { aboveLimit, attacksOn, largestLeak } from '../design/checkQuestionnaire.ts';
import { listExposure, type QuestionnaireStudy } from '../design/records.ts';
import { studySpec } from '../design/spec.ts';
import { studyModels, studyQuestionnaire } from './study.ts';

/** What the recommender learned of a list. */
const taughtBy = ({ findings }: QuestionnaireStudy, id: string) =>
  findingsWith(findings, 'rmse', { exposure: listExposure(id) })[0] as With<'rmse' | 'rmseChange' | 'answered'>;

const world = createWorld({ users: 300, items: 40, ratingsPerUser: 22, dimension: 2, leak: 0.6, attribute: 'type' }, 4);
const small = {
  attributes: ['type'],
  training: parametersFrom('als', { dimension: 2, iterations: 6 }),
  channels: {
    solver: 'svd',
    channels: ['presence', 'centredRating'],
    dimension: 2,
    noiseFloor: 0.15,
    iterations: 100,
    seed: 1,
  },
  folds: 3,
  heldOut: 4,
  resamples: 60,
  budgets: [0.6],
  agendaSamples: 200,
} as const;
const kernels = twinRuntime({ shared: false });
const tools = { kernels, source: 'a world', finished: () => '2020-01-01' };

describe('a study of real people', () => {
  let design: QuestionnaireStudy;
  beforeAll(async () => {
    design = await studyQuestionnaire(world.dataset, { ...small, task: 'design', questions: 5, maxAuc: 0.7 }, tools);
  });

  it('asks everybody lists made without them, with intervals and a control', () => {
    const attacker = design.compared.find(({ id }) => id === 'attacker:type')!;
    const attacks = attacksOn(design, attacker);
    const { rmse, rmseChange, answered } = taughtBy(design, attacker.id);
    expect(attacks.map(({ attacker: id }) => id)).toEqual(['factor', 'channels', 'logistic', 'boosted']);
    const [ratings, , logistic] = attacks;
    // The leak that the world was made with is found, and nothing is found in shuffled labels.
    for (const attack of [ratings!, logistic!]) {
      const { auc } = attack;
      const control = controlIn(design, attack)?.auc;
      expect(auc.low).toBeGreaterThan(0.6);
      expect(auc.low).toBeLessThan(auc.value);
      expect(auc.high).toBeGreaterThan(auc.value);
      expect(control!.low).toBeLessThan(0.5);
      expect(control!.high).toBeGreaterThan(0.5);
      expect(auc.low).toBeGreaterThan(control!.high);
    }
    // One interval holds for one figure, the bounds for all: they reach farther on both sides, in the mean.
    const width = (of: (attack: With<'auc'>) => { low: number; high: number }) =>
      attacks.reduce((sum, attack) => sum + of(attack).high - of(attack).low, 0);
    expect(width(({ auc }) => auc.bounds!)).toBeGreaterThan(width(({ auc }) => auc));
    for (const { auc } of attacks) {
      expect(auc.bounds!.low).toBeLessThan(auc.value);
      expect(auc.bounds!.high).toBeGreaterThan(auc.value);
    }
    expect(rmse.value).toBeGreaterThan(0);
    expect(answered).toBeGreaterThan(0.05);
    expect(answered).toBeLessThan(1);
    expect(rmseChange.high).toBeGreaterThan(rmseChange.low);
    expect(design.measurement).toMatchObject({ people: design.data!.users });
  });

  it('the proposed list keeps within its budget, leaks less than the others, and teaches something', () => {
    const { subject, curve, compared } = design;
    expect(subject).toMatchObject({ id: 'design:0.7', maxAuc: 0.7, excess: 0 });
    for (const { auc } of subject.leaks) expect(auc).toBeLessThanOrEqual(0.7);
    const attacker = compared.find(({ id }) => id === 'attacker:type')!;
    expect(largestLeak(design, subject).auc).toBeLessThan(largestLeak(design, attacker).auc);
    expect(taughtBy(design, subject.id).rmse.value).toBeLessThan(taughtBy(design, 'nothing').rmse.value);
    expect(curve.map(({ maxAuc }) => maxAuc)).toEqual([0.6, 0.7, null]);
    expect(taughtBy(design, curve.at(-1)!.id).rmseChange).toEqual({ value: 0, low: 0, high: 0 });
    expect(design.agenda.map(({ kind }) => kind)).toEqual(['ratings', 'channels']);
    expect(design.agenda.every(({ pValue, correctedPValue }) => pValue > 0 && correctedPValue >= pValue)).toBe(true);
  });

  it('from the same models alone the same is said, but for what people did', async () => {
    const ratings = trained(await train(world.dataset, 'type', small.training, { kernels }));
    const channels = trained(await trainChannels(world.dataset, 'type', small.channels));
    const options = { task: 'design', questions: 5, maxAuc: 0.7, budgets: [0.6], agendaSamples: 200 } as const;
    const study = await studyModels([ratings, channels], options, tools);
    const { verdict, ...implied } = design.subject;
    expect(verdict!.tests).toHaveLength(1);
    expect(study.subject).toEqual(implied);
    expect(study.data).toBeUndefined();
    expect(study.spec.attributes).toEqual(['type']);
    expect(study.models.map(({ kind, attribute }) => [kind, attribute])).toEqual([
      ['ratings', 'type'],
      ['channels', 'type'],
    ]);
    expect(largestLeak(study, study.subject)).toMatchObject({ basis: 'implied' });
  });

  it('is plain JSON, the same again, and the same when it was stopped in between', async () => {
    expect(JSON.parse(JSON.stringify(design))).toEqual(design);
    const kept = new Map<string, Uint8Array>();
    const checkpoints: Checkpoints = {
      read: async (key) => kept.get(key),
      write: async (key, bytes) => void kept.set(key, bytes),
    };
    const spec = { ...small, task: 'design' as const, questions: 5, maxAuc: 0.7 };
    const control = new AbortController();
    const stopped = studyQuestionnaire(world.dataset, spec, {
      ...tools,
      checkpoints,
      signal: control.signal,
      onProgress: ({ done }) => done === 8 && control.abort(new Error('stop')),
    });
    await expect(stopped).rejects.toThrow('stop');
    expect([...kept.keys()]).toEqual(['model-0-ratings', 'model-0-channels', 'asked-real-fold-0', 'asked-real-fold-1']);
    const seen: number[] = [];
    const again = await studyQuestionnaire(world.dataset, spec, {
      ...tools,
      checkpoints,
      onProgress: ({ done, total }) => seen.push(done / total),
    });
    expect(again).toEqual(design);
    expect(seen.at(-1)).toBe(1);
  });

  it('checks a given list by names, without a control where none is wanted', async () => {
    const list = [0, 3, 5].map((item) => design.compared[0]!.questions[item % 5]!.title);
    const names = [...new Set(list)];
    const check = await studyQuestionnaire(
      world.dataset,
      { ...small, task: 'check', list: names, name: 'ours', control: false, agendaSamples: 0 },
      tools,
    );
    expect(check.subject).toMatchObject({ id: 'given', label: 'ours' });
    expect(check.subject.questions.map(({ title }) => title)).toEqual(names);
    expect(check.spec.questions).toBe(names.length);
    expect(check.agenda).toEqual([]);
    expect(attacksOn(check, check.subject)).toHaveLength(4);
    expect(check.findings.some(({ variant }) => variant === 'shuffled')).toBe(false);
    expect(largestLeak(check, check.subject).basis).toBe('measured');
    expect(
      await asyncFailure(() =>
        studyQuestionnaire(world.dataset, { ...small, task: 'check', list: ['no such'] }, tools),
      ),
    ).toMatch(/^ITEM_UNKNOWN: an item of the list is not known: "no such"/);
  });
});

describe('leaks that are planted in the answers', () => {
  const USERS = 400;
  /** What everybody answers about ten items: the first few as given, the others by chance. */
  function plantedData(answersOf: (type: number, stream: RandomStream) => readonly Answer[]): Dataset {
    const stream = derive(6, 'planted-study');
    const types = Array.from({ length: USERS }, () => stream.below(2));
    const answers = types.map((type) => {
      const own = [...answersOf(type, stream)];
      while (own.length < 10) own.push(stream.uniform() < 0.7 ? 1 + stream.below(5) : 'skip');
      return own;
    });
    const rated = answers.flatMap((own, user) =>
      own.flatMap((answer, item) => (answer === 'skip' ? [] : [{ user, item, answer }])),
    );
    return createDataset({
      users: createVocabulary(types.map((_, user) => `u${user}`)),
      items: createVocabulary(answers[0]!.map((_, item) => `i${item}`)),
      ratings: createRatingMatrix(USERS, 10, {
        users: Uint32Array.from(rated, ({ user }) => user),
        items: Uint32Array.from(rated, ({ item }) => item),
        values: Float32Array.from(rated, ({ answer }) => answer),
      }),
      attributes: [
        createAttribute(
          'type',
          types.map((type) => `type ${type}`),
        ),
      ],
    });
  }
  const spec = { ...small, task: 'check', list: ['i0', 'i1', 'i2'], folds: 2, budgets: [], agendaSamples: 0 } as const;
  const attackBy = (study: QuestionnaireStudy, wanted: string) => {
    const attack = attacksOn(study, study.subject).find(({ attacker }) => attacker === wanted)!;
    return { ...attack.auc, control: controlIn(study, attack)?.auc };
  };

  it('two answers that tell only together are found by trees and by nobody else, and the gate closes', async () => {
    const data = plantedData((type, stream) => {
      const first = stream.below(2);
      const second = type === first ? 0 : 1;
      return [first === 1 ? 5 : 2, second === 1 ? 4 : 1];
    });
    const study = await studyQuestionnaire(data, { ...spec, maxAuc: 0.7 }, tools);
    expect(attackBy(study, 'boosted').value).toBeGreaterThan(0.9);
    expect(attackBy(study, 'boosted').control!.low).toBeLessThan(0.5);
    expect(Math.abs(attackBy(study, 'boosted').control!.value - 0.5)).toBeLessThan(0.1);
    for (const other of ['factor', 'channels', 'logistic'] as const) {
      expect([other, attackBy(study, other).bounds!.low < 0.5]).toEqual([other, true]);
      expect([other, attackBy(study, other).bounds!.high < 0.7]).toEqual([other, true]);
    }
    expect(largestLeak(study, study.subject)).toMatchObject({ attacker: 'boosted', basis: 'measured' });
    expect(aboveLimit(study)).toBe(true);
    const linear = study.findings.filter(({ attacker }) => attacker !== 'boosted');
    expect(aboveLimit({ ...study, findings: linear })).toBe(false);
  });

  it('a leak in skips only is found by everybody who reads them', async () => {
    const data = plantedData((type, stream) => [
      stream.uniform() < (type === 1 ? 0.9 : 0.2) ? 1 + stream.below(5) : 'skip',
    ]);
    const study = await studyQuestionnaire(data, spec, tools);
    for (const attacker of ['channels', 'logistic', 'boosted'] as const) {
      const { value, bounds, control } = attackBy(study, attacker);
      expect(value).toBeGreaterThan(0.78);
      expect(bounds!.low).toBeGreaterThan(control!.high);
    }
    expect(attackBy(study, 'factor').bounds!.low).toBeLessThan(0.5);
  });
});

describe('several attributes', () => {
  it('all of them must keep within the budget, and each has its attackers', async () => {
    const data = jointWorld({ users: 150, items: 24, seed: 8 });
    const spec = { ...small, attributes: ['gender', 'age'], folds: 2, control: false, agendaSamples: 0 };
    const study = await studyQuestionnaire(data, { ...spec, task: 'design', questions: 3, maxAuc: 0.7 }, tools);
    expect(study.subject.leaks.map(({ attribute, kind }) => `${attribute} ${kind}`)).toEqual([
      'gender ratings',
      'gender channels',
      'age ratings',
      'age channels',
    ]);
    expect(study.subject).toMatchObject({ maxAuc: 0.7, excess: 0 });
    for (const { auc } of study.subject.leaks) expect(auc).toBeLessThanOrEqual(0.7);
    expect(attacksOn(study, study.subject).map(({ target }) => target)).toEqual([
      ...Array(4).fill('gender'),
      ...Array(4).fill('age'),
    ]);
    expect(study.compared.map(({ id }) => id)).toEqual(['popularity', 'entropy', 'attacker:gender', 'attacker:age']);
  });
});

describe('a study of models alone', () => {
  it('checks leaks without a model of ratings, and designs nothing then', async () => {
    const model = ratedModel({ seed: 2, items: 9, dimension: 2, channels: true });
    const check = await studyModels([model], { task: 'check', list: ['i3', 'i4'], agendaSamples: 0 }, tools);
    expect(check.curve).toEqual([]);
    expect(check.compared.map(({ id }) => id)).toEqual(['popularity', 'entropy', 'attacker:type']);
    expect(await asyncFailure(() => studyModels([model], { task: 'design', questions: 2 }, tools))).toMatch(
      /^STRATEGY_UNSUITABLE: .* model of ratings/,
    );
  });

  it('the settings are checked', () => {
    const bad = (partial: Partial<Parameters<typeof studySpec>[0]>) => async () =>
      studySpec({ task: 'design', attributes: ['type'], ...partial });
    const cases: readonly [Partial<Parameters<typeof studySpec>[0]>, RegExp][] = [
      [{ task: 'check' }, /list is 0 items; it must be at least one item/],
      [{ list: ['a'] }, /list is 1 items; it must be left out in a design/],
      [{ attributes: [] }, /attributes is empty/],
      [{ attributes: ['a', 'a'] }, /attributes is a, a/],
      [{ maxAuc: 0.49 }, /maxAuc is 0\.49/],
      [{ budgets: [2] }, /budgets\[0\] is 2/],
      [{ budgets: [0.49] }, /budgets\[0\] is 0\.49/],
      [{ level: 0.49 }, /level is 0\.49/],
      [{ agendaSamples: 5 }, /agendaSamples is 5/],
      [{ ridge: 0 }, /ridge is 0/],
      [{ logisticRidge: 5 } as object, /logisticRidge is not a known field/],
      [{ question: 3 } as object, /question is not a known field: did you mean questions\?/],
      [{ channels: { dimensions: 3 } as never }, /channels.dimensions is not a known field.* did you mean dimension\?/],
    ];
    return Promise.all(
      cases.map(async ([partial, message]) => expect(await asyncFailure(bad(partial))).toMatch(message)),
    );
  });
});
