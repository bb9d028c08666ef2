/** Parts of the questionnaire view that need no browser. */
import { beforeAll, describe, expect, it } from 'vitest';
import { designQuestionnaire, impliedLeak, listFigures, studyModels } from '../../src/defence/index.ts';
import { type FactorModel, presets, train, trainChannels, trained } from '../../src/factorization/index.ts';
import { twinRuntime } from '../../src/kernels/index.ts';
import { createVocabulary, type ItemIndex, itemIndex } from '../../src/ratings/index.ts';
import { layouts } from '../../src/report/index.ts';
import { withTaste } from '../../src/web/engine/jobs/tasteView.ts';
import { replaceLine, resolveList } from '../../src/web/questionnaire/resolveList.ts';
import { tradeOffChart } from '../../src/web/questionnaire/tradeOffChart.ts';
import { aimWords, aucWithout, largestOf, leaksByAttribute } from '../../src/web/questionnaire/words.ts';
import { createWorld, worldPresets } from '../../src/worlds/index.ts';

describe('the lines of a list', () => {
  const items = createVocabulary<ItemIndex>(['1', '2', '3'], ['Italy', 'Ivory Coast', 'South Korea']);

  it('are found by id and by title, whatever the case', () => {
    expect(resolveList('italy\n\n 3 \r\nIvory Coast\n', items)).toEqual([
      { kind: 'found', text: 'italy', id: '1', title: 'Italy' },
      { kind: 'found', text: '3', id: '3', title: 'South Korea' },
      { kind: 'found', text: 'Ivory Coast', id: '2', title: 'Ivory Coast' },
    ]);
  });

  it('that are not known come with what is nearest, and repeated ones are named', () => {
    const [unknown, , repeated] = resolveList('Itly\nSouth Korea\n3', items);
    expect(unknown).toMatchObject({ kind: 'unknown', text: 'Itly', near: expect.arrayContaining(['Italy']) });
    expect(unknown?.kind === 'unknown' && unknown.near[0]).toBe('Italy');
    expect(repeated).toEqual({ kind: 'repeated', text: '3', title: 'South Korea' });
    const twins = createVocabulary<ItemIndex>(['1', '2'], ['Dune', 'Dune']);
    expect(resolveList('Dune\n2', twins)).toEqual([
      { kind: 'ambiguous', text: 'Dune', near: ['1', '2'] },
      { kind: 'found', text: '2', id: '2', title: 'Dune' },
    ]);
    expect(replaceLine('a\n Itly \nb', 'Itly', 'Italy')).toBe('a\nItaly\nb');
  });
});

describe('models of channels alone', () => {
  const { dataset } = createWorld(
    { ...worldPresets.demo, users: 200, items: 25, ratingsPerUser: 15, minimumPerUser: 8 },
    3,
  );
  const list = [3, 1, 7, 20].map(itemIndex);
  let channels: FactorModel;
  let presence: FactorModel;
  let all: readonly FactorModel[];
  let view: FactorModel;
  beforeAll(async () => {
    channels = trained(await trainChannels(dataset, 'chronotype', { dimension: 4 }));
    presence = trained(await trainChannels(dataset, 'chronotype', { dimension: 4, channels: ['presence'] }));
    all = withTaste([channels]);
    view = all[1]!;
  });

  it('get a view of their ratings, from which it is read what questions teach', () => {
    expect(all).toHaveLength(2);
    expect(view.rows.channels).toEqual(['rating']);
    const row = 2 * 7 + channels.rows.channels.indexOf('centredRating');
    const { dimension: d } = channels;
    expect([...view.rows.profiles.slice(7 * d, 8 * d)]).toEqual([
      ...channels.rows.profiles.slice(row * d, (row + 1) * d),
    ]);
    expect([...view.rows.biases.slice(14, 16)]).toEqual([...channels.rows.biases.slice(2 * row, 2 * row + 2)]);
    const { worth } = listFigures(all, list, { id: 'a', label: 'a' });
    const longer = listFigures(all, [...list, itemIndex(9)], { id: 'a', label: 'a' });
    expect(worth!.cut).toBeGreaterThan(0);
    expect(longer.worth!.cut).toBeGreaterThan(worth!.cut);
    expect(longer.worth!.cut).toBeLessThan(1);
  });

  it('the view never leaks more than what it was cut from', () => {
    for (let n = 1; n <= list.length; n++) {
      const some = list.slice(0, n);
      expect(impliedLeak(view, some).squaredDistance).toBeLessThan(impliedLeak(channels, some).squaredDistance);
    }
    const limit = impliedLeak(channels, designQuestionnaire(all, { questions: 5, maxAuc: 0.62 }).proposed.items);
    expect(limit.auc).toBeLessThanOrEqual(0.62);
  });

  it('stay as they are where one of ratings is among them, or none has ratings', async () => {
    const kernels = twinRuntime({ shared: false });
    const ratings: FactorModel = trained(
      await train(dataset, 'chronotype', { ...presets.als, dimension: 3 }, { kernels }),
    );
    expect(withTaste([channels, ratings])).toEqual([channels, ratings]);
    expect(withTaste([presence])).toEqual([presence]);
  });

  it('the strongest attacker counts, and what a question is worth to it', async () => {
    const study = await studyModels(
      all,
      { task: 'check', list: list.map((item) => channels.items.id(item)), agendaSamples: 0 },
      { finished: () => '' },
    );
    const largest = largestOf(study.subject);
    expect(leaksByAttribute(study.subject)).toEqual([largest]);
    expect(largest.auc).toBe(impliedLeak(channels, list).auc);
    expect(aucWithout(study.subject.questions[0]!, largest)).toBeCloseTo(impliedLeak(channels, list.slice(1)).auc, 10);

    const design = await studyModels(
      all,
      { task: 'design', questions: 4, maxAuc: 0.6, agendaSamples: 0 },
      { finished: () => '' },
    );
    const chart = tradeOffChart(design, study.subject)!;
    expect(chart.reading).toContain(`yours gives away ${largest.auc.toFixed(2)}`);
    expect(chart.legend.map(({ label }) => label)).toEqual([
      'Designed lists',
      'The better list',
      'Your list',
      'Popular first',
      'An attacker’s list (chronotype)',
    ]);
    const [curve] = chart.spec(layouts.page)['layer'] as { data: { values: { auc: number }[] } }[];
    expect(curve!.data.values.length).toBe(design.curve.filter(({ excess }) => excess === 0).length);
    const alone = await studyModels(
      [presence],
      { task: 'check', list: ['item-1'], agendaSamples: 0 },
      { finished: () => '' },
    );
    expect(
      tradeOffChart({ ...design, curve: [{ ...alone.subject, maxAuc: null, excess: 0 }] }, undefined),
    ).toBeUndefined();
  });
});

describe('words for p-values', () => {
  it('say aimed only where they are small', () => {
    expect(aimWords(0.0005)).toBe('It looks aimed. Lists without an aim reveal as much hardly ever.');
    expect(aimWords(0.008)).toMatch(/^It looks aimed\. .* less than once in 100 times\.$/);
    expect(aimWords(0.03)).toMatch(/^It might be aimed\. .* about 3 times in 100\.$/);
    expect(aimWords(0.3)).toMatch(/^No sign of an aim\. .* about 30 times in 100\.$/);
    expect(aimWords(1)).toMatch(/nearly always\.$/);
  });
});
